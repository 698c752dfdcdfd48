/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_columns.h - the columns of the Run page's table: which fit, and the text of each. No screen.
 */
#ifndef LSMBENCH_TUI_RUN_COLUMNS_H
#define LSMBENCH_TUI_RUN_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/run_model.h"

/* Of the column with the number of runs, which is always shown. */
#define RUN_COLUMNS_RUNS 9

struct run_column;

struct run_columns {
	const struct run_column *columns; /* count of them are shown */
	int count;
	int name_width;
};

/* Choose for a table of width columns. Wider ones show more; with several variants, the difference
 * from the baseline as well. */
void run_columns_fit(struct run_columns *columns, int width, size_t variant_count);

/* The heading, in line; unit is that of the figures ("ns"). */
void run_columns_heading(const struct run_columns *columns, const char *unit, char *line,
			 size_t size);

/* Append the figures of a step that has values to line. */
void run_columns_figures(const struct run_columns *columns, struct run_model *model, size_t step,
			 bool final, char *line, size_t size);

#endif
