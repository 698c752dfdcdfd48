/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_words.h - a text that came by mail, taken apart into words, each knowing its line.
 */
#ifndef LSMBENCH_EXPORTS_TEXT_WORDS_H
#define LSMBENCH_EXPORTS_TEXT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "fixtures/error.h"

struct text_word {
	char *text;
	size_t line; /* from 1 */
	bool first;  /* of its line */
	bool last;
};

struct text_words {
	struct text_word *items;
	size_t count;
	size_t room;
};

/* Add the words of a text. 0, -EINVAL or -ENOMEM; to be cleared either way. */
int text_words_take(struct text_words *words, const char *text, size_t length, struct error *error);
void text_words_clear(struct text_words *words);

#endif
