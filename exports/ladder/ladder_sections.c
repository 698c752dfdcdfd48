/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_sections.c - the tables of a ladder: costs, splits, one kernel against another.
 */
#include "exports/ladder/ladder_sections.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/ladder/ladder_show.h"

/* A column that is shown: one of the table's, or a sum of some of them. */
struct shown {
	size_t column;
	size_t *singles; /* whose differences are summed; NULL: the column itself */
	size_t single_count;
};

struct shown_list {
	struct shown *items;
	size_t count;
};

static void shown_clear(struct shown_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i].singles);
	free(list->items);
	*list = (struct shown_list){0};
}

/* The repeats of the first rung are in the resolution. */
static bool is_shown(const struct ladder_report *report, size_t column, size_t kernel)
{
	const struct ladder_column *which = &report->table.columns[column];
	enum rung_kind kind = report->sources[which->source].kind;

	return which->kernel == kernel && (kind == RUNG_FIRST || kind == RUNG_OTHER);
}

/* The columns of a kernel, its first one first, and if so asked the sums behind the stacks. */
static int find_shown(const struct ladder_report *report, size_t kernel, bool sums,
		      struct shown_list *list)
{
	const struct ladder_table *table = &report->table;
	int status = 0;

	list->count = 0;
	list->items = calloc(2 * table->column_count + 1, sizeof(*list->items));
	if (!list->items)
		return -ENOMEM;
	for (size_t i = 0; i < table->column_count && status == 0; i++) {
		struct shown *sum;

		if (!is_shown(report, i, kernel))
			continue;
		list->items[list->count++].column = i;
		sum = &list->items[list->count];
		if (sums)
			status = ladder_table_singles(table, report->sources, i, &sum->singles,
						      &sum->single_count);
		if (sum->singles) {
			sum->column = i;
			list->count++;
		}
	}
	return status;
}

static int set_heads(const struct ladder_report *report, const struct shown_list *list,
		     struct ladder_grid *grid)
{
	int status = 0;

	for (size_t i = 0; i < list->count && status == 0; i++) {
		char head[LADDER_HEAD_SIZE];

		if (list->items[i].singles)
			snprintf(head, sizeof(head), "sum of\nits %zu\nalone",
				 list->items[i].single_count);
		else
			ladder_show_head(report, list->items[i].column, head, sizeof(head));
		status = ladder_grid_head(grid, i, head);
	}
	return status;
}

static int set_cost(const struct ladder_report *report, const struct shown *shown, size_t row,
		    size_t at, struct ladder_grid *grid)
{
	const struct ladder_table *table = &report->table;
	bool is_first = table->columns[shown->column].base == shown->column;
	char text[LADDER_CELL_SIZE];

	if (shown->singles) {
		double sum = ladder_table_sum(table, row, shown->singles, shown->single_count);

		return ladder_grid_cell(grid, row, at, ladder_show_price(sum, true, text));
	}
	ladder_show_cell(ladder_table_cell(table, row, shown->column), !is_first, text);
	return ladder_grid_cell(grid, row, at, text);
}

static int set_row(const struct ladder_report *report, const struct shown_list *list, size_t row,
		   struct ladder_grid *grid)
{
	const struct ladder_table *table = &report->table;
	char text[512];
	int status = ladder_grid_label(grid, row,
				       ladder_show_case(table->plan, row, text, sizeof(text)));

	for (size_t i = 0; i < list->count && status == 0; i++)
		status = set_cost(report, &list->items[i], row, i, grid);
	if (status < 0)
		return status;
	ladder_show_resolution(ladder_table_resolution(table, row, list->items[0].column), text);
	return ladder_grid_cell(grid, row, list->count, text);
}

int ladder_section_costs(const struct ladder_report *report, size_t kernel,
			 struct ladder_grid *grid)
{
	struct shown_list list;
	int status = find_shown(report, kernel, true, &list);
	size_t rows = list.count > 0 ? report->table.row_count : 0;

