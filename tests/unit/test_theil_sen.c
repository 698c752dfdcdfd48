/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_theil_sen.c - the line, and that its interval holds exactly the slopes that Kendall's test
 * does not reject.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/statistics/kendall.h"
#include "engine/statistics/theil_sen.h"
#include "engine/text/random.h"
#include "tests/unit/oracle.h"

static void test_by_hand(void **state)
{
	/* Slopes 1, 2, 29, 3, 43, 83: median (3 + 29) / 2; 85 cannot pull it further. */
	static const double x[] = {1, 2, 3, 4};
	static const double y[] = {1, 2, 5, 88};
	struct theil_sen line;

	(void)state;
	assert_int_equal(theil_sen_of(x, y, 4, 0.95, &line), 0);
	check_close("slope", line.slope, 16, 1e-14);
	/* y - 16 x is -15, -30, -43, 24. */
	check_close("intercept", line.intercept, -22.5, 1e-14);
	assert_true(isnan(line.slope_low)); /* 2 of 4! orders are not rare enough */
}

static void test_a_wild_point_does_not_turn_it(void **state)
{
	static const double x[] = {1, 2, 3, 4, 8, 9};
	double y[6];
	struct theil_sen line;

	(void)state;
	for (size_t i = 0; i < 6; i++)
		y[i] = 211 + 37 * x[i];
	y[5] = 5000;
	assert_int_equal(theil_sen_of(x, y, 6, 0.95, &line), 0);
	check_close("slope", line.slope, 37, 1e-12);
	check_close("intercept", line.intercept, 211, 1e-12);
}

/* Does Kendall's test accept that the points have this slope? */
static bool accepts(const double *x, const double *y, size_t count, double slope)
{
	struct kendall kendall;
	double left[64];

	for (size_t i = 0; i < count; i++)
		left[i] = y[i] - slope * x[i];
	assert_int_equal(kendall_of(x, left, count, &kendall), 0);
	return kendall.p > 0.05;
}

static void test_the_interval_is_that_of_kendalls_test(void **state)
{
	struct random_source random;

	(void)state;
	random_start(&random, 7, 0);
	for (size_t count = 5; count < 40; count += 5) {
		struct theil_sen line;
		double x[64];
		double y[64];

		for (size_t i = 0; i < count; i++) {
			x[i] = (double)i * 1.5 + 1;
			y[i] = 3 * x[i] + (double)random_below(&random, 1000003) / 1e5;
		}
		assert_int_equal(theil_sen_of(x, y, count, 0.95, &line), 0);
		assert_true(line.slope_low <= line.slope && line.slope <= line.slope_high);
		assert_true(accepts(x, y, count, line.slope_low + 1e-9));
		assert_true(accepts(x, y, count, line.slope_high - 1e-9));
		assert_false(accepts(x, y, count, line.slope_low - 1e-9));
		assert_false(accepts(x, y, count, line.slope_high + 1e-9));
	}
}

/* Ties of x: all 6! / (2! 2! 2!) = 90 orders counted by hand: 1, 2, 5, 7, ... inversions. */
static void test_ties_of_x(void **state)
{
	static const double x[] = {1, 1, 2, 2, 3, 3};
	static const double y[] = {10, 11, 22, 23.5, 36, 39};
	struct theil_sen line;

	(void)state;
	assert_int_equal(theil_sen_of(x, y, 6, 0.95, &line), 0);
	/* 12 slopes; 2 * 1 / 90 <= .05 and 2 * 3 / 90 is not: the outermost ones. */
	check_close("low", line.slope_low, 22 - 11, 1e-12);
	check_close("high", line.slope_high, 39 - 22, 1e-12);
}

static void test_no_line(void **state)
{
	static const double x[] = {2, 2, 2};
	static const double y[] = {1, 2, 3};
	struct theil_sen line;

	(void)state;
	assert_int_equal(theil_sen_of(x, y, 3, 0.95, &line), -EINVAL);
	assert_int_equal(theil_sen_of(x, y, 1, 0.95, &line), -EINVAL);
	assert_int_equal(theil_sen_of(x, y, 0, 0.95, &line), -EINVAL);
	assert_true(isnan(line.slope));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_by_hand),
		cmocka_unit_test(test_a_wild_point_does_not_turn_it),
		cmocka_unit_test(test_the_interval_is_that_of_kendalls_test),
		cmocka_unit_test(test_ties_of_x),
		cmocka_unit_test(test_no_line),
	};

	return cmocka_run_group_tests_name("theil_sen", tests, NULL, NULL);
}
