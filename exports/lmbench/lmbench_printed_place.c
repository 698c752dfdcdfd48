/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_place.c - cells to columns, by place, by number, or by what is left.
 */
#include "exports/lmbench/lmbench_printed_place.h"

int printed_width(const struct printed_table *table, size_t column)
{
	int width = table->layout->columns[column].width;

	if (width > 0 || table->range_count == 0)
		return width;
	return (int)(table->ranges[column + 2].end - table->ranges[column + 2].begin);
}

static bool holds_numbers(const struct printed_table *table, size_t column)
{
	return table->layout->columns[column].kind != PRINTED_WORDS;
}

/* The only column over which the cell reaches; -1: none, several, or it ends elsewhere. */
static int column_under(const struct printed_table *table, const struct printed_cell *cell)
{
	int found = -1;

	for (size_t i = 0; i < table->layout->column_count; i++) {
		const struct printed_range *range = &table->ranges[i + 2];

		if (!holds_numbers(table, i) || cell->end <= range->begin ||
		    cell->begin >= range->end)
			continue;
		if (found >= 0)
			return -1;
		if (table->layout->trait != PRINTED_LOOSE && cell->end != range->end)
			return -1;
		found = (int)i;
	}
	return found;
}

static void unplace(struct printed_row *row)
{
	for (size_t i = 0; i < row->cell_count; i++)
		row->cells[i].column = -1;
}

bool printed_place_under_dashes(const struct printed_table *table, struct printed_row *row)
{
	int last = -1;

	if (table->collapsed || table->range_count == 0)
		return false;
	for (size_t i = 0; i < row->cell_count; i++) {
		int column = column_under(table, &row->cells[i]);

		if (column <= last) {
			unplace(row);
			return false;
		}
		row->cells[i].column = last = column;
	}
	return true;
}

bool printed_place_by_count(const struct printed_table *table, struct printed_row *row)
{
	size_t next = 0;

	if (row->cell_count != printed_layout_numbers(table->layout))
		return false;
	for (size_t i = 0; i < table->layout->column_count; i++) {
		if (holds_numbers(table, i))
			row->cells[next++].column = (int)i;
	}
	return true;
}

/* What is possible: [cell][column]. */
struct grid {
	bool may[PRINTED_COLUMNS_MAXIMUM][PRINTED_COLUMNS_MAXIMUM];
};

/*
 * Leave only columns that some way has for the cell, seen from the first cell on: a cell can stand
 * in a column when the cell before it can stand in an earlier one.
 */
static void narrow_forward(struct grid *grid, size_t cells, size_t columns)
{
	for (size_t i = 1; i < cells; i++) {
		bool before = false;

		for (size_t j = 0; j < columns; j++) {
			grid->may[i][j] = grid->may[i][j] && before;
			before = before || grid->may[i - 1][j];
		}
	}
}

/* The same from the last cell back. Both together leave exactly what some whole way has. */
static void narrow_backward(struct grid *grid, size_t cells, size_t columns)
{
	for (size_t i = cells - 1; i-- > 0;) {
		bool behind = false;

		for (size_t j = columns; j-- > 0;) {
			grid->may[i][j] = grid->may[i][j] && behind;
			behind = behind || grid->may[i + 1][j];
		}
	}
}

static int only_column(const struct grid *grid, size_t cell, size_t columns)
{
	int found = -1;

	for (size_t j = 0; j < columns; j++) {
		if (!grid->may[cell][j])
			continue;
		if (found >= 0)
			return -1;
		found = (int)j;
	}
	return found;
}

void printed_place_certain(const struct printed_table *table, struct printed_row *row,
			   printed_may_be may_be, const void *about)
{
	size_t columns = table->layout->column_count;
	struct grid grid = {0};

	if (row->cell_count == 0)
		return;
	for (size_t i = 0; i < row->cell_count; i++) {
		for (size_t j = 0; j < columns; j++)
			grid.may[i][j] =
				holds_numbers(table, j) && may_be(about, &row->cells[i], j);
	}
	narrow_forward(&grid, row->cell_count, columns);
	narrow_backward(&grid, row->cell_count, columns);
	for (size_t i = 0; i < row->cell_count; i++)
		row->cells[i].column = only_column(&grid, i, columns);
}
