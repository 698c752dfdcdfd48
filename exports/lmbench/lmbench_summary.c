/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_summary.c - LMbench's summary of records.
 */
#include "exports/lmbench/lmbench_summary.h"

#include <math.h>
#include <string.h>

#include "exports/lmbench/lmbench_cell.h"
#include "exports/lmbench/lmbench_layout.h"
#include "exports/lmbench/lmbench_summary_cell.h"
#include "exports/lmbench/lmbench_table.h"
#include "fixtures/text_show.h"

/* LMbench's own lines, to the last blank. */
static const char title_2[] = "\n                 L M B E N C H  2 . 0   S U M M A R Y\n"
			      "                 ------------------------------------\n";
static const char title_3[] = "\n                 L M B E N C H  3 . 0   S U M M A R Y\n"
			      "                 ------------------------------------\n";
static const char title_3_rest[] = "\t\t (Alpha software, do not distribute)\n";

/* What the memory table prints of a run without memory latencies. */
static const char no_latencies[] = "     -      -           -";

/* What is written. */
struct rows {
	const struct lmbench_summary *summary;
	const struct lmbench_record *const *records;
	size_t count;
};

void lmbench_summary_title(const struct lmbench_summary *summary, const char *by, FILE *file)
{
	fputs(summary->generation == LMBENCH_2 ? title_2 : title_3, file);
	if (by) {
		text_write_safe(by, file);
		fputc('\n', file);
	} else if (summary->generation == LMBENCH_3) {
		fputs(title_3_rest, file);
	}
}

static bool is_same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

bool lmbench_same_group(const struct lmbench_record *a, const struct lmbench_record *b)
{
	return is_same_text(a->host, b->host) && is_same_text(a->os, b->os) &&
	       is_same_text(a->group, b->group);
}

void lmbench_write_group_name(const struct lmbench_record *before,
			      const struct lmbench_record *record, FILE *file)
{
	if (record->group)
		text_write_safe(record->group, file);
	else if (before && before->group)
		fputs("no variant named", file);
	else
		return;
	fputs(":\n", file);
}

/* By the rules of 3.0: whether a row has a figure. */
static bool has_figure(const struct rows *rows, const struct lmbench_table *table, size_t index)
{
	for (size_t i = 0; i < table->need_count; i++) {
		const struct lmbench_record *record = rows->records[index];
		const char *text =
			rows->summary->exact
				? record->values[rows->summary->generation][table->needs[i]]
				: lmbench_record_value(record, table->needs[i]);

		if (text && lmbench_number(text) > 0)
			return true;
	}
	return table->need_count == 0;
}

/* Lines of a text from elsewhere, each made fit to be shown. */
static void write_lines(const char *text, FILE *file)
{
	while (*text) {
		char line[LMBENCH_LINE_WIDTH * 2];
		size_t length = strcspn(text, "\n");

		snprintf(line, sizeof(line), "%.*s", (int)length, text);
		text_write_safe(line, file);
		fputc('\n', file);
		text += length + (text[length] == '\n');
	}
}

static void write_gap(int blanks, FILE *file)
{
	fprintf(file, "%*s", blanks, "");
}

/* The text of a cell with what no terminal should get, such as in the clock rate of a file. */
static void write_cell(const struct lmbench_cell_layout *cell, const char *text, FILE *file)
{
	write_gap(cell->gap, file);
	for (; *text; text++)
		fputc(*text >= 0x20 && *text < 0x7f ? *text : '?', file);
}

static void write_guess(double l1, double l2, double memory, FILE *file)
{
	fputs(lmbench_guess(l1, l2, memory), file);
}

/* What the script leaves blank is in no statistic under it, whatever another rule would find. */
static bool is_blank(const struct rows *rows, const struct lmbench_record *record,
		     const struct lmbench_cell_layout *cell)
{
	char text[LMBENCH_SHOWN_SIZE];

	if (!rows->summary->exact)
		return false;
	lmbench_cell_exact(record, cell, rows->summary->generation, text);
	return text[strspn(text, " ")] == '\0';
}

/* Rows as the script prints them. */
static void write_exact_row(const struct lmbench_table *table, const struct lmbench_record *record,
			    enum lmbench_generation generation, FILE *file)
{
	double l1 = lmbench_exact_number(record, LMBENCH_L1, generation);
	/* Behind the clock rate. */
	size_t cells = table->has_guesses && l1 < 0 ? 1 : table->cell_count;
	char text[LMBENCH_SHOWN_SIZE];

	for (size_t i = 0; i < cells; i++)
		write_cell(&table->cells[i],
			   lmbench_cell_exact(record, &table->cells[i], generation, text), file);
	if (!table->has_guesses)
		return;
	if (cells == 1)
		fputs(no_latencies, file);
	write_guess(l1, lmbench_exact_number(record, LMBENCH_L2, generation),
		    lmbench_exact_number(record, LMBENCH_MAIN_MEMORY, generation), file);
}

static double figure_in(const struct lmbench_record *record, enum lmbench_column column)
{
	const char *text = lmbench_record_value(record, column);

	return text ? lmbench_number(text) : -1;
}

static void write_our_row(const struct lmbench_table *table, const struct lmbench_record *record,
			  const double *figures, FILE *file)
{
	char text[LMBENCH_SHOWN_SIZE];

	for (size_t i = 0; i < table->cell_count; i++)
		write_cell(&table->cells[i], lmbench_cell_show(&table->cells[i], figures[i], text),
			   file);
	if (table->has_guesses && figure_in(record, LMBENCH_L1) > 0)
		write_guess(figure_in(record, LMBENCH_L1), figure_in(record, LMBENCH_L2),
			    figure_in(record, LMBENCH_MAIN_MEMORY), file);
}

