/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_plan.c - how many tests a plan will come to, and the passes that they need.
 */
#include "engine/compare/compare_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/compare/compare.h"
#include "engine/compare/verdict.h"
#include "engine/variant/variant.h"

size_t compare_plan_tests(const struct plan *plan)
{
	const char *base = plan->variants.count > 0 ? plan->variants.items[0] : VARIANT_NONE;
	size_t tests = 0;

	for (size_t i = 1; i < plan->variants.count; i++) {
		const char *variant = plan->variants.items[i];

		if (strcmp(variant, VARIANT_SAME) == 0)
			continue;
		for (size_t j = 0; j < plan->case_count; j++)
			tests += !compare_is_control(base, variant, plan->cases[j].operation);
	}
	return tests;
}

size_t compare_plan_lacks(const struct plan *plan)
{
	const size_t tests = compare_plan_tests(plan);
	const size_t needed = tests > 0 ? verdict_passes_needed(tests) : 0;

	return plan->passes < needed ? needed : 0;
}

const char *compare_plan_warning(const struct plan *plan, char *buffer, size_t size)
{
	const size_t tests = compare_plan_tests(plan);
	const size_t needed = compare_plan_lacks(plan);

	buffer[0] = '\0';
	if (needed > 0)
		snprintf(buffer, size,
			 "a verdict needs at least %zu passes for %zu comparison%s: --passes %zu, "
			 "not %" PRIu32,
			 needed, tests, tests == 1 ? "" : "s", needed, plan->passes);
	return buffer;
}
