/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_reader.c - the settings that only some operations read, and who reads them.
 */
#include "engine/plan/plan_reader.h"

#include <errno.h>
#include <string.h>

#include "engine/operation/operation_fsx.h"
#include "engine/plan/plan_value.h"

#define SECOND_NS 1000000000u

static bool records(const struct operation *operation)
{
	return operation->record != NULL;
}

static bool starts_commands(const struct operation *operation)
{
	return operation->starts_commands;
}

static bool lasts_an_interval(const struct operation *operation)
{
	return operation->record != NULL && !operation->starts_commands && operation->run_ns == 0;
}

static bool walks_a_tree(const struct operation *operation)
{
	return operation->fixture == FIXTURE_HOME;
}

static bool takes_steps(const struct operation *operation)
{
	return operation == &operation_fsx;
}

static bool names_another(const struct operation *operation)
{
	return operation->parameter->of != NULL;
}

static const struct reader {
	const char *key;
	bool (*reads)(const struct operation *operation);
	const char *who; /* that a person can add, for messages */
} readers[] = {
	{"of", names_another, "together or together-shared"},
	{"repeats", records, "walk, command ..."},
	{"interval", lasts_an_interval, "walk, dbench, together ..."},
	{"tree", walks_a_tree, "walk"},
	{"tree-files", walks_a_tree, "walk"},
	{"tree-size", walks_a_tree, "walk"},
	{"tree-seed", walks_a_tree, "walk"},
	{"steps", takes_steps, "fsx"},
	{"cold", walks_a_tree, "walk"},
	{"sync", walks_a_tree, "walk"},
	{"command", starts_commands, "command"},
	{"prepare", starts_commands, "command"},
	{"cleanup", starts_commands, "command"},
	{"warmup", starts_commands, "command"},
	{"no-shell", starts_commands, "command"},
	{"ignore-failure", starts_commands, "command"},
};

#define READER_COUNT (sizeof(readers) / sizeof(readers[0]))

static const struct reader *find(const char *key)
{
	for (size_t i = 0; i < READER_COUNT; i++) {
		if (strcmp(readers[i].key, key) == 0)
			return &readers[i];
	}
	return NULL;
}

bool plan_reader_reads(const struct operation *operation, const char *key)
{
	const struct reader *reader = find(key);

	return !reader || reader->reads(operation);
}

bool plan_reader_is_special(const char *key)
{
	return find(key) != NULL;
}

static bool is_read(const struct plan *plan, const struct reader *reader)
{
	for (size_t i = 0; i < plan->case_count; i++) {
		if (reader->reads(plan->cases[i].operation))
			return true;
	}
	return false;
}

static int check_key(const struct plan_key *key, const char *value, void *argument)
{
	const struct reader *reader = find(key->name);

	(void)value;
	if (!reader || is_read(*(const struct plan *const *)argument, reader))
		return 0;
	return (int)(reader - readers) + 1;
}

/* Of what goes by whole seconds a part of one would be a word that is not kept. */
static int check_interval(const struct plan *plan, struct error *error)
{
	for (size_t i = 0; i < plan->case_count; i++) {
		const struct operation *operation = plan->cases[i].operation;
		const uint64_t interval = plan_interval_ns(plan, i);
		char text[48];

		if (operation->whole_seconds == 0 ||
		    (interval % SECOND_NS == 0 && interval / SECOND_NS >= operation->whole_seconds))
			continue;
		plan_value_show_time(interval, text, sizeof(text));
		return error_set(
			error, -EINVAL,
			"interval %s does not go with %s, which takes whole seconds, %u at "
			"least: give another interval, or leave %s out",
			text, operation->name, operation->whole_seconds, operation->name);
	}
	return 0;
}

int plan_reader_drop(struct plan *plan, struct error *error)
{
	struct plan work;
	int status = 0;

	if (plan_copy(&work, plan) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < READER_COUNT && status == 0; i++) {
		if (!is_read(plan, &readers[i]))
			status = plan_set(&work, readers[i].key, "", error);
	}
	if (status == 0)
		status = plan_expand(&work, error);
	if (status == 0)
		status = check_interval(&work, error);
	if (status < 0) {
		plan_clear(&work);
		return status;
	}
	plan_clear(plan);
	*plan = work;
	return 0;
}

int plan_reader_check(const struct plan *plan, struct error *error)
{
	int found = plan_each(plan, check_key, &plan);

	if (found < 0)
		return error_set(error, found, "out of memory");
	if (found == 0)
		return check_interval(plan, error);
	return error_set(
		error, -EINVAL,
		"%s has no operation to go to: add one that reads it to ops (%s), or leave "
		"it out",
		readers[found - 1].key, readers[found - 1].who);
}
