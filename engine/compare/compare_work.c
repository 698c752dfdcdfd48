/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_work.c - runs that time themselves have a common measure only where they do the same
 * work: from a cold cache or a warm one, through the same tree, for as long.
 */
#include <stdio.h>
#include <string.h>

#include "engine/compare/compare_private.h"

#define KEY_SIZE 64
#define VALUE_WIDTH 60
#define SOURCE_WIDTH 80
#define SHOWN_SIZE (KEY_SIZE + 2 * VALUE_WIDTH + 2 * SOURCE_WIDTH + 32)

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

/* Two sessions that have told a setting differently. */
struct difference {
	const char *key;
	const struct told *base;
	const char *was;
	const struct told *other;
	const char *is;
};

/* "cold is no in base.csv, yes in new.csv"; in buffer, returned. */
static const char *show(const struct difference *difference, char *buffer, size_t size)
{
	snprintf(buffer, size, "%s is %.*s in %.*s, %.*s in %.*s", difference->key, VALUE_WIDTH,
		 difference->was[0] ? difference->was : "not set", SOURCE_WIDTH,
		 difference->base->session->source, VALUE_WIDTH,
		 difference->is[0] ? difference->is : "not set", SOURCE_WIDTH,
		 difference->other->session->source);
	return buffer;
}

/* Steps are drawn alike from any seed, but they are not the same ones. 0 or -ENOMEM. */
static int note_seed(const struct difference *difference, const struct case_figures *which,
		     struct comparison *comparison)
{
	char text[SHOWN_SIZE];

	return comparison_note(comparison, "%s drew other steps: %s; --seed repeats the same",
			       which->operation->name, show(difference, text, sizeof(text)));
}

static int settle(const struct difference *difference, const struct case_figures *which,
		  const struct text_list *despite, struct comparison *comparison)
{
	struct comparison_row *row = &comparison->rows[comparison->row_count - 1];
	char text[SHOWN_SIZE];
	char key[KEY_SIZE];

	if (strcmp(difference->key, "seed") == 0)
		return note_seed(difference, which, comparison);
	snprintf(key, sizeof(key), "plan.%s", difference->key);
	show(difference, text, sizeof(text));
	if (environment_is_excused(key, despite))
		return comparison_note(comparison, "other work, accepted: %s", text);
	row->other_work = true;
	comparison_say(row, VERDICT_NOT_COMPARABLE,
		       "other work: %s; --despite %s compares all the same", text, key);
	return 0;
}

/* Settle the settings in which the two differ, up to one that is not excused. */
static int compare_two(const struct told *base, const struct told *other,
		       const struct text_list *despite, struct comparison *comparison)
{
	const struct comparison_row *row = &comparison->rows[comparison->row_count - 1];
	int status = 0;

	for (size_t i = 0; i < base->which->work.count && status == 0 && !row->other_work; i++) {
		const char *setting = base->which->work.items[i];
		const size_t length = key_length(setting);
		char key[KEY_SIZE] = "";
		const struct difference difference = {
			.key = key,
			.base = base,
			.was = setting + length + (setting[length] == ' '),
			.other = other,
			.is = value_of(other->which, setting),
		};

		strncat(key, setting, length < KEY_SIZE / 2 ? length : KEY_SIZE / 2);
		if (difference.is && strcmp(difference.was, difference.is) != 0)
			status = settle(&difference, base->which, despite, comparison);
	}
	return status;
}

/* Compare each of a group's sessions that has the case with the first that was met. */
static int check_group(const struct comparison_group *group, const struct case_figures *which,
		       const struct text_list *despite, struct told *first,
		       struct comparison *comparison)
{
	int status = 0;

	for (size_t i = 0; i < group->count && status == 0; i++) {
		const struct told told = {.session = group->sessions[i],
					  .which = figures_find_same(group->sessions[i], which)};

		if (!told.which)
			continue;
		if (!first->which)
			*first = told;
		else
			status = compare_two(first, &told, despite, comparison);
	}
	return status;
}

int comparison_check_work(const struct comparison_group *base, const struct comparison_group *other,
			  const struct case_figures *which, const struct text_list *despite,
			  struct comparison *comparison)
{
	struct told first = {NULL, NULL};
	int status = check_group(base, which, despite, &first, comparison);

	return status < 0 ? status : check_group(other, which, despite, &first, comparison);
}
