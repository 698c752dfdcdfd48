/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_table.h - one table in the style of LMbench's summary: a title with a line under it,
 * heads of several lines, a rule, and groups of rows with their mean and standard deviation.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_TABLE_H
#define LSMBENCH_EXPORTS_LMBENCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Columns of a table, so that a row of figures can stand on the stack. */
#define LMBENCH_COLUMNS_MAXIMUM 32
/* Host and OS: what every row begins with. */
#define LMBENCH_NAMES_WIDTH 23
#define LMBENCH_LINE_WIDTH 80

/* Write title and the line of dashes under it. */
void lmbench_write_title(const char *title, FILE *file);
/*
 * Write text, cut to the columns that width gives (negative: from the left), what is not printable
 * ASCII as "?": in a table a character is a column.
 */
void lmbench_write_word(const char *text, int width, FILE *file);
/* Write the host and OS cells of a row, without the blank behind them. */
void lmbench_write_names(const char *host, const char *os, FILE *file);
/* Write the rule under the heads of columns of these widths. */
void lmbench_write_rule(const int *widths, size_t count, FILE *file);

/* What the rows of a group come to. */
struct lmbench_group {
	size_t rows;
	size_t count[LMBENCH_COLUMNS_MAXIMUM]; /* of figures in a column */
	double mean[LMBENCH_COLUMNS_MAXIMUM];
	double squares[LMBENCH_COLUMNS_MAXIMUM]; /* of differences from the mean */
};

/*
 * Write a row of figures, NaN where there is none, and add it to group. precisions[i] is the
 * width that the figure is formatted for, widths[i] that of its column.
 */
void lmbench_write_row(struct lmbench_group *group, const double *figures, const int *precisions,
		       const int *widths, size_t count, FILE *file);
/*
 * Write the rows MEAN and STDEV (n - 1) of group if it has two rows or more; between, behind the
 * names, fills what stands in front of the figures.
 */
void lmbench_write_group(const struct lmbench_group *group, const char *between,
			 const int *precisions, const int *widths, size_t count, FILE *file);

#endif
