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
/* Show the variants of the session that is open, again. */
void console_compare_variants(struct console *console);

#endif
