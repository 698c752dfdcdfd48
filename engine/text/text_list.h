/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_list.h - a growing list of strings that it owns.
 */
#ifndef LSMBENCH_ENGINE_TEXT_LIST_H
#define LSMBENCH_ENGINE_TEXT_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct text_list {
	char **items; /* each malloc'ed */
	size_t count;
};

/* Append a copy of text. 0 or -ENOMEM. */
int text_list_add(struct text_list *list, const char *text);
/* Append text that is made as by printf. 0 or -ENOMEM. */
int text_list_add_format(struct text_list *list, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Append each of the comma-separated words of text, blanks around them dropped. A comma inside of
 * quotes or behind a backslash (words.h) separates nothing; the quotes stay. 0 or -ENOMEM.
 */
int text_list_add_words(struct text_list *list, const char *text);

/* Make copy (empty before) equal to list. 0 or -ENOMEM, and then copy is empty. */
int text_list_copy(struct text_list *copy, const struct text_list *list);

/* Remove the item at index, which must exist. */
void text_list_remove(struct text_list *list, size_t index);

bool text_list_has(const struct text_list *list, const char *text);
bool text_list_equal(const struct text_list *a, const struct text_list *b);

/* Free the items and empty the list. */
void text_list_clear(struct text_list *list);

#endif
