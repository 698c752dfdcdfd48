/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_work.c - runs that time themselves have a common measure only where they do the same
 * work: from a cold cache or a warm one, through the same tree, for as long.
 */
#include <string.h>

#include "engine/compare/compare_private.h"

#define KEY_SIZE 64
#define VALUE_WIDTH 60
#define SOURCE_WIDTH 80

/* A session that has the case. */
struct told {
	const struct figures *session;
	const struct case_figures *which;
};

/* Bytes of "cold yes" before the blank. */
static size_t key_length(const char *setting)
{
	return strcspn(setting, " ");
}

/* What the case says of that setting, or NULL: nothing. */
static const char *value_of(const struct case_figures *which, const char *setting)
{
	const size_t length = key_length(setting);

	for (size_t i = 0; i < which->work.count; i++) {
		const char *item = which->work.items[i];

		if (key_length(item) == length && strncmp(item, setting, length) == 0)
			return item + length + (item[length] == ' ');
	}
	return NULL;
}

static void say(struct comparison_row *row, const char *key, const struct told *base,
		const char *was, const struct told *other, const char *is)
{
	row->other_work = true;
	comparison_say(row, VERDICT_NOT_COMPARABLE,
		       "other work: %s is %.*s in %.*s, %.*s in %.*s; --despite plan.%s compares "
		       "all the same",
		       key, VALUE_WIDTH, was[0] ? was : "not set", SOURCE_WIDTH,
		       base->session->source, VALUE_WIDTH, is[0] ? is : "not set", SOURCE_WIDTH,
		       other->session->source, key);
}

/* Say the first setting in which the two differ, unless that is excused. */
static void compare_two(const struct told *base, const struct told *other,
			const struct text_list *despite, struct comparison_row *row)
{
	for (size_t i = 0; i < base->which->work.count; i++) {
		const char *setting = base->which->work.items[i];
		const size_t length = key_length(setting);
		const char *was = setting + length + (setting[length] == ' ');
		const char *is = value_of(other->which, setting);
		char key[KEY_SIZE] = "plan.";

		strncat(key, setting, length < KEY_SIZE - 6 ? length : KEY_SIZE - 6);
		if (!is || strcmp(was, is) == 0 || environment_is_excused(key, despite))
			continue;
		say(row, key + strlen("plan."), base, was, other, is);
		return;
	}
}

/* Compare each of a group's sessions that has the case with the first that was met. */
static void check_group(const struct comparison_group *group, const struct case_figures *which,
			const struct text_list *despite, struct told *first,
			struct comparison_row *row)
{
	for (size_t i = 0; i < group->count && !row->other_work; i++) {
		const struct told told = {.session = group->sessions[i],
					  .which = figures_find_same(group->sessions[i], which)};

		if (!told.which)
			continue;
		if (!first->which)
			*first = told;
		else
			compare_two(first, &told, despite, row);
	}
}

void comparison_check_work(const struct comparison_group *base,
			   const struct comparison_group *other, const struct case_figures *which,
			   const struct text_list *despite, struct comparison_row *row)
{
	struct told first = {NULL, NULL};

	check_group(base, which, despite, &first, row);
	check_group(other, which, despite, &first, row);
}
