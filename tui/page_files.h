/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_files.h - the Files page: its state. For console*.c and page_files*.c alone.
 */
#ifndef LSMBENCH_TUI_PAGE_FILES_H
#define LSMBENCH_TUI_PAGE_FILES_H

#include "tui/file_choice.h"
#include "tui/keys.h"

struct console;

struct files_page {
	struct file_choice choice;
	size_t selected;
	int first;
	int rows;
	enum page before; /* where Esc leads back to */
};

void page_files_clear(struct files_page *page);

/* Read what is chosen and show how it compares: console_files.c. */
void console_compare_chosen(struct console *console);
/* Say so when a session is in two groups. */
void console_say_if_same(struct console *console, const struct compare_inputs *inputs);
/* The same as a ladder of security modules. */
void console_compare_ladder(struct console *console);
/* Show the variants of the session that is open, again. */
void console_compare_variants(struct console *console);

#endif
