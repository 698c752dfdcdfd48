/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Binomial and sign tests against R (tests/data/stats/signed_rank_sign.txt), and intervals against
 * what defines them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/binomial_test.h"
#include "engine/distribution.h"
#include "tests/unit/oracle.h"

static void matches_r(void **state)
{
	char *text = oracle_read("signed_rank_sign.txt");
	char *rest = text;
	size_t tests = 0;
	size_t intervals = 0;

	(void)state;
	for (char *block; (block = oracle_block(&rest)) != NULL;) {
		struct binomial_test test;
		double *bounds;

		if (!oracle_find(block, "k"))
			continue; /* the signed rank test's */
		test = binomial_test_of((size_t)oracle_value(block, "k"),
					(size_t)oracle_value(block, "n"), oracle_value(block, "p0"),
					0.95);
		check_close("p", test.p, oracle_value(block, "p_two_sided"), 1e-11);
		tests++;
		if (!oracle_find(block, "ci95"))
			continue;
		assert_int_equal(oracle_series(block, "ci95", &bounds), 2);
		check_close("low", test.low, bounds[0], 1e-13);
		check_close("high", test.high, bounds[1], 1e-13);
		free(bounds);
		intervals++;
	}
	assert_int_equal(tests, 2);
	assert_int_equal(intervals, 1);
	free(text);
}

/* Clopper and Pearson's bounds are the chances at which the outcome has just 2.5% left. */
static void bounds_leave_the_tails(void **state)
{
	(void)state;
	for (size_t trials = 1; trials <= 300; trials += 13) {
		for (size_t k = 0; k <= trials; k += 1 + trials / 7) {
			struct binomial_test test = binomial_test_of(k, trials, 0.5, 0.95);

			if (k > 0)
				check_close("low", 1 - binomial_cumulative(k - 1, trials, test.low),
					    0.025, 1e-9);
			else
				check_close("low", test.low, 0, 0);
			if (k < trials)
				check_close("high", binomial_cumulative(k, trials, test.high),
					    0.025, 1e-9);
			else
				check_close("high", test.high, 1, 0);
		}
	}
}

/* Without a success the upper bound c has (1 - c)^n = 2.5%; with one success only, the lower one.
 */
static void bounds_of_many_trials(void **state)
{
	(void)state;
	for (size_t n = 100; n <= 1000000; n *= 10) {
		double share = pow(0.025, 1.0 / (double)n);

		check_close("none", binomial_test_of(0, n, 0.5, 0.95).high, 1 - share, 1e-8);
		check_close("all", binomial_test_of(n, n, 0.5, 0.95).low, share, 1e-13);
		check_close("one", binomial_test_of(1, n, 0.5, 0.95).low,
			    -expm1(log1p(-0.025) / (double)n), 1e-9);
	}
}

/* With a chance of one half p is twice a tail: 2^-n per outcome, counted by hand. */
static void sign_test_by_hand(void **state)
{
	const double differences[] = {0.3, -0.1, 0.2, 0, 0.5, 0.4, 0, 0.9, 0.1};
	struct binomial_test test = sign_test_of(differences, 9, 0.95);

	(void)state;
	assert_int_equal(test.successes, 6);
	assert_int_equal(test.trials, 7);
	check_close("p", test.p, 2 * (1.0 + 7.0) / 128, 1e-12);
	test = sign_test_of(differences, 0, 0.95);
	check_close("p without trials", test.p, 1, 0);
	check_close("low", test.low, 0, 0);
	check_close("high", test.high, 1, 0);
	test = binomial_test_of(3, 6, 0.5, 0.95);
	check_close("nothing to see", test.p, 1, 1e-12);
}

static void sure_chances(void **state)
{
	(void)state;
	check_close("never, and none", binomial_test_of(0, 5, 0, 0.95).p, 1, 1e-12);
	check_close("never, but one", binomial_test_of(1, 5, 0, 0.95).p, 0, 0);
	check_close("always, and all", binomial_test_of(5, 5, 1, 0.95).p, 1, 1e-12);
	check_close("always, but one", binomial_test_of(4, 5, 1, 0.95).p, 0, 0);
}

static void bad_arguments_give_nan(void **state)
{
	(void)state;
	assert_true(isnan(binomial_test_of(6, 5, 0.5, 0.95).p));
	assert_true(isnan(binomial_test_of(1, 5, 1.5, 0.95).p));
	assert_true(isnan(binomial_test_of(1, 5, NAN, 0.95).low));
	assert_true(isnan(binomial_test_of(1, 5, 0.5, 1.5).low));
	assert_true(isnan(binomial_test_of(1, 1000001, 0.5, 0.95).p));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_r),
		cmocka_unit_test(bounds_leave_the_tails),
		cmocka_unit_test(bounds_of_many_trials),
		cmocka_unit_test(sign_test_by_hand),
		cmocka_unit_test(sure_chances),
		cmocka_unit_test(bad_arguments_give_nan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
