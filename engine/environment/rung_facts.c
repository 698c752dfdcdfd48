/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rung_facts.c - the items "ladder.*" of a rung's environment, and which rungs are one. */
#include "engine/environment/rung_facts.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static const char *const kind_names[] = {
	[RUNG_FIRST] = "first",
	[RUNG_SAME] = "same",
	[RUNG_PLACEBO] = "placebo",
	[RUNG_OTHER] = "other",
};

#define KIND_COUNT (sizeof(kind_names) / sizeof(kind_names[0]))

static const char *const fact_keys[RUNG_FACT_COUNT] = {
	[RUNG_FACT_COMMAND_LINE] = "ladder.command_line",
	[RUNG_FACT_CPU] = "ladder.cpu",
	[RUNG_FACT_KERNEL] = "ladder.kernel",
	[RUNG_FACT_KERNEL_DIGEST] = "ladder.kernel_digest",
	[RUNG_FACT_KIND] = "ladder.kind",
	[RUNG_FACT_LSM_ASKED] = "ladder.lsm_asked",
	[RUNG_FACT_NAME] = "ladder.name",
	[RUNG_FACT_POLICY] = "ladder.policy",
	[RUNG_FACT_QEMU] = "ladder.qemu",
	[RUNG_FACT_SEED] = "ladder.seed",
	[RUNG_FACT_SESSION] = "ladder.session",
};

const char *rung_kind_name(enum rung_kind kind)
{
	return kind_names[kind];
}

int rung_kind_find(const char *name, enum rung_kind *kind)
{
	for (size_t i = 0; i < KIND_COUNT; i++) {
		if (strcmp(kind_names[i], name) != 0)
			continue;
		*kind = (enum rung_kind)i;
		return 0;
	}
	return -EINVAL;
}

bool rung_kind_is_repeat(enum rung_kind kind)
{
	return kind == RUNG_SAME || kind == RUNG_PLACEBO;
}

const char *rung_fact_key(enum rung_fact fact)
{
	return fact_keys[fact];
}

enum rung_fact rung_fact_find(const char *key)
{
	size_t i = 0;

	while (i < RUNG_FACT_COUNT && strcmp(fact_keys[i], key) != 0)
		i++;
	return (enum rung_fact)i;
}

const char *rung_fact(const struct environment *environment, enum rung_fact fact)
{
	return environment_value(environment, fact_keys[fact], "");
}

bool rung_same(const struct environment *a, const struct environment *b, enum rung_fact fact)
{
	return strcmp(rung_fact(a, fact), rung_fact(b, fact)) == 0;
}

int rung_kind_of(const struct environment *environment, enum rung_kind *kind)
{
	return rung_kind_find(rung_fact(environment, RUNG_FACT_KIND), kind);
}

bool rung_is(const struct environment *environment, enum rung_kind kind)
{
	enum rung_kind own;

	return rung_kind_of(environment, &own) == 0 && own == kind;
}

const char *rung_policy(const struct environment *environment)
{
	const char *policy = rung_fact(environment, RUNG_FACT_POLICY);

	return policy[0] == '\0' || strcmp(policy, "none") == 0 ? NULL : policy;
}

bool rung_same_kernel(const struct environment *a, const struct environment *b)
{
	return rung_same(a, b, RUNG_FACT_KERNEL_DIGEST);
}

/* The list and the policy: all that a placebo shares with its first. */
static bool same_modules(const struct environment *a, const struct environment *b)
{
	return rung_same(a, b, RUNG_FACT_LSM_ASKED) && rung_same(a, b, RUNG_FACT_POLICY);
}

bool rung_asked_alike(const struct environment *a, const struct environment *b)
{
	return same_modules(a, b) && rung_same(a, b, RUNG_FACT_COMMAND_LINE);
}

bool rung_stands_for(const struct environment *a, const struct environment *b)
{
	const bool has_placebo = rung_is(a, RUNG_PLACEBO) || rung_is(b, RUNG_PLACEBO);

	return rung_same_kernel(a, b) && same_modules(a, b) &&
	       (has_placebo || rung_same(a, b, RUNG_FACT_COMMAND_LINE));
}

bool rung_is_repeat_of(const struct environment *repeat, const struct environment *first)
{
	enum rung_kind kind;

	return rung_is(first, RUNG_FIRST) && rung_kind_of(repeat, &kind) == 0 &&
	       rung_kind_is_repeat(kind) && rung_stands_for(repeat, first);
}
