/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_small.h - the small session that the tests of compare_variants() share: stat, open-close
 * and chmod under none, same, landlock:1 and seccomp:1, in 12 passes of 20 runs.
 */
#ifndef LSMBENCH_TESTS_COMPARE_SMALL_H
#define LSMBENCH_TESTS_COMPARE_SMALL_H

#include "tests/unit/made_comparison.h"

#include "engine/compare/compare.h"

static const char *const plan_keys_small[] = {"cases",  "stat FFF",   "cases", "open-close FFF",
					      "cases",  "chmod DIR0", "runs",  "20",
					      "passes", "12",         NULL};
static const char *const four[] = {"none", "same", "landlock:1", "seccomp:1", NULL};

/* open-close: landlock +30%; everything: seccomp +41 ns a system call. */
static inline double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	double base = strcmp(entry->operation->name, "open-close") == 0 ? 1200 : 400;

	(void)pass;
	if (strcmp(variant, "landlock:1") == 0 && base == 1200)
		return base * 1.3;
	if (strcmp(variant, "seccomp:1") == 0)
		return base + 41 * operation_call_count(entry->operation, entry->parameter);
	return base;
}

static const struct made_plan usual = {
	.keys = plan_keys_small,
	.variants = four,
	.truth = truth,
	.noise = 0.01,
	.noise_passes = 0.002,
	.seed = 1,
};

static inline void compare(const struct result *result, struct comparison *comparison)
{
	struct error error = {0};

	made_check(compare_variants(result, comparison, &error), &error);
}

static inline const struct comparison_row *row_of(const struct comparison *comparison,
						  const char *name, const char *label)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (strcmp(comparison->rows[i].name, name) == 0 &&
		    strcmp(comparison->rows[i].label, label) == 0)
			return &comparison->rows[i];
	}
	fail_msg("no row %s %s", name, label);
	return NULL;
}

static inline void assert_near(double actual, double expected, double distance)
{
	if (!(fabs(actual - expected) <= distance))
		fail_msg("%g is not %g within %g", actual, expected, distance);
}

#endif
