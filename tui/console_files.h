/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_files.h - from the files that were chosen to what the Compare page shows of them.
 */
#ifndef LSMBENCH_TUI_CONSOLE_FILES_H
#define LSMBENCH_TUI_CONSOLE_FILES_H

#include "tui/compare_inputs.h"

struct console;

/* Read what is chosen and show how it compares. */
void console_compare_chosen(struct console *console);
/* Say so when a session is in two groups. */
void console_say_if_same(struct console *console, const struct compare_inputs *inputs);
/* The same as a ladder of security modules. */
void console_compare_ladder(struct console *console);
/*
 * Whether what word names, FILE or FILE:HOST, can be compared; a message when not. Of a file that
 * begins as a result its end is not read, nor anything of another while a session runs.
 */
int console_check_result(const struct console *console, const char *word, struct error *error);
/* Mark on the Files page what was compared by the command line. */
void console_mark_compared(struct console *console, const struct compare_inputs *inputs);
/* Show the variants of the session that is open, again. */
void console_compare_variants(struct console *console);

#endif
