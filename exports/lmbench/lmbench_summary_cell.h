/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_summary_cell.h - what a cell of LMbench's summary says of a record.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_SUMMARY_CELL_H
#define LSMBENCH_EXPORTS_LMBENCH_SUMMARY_CELL_H

#include <stdbool.h>

#include "exports/lmbench/lmbench_layout.h"

/* Room for the text of a cell; a clock rate may be wider than its column. */
#define LMBENCH_SHOWN_SIZE 80

/* The cell's figure, in the unit of its table; NaN when there is none. */
double lmbench_cell_figure(const struct lmbench_record *record,
			   const struct lmbench_cell_layout *cell);

/* That figure in the cell's characters, rounded, never cut; returns text. */
const char *lmbench_cell_show(const struct lmbench_cell_layout *cell, double figure,
			      char text[LMBENCH_SHOWN_SIZE]);

/* The cell's characters as the summary script of that generation prints them; returns text. */
const char *lmbench_cell_exact(const struct lmbench_record *record,
			       const struct lmbench_cell_layout *cell,
			       enum lmbench_generation generation, char text[LMBENCH_SHOWN_SIZE]);

/* A figure as that script would cut it, such as a mean of its rows; NaN is blank; returns text. */
const char *lmbench_cell_cut(const struct lmbench_cell_layout *cell, double figure,
			     enum lmbench_generation generation, char text[LMBENCH_SHOWN_SIZE]);

/* The value of a column as a number as that script has it: -1 when it finds none. */
double lmbench_exact_number(const struct lmbench_record *record, enum lmbench_column column,
			    enum lmbench_generation generation);

/*
 * What LMbench's script guesses about the caches, with the blanks in front: what lies within 20%
 * counts as the same. "" when it has nothing to say. Below 0: there is no figure.
 */
const char *lmbench_guess(double l1, double l2, double memory);

#endif
