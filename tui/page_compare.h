/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_compare.h - the Compare page: its state, and its parts. For console*.c and
 * page_compare*.c alone.
 */
#ifndef LSMBENCH_TUI_PAGE_COMPARE_H
#define LSMBENCH_TUI_PAGE_COMPARE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/hooks/hook_table.h"
#include "tui/compare_model.h"
#include "tui/compare_pair.h"
#include "tui/document.h"
#include "tui/layout.h"

struct console;

enum compare_tab {
	COMPARE_BARS,
	COMPARE_SPLIT,
	COMPARE_DIFFERENCE,
	COMPARE_DETAIL,
	COMPARE_LADDER,
	COMPARE_TAB_COUNT
};

struct compare_page {
	struct compare_model model;
	enum compare_tab tab;
	bool big;
	size_t selected; /* row of the comparison */
	int first;
	int rows;
	bool big_whole; /* the big figures show all of a case */

	/* What is derived from a comparison, and from which, for how many columns or bins. */
	struct document split;
	struct document difference;
	struct document ladder; /* empty: its tab is not there */
	unsigned int documents_of;
	int documents_columns;
	struct compare_pair pair;
	unsigned int pair_of;
	size_t pair_row;
	size_t pair_bins;
	bool has_pair;

	struct hook_table hooks; /* that operations call, as counted once; empty: never */
};

/* True when there is something to compare: else the page is not shown at all. */
bool page_compare_available(const struct console *console);
/* The variants of result (NULL: nothing) from now on. */
void page_compare_show(struct console *console, const struct result *result, bool live);
/* Groups of files, or the variants of the only one: takes over what is in inputs. */
void page_compare_files(struct console *console, struct compare_inputs *inputs);
/* Beside the groups that are shown, the text of a ladder of them. */
void page_compare_show_ladder(struct console *console, const char *text);
void page_compare_clear(struct compare_page *page);

/* The selected row; NULL when there is none. */
const struct comparison_row *page_compare_selected(struct compare_page *page);

void page_compare_draw_about(const struct console *console, const struct rectangle *area);
void page_compare_draw_bars(struct compare_page *page, const struct rectangle *heading,
			    const struct rectangle *area);
void page_compare_draw_notes(const struct compare_page *page, const struct comparison_row *row,
			     const struct rectangle *area);
void page_compare_draw_detail(struct console *console, const struct rectangle *area);
void page_compare_draw_big(struct compare_page *page, const struct rectangle *area);

/* Ask for a file and write the comparison to it. */
void page_compare_ask_file(struct console *console);

/* Excuse the difference of the environments that is selected, or no longer. */
void page_compare_excuse(struct console *console);
/* Write the two documents anew when the comparison or the width has changed. */
void page_compare_fill_documents(struct compare_page *page, int columns);

#endif
