/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_difference.c - environments compared item by item.
 *
 * Two keys need a closer look: a kernel command line may differ in what chooses security modules
 * only, and the hash and build stamp of a kernel follow from its configuration.
 */
#include "engine/environment/environment_difference.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/environment_internal.h"
#include "engine/environment/rung_facts.h"
#include "engine/environment/security_module.h"

static bool has_prefix(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool begins_with_any(const char *text, const char *const *prefixes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (has_prefix(text, prefixes[i]))
			return true;
	}
	return false;
}

/* An option that builds a security module, or one that is named after it. */
static bool is_option_of_module(const char *key)
{
	char beginning[128];

	for (size_t i = 0; i < security_module_count; i++) {
		const char *option = security_modules[i].option;

		if (environment_option_key(beginning, sizeof(beginning), option, strlen(option)) &&
		    has_prefix(key, beginning))
			return true;
	}
	return false;
}

/* True for an item that belongs to the security modules. */
static bool is_lsm_item(const char *key)
{
	static const char *const prefixes[] = {
		"lsm.",       "variant.landlock", "variant.bpf",
		"self.attr.", "config.lsm",       "config.default_security",
	};
	const enum rung_fact fact = rung_fact_find(key);

	return fact == RUNG_FACT_LSM_ASKED || fact == RUNG_FACT_POLICY ||
	       is_option_of_module(key) ||
	       begins_with_any(key, prefixes, sizeof(prefixes) / sizeof(prefixes[0]));
}

/* The command line without words of security modules and those that name the kernel's file. */
static char *without_lsm_words(const char *line)
{
	char *copy = strdup(line);
	char *kept = calloc(strlen(line) + 2, 1);
	char *rest = NULL;
	bool is_kernels = true; /* what stands behind "--" is for the first process */

	if (!copy || !kept) {
		free(copy);
		free(kept);
		return NULL;
	}
	for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		is_kernels = is_kernels && strcmp(word, "--") != 0;
		if (is_kernels && (security_module_word(word) || has_prefix(word, "BOOT_IMAGE=") ||
				   has_prefix(word, "initrd=")))
			continue;
		strcat(kept, word);
		strcat(kept, " ");
	}
	free(copy);
	return kept;
}

static int classify_command_line(const struct difference_item *item, enum difference_kind *kind)
{
	char *base = without_lsm_words(item->base);
	char *other = without_lsm_words(item->other);
	int status = base && other ? 0 : -ENOMEM;

	if (status == 0)
		*kind = strcmp(base, other) == 0 ? DIFFERENCE_LSM : DIFFERENCE_OTHER;
	free(base);
	free(other);
	return status;
}

static int classify(struct difference_item *item)
{
	item->kind = DIFFERENCE_OTHER;
	if (!item->base || !item->other)
		item->kind = is_lsm_item(item->key) ? DIFFERENCE_LSM : DIFFERENCE_UNKNOWN;
	else if (is_lsm_item(item->key))
		item->kind = DIFFERENCE_LSM;
	else if (strcmp(item->key, "kernel.command_line") == 0 ||
		 rung_fact_find(item->key) == RUNG_FACT_COMMAND_LINE)
		return classify_command_line(item, &item->kind);
	return 0;
}

bool environment_is_excused(const char *key, const struct text_list *despite)
{
	for (size_t i = 0; despite && i < despite->count; i++) {
		const char *name = despite->items[i];
		size_t length = strlen(name);

		if (length > 0 && name[length - 1] == '*' ? strncmp(key, name, length - 1) == 0
							  : strcmp(key, name) == 0)
			return true;
	}
	return false;
}

static char *copy_or_null(const char *text, bool *failed)
{
	char *copy = text ? strdup(text) : NULL;

	*failed |= text && !copy;
	return copy;
}

static int add_item(struct environment_difference *difference, const char *key, const char *base,
		    const char *other, const struct text_list *despite)
{
	struct difference_item *items =
		realloc(difference->items, (difference->count + 1) * sizeof(*items));
	struct difference_item *item;
	bool failed = false;

	if (!items)
		return -ENOMEM;
	difference->items = items;
	item = &items[difference->count++];
	*item = (struct difference_item){.excused = environment_is_excused(key, despite)};
	item->key = copy_or_null(key, &failed);
	item->base = copy_or_null(base, &failed);
	item->other = copy_or_null(other, &failed);
	return failed ? -ENOMEM : classify(item);
}

static bool same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* All environments of a comparison, base first. */
struct all {
	const struct environment *const *base;
	size_t base_count;
	const struct environment *const *other;
	size_t other_count;
};

static const struct environment *environment_at(const struct all *all, size_t index)
{
	return index < all->base_count ? all->base[index] : all->other[index - all->base_count];
}

/* Add key unless all have the same value for it. */
static int compare_key(const struct all *all, const char *key, const struct text_list *despite,
		       struct environment_difference *difference)
{
	size_t count = all->base_count + all->other_count;
	const char *base = environment_value(all->base[0], key, NULL);
	const char *other = environment_value(all->other[0], key, NULL);
	bool differs = false;

	for (size_t i = 1; i < count; i++) {
		const char *value = environment_value(environment_at(all, i), key, NULL);

		if (same(base, value))
			continue;
		/* Within a group, too: what differs there is shown as if it were the other's. */
		if (same(base, other))
			other = value;
		differs = true;
	}
	return differs ? add_item(difference, key, base, other, despite) : 0;
}

