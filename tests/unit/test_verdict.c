/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_verdict.c - how many passes and sessions a verdict needs, and that the limit a comparison
 * states is found as often as it says: by playing sessions of that difference.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/compare/verdict.h"
#include "engine/statistics/distribution.h"
#include "engine/statistics/rank_test.h"
#include "engine/text/random.h"
#include "tests/unit/oracle.h"

/* Design: 8 passes carry 6 tests, 11 carry 51, 15 carry 819. */
static void test_passes_needed(void **state)
{
	static const size_t tests[] = {1, 2, 3, 6, 7, 51, 52, 819, 820};
	static const size_t passes[] = {6, 7, 7, 8, 9, 11, 12, 15, 16};

	(void)state;
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		assert_int_equal(verdict_passes_needed(tests[i]), passes[i]);
	assert_int_equal(verdict_passes_needed(0), 6);
}

static void test_sessions_needed(void **state)
{
	(void)state;
	check_close("3 a side", verdict_smallest_p(3, 3), 0.1, 1e-12);
	check_close("4 a side", verdict_smallest_p(4, 4), 2.0 / 70, 1e-12);
	check_close("5 and 3", verdict_smallest_p(5, 3), 2.0 / 56, 1e-12);
	assert_true(verdict_smallest_p(1, 1) == 1);
	assert_int_equal(verdict_sessions_needed(1), 4);
	assert_int_equal(verdict_sessions_needed(2), 5);
	assert_int_equal(verdict_sessions_needed(6), 5); /* 5 files a side carry 6 tests */
	assert_int_equal(verdict_sessions_needed(7), 6);
}

static double normal(struct random_source *random)
{
	double uniform = ((double)random_below(random, 1u << 30) + 0.5) / (1u << 30);

	return normal_quantile(uniform);
}

/* The share of sessions in which a signed-rank test finds a shift of one limit. */
static double found_paired(size_t passes, size_t tests)
{
	double limit = verdict_limit_paired(1, passes, tests);
	struct random_source random;
	const size_t sessions = 1000;
	size_t found = 0;

	random_start(&random, 20261130 + passes, 0);
	for (size_t i = 0; i < sessions; i++) {
		double values[64];
		struct rank_test test;

		for (size_t j = 0; j < passes; j++)
			values[j] = limit + normal(&random);
		assert_int_equal(signed_rank_of(values, passes, &test), 0);
		found += test.p * (double)tests <= VERDICT_LEVEL;
	}
	return (double)found / (double)sessions;
}

static void test_a_difference_of_the_limit_is_found(void **state)
{
	static const size_t cases[][2] = {{6, 1},  {8, 6},   {9, 6},    {10, 1}, {11, 51},
					  {15, 1}, {15, 24}, {15, 300}, {40, 24}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double share = found_paired(cases[i][0], cases[i][1]);

		/* Four standard errors of a share among 1000 are 5%. */
		if (!(share > 0.74 && share < 0.87))
			oracle_fail("%zu passes, %zu tests: found in %g of sessions", cases[i][0],
				    cases[i][1], share);
	}
	assert_true(isinf(verdict_limit_paired(1, 5, 1)));
	assert_true(isnan(verdict_limit_paired(NAN, 15, 1)));
}

static double found_groups(size_t a, size_t b, size_t tests)
{
	double limit = verdict_limit_groups(1, a, b, tests);
	struct random_source random;
	const size_t sessions = 1000;
	size_t found = 0;

	random_start(&random, 1130 + a, 0);
	for (size_t i = 0; i < sessions; i++) {
		double x[64];
		double y[64];
		struct rank_test test;

		for (size_t j = 0; j < a; j++)
			x[j] = limit + normal(&random);
		for (size_t j = 0; j < b; j++)
			y[j] = normal(&random);
		assert_int_equal(mann_whitney_of(x, a, y, b, &test), 0);
		found += test.p * (double)tests <= VERDICT_LEVEL * (1 + 1e-9);
	}
	return (double)found / (double)sessions;
}

static void test_a_difference_between_groups_is_found(void **state)
{
	static const size_t cases[][3] = {{4, 4, 1}, {5, 5, 6}, {6, 6, 1}, {5, 8, 2}, {12, 12, 24}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double share = found_groups(cases[i][0], cases[i][1], cases[i][2]);

		if (!(share > 0.72 && share < 0.92))
			oracle_fail("%zu and %zu sessions, %zu tests: found in %g", cases[i][0],
				    cases[i][1], cases[i][2], share);
	}
	assert_true(isinf(verdict_limit_groups(1, 3, 3, 1)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_passes_needed),
		cmocka_unit_test(test_sessions_needed),
		cmocka_unit_test(test_a_difference_of_the_limit_is_found),
		cmocka_unit_test(test_a_difference_between_groups_is_found),
	};

	return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
