/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_table.c - one table in the style of LMbench's summary.
 */
#include "exports/lmbench/lmbench_table.h"

#include <math.h>
#include <string.h>

#include "engine/statistics/distribution.h"
#include "exports/lmbench/lmbench_cell.h"

static void write_dashes(int count, FILE *file)
{
	while (count-- > 0)
		fputc('-', file);
}

void lmbench_write_title(const char *title, FILE *file)
{
	fprintf(file, "\n%s\n", title);
	write_dashes((int)strlen(title), file);
	fputc('\n', file);
}

void lmbench_write_word(const char *text, int width, FILE *file)
{
	int most = width < 0 ? -width : width;
	char word[LMBENCH_LINE_WIDTH + 1];
	int length = 0;

	for (; text[length] && length < most && length < LMBENCH_LINE_WIDTH; length++)
		word[length] = text[length] >= 0x20 && text[length] < 0x7f ? text[length] : '?';
	word[length] = '\0';
	fprintf(file, "%*s", width, word);
}

void lmbench_write_names(const char *host, const char *os, FILE *file)
{
	lmbench_write_word(host, -9, file);
	fputc(' ', file);
	lmbench_write_word(os, 13, file);
}

void lmbench_write_rule(const int *widths, size_t count, FILE *file)
{
	fputs("--------- -------------", file);
	for (size_t i = 0; i < count; i++) {
		fputc(' ', file);
		write_dashes(widths[i], file);
	}
	fputc('\n', file);
}

static void add(struct lmbench_group *group, size_t column, double value)
{
	double difference = value - group->mean[column];

	group->count[column]++;
	group->mean[column] += difference / (double)group->count[column];
	group->squares[column] += difference * (value - group->mean[column]);
}

void lmbench_group_add(struct lmbench_group *group, const double *figures, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (isfinite(figures[i]))
			add(group, i, figures[i]);
	}
	group->rows++;
}

const char *lmbench_statistic_name(enum lmbench_statistic which)
{
	static const char *const names[LMBENCH_STATISTICS] = {
		[LMBENCH_MEAN] = "MEAN",
		[LMBENCH_STDEV] = "STDEV",
		[LMBENCH_INTERVAL] = "95% CI +-",
	};

	return names[which];
}

double lmbench_group_statistic(const struct lmbench_group *group, size_t column,
			       enum lmbench_statistic which)
{
	double n = (double)group->count[column];
	double deviation;

	if (which == LMBENCH_MEAN)
		return n > 0 ? group->mean[column] : (double)NAN;
	if (n < 2)
		return (double)NAN;
	deviation = sqrt(group->squares[column] / (n - 1));
	return which == LMBENCH_STDEV ? deviation
				      : student_quantile(0.975, n - 1) * deviation / sqrt(n);
}

void lmbench_write_row(struct lmbench_group *group, const double *figures, const int *precisions,
		       const int *widths, size_t count, FILE *file)
{
	char cell[LMBENCH_CELL_SIZE];

	for (size_t i = 0; i < count; i++)
		fprintf(file, " %*s", widths[i], lmbench_cell(figures[i], precisions[i], cell));
	fputc('\n', file);
	lmbench_group_add(group, figures, count);
}

void lmbench_write_group(const struct lmbench_group *group, const int *precisions,
			 const int *widths, size_t count, FILE *file)
{
	char cell[LMBENCH_CELL_SIZE];

	if (group->rows < 2)
		return;
	for (enum lmbench_statistic which = LMBENCH_MEAN; which < LMBENCH_STATISTICS; which++) {
		lmbench_write_names(lmbench_statistic_name(which), "", file);
		for (size_t i = 0; i < count; i++)
			fprintf(file, " %*s", widths[i],
				lmbench_cell_spread(lmbench_group_statistic(group, i, which),
						    precisions[i], cell));
		fputc('\n', file);
	}
}
