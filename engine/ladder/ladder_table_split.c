/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_table_split.c - what an operation costs per call and per path component (or directory
 * entry) under each column of a ladder.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hooks/hook_line.h"
#include "engine/ladder/ladder_table_private.h"
#include "engine/statistics/summary.h"
#include "engine/statistics/theil_sen.h"

/* The cases of an operation: x is a number of components or entries, NaN off the line. */
struct points {
	double *x;
	double *y;
	size_t count;   /* on the line */
	double *values; /* of all cases */
	size_t value_count;
};

static void gather(const struct ladder_table *table, const struct operation *operation,
		   size_t column, struct points *points)
{
	bool is_first = table->columns[column].base == column;

	points->count = 0;
	points->value_count = 0;
	for (size_t row = 0; row < table->row_count; row++) {
		const struct plan_case *which = &table->plan->cases[row];
		const struct ladder_cell *cell = ladder_table_cell(table, row, column);
		double y = is_first ? cell->median : cell->difference;
		double x;

		if (which->operation != operation || !cell->known || isnan(y))
			continue;
		points->values[points->value_count++] = y;
		if (!hook_line_place(operation, which->parameter, &x) ||
		    points->count == THEIL_SEN_MAXIMUM)
			continue;
		points->x[points->count] = x;
		points->y[points->count++] = y;
	}
}

static int add_split(struct ladder_table *table, const struct operation *operation, size_t column,
		     struct points *points)
{
	struct ladder_split split = {.operation = operation->name,
				     .column = column,
				     .per_component = NAN,
				     .per_entry = hook_line_has_entries(operation)};
	struct theil_sen line;
	int status;

	gather(table, operation, column, points);
	if (points->value_count == 0)
		return 0;
	status = theil_sen_of(points->x, points->y, points->count, 0.95, &line);
	if (status < 0 && status != -EINVAL)
		return status;
	split.known = status == 0;
	split.points = points->count;
	if (split.known) {
		split.per_call = line.intercept;
		split.per_component = line.slope;
	} else {
		sort_values(points->values, points->value_count);
		split.per_call = quantile(points->values, points->value_count, 0.5);
	}
	table->splits[table->split_count++] = split;
	return 0;
}

static bool is_first_of_operation(const struct plan *plan, size_t row)
{
	for (size_t i = 0; i < row; i++) {
		if (plan->cases[i].operation == plan->cases[row].operation)
			return false;
	}
	return true;
}

int ladder_table_find_splits(struct ladder_table *table)
{
	size_t rows = table->row_count ? table->row_count : 1;
	struct points points = {.x = malloc(rows * sizeof(double)),
				.y = malloc(rows * sizeof(double)),
				.values = malloc(rows * sizeof(double))};
	size_t room = rows * (table->column_count ? table->column_count : 1);
	int status;

	table->splits = calloc(room, sizeof(*table->splits));
	status = points.x && points.y && points.values && table->splits ? 0 : -ENOMEM;
	for (size_t row = 0; row < table->row_count && status == 0; row++) {
		if (!is_first_of_operation(table->plan, row))
			continue;
		for (size_t column = 0; column < table->column_count && status == 0; column++)
			status = add_split(table, table->plan->cases[row].operation, column,
					   &points);
	}
	free(points.x);
	free(points.y);
	free(points.values);
	return status;
}

const struct ladder_split *ladder_table_split(const struct ladder_table *table,
					      const char *operation, size_t column)
{
	for (size_t i = 0; i < table->split_count; i++) {
		if (table->splits[i].column == column &&
		    strcmp(table->splits[i].operation, operation) == 0)
			return &table->splits[i];
	}
	return NULL;
}
