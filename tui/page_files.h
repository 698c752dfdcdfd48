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

#endif
