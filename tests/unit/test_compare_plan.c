/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_plan.c - how many tests a plan will come to, and whether its passes carry a verdict.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/compare/compare_plan.h"

static void expect(const char *ops, const char *variants, const char *passes, size_t tests,
		   size_t lacking)
{
	struct error error = {.text = ""};
	struct plan plan;

	plan_init(&plan);
	if (plan_set(&plan, "ops", ops, &error) < 0 ||
	    plan_set(&plan, "paths", "FFF", &error) < 0 ||
	    plan_set(&plan, "variants", variants, &error) < 0 ||
	    plan_set(&plan, "passes", passes, &error) < 0 || plan_expand(&plan, &error) < 0)
		fail_msg("%s: %s", ops, error.text);
	assert_int_equal(compare_plan_tests(&plan), tests);
	assert_int_equal(compare_plan_lacks(&plan), lacking);
	plan_clear(&plan);
}

/* 2^(1 - passes) times the tests must not be above 0.05: 1/32, 2/64, 4/128. */
static void tests_are_what_a_variant_reaches(void **state)
{
	(void)state;
	expect("stat", "none,seccomp:1", "6", 1, 0);
	expect("stat", "none,seccomp:1", "5", 1, 6);
	expect("stat,open-close", "none,seccomp:1", "6", 2, 7);
	expect("stat,open-close", "none,seccomp:1,seccomp:4", "8", 4, 0);
	expect("stat,open-close", "none,seccomp:1,seccomp:4", "7", 4, 8);
	/* Landlock has no hook in stat: a control, beside which one comparison stands. */
	expect("stat,open-close", "none,landlock:1", "5", 1, 6);
	/* Equal things and nothing to compare with. */
	expect("stat,loop", "none,same", "1", 0, 0);
	expect("stat,loop", "none", "1", 0, 0);
}

static void the_warning_names_the_remedy(void **state)
{
	struct error error;
	struct plan plan;
	char text[160];

	(void)state;
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "stat", &error), 0);
	assert_int_equal(plan_set(&plan, "paths", "FFF", &error), 0);
	assert_int_equal(plan_set(&plan, "variants", "none,seccomp:1", &error), 0);
	assert_int_equal(plan_set(&plan, "passes", "2", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), 0);
	assert_string_equal(
		compare_plan_warning(&plan, text, sizeof(text)),
		"a verdict needs at least 6 passes for 1 comparison: --passes 6, not 2");
	assert_int_equal(plan_set(&plan, "passes", "6", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), 0);
	assert_string_equal(compare_plan_warning(&plan, text, sizeof(text)), "");
	plan_clear(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tests_are_what_a_variant_reaches),
		cmocka_unit_test(the_warning_names_the_remedy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
