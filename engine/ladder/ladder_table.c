/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_table.c - columns, cells and resolution of what a ladder came to.
 */
#include "engine/ladder/ladder_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ladder/ladder_table_private.h"
#include "engine/result/step_summary.h"
#include "engine/statistics/summary.h"

/* What whole instructions can be told apart by. */
#define HALF_AN_INSTRUCTION 0.5

/* The plan of a source: its own, or what the first has while it is queued. */
static const struct plan *plan_of(const struct ladder_table *table,
				  const struct ladder_source *source)
{
	return source->result && source->result->plan.case_count > 0 ? &source->result->plan
								     : table->plan;
}

static void find_plan(struct ladder_table *table, const struct ladder_source *sources, size_t count)
{
	for (size_t i = 0; i < count && !table->plan; i++) {
		if (sources[i].result && sources[i].result->plan.case_count > 0)
			table->plan = &sources[i].result->plan;
	}
}

/* The column that a kernel's others are compared with: of its first rung, the first variant. */
static size_t base_of(const struct ladder_table *table, const struct ladder_source *sources,
		      size_t kernel)
{
	size_t base = SIZE_MAX;

	for (size_t i = 0; i < table->column_count; i++) {
		const struct ladder_source *source = &sources[table->columns[i].source];

		if (source->kernel != kernel)
			continue;
		if (source->kind == RUNG_FIRST)
			return i;
		if (base == SIZE_MAX)
			base = i;
	}
	return base;
}

static int make_columns(struct ladder_table *table, const struct ladder_source *sources,
			size_t count)
{
	size_t room = 0;

	for (size_t i = 0; i < count; i++) {
		room += plan_of(table, &sources[i])->variants.count;
		if (sources[i].kernel >= table->kernel_count)
			table->kernel_count = sources[i].kernel + 1;
	}
	table->columns = calloc(room ? room : 1, sizeof(*table->columns));
	if (!table->columns)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		const struct text_list *variants = &plan_of(table, &sources[i])->variants;

		for (size_t j = 0; j < variants->count; j++)
			table->columns[table->column_count++] =
				(struct ladder_column){.source = i,
						       .kernel = sources[i].kernel,
						       .variant = variants->items[j]};
	}
	for (size_t i = 0; i < table->column_count; i++)
		table->columns[i].base = base_of(table, sources, table->columns[i].kernel);
	return 0;
}

/* The step of a row's case under a column, or -ENOENT where the source has no such case. */
static long step_of(const struct ladder_table *table, const struct result *result, size_t row,
		    const char *variant)
{
	const struct plan_case *which = &table->plan->cases[row];
	const struct plan *plan = &result->plan;

	for (size_t i = 0; i < plan->case_count; i++) {
		if (plan->cases[i].operation != which->operation ||
		    strcmp(plan->cases[i].parameter, which->parameter) != 0 ||
		    plan->cases[i].scratch != which->scratch)
			continue;
		for (size_t j = 0; j < plan->variants.count; j++) {
			if (strcmp(plan->variants.items[j], variant) == 0)
				return (long)plan_step(plan, i, j);
		}
	}
	return -ENOENT;
}

static int median_of(const struct result *result, size_t step, int pass, double *median,
		     size_t *count)
{
	double *values;
	int status = step_values(result, step, pass, &values, count);

	if (status < 0)
		return status;
	sort_values(values, *count);
	*median = quantile(values, *count, 0.5);
	free(values);
	return 0;
}

static int fill_cell(struct ladder_cell *cell, const struct result *result, size_t step)
{
	double low = INFINITY;
	double high = -INFINITY;
	double median;
	size_t count;
	int status = median_of(result, step, RESULT_ALL_PASSES, &median, &count);

	if (status < 0 || count == 0)
		return status;
	cell->known = true;
	cell->own = round(median);
	cell->median = cell->own;
	for (int pass = 0; pass < (int)result->plan.passes && status == 0; pass++) {
		status = median_of(result, step, pass, &median, &count);
		if (status < 0 || count == 0)
			continue;
		cell->passes++;
		low = fmin(low, median);
		high = fmax(high, median);
	}
	cell->spread = cell->passes > 1 ? high - low : 0;
	cell->repeats = cell->spread <= HALF_AN_INSTRUCTION;
	return status;
}

/* The column of a repeat of such a kind of a first rung's column; SIZE_MAX: none. */
static size_t repeat_of(const struct ladder_table *table, const struct ladder_source *sources,
			size_t original, enum rung_kind kind)
{
	const struct ladder_column *column = &table->columns[original];

	for (size_t i = 0; i < table->column_count; i++) {
		if (sources[table->columns[i].source].kind == kind &&
		    table->columns[i].kernel == column->kernel &&
		    strcmp(table->columns[i].variant, column->variant) == 0)
			return i;
	}
	return SIZE_MAX;
}