	*grid = (struct ladder_grid){0};
	if (status == 0)
		status = ladder_grid_init(grid, "INSTRUCTIONS", rows, list.count + 1);
	if (status == 0)
		status = set_heads(report, &list, grid);
	if (status == 0)
		status = ladder_grid_head(grid, list.count, "+-");
	grid->repeat_last = true;
	for (size_t row = 0; row < rows && status == 0; row++)
		status = set_row(report, &list, row, grid);
	shown_clear(&list);
	return status;
}

/* "+589/+192", "+72/-" where the cases are no line. */
static int set_split(const struct ladder_report *report, const char *operation,
		     const struct shown *shown, size_t row, size_t at, struct ladder_grid *grid)
{
	const struct ladder_table *table = &report->table;
	const struct ladder_split *split = ladder_table_split(table, operation, shown->column);
	bool is_first = table->columns[shown->column].base == shown->column;
	char call[NUMBER_SIZE];
	char component[NUMBER_SIZE];
	char text[2 * NUMBER_SIZE + 2];

	if (!split)
		return ladder_grid_cell(grid, row, at, "-");
	snprintf(text, sizeof(text), "%s / %s", ladder_show_price(split->per_call, !is_first, call),
		 ladder_show_price(split->per_component, !is_first, component));
	return ladder_grid_cell(grid, row, at, text);
}

/* The operations that have a line under some column, in order of the plan: indices of their first
 * rows. */
static size_t find_operations(const struct ladder_table *table, size_t *rows)
{
	size_t count = 0;

	for (size_t row = 0; row < table->row_count; row++) {
		const char *name = table->plan->cases[row].operation->name;
		bool has_line = false;
		bool is_new = true;

		for (size_t i = 0; i < table->split_count; i++)
			has_line = has_line || (table->splits[i].known &&
						strcmp(table->splits[i].operation, name) == 0);
		for (size_t i = 0; i < count; i++)
			is_new = is_new &&
				 strcmp(table->plan->cases[rows[i]].operation->name, name) != 0;
		if (has_line && is_new)
			rows[count++] = row;
	}
	return count;
}

static int fill_splits(const struct ladder_report *report, const struct shown_list *list,
		       const size_t *rows, size_t count, struct ladder_grid *grid)
{
	int status = 0;

	for (size_t i = 0; i < count && status == 0; i++) {
		const char *name = report->table.plan->cases[rows[i]].operation->name;
		const struct ladder_split *split =
			ladder_table_split(&report->table, name, list->items[0].column);
		char label[128];

		snprintf(label, sizeof(label), "%s%s", name,
			 split && split->per_entry ? " (per entry)" : "");
		status = ladder_grid_label(grid, i, label);
		for (size_t j = 0; j < list->count && status == 0; j++)
			status = set_split(report, name, &list->items[j], i, j, grid);
	}
	return status;
}

int ladder_section_splits(const struct ladder_report *report, size_t kernel,
			  struct ladder_grid *grid)
{
	const struct ladder_table *table = &report->table;
	struct shown_list list;
	size_t *rows = calloc(table->row_count + 1, sizeof(*rows));
	int status = find_shown(report, kernel, false, &list);
	size_t count = rows && list.count > 0 ? find_operations(table, rows) : 0;

	*grid = (struct ladder_grid){0};
	if (!rows)
		status = -ENOMEM;
	if (status == 0)
		status = ladder_grid_init(grid, "CALL / COMPONENT", count, list.count);
	if (status == 0)
		status = set_heads(report, &list, grid);
	if (status == 0)
		status = fill_splits(report, &list, rows, count, grid);
	shown_clear(&list);
	free(rows);
	return status;
}

/*
 * Whether two rungs of different kernels are one: what was asked for is the same. What their guests
 * report is each kernel's own: one lists IMA and EVM, the other has none.
 */
