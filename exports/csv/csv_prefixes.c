/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_prefixes.c - how the rows of each step begin, and which step a beginning belongs to.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/step_summary.h"
#include "exports/csv/csv_layout.h"
#include "exports/csv/escape.h"

char *csv_prefix(const char *operation, const char *parameter, const char *variant)
{
	char *cells[] = {escape_cell(operation), escape_cell(parameter), escape_cell(variant)};
	char *prefix = NULL;

	if (!cells[0] || !cells[1] || !cells[2] ||
	    asprintf(&prefix, "%s,%s,%s,", cells[0], cells[1], cells[2]) < 0)
		prefix = NULL;
	for (size_t i = 0; i < 3; i++)
		free(cells[i]);
	return prefix;
}

static char *prefix_of(const struct plan *plan, size_t step)
{
	size_t variants = plan_step_count(plan) / plan->case_count;
	char text[2 * PATH_MAX + 64];
	char *operation = escape_name(plan_step_case(plan, step)->operation->name);
	char *variant = escape_name(plan_step_variant(plan, step));
	char *parameter;
	char *prefix = NULL;

	plan_case_parameter(plan, step / variants, text, sizeof(text));
	parameter = escape_name(text);
	if (operation && parameter && variant)
		prefix = csv_prefix(operation, parameter, variant);
	free(operation);
	free(parameter);
	free(variant);
	return prefix;
}

static int compare(const void *a, const void *b, void *prefixes)
{
	char **texts = prefixes;

	return strcmp(texts[*(const uint32_t *)a], texts[*(const uint32_t *)b]);
}

int csv_prefixes_make(struct csv_prefixes *prefixes, const struct result *result,
		      struct error *error)
{
	const struct plan *plan = &result->plan;
	size_t count = plan_step_count(plan);
	size_t room = count ? count : 1;

	*prefixes = (struct csv_prefixes){.count = count};
	prefixes->texts = calloc(room, sizeof(*prefixes->texts));
	prefixes->lengths = calloc(room, sizeof(*prefixes->lengths));
	prefixes->bytes = calloc(room, sizeof(*prefixes->bytes));
	prefixes->sorted = calloc(room, sizeof(*prefixes->sorted));
	if (!prefixes->texts || !prefixes->lengths || !prefixes->bytes || !prefixes->sorted)
		goto no_memory;
	for (size_t i = 0; i < count; i++) {
		prefixes->texts[i] = prefix_of(plan, i);
		if (!prefixes->texts[i])
			goto no_memory;
		prefixes->lengths[i] = strlen(prefixes->texts[i]);
		prefixes->bytes[i] = step_bytes(result, i);
		prefixes->sorted[i] = (uint32_t)i;
	}
	qsort_r(prefixes->sorted, count, sizeof(*prefixes->sorted), compare, prefixes->texts);
	return 0;
no_memory:
	csv_prefixes_clear(prefixes);
	return error_set(error, -ENOMEM, "no memory for %zu steps", count);
}

void csv_prefixes_clear(struct csv_prefixes *prefixes)
{
	for (size_t i = 0; prefixes->texts && i < prefixes->count; i++)
		free(prefixes->texts[i]);
	free(prefixes->texts);
	free(prefixes->lengths);
	free(prefixes->bytes);
	free(prefixes->sorted);
	*prefixes = (struct csv_prefixes){0};
}

long csv_prefixes_find(const struct csv_prefixes *prefixes, const char *prefix)
{
	size_t low = 0;
	size_t high = prefixes->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint32_t step = prefixes->sorted[middle];
		int order = strcmp(prefixes->texts[step], prefix);

		if (order == 0)
			return (long)step;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return -ENOENT;
}
