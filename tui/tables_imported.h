/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tables_imported.h - LMbench's tables of one file that holds figures without samples: what LMbench
 * itself has written, or a summary that was printed.
 */
#ifndef LSMBENCH_TUI_TABLES_IMPORTED_H
#define LSMBENCH_TUI_TABLES_IMPORTED_H

#include "fixtures/error.h"
#include "tui/page_tables.h"

/*
 * Have the page show the file at path until there is a result. 0, or -EINVAL when LMbench's tables
 * have no column for what is in it, or why it cannot be read, with a message.
 */
int tables_imported_open(struct tables_page *page, const char *path, struct error *error);

#endif
