/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_environment.c - why environments do not let sessions be compared, and what would have to
 * be accepted.
 */
#include <stdio.h>
#include <string.h>

#include "engine/compare/compare_private.h"

/* With more fields than this in the way, "--despite" is told their groups. */
#define FIELDS_NAMED 4

/* What "--despite" would have to name: "kernel.release,config.hz", or "kernel.*,config.*". */
static void list_fields(const struct environment_difference *difference, bool groups, char *buffer,
			size_t size)
{
	const char *last = "";

	buffer[0] = '\0';
	for (size_t i = 0; i < difference->count; i++) {
		const struct difference_item *item = &difference->items[i];
		size_t length = groups ? environment_group_length(item->key) : strlen(item->key);
		size_t used = strlen(buffer);

		if (item->kind != DIFFERENCE_OTHER || item->excused ||
		    (groups && environment_same_group(item->key, last)))
			continue;
		snprintf(buffer + used, size - used, "%s%.*s%s", used ? "," : "", (int)length,
			 item->key, groups ? ".*" : "");
		last = item->key;
	}
}

const char *comparison_environment_trouble(const struct comparison *comparison, char *buffer,
					   size_t size)
{
	const struct environment_difference *difference = &comparison->difference;
	const struct difference_item *first =
		environment_difference_first(difference, DIFFERENCE_OTHER);
	size_t count = environment_difference_count(difference, DIFFERENCE_OTHER);
	char fields[COMPARISON_REASON_SIZE / 2];
	char more[48] = "";

	if (!first)
		return NULL;
	list_fields(difference, count > FIELDS_NAMED, fields, sizeof(fields));
	if (count > 1)
		snprintf(more, sizeof(more), " and %zu more field%s", count - 1,
			 count == 2 ? "" : "s");
	snprintf(buffer, size, "%.120s%s differ%s; --despite %s%s%s compares all the same",
		 first->key, more, count == 1 ? "s" : "", count > FIELDS_NAMED ? "'" : "", fields,
		 count > FIELDS_NAMED ? "'" : "");
	return buffer;
}
