/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kendall's tau against R (tests/data/stats/kendall_trend.txt), against counting all pairs, and its
 * exact p value against every order of a few values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/statistics/kendall.h"
#include "tests/unit/oracle.h"

static void matches_r(void **state)
{
	char *text = oracle_read("kendall_trend.txt");
	double *x;
	double *y;
	size_t count = oracle_series(text, "x", &x);
	double pairs = (double)count * (double)(count - 1) / 2;
	struct kendall kendall;

	(void)state;
	assert_int_equal(oracle_series(text, "y", &y), count);
	assert_int_equal(kendall_of(x, y, count, &kendall), 0);
	/* R's T counts the concordant pairs. */
	check_close("T", (kendall.s + pairs) / 2, oracle_value(text, "T"), 0);
	check_close("tau", kendall.tau, oracle_value(text, "tau"), 1e-14);
	check_close("z", kendall.z, oracle_value(text, "z_asymp"), 1e-13);
	check_close("normal p", kendall.p_normal, oracle_value(text, "p_asymp"), 1e-13);
	check_close("exact p", kendall.p, oracle_value(text, "p_exact_two_sided"), 1e-13);
	assert_true(kendall.exact);
	free(x);
	free(y);
	free(text);
}

static int sign(double value)
{
	return (value > 0) - (value < 0);
}

/* S and tau-b as they are defined: over all pairs. */
static void by_all_pairs(const double *x, const double *y, size_t count, double *s, double *tau)
{
	double untied_x = 0;
	double untied_y = 0;

	*s = 0;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < i; j++) {
			int a = sign(x[i] - x[j]);
			int b = sign(y[i] - y[j]);

			*s += a * b;
			untied_x += a != 0;
			untied_y += b != 0;
		}
	}
	*tau = untied_x > 0 && untied_y > 0 ? *s / sqrt(untied_x * untied_y) : 0;
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 16;
}

static void agrees_with_all_pairs(void **state)
{
	uint32_t seed = 7;

	(void)state;
	for (uint32_t round = 0; round < 200; round++) {
		size_t count = 2 + round % 70;
		uint32_t levels = round % 3 ? 5 : 60000;
		double x[72];
		double y[72];
		double place[72];
		double s;
		double tau;
		struct kendall kendall;

		for (size_t i = 0; i < count; i++) {
			x[i] = next_random(&seed) % levels;
			y[i] = next_random(&seed) % levels;
			place[i] = (double)i;
		}
		assert_int_equal(kendall_of(x, y, count, &kendall), 0);
		by_all_pairs(x, y, count, &s, &tau);
		check_close("s", kendall.s, s, 0);
		check_close("tau", kendall.tau, tau, 1e-14);
		assert_int_equal(kendall_of(NULL, y, count, &kendall), 0);
		by_all_pairs(place, y, count, &s, &tau);
		check_close("s against place", kendall.s, s, 0);
		check_close("tau against place", kendall.tau, tau, 1e-14);
	}
}

/* Step values to their next order (Narayana's); 0 after the last one. */
static int next_order(double *values, size_t count)
{
	size_t i = count - 1;
	size_t j = count - 1;
	double swap;

	while (i > 0 && values[i - 1] >= values[i])
		i--;
	if (i == 0)
		return 0;
	while (j > i && values[j] <= values[i - 1])
		j--;
	swap = values[i - 1];
	values[i - 1] = values[j];
	values[j] = swap;
	for (j = count - 1; i < j; i++, j--) {
		swap = values[i];
		values[i] = values[j];
		values[j] = swap;
	}
	return 1;
}

/* P(|S| >= |s|) by trying all count! orders. */
static double p_by_all_orders(double s, size_t count)
{
	double values[] = {0, 1, 2, 3, 4, 5, 6};
	double place[] = {0, 1, 2, 3, 4, 5, 6};
	double reached = 0;
	double orders = 0;

	do {
		double other;
		double tau;

		by_all_pairs(place, values, count, &other, &tau);
		reached += fabs(other) >= fabs(s);
		orders++;
	} while (next_order(values, count));
	return reached / orders;
}

static void exact_p_counts_all_orders(void **state)
{
	const double orders[][7] = {{0, 1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1, 0},
				    {1, 0, 2, 3, 5, 4, 6}, {3, 0, 6, 1, 4, 2, 5},
				    {0, 6, 5, 4, 3, 2, 1}, {2, 1, 0, 3, 4, 6, 5}};

	(void)state;
	for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++) {
		for (size_t count = 2; count <= 7; count++) {
			struct kendall kendall;

			assert_int_equal(kendall_of(NULL, orders[i], count, &kendall), 0);
			assert_true(kendall.exact);
			check_close("p", kendall.p, p_by_all_orders(kendall.s, count), 1e-13);
		}
	}
}

/* z divides by the standard deviation of S over all orders, ties in both series or not. */
static void deviation_counts_all_orders(void **state)
{
	const double series[][7] = {{0, 1, 2, 3, 4, 5, 6},
				    {0, 0, 0, 1, 1, 2, 3},
				    {0, 0, 1, 1, 2, 2, 2},
				    {0, 1, 1, 1, 1, 1, 1}};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		for (size_t j = 0; j < 4; j++) {
			double y[7];
			double orders = 0;
			double squares = 0;
			struct kendall kendall;
			double s;
			double tau;

			memcpy(y, series[j], sizeof(y));
			do {
				by_all_pairs(series[i], y, 7, &s, &tau);
				squares += s * s;
				orders++;
			} while (next_order(y, 7));
			assert_int_equal(kendall_of(series[i], series[j], 7, &kendall), 0);
			check_close("z", kendall.z, kendall.s / sqrt(squares / orders), 1e-13);
		}
	}
}

/* 49 values are judged exactly, 50 by the normal limit; the two must nearly meet there. */
static void exact_meets_normal_at_fifty(void **state)
{
	double values[50];
	struct kendall exact;
	struct kendall normal;

	(void)state;
	for (size_t i = 0; i < 50; i++)
		values[i] = (double)(i * 37 % 101) + (double)i / 2;
	assert_int_equal(kendall_of(NULL, values, 49, &exact), 0);
	assert_int_equal(kendall_of(NULL, values, 50, &normal), 0);
	assert_true(exact.exact);
	assert_false(normal.exact);
	check_close("p", exact.p, exact.p_normal, 0.02);
	check_close("p", normal.p, normal.p_normal, 0);
}

static void edges(void **state)
{
	const double values[] = {1, 1, 1, 2};
	struct kendall kendall;

	(void)state;
	assert_int_equal(kendall_of(NULL, values, 1, &kendall), 0);
	assert_true(isnan(kendall.tau) && isnan(kendall.p) && isnan(kendall.z));
	assert_int_equal(kendall_of(NULL, NULL, 0, &kendall), 0);
	assert_true(isnan(kendall.tau));
	assert_int_equal(kendall_of(NULL, values, 3, &kendall), 0);
	check_close("tau of equal values", kendall.tau, 0, 0);
	check_close("p of equal values", kendall.p, 1, 0);
	assert_int_equal(kendall_of(values, values, 4, &kendall), 0);
	check_close("tau with itself", kendall.tau, 1, 1e-15);
	assert_false(kendall.exact);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_r),
		cmocka_unit_test(agrees_with_all_pairs),
		cmocka_unit_test(exact_p_counts_all_orders),
		cmocka_unit_test(deviation_counts_all_orders),
		cmocka_unit_test(exact_meets_normal_at_fifty),
		cmocka_unit_test(edges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
