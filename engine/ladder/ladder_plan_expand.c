/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_plan_expand.c - what a ladder measures where its plan does not say.
 *
 * A count of instructions repeats: a few runs tell what hundreds would. What compares in a session
 * (the A/A variant, controls) are rungs of their own here.
 */
#include "engine/ladder/ladder.h"

#define RUNS_USUAL 11u
#define PASSES_USUAL 2u

/* The calls on paths and in directories that a security module sees most of. */
static const struct {
	const char *key;
	const char *value;
} usual[] = {
	{"ops", "stat,fstatat,access,open-close,chmod,rename,readdir,mkstemp,symlink-unlink"},
	{"depths", "1,4,8"},
	{"dirs", "0,100"},
};

static int select_usual(struct plan *plan, struct error *error)
{
	int code = 0;

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]) && code == 0; i++)
		code = plan_set(plan, usual[i].key, usual[i].value, error);
	return code;
}

/* A guest has one CPU, and one file system that it makes itself. */
static int settle_place(struct plan *plan, struct error *error)
{
	int code = plan_set(plan, "scratch", "", error);

	return code < 0 ? code : plan_set(plan, "cpu", "", error);
}

int ladder_plan_expand(struct ladder_plan *plan, struct error *error)
{
	int code = settle_place(&plan->plan, error);

	if (code == 0 && plan_selects_nothing(&plan->plan))
		code = select_usual(&plan->plan, error);
	if (code < 0)
		return code;
	if (plan->plan.runs == 0)
		plan->plan.runs = RUNS_USUAL;
	if (plan->plan.passes == 0)
		plan->plan.passes = PASSES_USUAL;
	if (plan->plan.seed == 0)
		plan->plan.seed = LADDER_SEED;
	plan->plan.no_aa = true;
	plan->plan.no_controls = true;
	return plan_expand(&plan->plan, error);
}
