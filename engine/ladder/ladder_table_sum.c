/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_table_sum.c - what modules cost alone beside what they cost together: what they share is
 * paid once, by whichever comes first.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ladder/ladder_table_private.h"

static const char *active_of(const struct ladder_source *source)
{
	if (!source->result)
		return NULL;
	return environment_value(&source->result->environment, "lsm.active", NULL);
}

int ladder_table_extra(const struct ladder_table *table, const struct ladder_source *sources,
		       size_t column, struct text_list *extra)
{
	const struct ladder_column *which = &table->columns[column];
	const char *active = active_of(&sources[which->source]);
	const char *base = active_of(&sources[table->columns[which->base].source]);
	struct text_list modules = {0};
	struct text_list there = {0};
	int status;

	if (!active || !base)
		return 0;
	status = text_list_add_words(&modules, active);
	if (status == 0)
		status = text_list_add_words(&there, base);
	for (size_t i = 0; i < modules.count && status == 0; i++) {
		if (!text_list_has(&there, modules.items[i]))
			status = text_list_add(extra, modules.items[i]);
	}
	text_list_clear(&modules);
	text_list_clear(&there);
	return status;
}

/* A rung that differs from the first in its modules only, without any confinement. */
static bool is_plain(const struct ladder_table *table, const struct ladder_source *sources,
		     size_t column)
{
	const struct ladder_column *which = &table->columns[column];
	const struct ladder_source *source = &sources[which->source];

	if (source->kind != RUNG_OTHER || !source->result ||
	    strcmp(which->variant, table->columns[which->base].variant) != 0)
		return false;
	return !rung_policy(&source->result->environment);
}

/* Whether a column's rung adds this module alone: 1, 0, or -ENOMEM. */
static int is_alone(const struct ladder_table *table, const struct ladder_source *sources,
		    size_t column, const char *module)
{
	struct text_list extra = {0};
	int status;

	if (!is_plain(table, sources, column))
		return 0;
	status = ladder_table_extra(table, sources, column, &extra);
	if (status == 0)
		status = extra.count == 1 && strcmp(extra.items[0], module) == 0;
	text_list_clear(&extra);
	return status;
}

/* The column of the same kernel that has this module alone; SIZE_MAX: none. 0 or -ENOMEM. */
static int find_alone(const struct ladder_table *table, const struct ladder_source *sources,
		      size_t together, const char *module, size_t *alone)
{
	*alone = SIZE_MAX;
	for (size_t i = 0; i < table->column_count && *alone == SIZE_MAX; i++) {
		int status;

		if (table->columns[i].kernel != table->columns[together].kernel)
			continue;
		status = is_alone(table, sources, i, module);
		if (status < 0)
			return status;
		if (status)
			*alone = i;
	}
	return 0;
}

int ladder_table_singles(const struct ladder_table *table, const struct ladder_source *sources,
			 size_t column, size_t **columns, size_t *count)
{
	struct text_list extra = {0};
	int status = 0;

	*columns = NULL;
	*count = 0;
	if (!is_plain(table, sources, column))
		return 0;
	status = ladder_table_extra(table, sources, column, &extra);
	if (status == 0 && extra.count > 1) {
		*columns = calloc(extra.count, sizeof(**columns));
		status = *columns ? 0 : -ENOMEM;
	}
	for (size_t i = 0; *columns && i < extra.count && status == 0; i++) {
		status = find_alone(table, sources, column, extra.items[i], &(*columns)[i]);
		if (status < 0 || (*columns)[i] == SIZE_MAX) {
			free(*columns);
			*columns = NULL;
		}
	}
	if (*columns)
		*count = extra.count;
	text_list_clear(&extra);
	return status;
}

double ladder_table_sum(const struct ladder_table *table, size_t row, const size_t *columns,
			size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		const struct ladder_cell *cell = ladder_table_cell(table, row, columns[i]);

		sum += cell->known ? cell->difference : NAN;
	}
	return sum;
}

/* How far a sum and the whole can be apart by chance: each part is known to the resolution. */
static double allowance(const struct ladder_table *table, size_t row, size_t column, size_t count)
{
	double resolution = ladder_table_resolution(table, row, column);

	return fmax(resolution, LADDER_FINEST_RESOLUTION) * (double)(count + 1);
}

/* The rows in which sum and whole disagree, and the one of them in which they do so most. */
struct gap {
	size_t rows;
	size_t differing;
	size_t worst;
	double sum;
	double together;
};

static struct gap find_gap(const struct ladder_table *table, size_t column, const size_t *columns,
			   size_t count)
{
	struct gap gap = {0};
	double largest = 0;

	for (size_t row = 0; row < table->row_count; row++) {
		const struct ladder_cell *cell = ladder_table_cell(table, row, column);
		double sum = ladder_table_sum(table, row, columns, count);
		double apart = fabs(cell->difference - sum);

		if (!cell->known || isnan(apart))
			continue;
		gap.rows++;
		if (apart <= allowance(table, row, column, count))
			continue;
		gap.differing++;
		if (apart <= largest)
			continue;
		largest = apart;
		gap.worst = row;
		gap.sum = sum;
		gap.together = cell->difference;
	}
	return gap;
}

static int add_sentence(const struct ladder_table *table, const struct ladder_source *sources,
			size_t column, const size_t *columns, size_t count,
			struct text_list *sentences)
{
	struct gap gap = find_gap(table, column, columns, count);
	char name[256];

	if (gap.differing == 0)
		return 0;
	plan_case_name(table->plan, gap.worst, name, sizeof(name));
	return text_list_add_format(
		sentences,
		"%s: its %zu modules alone sum to %+.0f on %s, together they cost %+.0f; sum and "
		"whole differ by more than the resolution in %zu of %zu cases",
		sources[table->columns[column].source].name, count, gap.sum, name, gap.together,
		gap.differing, gap.rows);
}

int ladder_table_sums(const struct ladder_table *table, const struct ladder_source *sources,
		      struct text_list *sentences)
{
	int status = 0;

	for (size_t i = 0; i < table->column_count && status == 0; i++) {
		size_t *columns;
		size_t count;

		status = ladder_table_singles(table, sources, i, &columns, &count);
		if (status == 0 && count > 0)
			status = add_sentence(table, sources, i, columns, count, sentences);
		free(columns);
	}
	return status;
}
