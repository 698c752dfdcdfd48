/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment.c - the container: items in groups, warnings, copies. Nothing here reads the machine.
 */
#include "engine/environment/environment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/rung_facts.h"

/* In the order in which they are shown. */
static const struct {
	const char *group;
	const char *title;
} titles[] = {
	{"lsmbench", "This program"},
	{"host", "Host and user"},
	{"kernel", "Kernel"},
	{"lsm", "Security modules"},
	{"ladder", "Ladder"},
	{"self", "This process"},
	{"audit", "Audit"},
	{"cpu", "Processor"},
	{"machine", "Machine"},
	{"scratch", "Scratch file systems"},
	{"load", "Load at the start"},
	{"process", "Busiest processes at the start"},
	{"during", "During the session"},
	{"variant", "Variants"},
	{"clock", "Clock"},
	{"session", "Session"},
	{"mitigation", "Mitigations"},
	{"config", "Kernel configuration"},
	{"counter", "Counters at the start"},
};

#define TITLE_COUNT (sizeof(titles) / sizeof(titles[0]))

static void item_clear(struct environment_item *item)
{
	free(item->key);
	free(item->value);
	free(item->source);
	free(item->reason);
	*item = (struct environment_item){0};
}

/* A copy of text in *copy; NULL stays NULL. */
static int text_copy(char **copy, const char *text)
{
	*copy = text ? strdup(text) : NULL;
	return text && !*copy ? -ENOMEM : 0;
}

static int item_fill(struct environment_item *item, const char *key, const char *value,
		     const char *source, const char *reason)
{
	*item = (struct environment_item){0};
	if (text_copy(&item->key, key) || text_copy(&item->value, value) ||
	    text_copy(&item->source, source) || text_copy(&item->reason, reason)) {
		item_clear(item);
		return -ENOMEM;
	}
	return 0;
}

static bool key_is_valid(const char *key)
{
	const char *alphabet = "abcdefghijklmnopqrstuvwxyz0123456789._";

	return *key && key[strspn(key, alphabet)] == '\0';
}

size_t environment_group_length(const char *key)
{
	return strcspn(key, ".");
}

bool environment_same_group(const char *a, const char *b)
{
	size_t length = environment_group_length(a);

	return length == environment_group_length(b) && !memcmp(a, b, length);
}

/* A group's place among the titles; unknown groups come last. */
static size_t group_rank(const char *key)
{
	size_t length = environment_group_length(key);

	for (size_t i = 0; i < TITLE_COUNT; i++)
		if (strlen(titles[i].group) == length && !memcmp(titles[i].group, key, length))
			return i;
	return TITLE_COUNT;
}

/* Where a new item stands: behind the last one of its group, else where its group belongs. */
static size_t insertion_point(const struct environment *environment, const char *key)
{
	size_t rank = group_rank(key);

	for (size_t i = environment->item_count; i > 0; i--)
		if (environment_same_group(environment->items[i - 1].key, key))
			return i;
	for (size_t i = 0; i < environment->item_count; i++)
		if (group_rank(environment->items[i].key) > rank)
			return i;
	return environment->item_count;
}

static int item_insert(struct environment *environment, struct environment_item *item)
{
	size_t at = insertion_point(environment, item->key);
	struct environment_item *items;

	items = reallocarray(environment->items, environment->item_count + 1, sizeof(*items));
	if (!items)
		return -ENOMEM;
	memmove(&items[at + 1], &items[at], (environment->item_count - at) * sizeof(*items));
	items[at] = *item;
	environment->items = items;
	environment->item_count++;
	return 0;
}

static struct environment_item *item_find(const struct environment *environment, const char *key)
{
	for (size_t i = 0; i < environment->item_count; i++)
		if (!strcmp(environment->items[i].key, key))
			return &environment->items[i];
	return NULL;
}

int environment_set(struct environment *environment, const char *key, const char *value,
		    const char *source)
{
	struct environment_item *present, item;

	if (!key_is_valid(key))
		return -EINVAL;
	if (item_fill(&item, key, value, value ? source : NULL, value ? NULL : source))
		return -ENOMEM;
	present = item_find(environment, key);
	if (present) {
		item_clear(present);
		*present = item;
		return 0;
	}
	if (item_insert(environment, &item)) {
		item_clear(&item);
		return -ENOMEM;
	}
	return 0;
}

static bool has_warning(const struct environment *environment, const char *text)
{
	for (size_t i = 0; i < environment->warning_count; i++)
		if (!strcmp(environment->warnings[i].text, text))
			return true;
	return false;
}

