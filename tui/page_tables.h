/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_tables.h - the Tables page: LMbench's summary of what is measured, filling in while it runs,
 * and the curves of memory latency and context switches.
 */
#ifndef LSMBENCH_TUI_PAGE_TABLES_H
#define LSMBENCH_TUI_PAGE_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "tui/document.h"

struct console;
struct operation;

enum tables_tab { TABLES_SUMMARY, TABLES_MEMORY, TABLES_CONTEXT, TABLES_TAB_COUNT };

struct tables_page {
	enum tables_tab tab;
	struct document summary;
	bool imported;           /* summary is of a file without samples; until there is a result */
	const void *of;          /* the result that summary was written from, to tell another */
	size_t samples;          /* of it, then */
	struct timespec written; /* when, by the monotonic clock */
};

/* Whether something was measured, or is in the file that was opened, that LMbench's summary has a
 * column for, paths apart. */
bool page_tables_available(const struct console *console);

/* Whether LMbench's summary has a column for it, paths apart. */
bool page_tables_has_column(const struct operation *operation);

#endif
