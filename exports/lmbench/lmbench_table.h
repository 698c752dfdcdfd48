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

/* The rows under those of a group. */
enum lmbench_statistic {
	LMBENCH_MEAN,
	LMBENCH_STDEV,    /* divided by n - 1 */
	LMBENCH_INTERVAL, /* half the width of the mean's 95% interval, by Student's t */
	LMBENCH_STATISTICS,
};

/* "MEAN", "STDEV", "95% CI +-": as wide as the Host column at most. */
const char *lmbench_statistic_name(enum lmbench_statistic which);

/* Add a row of figures, NaN where there is none. */
void lmbench_group_add(struct lmbench_group *group, const double *figures, size_t count);
/* NaN where the column has too few figures: 1 for the mean, else 2. */
double lmbench_group_statistic(const struct lmbench_group *group, size_t column,
			       enum lmbench_statistic which);

/*
 * Write a row of figures, NaN where there is none, and add it to group. precisions[i] is the
 * width that the figure is formatted for, widths[i] that of its column.
 */
void lmbench_write_row(struct lmbench_group *group, const double *figures, const int *precisions,
		       const int *widths, size_t count, FILE *file);
/* Write the rows of statistics of group if it has two rows or more. */
void lmbench_write_group(const struct lmbench_group *group, const int *precisions,
			 const int *widths, size_t count, FILE *file);

#endif
