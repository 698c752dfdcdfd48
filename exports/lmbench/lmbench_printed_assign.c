/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_assign.c - generation, columns, values, and the check of the rows of statistics.
 */
#include "exports/lmbench/lmbench_printed_assign.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exports/lmbench/lmbench_printed_cell.h"
#include "exports/lmbench/lmbench_printed_place.h"

/* How many cells are written as only that generation writes them. */
struct votes {
	size_t of[PRINTED_FINAL + 1];
};

static void vote(const struct printed_table *table, const struct printed_cell *cell,
		 struct votes *votes)
{
	int width = printed_width(table, (size_t)cell->column);
	bool beta = printed_fits(cell->text, width, PRINTED_BETA);
	bool final = printed_fits(cell->text, width, PRINTED_FINAL);

	if (width == 0 || cell->damaged ||
	    table->layout->columns[cell->column].kind == PRINTED_PLAIN)
		return;
	if (final && (!beta || strchr(cell->text, '.')) && printed_number(cell->text) >= 10)
		votes->of[PRINTED_FINAL]++;
	else if (beta && !final)
		votes->of[PRINTED_BETA]++;
	else if (!beta && !final)
		votes->of[PRINTED_ALPHA]++;
}

static enum printed_generation generation_of(const struct printed_summary *summary)
{
	struct votes votes = {{0}};

	for (size_t i = 0; i < summary->table_count; i++) {
		const struct printed_table *table = &summary->tables[i];

		for (size_t j = 0; j < table->row_count; j++) {
			const struct printed_row *row = &table->rows[j];

			for (size_t k = 0; k < row->cell_count; k++) {
				if (row->kind == PRINTED_HOST && row->cells[k].column >= 0)
					vote(table, &row->cells[k], &votes);
			}
		}
	}
	if (votes.of[PRINTED_FINAL] >= votes.of[PRINTED_BETA] &&
	    votes.of[PRINTED_FINAL] >= votes.of[PRINTED_ALPHA])
		return PRINTED_FINAL;
	return votes.of[PRINTED_ALPHA] * 4 > votes.of[PRINTED_BETA] ? PRINTED_ALPHA : PRINTED_BETA;
}

static void place_sure_rows(struct printed_summary *summary)
{
	for (size_t i = 0; i < summary->table_count; i++) {
		struct printed_table *table = &summary->tables[i];

		for (size_t j = 0; j < table->row_count; j++) {
			if (!printed_place_under_dashes(table, &table->rows[j]))
				printed_place_by_count(table, &table->rows[j]);
		}
	}
}

/* The version that printed the table, as far as its summary tells: 2 or 3; 0: unknown. */
static int version_of(const struct printed_summary *summary, const struct printed_table *table)
{
	int version = table->title;

	for (size_t i = 0; i < summary->table_count && version == 0; i++) {
		if (summary->tables[i].summary == table->summary)
			version = printed_layout_version(summary->tables[i].layout);
	}
	return version;
}

/* Whether the column's cells are cut at their end: TCP connect's of 3.0, where nothing says 2.0. */
static bool is_cut(const struct printed_summary *summary, const struct printed_table *table,
		   size_t column)
{
	return table->layout->trait == PRINTED_REPEATS &&
	       column + 1 == table->layout->column_count && summary->generation == PRINTED_FINAL &&
	       version_of(summary, table) != 2;
}

/* The cell that column of the layout's context switch table has in the same host's same row. */
static const char *repeated_text(const struct printed_summary *summary,
				 const struct printed_table *table, const struct printed_row *row)
{
	size_t place = (size_t)(row - table->rows);

	for (size_t i = 0; i < summary->table_count; i++) {
		const struct printed_table *other = &summary->tables[i];
		const struct printed_row *twin;

		if (strcmp(other->layout->title, "Context switching") != 0 ||
		    place >= other->row_count)
			continue;
		twin = &other->rows[place];
		if (twin->summary == row->summary && strcmp(twin->host, row->host) == 0 &&
		    twin->cell_count > 0 && twin->cells[0].column == 0)
			return twin->cells[0].text;
	}
	return NULL;
}

