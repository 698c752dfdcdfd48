/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_groups.h - groups of made sessions, and comparing two of them.
 */
#ifndef LSMBENCH_TESTS_SESSION_GROUPS_H
#define LSMBENCH_TESTS_SESSION_GROUPS_H

#include <math.h>
#include <stdlib.h>

#include "tests/unit/made_comparison.h"

#include "engine/compare/compare.h"

#define GROUP 6

/* Sessions of a kernel: stat and open-close (or only stat), each session a seed of its own. */
struct group {
	struct figures figures[GROUP];
	const struct figures *sessions[GROUP];
	size_t count;
};

static double faster_open; /* what truth() multiplies open-close with */

static double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	(void)variant;
	(void)pass;
	return strcmp(entry->operation->name, "open-close") == 0 ? 1200 * faster_open : 400;
}

static inline void make_group(struct group *group, const char *const *keys, uint64_t seed,
			      double factor, size_t count)
{
	static const char *const alone[] = {"none", NULL};
	struct error error = {""};

	faster_open = factor;
	group->count = count;
	for (size_t i = 0; i < count; i++) {
		const struct made_plan made = {.keys = keys,
					       .variants = alone,
					       .truth = truth,
					       .noise = 0.01,
					       .noise_passes = 0.01,
					       .seed = seed + i};
		struct result result;

		made_compared(&made, &result);
		made_check(figures_of_result(&result, "made", &group->figures[i], &error), &error);
		group->sessions[i] = &group->figures[i];
		result_clear(&result);
	}
}

static inline void clear_group(struct group *group)
{
	for (size_t i = 0; i < group->count; i++)
		figures_clear(&group->figures[i]);
}

static const char *const both[] = {"cases",  "stat FFF", "cases", "open-close FFF", "runs", "40",
				   "passes", "3",        NULL};
static const char *const both_often[] = {
	"cases", "stat FFF", "cases", "open-close FFF", "runs", "40", "passes", "5", NULL};
static const char *const only_stat[] = {"cases", "stat FFF", "cases", "chmod DIR0",
					"runs",  "20",       NULL};

static inline void compare(const struct group *base, const struct group *other,
			   const struct comparison_options *options, struct comparison *comparison)
{
	const struct comparison_group groups[] = {{"A", base->sessions, base->count},
						  {"B", other->sessions, other->count}};
	struct error error = {""};

	made_check(compare_sessions(groups, 2, options, comparison, &error), &error);
}

static inline void assert_near(double actual, double expected, double distance)
{
	if (!(fabs(actual - expected) <= distance))
		fail_msg("%g is not %g within %g", actual, expected, distance);
}

static const struct comparison_options usual = {0};

static inline void set_all(struct group *group, const char *key, const char *value)
{
	for (size_t i = 0; i < group->count; i++)
		assert_int_equal(
			environment_set(&group->figures[i].environment, key, value, "test"), 0);
}

#endif
