/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_table.c - keeps what was counted and which module implements what.
 */
#include "engine/hooks/hook_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool same(const struct hook_count *count, const char *operation, const char *parameter,
		 const char *hook)
{
	return strcmp(count->operation, operation) == 0 &&
	       strcmp(count->parameter, parameter) == 0 && strcmp(count->hook, hook) == 0;
}

static const struct hook_count *find(const struct hook_table *table, const char *operation,
				     const char *parameter, const char *hook)
{
	for (size_t i = 0; i < table->count_count; i++)
		if (same(&table->counts[i], operation, parameter, hook))
			return &table->counts[i];
	return NULL;
}

static void count_clear(struct hook_count *count)
{
	free(count->operation);
	free(count->parameter);
	free(count->hook);
}

/* Room for one more item of size bytes. The new array, or NULL, and then items is still good. */
static void *grown(void *items, size_t count, size_t size)
{
	return reallocarray(items, count + 1, size);
}

int hook_table_add(struct hook_table *table, const struct hook_count *count)
{
	const struct hook_count *old = find(table, count->operation, count->parameter, count->hook);
	struct hook_count *items;
	struct hook_count made = *count;

	if (old) {
		table->counts[old - table->counts].count = count->count;
		table->counts[old - table->counts].varies = count->varies;
		return 0;
	}
	items = grown(table->counts, table->count_count, sizeof(*items));
	if (!items)
		return -ENOMEM;
	table->counts = items;
	made.operation = strdup(count->operation);
	made.parameter = strdup(count->parameter);
	made.hook = strdup(count->hook);
	if (!made.operation || !made.parameter || !made.hook) {
		count_clear(&made);
		return -ENOMEM;
	}
	items[table->count_count++] = made;
	return 0;
}

int hook_table_add_user(struct hook_table *table, const char *module, const char *hook)
{
	struct hook_user made;
	struct hook_user *items;

	if (hook_table_uses(table, module, hook))
		return 0;
	items = grown(table->users, table->user_count, sizeof(*items));
	if (!items)
		return -ENOMEM;
	table->users = items;
	made.module = strdup(module);
	made.hook = strdup(hook);
	if (!made.module || !made.hook) {
		free(made.module);
		free(made.hook);
		return -ENOMEM;
	}
	items[table->user_count++] = made;
	return 0;
}

int hook_table_set_release(struct hook_table *table, const char *release)
{
	char *copy = release ? strdup(release) : NULL;

	if (release && !copy)
		return -ENOMEM;
	free(table->release);
	table->release = copy;
	return 0;
}

int hook_table_copy(struct hook_table *copy, const struct hook_table *table)
{
	int status = 0;

	*copy = (struct hook_table){0};
	status = hook_table_set_release(copy, table->release);
	for (size_t i = 0; i < table->count_count && status == 0; i++)
		status = hook_table_add(copy, &table->counts[i]);
	for (size_t i = 0; i < table->user_count && status == 0; i++)
		status = hook_table_add_user(copy, table->users[i].module, table->users[i].hook);
	if (status == 0)
		status = text_list_copy(&copy->uncounted, &table->uncounted);
	if (status < 0)
		hook_table_clear(copy);
	return status;
}

void hook_table_clear(struct hook_table *table)
{
	for (size_t i = 0; i < table->count_count; i++)
		count_clear(&table->counts[i]);
	for (size_t i = 0; i < table->user_count; i++) {
		free(table->users[i].module);
		free(table->users[i].hook);
	}
	free(table->counts);
	free(table->users);
	free(table->release);
	text_list_clear(&table->uncounted);
	*table = (struct hook_table){0};
}

double hook_table_count(const struct hook_table *table, const char *operation,
			const char *parameter, const char *hook)
{
	const struct hook_count *count = find(table, operation, parameter, hook);

	return count ? count->count : 0;
}

bool hook_table_has_case(const struct hook_table *table, const char *operation,
			 const char *parameter)
{
	for (size_t i = 0; i < table->count_count; i++)
		if (strcmp(table->counts[i].operation, operation) == 0 &&
		    strcmp(table->counts[i].parameter, parameter) == 0)
			return true;
	return false;
}

bool hook_table_uses(const struct hook_table *table, const char *module, const char *hook)
{
	for (size_t i = 0; i < table->user_count; i++)
		if (strcmp(table->users[i].module, module) == 0 &&
		    strcmp(table->users[i].hook, hook) == 0)
			return true;
	return false;
}
