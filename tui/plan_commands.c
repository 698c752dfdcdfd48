/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_commands.c - variants by exec, and the commands of operations that start one. */
#include "tui/plan_commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/variant/variant.h"

static const char *const keys[] = {"command", "prepare", "cleanup"};
static const size_t key_count = sizeof(keys) / sizeof(keys[0]);

/* Who knows what a plan comes to that is not expanded. */
static bool may_start(const struct plan *plan)
{
	for (size_t i = 0; i < plan->case_count; i++)
		if (plan->cases[i].operation->starts_commands)
			return true;
	return !plan->expanded;
}

static int add_text(const char *key, const char *text, struct text_list *list)
{
	char *item;
	int status;

	if (!text[0])
		return 0;
	if (asprintf(&item, "%s: %s", key, text) < 0)
		return -ENOMEM;
	status = text_list_add(list, item);
	free(item);
	return status;
}

int plan_commands_add(const struct plan *plan, struct text_list *list)
{
	const char *const texts[] = {plan->command, plan->prepare, plan->cleanup};
	int status = 0;

	for (size_t i = 0; i < plan->variants.count && status == 0; i++)
		if (variant_has(plan->variants.items[i], "exec"))
			status = text_list_add(list, plan->variants.items[i]);
	for (size_t i = 0; i < key_count && status == 0 && may_start(plan); i++)
		status = add_text(keys[i], texts[i], list);
	return status;
}

const char *plan_commands_key(const char *item)
{
	for (size_t i = 0; i < key_count; i++) {
		const size_t length = strlen(keys[i]);

		if (strncmp(item, keys[i], length) == 0 && item[length] == ':')
			return keys[i];
	}
	return "variants";
}
