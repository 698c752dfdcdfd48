/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_run.h - the parts of the Run page. For page_run*.c alone.
 */
#ifndef LSMBENCH_TUI_PAGE_RUN_H
#define LSMBENCH_TUI_PAGE_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/layout.h"

struct console;
struct run_page;

/* Pass, case, bar, time; below it what is being done, or what the session was. */
void page_run_draw_progress(struct console *console, const struct rectangle *area);

/* Histogram, run sequence and figures of the selected row. */
void page_run_draw_detail(struct console *console, const struct layout_run *layout);

/*
 * Of what times itself: the readings of the selected row's runs, a part of them where they do not
 * fit, and behind them the latencies of single calls. The title says which part, in buffer.
 */
void page_run_draw_readings(struct run_page *page, size_t step, bool final,
			    const struct rectangle *area, char *buffer, size_t size);

/*
 * The latencies of single calls, those that page->latency_page says; false when that is 0 or the
 * step has none.
 */
bool page_run_draw_latencies(struct run_page *page, size_t step, const struct rectangle *area,
			     char *buffer, size_t size);

/* The one line of a tiny terminal. */
void page_run_status(struct console *console, char *buffer, size_t size);

#endif
