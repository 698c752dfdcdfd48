/* SPDX-License-Identifier: GPL-2.0-or-later */
/* against_passes.c - before a check, and before what is to be checked against is kept. */
#include "tui/against_passes.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "engine/compare/verdict.h"
#include "tui/command.h"

struct common {
	size_t tests;  /* cases that both have, once for each variant */
	size_t passes; /* that the base has of each of them at least, all its sessions together */
};

/* The passes of one step in the base; 0: it is not there. */
static size_t passes_of(const struct against *against, const struct plan_case *wanted,
			const char *variant)
{
	size_t passes = 0;

	for (size_t i = 0; i < against->base_count; i++) {
		const struct figures *figures = &against->base[i];

		for (size_t j = 0; j < figures->case_count; j++) {
			const struct case_figures *which = &figures->cases[j];

			if (which->operation == wanted->operation && !which->metric &&
			    strcmp(which->parameter, wanted->parameter) == 0 &&
			    strcmp(which->variant, variant) == 0)
				passes += which->pass_count;
		}
	}
	return passes;
}

static struct common find_common(const struct against *against, const struct plan *plan)
{
	struct common common = {.passes = SIZE_MAX};

	for (size_t i = 0; i < plan_step_count(plan); i++) {
		const char *variant = plan->variants.items[i % plan->variants.count];
		size_t passes = passes_of(against, plan_step_case(plan, i), variant);

		if (passes == 0)
			continue;
		common.tests++;
		common.passes = passes < common.passes ? passes : common.passes;
	}
	return common;
}

/* Whether passes of both sides lie apart by chance rarely enough. */
static bool can_decide(const struct common *common, size_t passes)
{
	return verdict_smallest_p(common->passes, passes) * (double)common->tests <=
	       VERDICT_LEVEL * (1 + 1e-9);
}

/* The fewest passes that do; 0: none up to the limit. */
static size_t fewest(const struct common *common)
{
	for (size_t passes = 2; passes <= AGAINST_PASSES_MOST; passes++)
		if (can_decide(common, passes))
			return passes;
	return 0;
}

size_t against_passes(const struct against *against, const struct plan *plan)
{
	const struct common common = find_common(against, plan);

	if (common.tests == 0 || can_decide(&common, plan->passes))
		return 0;
	return fewest(&common);
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

void against_warn_passes(const struct against *against, const struct plan *plan)
{
	const struct common common = find_common(against, plan);
	size_t passes;

	if (common.tests == 0 || can_decide(&common, plan->passes))
		return;
	passes = fewest(&common);
	if (passes > 0)
		command_complain("%" PRIu32 " pass%s decide%s nothing against the baseline %s: %zu "
				 "case%s need%s --passes %zu",
				 plan->passes, plan->passes == 1 ? "" : "es",
				 plan->passes == 1 ? "s" : "", against->name, common.tests,
				 plural(common.tests), common.tests == 1 ? "s" : "", passes);
	else
		command_complain("the baseline %s holds %zu pass%s a case, against which nothing "
				 "can be decided: save a session of \"lsmbench run --passes %zu\" "
				 "for %zu case%s",
				 against->name, common.passes, common.passes == 1 ? "" : "es",
				 verdict_sessions_needed(common.tests), common.tests,
				 plural(common.tests));
}

size_t against_passes_as_base(const struct plan *plan)
{
	const struct common common = {.tests = plan_step_count(plan), .passes = plan->passes};

	if (common.tests == 0 || can_decide(&common, plan->passes))
		return 0;
	return verdict_sessions_needed(common.tests);
}