/* The median of three. */
static double middle(double a, double b, double c)
{
	return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* Give a first rung's column the medians of the three boots, where all are known. */
static void take_medians(struct ladder_table *table, const struct ladder_source *sources,
			 size_t column)
{
	size_t same = repeat_of(table, sources, column, RUNG_SAME);
	size_t placebo = repeat_of(table, sources, column, RUNG_PLACEBO);

	if (same == SIZE_MAX || placebo == SIZE_MAX)
		return;
	for (size_t row = 0; row < table->row_count; row++) {
		struct ladder_cell *cell = &table->cells[row * table->column_count + column];
		const struct ladder_cell *a = ladder_table_cell(table, row, same);
		const struct ladder_cell *b = ladder_table_cell(table, row, placebo);

		if (!cell->known || !a->known || !b->known)
			continue;
		cell->median = middle(cell->own, a->own, b->own);
		table->columns[column].of_three = true;
	}
}

static void take_differences(struct ladder_table *table)
{
	for (size_t i = 0; i < table->row_count * table->column_count; i++) {
		struct ladder_cell *cell = &table->cells[i];
		const struct ladder_column *column = &table->columns[i % table->column_count];
		const struct ladder_cell *base =
			ladder_table_cell(table, i / table->column_count, column->base);

		cell->difference = cell->known && base->known ? cell->median - base->median : NAN;
	}
}

static int make_cells(struct ladder_table *table, const struct ladder_source *sources)
{
	size_t count = table->row_count * table->column_count;
	int status = 0;

	table->cells = calloc(count ? count : 1, sizeof(*table->cells));
	if (!table->cells)
		return -ENOMEM;
	for (size_t i = 0; i < count && status == 0; i++) {
		const struct ladder_column *column = &table->columns[i % table->column_count];
		const struct result *result = sources[column->source].result;
		long step = -ENOENT;

		if (result && column->variant)
			step = step_of(table, result, i / table->column_count, column->variant);
		if (step >= 0)
			status = fill_cell(&table->cells[i], result, (size_t)step);
	}
	for (size_t i = 0; i < table->column_count; i++) {
		if (sources[table->columns[i].source].kind == RUNG_FIRST)
			take_medians(table, sources, i);
	}
	take_differences(table);
	return status;
}

/* The first rung's column of the same kernel and variant, which a repeat should equal. */
static size_t original_of(const struct ladder_table *table, const struct ladder_source *sources,
			  size_t repeat)
{
	const struct ladder_column *column = &table->columns[repeat];

	for (size_t i = 0; i < table->column_count; i++) {
		const struct ladder_source *source = &sources[table->columns[i].source];

		if (source->kind == RUNG_FIRST &&
		    source->kernel == sources[column->source].kernel &&
		    strcmp(table->columns[i].variant, column->variant) == 0)
			return i;
	}
	return SIZE_MAX;
}

static void note_repeat(struct ladder_table *table, size_t kernel, size_t repeat, size_t original)
{
	for (size_t row = 0; row < table->row_count; row++) {
		const struct ladder_cell *a = ladder_table_cell(table, row, repeat);
		const struct ladder_cell *b = ladder_table_cell(table, row, original);
		double *resolution = &table->resolution[row * table->kernel_count + kernel];

		if (!a->known || !b->known)
			continue;
		*resolution = fmax(*resolution, fabs(a->own - b->median));
		*resolution = fmax(*resolution, fabs(b->own - b->median));
	}
}

static int find_resolution(struct ladder_table *table, const struct ladder_source *sources)
{
	size_t count = table->row_count * table->kernel_count;

	table->resolution = malloc((count ? count : 1) * sizeof(*table->resolution));
	if (!table->resolution)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		table->resolution[i] = -1;
	for (size_t i = 0; i < table->column_count; i++) {
		const struct ladder_source *source = &sources[table->columns[i].source];
		size_t original = original_of(table, sources, i);

		if ((source->kind == RUNG_SAME || source->kind == RUNG_PLACEBO) &&
		    original != SIZE_MAX)
			note_repeat(table, source->kernel, i, original);
	}
	return 0;
}

int ladder_table_make(struct ladder_table *table, const struct ladder_source *sources, size_t count,
		      struct error *error)
{
	int status;

	*table = (struct ladder_table){0};
	find_plan(table, sources, count);
	if (!table->plan)
		return 0;
	table->row_count = table->plan->case_count;
	status = make_columns(table, sources, count);
	if (status == 0)
		status = make_cells(table, sources);
	if (status == 0)
		status = find_resolution(table, sources);
	if (status == 0)
		status = ladder_table_find_splits(table);
	if (status == 0)
		return 0;
	ladder_table_clear(table);
	return error_set(error, status, "no memory for the table of a ladder");
}

void ladder_table_clear(struct ladder_table *table)
{
	free(table->columns);
	free(table->cells);
	free(table->resolution);
	free(table->splits);
	*table = (struct ladder_table){0};
}

const struct ladder_cell *ladder_table_cell(const struct ladder_table *table, size_t row,
					    size_t column)
{
	return &table->cells[row * table->column_count + column];
}

double ladder_table_resolution(const struct ladder_table *table, size_t row, size_t column)
{
	return table->resolution[row * table->kernel_count + table->columns[column].kernel];
}
