/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The distributions against values of R 4.2.2 (tests/data/stats/special_functions.csv, printed to
 * 15 digits), and their behaviour outside their domain.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/statistics/distribution.h"
#include "tests/unit/oracle.h"

static double evaluate(const char *function, const double *arguments)
{
	if (strcmp(function, "qnorm") == 0)
		return normal_quantile(arguments[0]);
	if (strcmp(function, "pnorm") == 0)
		return normal_cumulative(arguments[0]);
	if (strcmp(function, "qt") == 0)
		return student_quantile(arguments[0], arguments[1]);
	if (strcmp(function, "pbinom") == 0)
		return binomial_cumulative((size_t)arguments[0], (size_t)arguments[1],
					   arguments[2]);
	fail_msg("unknown function %s", function);
	return NAN;
}

/* The library's binomial goes through logarithms of factorials, which costs it a digit. */
static double tolerance(const char *function)
{
	return strcmp(function, "pbinom") == 0 ? 1e-12 : 1e-13;
}

static void matches_r(void **state)
{
	struct oracle_table table;
	size_t rows = 0;

	(void)state;
	oracle_open(&table, "special_functions.csv");
	while (oracle_next(&table)) {
		char what[128];
		double *arguments;

		assert_true(oracle_numbers(oracle_cell(&table, "args"), &arguments) >= 1);
		snprintf(what, sizeof(what), "%s(%s)", oracle_cell(&table, "function"),
			 oracle_cell(&table, "args"));
		check_close(what, evaluate(oracle_cell(&table, "function"), arguments),
			    oracle_number(&table, "value"),
			    tolerance(oracle_cell(&table, "function")));
		free(arguments);
		rows++;
	}
	assert_int_equal(rows, 22);
}

/* By Pascal's triangle: how many of the 2^40 outcomes have at most k heads. */
static void binomial_counts_outcomes(void **state)
{
	double outcomes[41] = {1};
	double sum = 0;

	(void)state;
	for (size_t n = 1; n <= 40; n++) {
		for (size_t k = n; k > 0; k--)
			outcomes[k] += outcomes[k - 1];
	}
	for (size_t k = 0; k <= 40; k++) {
		sum += outcomes[k];
		check_close("sum", binomial_cumulative(k, 40, 0.5), sum / 1099511627776.0, 1e-12);
	}
	check_close("at most more", binomial_cumulative(7, 6, 0.5), 1, 0);
	/* 2^32 and more would be cut by the library's unsigned int. */
	check_close("at most far more", binomial_cumulative((size_t)1 << 32, 6, 0.5), 1, 0);
}

/*
 * P(X <= k) for X ~ Bin(n, 1/2) without any logarithm or factorial: every probability relative to
 * that of n / 2, from one to the next, as far out as any is left.
 */
static double half_binomial(size_t k, size_t n)
{
	size_t reach = (size_t)(6 * sqrt((double)n));
	size_t middle = n / 2;
	double below = 1;
	double above = 1;
	double all = 1;
	double wanted = k >= middle ? 1 : 0;

	for (size_t step = 0; step < reach && step < middle; step++) {
		below *= (double)(middle - step) / (double)(n - middle + step + 1);
		above *= (double)(n - middle - step) / (double)(middle + step + 1);
		all += below + above;
		if (middle - step - 1 <= k)
			wanted += below;
	}
	return wanted / all;
}

/* Two deviations below the mean, and up to 10^6 trials also at the mean, where it is hardest. */
static void binomial_serves_large_counts(void **state)
{
	(void)state;
	for (size_t n = 100; n <= 1000000000; n *= 10) {
		size_t far = (size_t)((double)n / 2 - sqrt((double)n));
		double relative = n <= 1000000 ? 1e-9 : 1e-5;

		check_close("two deviations", binomial_cumulative(far, n, 0.5),
			    half_binomial(far, n), relative);
		if (n <= 1000000)
			check_close("mean", binomial_cumulative(n / 2, n, 0.5),
				    half_binomial(n / 2, n), relative);
	}
}

static void two_sided_is_both_tails(void **state)
{
	(void)state;
	check_close("1.96", normal_two_sided(-normal_quantile(0.975)), 0.05, 1e-13);
	check_close("far out", normal_two_sided(8), 2 * normal_cumulative(-8), 0);
	check_close("middle", normal_two_sided(0), 1, 0);
}

static void bad_arguments_give_nan(void **state)
{
	(void)state;
	assert_true(isnan(normal_quantile(-0.1)));
	assert_true(isnan(normal_quantile(NAN)));
	assert_true(isnan(student_quantile(1.5, 3)));
	assert_true(isnan(student_quantile(0.5, 0)));
	assert_true(isnan(student_quantile(0.5, NAN)));
	assert_true(isnan(student_quantile(0.975, 1e-3)));
	/* Here the library's search fails, which by default aborts the program. */
	assert_true(isnan(student_quantile(1e-300, 10)));
	assert_true(isnan(binomial_cumulative(1, 2, 1.5)));
	assert_true(isnan(binomial_cumulative(1, (size_t)1 << 32, 0.5)));
	assert_true(isinf(normal_quantile(0)) && normal_quantile(0) < 0);
	assert_true(isinf(normal_quantile(1)) && normal_quantile(1) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_r),
		cmocka_unit_test(binomial_counts_outcomes),
		cmocka_unit_test(binomial_serves_large_counts),
		cmocka_unit_test(two_sided_is_both_tails),
		cmocka_unit_test(bad_arguments_give_nan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