static bool are_alike(const struct ladder_source *a, const struct ladder_source *b)
{
	if (!a->result || !b->result)
		return strcmp(a->name, b->name) == 0;
	return rung_asked_alike(&a->result->environment, &b->result->environment);
}

/* The column of another kernel whose rung is alike and has the same variant. */
static size_t find_alike(const struct ladder_report *report, size_t kernel, size_t column)
{
	const struct ladder_table *table = &report->table;
	const struct ladder_column *which = &table->columns[column];

	for (size_t i = 0; i < table->column_count; i++) {
		if (is_shown(report, i, kernel) &&
		    strcmp(table->columns[i].variant, which->variant) == 0 &&
		    are_alike(&report->sources[table->columns[i].source],
			      &report->sources[which->source]))
			return i;
	}
	return SIZE_MAX;
}

/* Leave in list what the first kernel has, too; in others its columns. */
static void keep_common(const struct ladder_report *report, struct shown_list *list, size_t *others)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		size_t other = find_alike(report, 0, list->items[i].column);

		if (other == SIZE_MAX)
			continue;
		others[kept] = other;
		list->items[kept++] = list->items[i];
	}
	list->count = kept;
}

static int set_between(const struct ladder_report *report, size_t row, size_t column, size_t other,
		       size_t at, struct ladder_grid *grid)
{
	struct ladder_cell cell = *ladder_table_cell(&report->table, row, column);
	const struct ladder_cell *base = ladder_table_cell(&report->table, row, other);
	char text[LADDER_CELL_SIZE];

	cell.difference = base->known ? cell.median - base->median : NAN;
	if (!base->repeats) {
		cell.repeats = false;
		cell.spread = fmax(cell.spread, base->spread);
	}
	return ladder_grid_cell(grid, row, at, ladder_show_cell(&cell, true, text));
}

/* What is known to so many instructions in both kernels. */
static double common_resolution(const struct ladder_report *report, size_t row, size_t column,
				size_t other)
{
	double a = ladder_table_resolution(&report->table, row, column);
	double b = ladder_table_resolution(&report->table, row, other);

	return a < 0 || b < 0 ? -1 : fmax(a, b);
}

static int fill_between(const struct ladder_report *report, const struct shown_list *list,
			const size_t *others, struct ladder_grid *grid)
{
	int status = 0;

	for (size_t row = 0; row < grid->row_count && status == 0; row++) {
		char text[512];

		status = ladder_grid_label(
			grid, row, ladder_show_case(report->table.plan, row, text, sizeof(text)));
		for (size_t i = 0; i < list->count && status == 0; i++)
			status =
				set_between(report, row, list->items[i].column, others[i], i, grid);
		if (status < 0)
			break;
		ladder_show_resolution(
			common_resolution(report, row, list->items[0].column, others[0]), text);
		status = ladder_grid_cell(grid, row, list->count, text);
	}
	return status;
}

int ladder_section_between(const struct ladder_report *report, size_t kernel,
			   struct ladder_grid *grid)
{
	struct shown_list list;
	size_t *others = calloc(report->table.column_count + 1, sizeof(*others));
	int status = find_shown(report, kernel, false, &list);

	*grid = (struct ladder_grid){0};
	if (!others)
		status = -ENOMEM;
	if (status == 0 && kernel > 0)
		keep_common(report, &list, others);
	else
		list.count = 0;
	if (status == 0)
		status = ladder_grid_init(grid, "DIFFERENCE",
					  list.count > 0 ? report->table.row_count : 0,
					  list.count + 1);
	if (status == 0)
		status = set_heads(report, &list, grid);
	if (status == 0)
		status = ladder_grid_head(grid, list.count, "+-");
	grid->repeat_last = true;
	if (status == 0)
		status = fill_between(report, &list, others, grid);
	shown_clear(&list);
	free(others);
	return status;
}
