/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * words.h - a command line taken apart into words as a shell does, without expanding anything.
 *
 * Blanks separate words. Inside '...' every character stands for itself; inside "..." a backslash
 * makes a following ", \, $ or ` stand for itself; outside of quotes it does so for any character.
 * There are no variables, no wildcards, no ~ and no pipes: a command that needs them is sh -c
 * 'COMMAND "$@"' sh.
 */
#ifndef LSMBENCH_ENGINE_WORDS_H
#define LSMBENCH_ENGINE_WORDS_H

#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* Append the words of text to list. 0, -ENOMEM, or -EINVAL when a quote is not closed. */
int words_split(const char *text, struct text_list *list, struct error *error);

/* The length of what begins at text and ends before the next of the characters in ends that stands
 * outside of quotes and is not behind a backslash. */
size_t words_span(const char *text, const char *ends);

#endif