static void write_row(const struct rows *rows, const struct lmbench_table *table, size_t index,
		      struct lmbench_group *group, FILE *file)
{
	const struct lmbench_record *record = rows->records[index];
	bool is_hidden = rows->summary->redact && !record->is_ours;
	double figures[LMBENCH_COLUMNS_MAXIMUM] = {0};

	for (size_t i = 0; i < table->cell_count; i++)
		figures[i] = is_blank(rows, record, &table->cells[i])
				     ? (double)NAN
				     : lmbench_cell_figure(record, &table->cells[i]);
	lmbench_group_add(group, figures, table->cell_count);
	lmbench_write_names(is_hidden ? "redacted" : record->host, record->os ? record->os : "",
			    file);
	if (table->has_description) {
		fputc(' ', file);
		lmbench_write_word(is_hidden ? "redacted" : record->description, 23, file);
	}
	if (rows->summary->exact)
		write_exact_row(table, record, rows->summary->generation, file);
	else
		write_our_row(table, record, figures, file);
	fputc('\n', file);
}

/* A mean under rows that are cut is cut, too: rounded it could be larger than each of them. */
static const char *show_statistic(const struct lmbench_summary *summary,
				  const struct lmbench_cell_layout *cell, double value,
				  enum lmbench_statistic which, char text[LMBENCH_SHOWN_SIZE])
{
	if (value == 0)
		return lmbench_cell_spread(value, cell->shown, text);
	return summary->exact && which == LMBENCH_MEAN
		       ? lmbench_cell_cut(cell, value, summary->generation, text)
		       : lmbench_cell_show(cell, value, text);
}

/* One of the rows under a group's: the clock rate has none, it is no measurement. */
static void write_statistic(const struct rows *rows, const struct lmbench_table *table,
			    const struct lmbench_group *group, enum lmbench_statistic which,
			    FILE *file)
{
	char text[LMBENCH_SHOWN_SIZE];

	lmbench_write_names(lmbench_statistic_name(which), "", file);
	for (size_t i = 0; i < table->cell_count; i++) {
		const struct lmbench_cell_layout *cell = &table->cells[i];
		double value = cell->column == LMBENCH_MHZ
				       ? (double)NAN
				       : lmbench_group_statistic(group, i, which);

		write_gap(cell->gap, file);
		fputs(show_statistic(rows->summary, cell, value, which, text), file);
	}
	fputc('\n', file);
}

static void end_group(const struct rows *rows, const struct lmbench_table *table,
		      struct lmbench_group *group, FILE *file)
{
	for (enum lmbench_statistic which = LMBENCH_MEAN;
	     which < LMBENCH_STATISTICS && rows->summary->stats && group->rows > 1; which++)
		write_statistic(rows, table, group, which, file);
	*group = (struct lmbench_group){0};
}

static bool is_again(const struct lmbench_table *table, const struct lmbench_record *record)
{
	return table->has_description && record->is_again;
}

/* Whether an earlier row, or an earlier column of the row, says the same under the table. */
static bool is_said(const struct rows *rows, const struct lmbench_table *table, size_t row,
		    size_t column, const char *foot)
{
	for (size_t i = 0; i <= row; i++) {
		size_t columns = i < row ? table->cell_count : column;

		for (size_t j = 0; j < columns; j++) {
			const char *said = rows->records[i]->feet[table->cells[j].column];

			if (said && strcmp(said, foot) == 0)
				return true;
		}
	}
	return false;
}

/* What is to be said about the table's columns, once. */
static void write_feet(const struct rows *rows, const struct lmbench_table *table, FILE *file)
{
	for (size_t i = 0; i < rows->count; i++) {
		for (size_t j = 0; j < table->cell_count; j++) {
			const char *foot = rows->records[i]->feet[table->cells[j].column];

			if (!foot || is_said(rows, table, i, j, foot))
				continue;
			write_lines(foot, file);
		}
	}
}

static void write_table(const struct rows *rows, const struct lmbench_table *table, FILE *file)
{
	const struct lmbench_record *before = NULL;
	struct lmbench_group group = {0};
	bool has_heads = rows->summary->generation == LMBENCH_2;

	if (has_heads)
		fputs(table->heads, file);
	for (size_t i = 0; i < rows->count; i++) {
		const struct lmbench_record *record = rows->records[i];

		if (!has_figure(rows, table, i) || is_again(table, record))
			continue;
		if (!has_heads)
			fputs(table->heads, file);
		has_heads = true;
		if (!before || !lmbench_same_group(before, record)) {
			if (!table->has_description)
				end_group(rows, table, &group, file);
			if (!table->has_description)
				lmbench_write_group_name(before, record, file);
		}
		write_row(rows, table, i, &group, file);
		before = record;
	}
	if (!table->has_description)
		end_group(rows, table, &group, file);
	if (before)
		write_feet(rows, table, file);
}

void lmbench_summary_tables(const struct lmbench_summary *summary,
			    const struct lmbench_record *const *records, size_t count, FILE *file)
{
	const struct rows rows = {summary, records, count};
	bool is_2 = summary->generation == LMBENCH_2;
	const struct lmbench_table *tables = is_2 ? lmbench_tables_2 : lmbench_tables_3;
	size_t table_count = is_2 ? lmbench_table_count_2 : lmbench_table_count_3;

	for (size_t i = 0; i < table_count; i++)
		write_table(&rows, &tables[i], file);
}