/* What tells whether a host's cell may be in a column. */
struct shape {
	const struct printed_summary *summary;
	const struct printed_table *table;
	const struct printed_cell *first; /* of the row */
	const char *repeated; /* the text that the first column repeats; NULL: none known */
};

static bool may_be_by_shape(const void *about, const struct printed_cell *cell, size_t column)
{
	const struct shape *shape = about;

	if (shape->repeated && cell == shape->first)
		return column == 0;
	/* Its text tells nothing, its place among the others does. */
	if (cell->damaged)
		return true;
	if (shape->table->layout->columns[column].kind == PRINTED_PLAIN)
		return strspn(cell->text, "-0123456789") == strlen(cell->text);
	if (is_cut(shape->summary, shape->table, column))
		return strlen(cell->text) <= 4;
	return printed_fits(cell->text, printed_width(shape->table, column),
			    shape->summary->generation);
}

static bool is_unplaced(const struct printed_row *row)
{
	for (size_t i = 0; i < row->cell_count; i++) {
		if (row->cells[i].column < 0)
			return true;
	}
	return false;
}

static void place_host_row(const struct printed_summary *summary, struct printed_table *table,
			   struct printed_row *row)
{
	struct shape shape = {.summary = summary, .table = table, .first = row->cells};

	if (table->layout->trait == PRINTED_REPEATS && row->cell_count > 0) {
		shape.repeated = repeated_text(summary, table, row);
		if (shape.repeated && strcmp(shape.repeated, row->cells[0].text) != 0)
			shape.repeated = NULL;
	}
	printed_place_certain(table, row, may_be_by_shape, &shape);
}

static void read_cells(const struct printed_summary *summary, const struct printed_table *table,
		       struct printed_row *row)
{
	for (size_t i = 0; i < row->cell_count; i++) {
		struct printed_cell *cell = &row->cells[i];
		int width = cell->column < 0 ? 0 : printed_width(table, (size_t)cell->column);

		if (cell->column >= 0 && is_cut(summary, table, (size_t)cell->column))
			printed_cell_read_cut(cell);
		else
			printed_cell_read(cell, width, summary->generation);
	}
}

/* What a host's row has in a column; NULL: nothing that is a number. */
static const struct printed_cell *cell_in(const struct printed_row *row, size_t column)
{
	for (size_t i = 0; i < row->cell_count && row->kind == PRINTED_HOST; i++) {
		if (row->cells[i].column == (int)column)
			return isnan(row->cells[i].value) ? NULL : &row->cells[i];
	}
	return NULL;
}

/*
 * The mean and the deviation (divided by n) of the table's rows from..to-1 in a column; NaN when no
 * row has it.
 */
struct column_moments {
	double mean;
	double sd;
	double precision; /* of the rows' cells: the largest */
	size_t count;
};

static void moments_of(const struct printed_table *table, size_t from, size_t to, size_t column,
		       struct column_moments *moments)
{
	const struct printed_cell *cell;
	double sum = 0;
	double squares = 0;

	*moments = (struct column_moments){.mean = NAN, .sd = NAN};
	for (size_t i = from; i < to; i++) {
		cell = cell_in(&table->rows[i], column);
		if (!cell)
			continue;
		sum += cell->value;
		moments->precision = fmax(moments->precision, cell->precision);
		moments->count++;
	}
	if (moments->count == 0)
		return;
	moments->mean = sum / (double)moments->count;
	for (size_t i = from; i < to; i++) {
		cell = cell_in(&table->rows[i], column);
		if (cell)
			squares += (cell->value - moments->mean) * (cell->value - moments->mean);
	}
	moments->sd = sqrt(squares / (double)moments->count);
}

/*
 * Whether the cell, as printed, is within one unit of its last digit of value, which may be off by
 * precision itself; a bound ("<.01") agrees with what is below it.
 */
static bool is_as_printed(const struct printed_cell *cell, double value, double precision)
{
	/* As much slack as a sum of decimals needs. */
	double slack = precision * (1 + 1e-9) + 1e-12;

	if (cell->text[0] == '<')
		return value < printed_number(cell->text + 1) + slack;
	return fabs(cell->value - value) <= printed_unit(cell->text) * (1 + 1e-9) + slack;
}