/* True when an environment before the one at index has the key, too. */
static bool is_seen(const struct all *all, size_t index, const char *key)
{
	for (size_t i = 0; i < index; i++) {
		if (environment_find(environment_at(all, i), key))
			return true;
	}
	return false;
}

static int compare_all(const struct all *all, const struct text_list *despite,
		       struct environment_difference *difference)
{
	int status = 0;

	for (size_t i = 0; i < all->base_count + all->other_count; i++) {
		const struct environment *environment = environment_at(all, i);

		for (size_t j = 0; j < environment->item_count && status == 0; j++) {
			const char *key = environment->items[j].key;

			if (!environment_is_volatile(key) && !is_seen(all, i, key))
				status = compare_key(all, key, despite, difference);
		}
	}
	return status;
}

static bool are_rungs(const struct all *all)
{
	for (size_t i = 0; i < all->base_count + all->other_count; i++) {
		if (rung_fact(environment_at(all, i), RUNG_FACT_KIND)[0] == '\0')
			return false;
	}
	return true;
}

/* The guest is made anew for each rung: what it is made of on purpose is no accident. */
static void settle_rungs(const struct all *all, struct environment_difference *difference)
{
	for (size_t i = 0; i < difference->count && are_rungs(all); i++) {
		struct difference_item *item = &difference->items[i];
		const enum rung_fact fact = rung_fact_find(item->key);

		if (item->kind == DIFFERENCE_OTHER && fact != RUNG_FACT_QEMU &&
		    fact != RUNG_FACT_CPU)
			item->kind = DIFFERENCE_RUNG;
	}
}

/* With another LSM configuration, the hash of the whole and the build stamp differ as well. */
static void settle_what_follows(struct environment_difference *difference)
{
	bool lsm_configured = false;
	bool hash_differs = false;

	for (size_t i = 0; i < difference->count; i++) {
		const struct difference_item *item = &difference->items[i];

		lsm_configured |= item->kind == DIFFERENCE_LSM && has_prefix(item->key, "config.");
		hash_differs |= strcmp(item->key, "kernel.config_sha256") == 0;
	}
	for (size_t i = 0; i < difference->count; i++) {
		struct difference_item *item = &difference->items[i];

		if (item->kind != DIFFERENCE_OTHER)
			continue;
		if ((strcmp(item->key, "kernel.config_sha256") == 0 && lsm_configured) ||
		    (strcmp(item->key, "kernel.version") == 0 && hash_differs) ||
		    strcmp(item->key, "kernel.config_source") == 0)
			item->kind = DIFFERENCE_FOLLOWS;
	}
}

/* Stable, and there are few. */
static void sort_by_kind(struct environment_difference *difference)
{
	for (size_t i = 1; i < difference->count; i++) {
		struct difference_item item = difference->items[i];
		size_t at = i;

		for (; at > 0 && difference->items[at - 1].kind > item.kind; at--)
			difference->items[at] = difference->items[at - 1];
		difference->items[at] = item;
	}
}

static bool any_empty(const struct environment *const *group, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (group[i]->item_count == 0)
			return true;
	}
	return count == 0;
}

int environment_difference_of(const struct environment *const *base, size_t base_count,
			      const struct environment *const *other, size_t other_count,
			      const struct text_list *despite,
			      struct environment_difference *difference)
{
	const struct all all = {base, base_count, other, other_count};
	int status = 0;

	*difference = (struct environment_difference){
		.base_unknown = any_empty(base, base_count),
		.other_unknown = any_empty(other, other_count),
	};
	/* Against nothing, every item would differ. */
	if (!difference->base_unknown && !difference->other_unknown)
		status = compare_all(&all, despite, difference);
	settle_what_follows(difference);
	settle_rungs(&all, difference);
	sort_by_kind(difference);
	if (status < 0)
		environment_difference_clear(difference);
	return status;
}

void environment_difference_clear(struct environment_difference *difference)
{
	for (size_t i = 0; i < difference->count; i++) {
		free(difference->items[i].key);
		free(difference->items[i].base);
		free(difference->items[i].other);
	}
	free(difference->items);
	*difference = (struct environment_difference){0};
}

size_t environment_difference_count(const struct environment_difference *difference,
				    enum difference_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < difference->count; i++)
		count += difference->items[i].kind == kind && !difference->items[i].excused;
	return count;
}

const struct difference_item *
environment_difference_first(const struct environment_difference *difference,
			     enum difference_kind kind)
{
	for (size_t i = 0; i < difference->count; i++) {
		if (difference->items[i].kind == kind && !difference->items[i].excused)
			return &difference->items[i];
	}
	return NULL;
}

const char *difference_kind_title(enum difference_kind kind)
{
	static const char *const titles[] = {
		[DIFFERENCE_LSM] = "security modules",
		[DIFFERENCE_RUNG] = "what else the rungs differ in",
		[DIFFERENCE_FOLLOWS] = "what follows from it",
		[DIFFERENCE_OTHER] = "everything else",
		[DIFFERENCE_UNKNOWN] = "known on one side only",
	};

	return titles[kind];
}

const char *difference_kind_name(enum difference_kind kind)
{
	static const char *const names[] = {
		[DIFFERENCE_LSM] = "lsm",         [DIFFERENCE_RUNG] = "rung",
		[DIFFERENCE_FOLLOWS] = "follows", [DIFFERENCE_OTHER] = "other",
		[DIFFERENCE_UNKNOWN] = "unknown",
	};

	return names[kind];
}
