/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * despite.c - a mistyped field would excuse nothing, and nobody would notice.
 */
#include "tui/despite.h"

#include <string.h>

#include "engine/environment/environment_difference.h"
#include "engine/plan/plan.h"
#include "engine/text/nearest.h"
#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/exit_code.h"

static const char *item_name(const void *table, size_t index)
{
	return ((const struct environment_item *)table)[index].key;
}

/* "plan.cold": a setting of the plan, or with a "*" behind it the beginning of some. */
static bool is_setting(const char *field)
{
	static const char group[] = "plan.";
	const char *name = field + strlen(group);
	const size_t length = strlen(field);

	if (strncmp(field, group, strlen(group)) != 0)
		return false;
	for (size_t i = 0; i < plan_key_count; i++) {
		if (field[length - 1] == '*'
			    ? strncmp(plan_keys[i].name, name, length - strlen(group) - 1) == 0
			    : strcmp(plan_keys[i].name, name) == 0)
			return true;
	}
	return false;
}

int despite_check(const struct text_list *fields, const struct environment *example)
{
	for (size_t i = 0; i < fields->count; i++) {
		const char *field = fields->items[i];
		char shown[TEXT_SHOW_SIZE];
		char near[192];

		if (environment_field_exists(field) || is_setting(field))
			continue;
		nearest_names(field, item_name, example->items, example->item_count, near,
			      sizeof(near));
		command_complain("--despite %s: no environment has such a field%s \"lsmbench env\" "
				 "lists them",
				 text_show(field, strlen(field), shown), near[0] ? near : ";");
		return EXIT_USAGE;
	}
	return -1;
}