static const char *const level_names[] = {[WARNING_NOTE] = "note", [WARNING_ALARM] = "alarm"};

const char *warning_level_name(enum warning_level level)
{
	return level_names[level];
}

int warning_level_find(const char *name, enum warning_level *level)
{
	for (size_t i = 0; i < sizeof(level_names) / sizeof(level_names[0]); i++) {
		if (strcmp(name, level_names[i]) == 0) {
			*level = (enum warning_level)i;
			return 0;
		}
	}
	return -EINVAL;
}

int environment_warn(struct environment *environment, enum warning_level level, const char *text)
{
	struct environment_warning *warnings;
	char *copy;

	if (has_warning(environment, text))
		return 0;
	copy = strdup(text);
	if (!copy)
		return -ENOMEM;
	warnings = reallocarray(environment->warnings, environment->warning_count + 1,
				sizeof(*warnings));
	if (!warnings) {
		free(copy);
		return -ENOMEM;
	}
	warnings[environment->warning_count].level = level;
	warnings[environment->warning_count].text = copy;
	environment->warnings = warnings;
	environment->warning_count++;
	return 0;
}

const struct environment_item *environment_find(const struct environment *environment,
						const char *key)
{
	return item_find(environment, key);
}

const char *environment_value(const struct environment *environment, const char *key,
			      const char *otherwise)
{
	const struct environment_item *item = item_find(environment, key);

	return item && item->value ? item->value : otherwise;
}

static int copy_items(struct environment *copy, const struct environment *environment)
{
	copy->items = calloc(environment->item_count, sizeof(*copy->items));
	if (!copy->items)
		return -ENOMEM;
	for (size_t i = 0; i < environment->item_count; i++) {
		const struct environment_item *item = &environment->items[i];

		if (item_fill(&copy->items[i], item->key, item->value, item->source, item->reason))
			return -ENOMEM;
		copy->item_count++;
	}
	return 0;
}

static int copy_warnings(struct environment *copy, const struct environment *environment)
{
	copy->warnings = calloc(environment->warning_count, sizeof(*copy->warnings));
	if (!copy->warnings)
		return -ENOMEM;
	for (size_t i = 0; i < environment->warning_count; i++) {
		copy->warnings[i].level = environment->warnings[i].level;
		if (text_copy(&copy->warnings[i].text, environment->warnings[i].text))
			return -ENOMEM;
		copy->warning_count++;
	}
	return 0;
}

int environment_copy(struct environment *copy, const struct environment *environment)
{
	int code = 0;

	*copy = (struct environment){0};
	if (environment->item_count)
		code = copy_items(copy, environment);
	if (!code && environment->warning_count)
		code = copy_warnings(copy, environment);
	if (code)
		environment_clear(copy);
	return code;
}

static bool text_equal(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

bool environment_equal(const struct environment *a, const struct environment *b)
{
	if (a->item_count != b->item_count || a->warning_count != b->warning_count)
		return false;
	for (size_t i = 0; i < a->item_count; i++)
		if (!text_equal(a->items[i].key, b->items[i].key) ||
		    !text_equal(a->items[i].value, b->items[i].value) ||
		    !text_equal(a->items[i].source, b->items[i].source) ||
		    !text_equal(a->items[i].reason, b->items[i].reason))
			return false;
	for (size_t i = 0; i < a->warning_count; i++)
		if (a->warnings[i].level != b->warnings[i].level ||
		    !text_equal(a->warnings[i].text, b->warnings[i].text))
			return false;
	return true;
}

void environment_clear(struct environment *environment)
{
	for (size_t i = 0; i < environment->item_count; i++)
		item_clear(&environment->items[i]);
	for (size_t i = 0; i < environment->warning_count; i++)
		free(environment->warnings[i].text);
	free(environment->items);
	free(environment->warnings);
	*environment = (struct environment){0};
}

const char *environment_group_title(const char *group)
{
	for (size_t i = 0; i < TITLE_COUNT; i++)
		if (!strcmp(titles[i].group, group))
			return titles[i].title;
	return group;
}

static bool has_prefix(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

bool environment_is_volatile(const char *key)
{
	static const char *const groups[] = {"load.", "process.", "counter.", "during."};
	static const char *const keys[] = {"cpu.mhz", "kernel.boot", "lsm.selinux.avc_hash",
					   "lsm.tomoyo.statistics", "lsm.ima.measurements"};

	/* Another one for each ladder. */
	if (rung_fact_find(key) == RUNG_FACT_SESSION)
		return true;
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		if (has_prefix(key, groups[i]))
			return true;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return has_prefix(key, "scratch.") && strstr(key, ".free_") != NULL;
}