/* What a row of statistics stands for: the rows above it, up to the statistics before. */
struct group {
	const struct printed_table *table;
	enum printed_row_kind kind;
	size_t from;
	size_t to;
};

/*
 * Whether the cell can be the figure of that column. Tables divide by n, ours by n - 1; the rows
 * were rounded when they were printed, their figures may have been computed before that.
 */
static bool fits_group(const struct group *group, const struct printed_cell *cell, size_t column)
{
	struct column_moments moments;
	double n;

	moments_of(group->table, group->from, group->to, column, &moments);
	n = (double)moments.count;
	if (moments.count == 0)
		return false;
	if (group->kind == PRINTED_MEAN)
		return is_as_printed(cell, moments.mean, moments.precision);
	return is_as_printed(cell, moments.sd, moments.precision) ||
	       (n > 1 && is_as_printed(cell, moments.sd * sqrt(n / (n - 1)), moments.precision));
}

static bool may_be_by_value(const void *about, const struct printed_cell *cell, size_t column)
{
	const struct group *group = about;

	return fits_group(group, cell, column);
}

/* The columns of the MEAN row of the same group, when it has as many cells and all are placed. */
static bool place_like_mean(const struct group *group, struct printed_row *row)
{
	for (size_t i = group->to; i < group->table->row_count; i++) {
		const struct printed_row *mean = &group->table->rows[i];

		if (mean == row || mean->kind == PRINTED_HOST)
			return false;
		if (mean->kind != PRINTED_MEAN || mean->cell_count != row->cell_count ||
		    is_unplaced(mean))
			continue;
		for (size_t j = 0; j < row->cell_count; j++)
			row->cells[j].column = mean->cells[j].column;
		return true;
	}
	return false;
}

static void place_statistic(const struct group *group, struct printed_row *row)
{
	if (!is_unplaced(row) || group->kind == PRINTED_CI)
		return;
	if (!place_like_mean(group, row))
		printed_place_certain(group->table, row, may_be_by_value, group);
}

static int note_misfits(struct printed_summary *summary, const struct group *group,
			const struct printed_row *row)
{
	for (size_t i = 0; i < row->cell_count && group->kind != PRINTED_CI; i++) {
		const struct printed_cell *cell = &row->cells[i];
		struct column_moments moments;
		char text[256];

		if (cell->column < 0 || fits_group(group, cell, (size_t)cell->column))
			continue;
		moments_of(group->table, group->from, group->to, (size_t)cell->column, &moments);
		if (moments.count == 0)
			continue;
		snprintf(text, sizeof(text),
			 "line %zu: %s: the row %s says %s for %s, the rows above it give %.6g",
			 row->line, group->table->layout->title, printed_row_word(row->kind),
			 cell->text, group->table->layout->columns[cell->column].name,
			 row->kind == PRINTED_MEAN ? moments.mean : moments.sd);
		if (text_list_add(&summary->notes, text) < 0)
			return -ENOMEM;
	}
	return 0;
}

static int assign_statistics(struct printed_summary *summary, struct printed_table *table)
{
	struct group group = {.table = table};
	bool after_statistics = false;
	int status = 0;

	for (size_t i = 0; i < table->row_count && status == 0; i++) {
		struct printed_row *row = &table->rows[i];

		if (row->kind == PRINTED_HOST) {
			if (after_statistics)
				group.from = i;
			group.to = i + 1;
			after_statistics = false;
			continue;
		}
		after_statistics = true;
		group.kind = row->kind;
		read_cells(summary, table, row);
		place_statistic(&group, row);
		status = note_misfits(summary, &group, row);
	}
	return status;
}

int printed_assign(struct printed_summary *summary)
{
	int status = 0;

	place_sure_rows(summary);
	summary->generation = generation_of(summary);
	for (size_t i = 0; i < summary->table_count && status == 0; i++) {
		struct printed_table *table = &summary->tables[i];

		for (size_t j = 0; j < table->row_count; j++) {
			struct printed_row *row = &table->rows[j];

			if (row->kind != PRINTED_HOST)
				continue;
			if (is_unplaced(row))
				place_host_row(summary, table, row);
			read_cells(summary, table, row);
		}
		status = assign_statistics(summary, table);
	}
	return status;
}
