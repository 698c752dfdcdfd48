/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung_words.h - how the ladder_rung files read words of a kernel's command line.
 */
#ifndef LSMBENCH_ENGINE_LADDER_RUNG_WORDS_H
#define LSMBENCH_ENGINE_LADDER_RUNG_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The value of the last word "key=VALUE" of a command line, as the kernel takes the last: its
 * length in *length. NULL when there is none.
 */
const char *command_word(const char *words, const char *key, size_t *length);
/* Whether the last word "key=VALUE" has this value. */
bool command_word_is(const char *words, const char *key, const char *value);

#endif
