/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_run.h - the parts of the Run page. For page_run*.c alone.
 */
#ifndef LSMBENCH_TUI_PAGE_RUN_H
#define LSMBENCH_TUI_PAGE_RUN_H

#include <stddef.h>

#include "tui/layout.h"

struct console;

/* Pass, case, bar, time; below it what is being done, or what the session was. */
void page_run_draw_progress(struct console *console, const struct rectangle *area);

/* Histogram, run sequence and figures of the selected row. */
void page_run_draw_detail(struct console *console, const struct layout_run *layout);

/* The one line of a tiny terminal. */
void page_run_status(struct console *console, char *buffer, size_t size);

#endif
