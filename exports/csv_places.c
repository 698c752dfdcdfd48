/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_places.c - how the rows of each step begin, and which step a beginning belongs to.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv_layout.h"
#include "exports/escape.h"

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

int csv_places_make(struct csv_places *places, const struct plan *plan, struct error *error)
{
	size_t count = plan_step_count(plan);
	size_t room = count ? count : 1;

	*places = (struct csv_places){.count = count};
	places->prefixes = calloc(room, sizeof(*places->prefixes));
	places->lengths = calloc(room, sizeof(*places->lengths));
	places->sorted = calloc(room, sizeof(*places->sorted));
	if (!places->prefixes || !places->lengths || !places->sorted)
		goto no_memory;
	for (size_t i = 0; i < count; i++) {
		places->prefixes[i] = prefix_of(plan, i);
		if (!places->prefixes[i])
			goto no_memory;
		places->lengths[i] = strlen(places->prefixes[i]);
		places->sorted[i] = (uint32_t)i;
	}
	qsort_r(places->sorted, count, sizeof(*places->sorted), compare, places->prefixes);
	return 0;
no_memory:
	csv_places_clear(places);
	return error_set(error, -ENOMEM, "no memory for %zu steps", count);
}

void csv_places_clear(struct csv_places *places)
{
	for (size_t i = 0; places->prefixes && i < places->count; i++)
		free(places->prefixes[i]);
	free(places->prefixes);
	free(places->lengths);
	free(places->sorted);
	*places = (struct csv_places){0};
}

long csv_places_find(const struct csv_places *places, const char *prefix)
{
	size_t low = 0;
	size_t high = places->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint32_t step = places->sorted[middle];
		int order = strcmp(places->prefixes[step], prefix);

		if (order == 0)
			return (long)step;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return -ENOENT;
}
