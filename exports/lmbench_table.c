/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_table.c - one table in the style of LMbench's summary.
 */
#include "exports/lmbench_table.h"

#include <math.h>
#include <string.h>

#include "exports/lmbench_cell.h"

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

void lmbench_write_row(struct lmbench_group *group, const double *figures, const int *precisions,
		       const int *widths, size_t count, FILE *file)
{
	char cell[LMBENCH_CELL_SIZE];

	for (size_t i = 0; i < count; i++) {
		fprintf(file, " %*s", widths[i], lmbench_cell(figures[i], precisions[i], cell));
		if (isfinite(figures[i]))
			add(group, i, figures[i]);
	}
	fputc('\n', file);
	group->rows++;
}

void lmbench_write_group(const struct lmbench_group *group, const char *between,
			 const int *precisions, const int *widths, size_t count, FILE *file)
{
	char cell[LMBENCH_CELL_SIZE];

	if (group->rows < 2)
		return;
	lmbench_write_names("MEAN", "", file);
	fputs(between, file);
	for (size_t i = 0; i < count; i++)
		fprintf(file, " %*s", widths[i],
			lmbench_cell(group->count[i] ? group->mean[i] : (double)NAN, precisions[i],
				     cell));
	fputc('\n', file);
	lmbench_write_names("STDEV", "", file);
	fputs(between, file);
	for (size_t i = 0; i < count; i++) {
		size_t n = group->count[i];
		double sd = n < 2 ? (double)NAN : sqrt(group->squares[i] / (double)(n - 1));

		fprintf(file, " %*s", widths[i], lmbench_cell_spread(sd, precisions[i], cell));
	}
	fputc('\n', file);
}
