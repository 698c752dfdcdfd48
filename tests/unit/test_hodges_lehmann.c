/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hodges-Lehmann estimates and intervals against R (tests/data/stats: mannwhitney_hl.txt,
 * signed_rank_sign.txt), against listing all pairs, and against the tests that they invert.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/statistics/hodges_lehmann.h"
#include "engine/statistics/pairs.h"
#include "engine/statistics/rank_test.h"
#include "engine/statistics/summary.h"
#include "tests/unit/oracle.h"

static void check_interval(const char *block, const char *key, const struct hodges_lehmann *result)
{
	double *bounds;

	assert_int_equal(oracle_series(block, key, &bounds), 2);
	check_close(key, result->low, bounds[0], 1e-11);
	check_close(key, result->high, bounds[1], 1e-11);
	free(bounds);
}

static void check_shift(const char *block)
{
	double *x;
	double *y;
	size_t m = oracle_series(block, "x", &x);
	size_t n = oracle_series(block, "y", &y);
	struct hodges_lehmann shift;

	assert_int_equal(hodges_lehmann_shift(x, m, y, n, 0.95, &shift), 0);
	check_close("estimate", shift.estimate, oracle_value(block, "HL_median_of_differences"),
		    1e-12);
	assert_int_equal(shift.rank, (uint64_t)oracle_value(block, "HL_ci_rank_k"));
	check_interval(block, "HL_ci_order_stat", &shift);
	if (oracle_find(block, "ci95_exact"))
		check_interval(block, "ci95_exact", &shift);
	assert_true(shift.confidence >= 0.95 - 1e-12);
	free(x);
	free(y);
}

static void shift_matches_r(void **state)
{
	char *text = oracle_read("mannwhitney_hl.txt");
	char *rest = text;
	size_t cases = 0;

	(void)state;
	for (char *block; (block = oracle_block(&rest)) != NULL;) {
		if (!oracle_find(block, "case"))
			continue; /* the head */
		check_shift(block);
		cases++;
	}
	assert_int_equal(cases, 8);
	free(text);
}

static void center_matches_r(void **state)
{
	char *text = oracle_read("signed_rank_sign.txt");
	double *x;
	double *y;
	size_t count = oracle_series(text, "x", &x);
	struct hodges_lehmann center;

	(void)state;
	assert_int_equal(oracle_series(text, "y", &y), count);
	for (size_t i = 0; i < count; i++)
		y[i] -= x[i];
	assert_int_equal(hodges_lehmann_center(y, count, 0.95, &center), 0);
	check_close("estimate", center.estimate, oracle_value(text, "pseudomedian_HL"), 1e-14);
	check_interval(text, "ci95_exact", &center);
	assert_true(center.confidence >= oracle_value(text, "achieved_conf"));
	free(x);
	free(y);
	free(text);
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 16;
}

/* Sorted values between -10 and 10, on few levels when coarse. */
static void draw(double *values, size_t count, uint32_t *seed, int coarse)
{
	for (size_t i = 0; i < count; i++)
		values[i] = coarse ? (double)(next_random(seed) % 5) - 2
				   : (double)next_random(seed) / 3277 - 10;
	sort_values(values, count);
}

/* Every place, against all differences or means in a sorted list. */
static void check_against_list(const struct pairs *pairs)
{
	double list[400];
	size_t listed = 0;

	for (size_t i = 0; i < pairs->x_count; i++) {
		for (size_t j = 0; pairs->y && j < pairs->y_count; j++)
			list[listed++] = pairs->x[i] - pairs->y[j];
		for (size_t j = i; !pairs->y && j < pairs->x_count; j++)
			list[listed++] = (pairs->x[i] + pairs->x[j]) / 2;
	}
	assert_int_equal(listed, pairs_count(pairs));
	sort_values(list, listed);
	for (size_t k = 1; k <= listed; k++)
		check_close("k-th", pairs_select(pairs, k), list[k - 1], 0);
	check_close("median", pairs_median(pairs), (list[(listed - 1) / 2] + list[listed / 2]) / 2,
		    0);
}

static void selection_agrees_with_listing(void **state)
{
	uint32_t seed = 3;

	(void)state;
	for (size_t round = 0; round < 100; round++) {
		double x[20];
		double y[20];
		size_t m = 1 + round % 20;
		size_t n = 1 + round % 7 * 3;

		draw(x, m, &seed, round % 2);
		draw(y, n, &seed, round % 2);
		check_against_list(&(struct pairs){x, m, y, n});
		check_against_list(&(struct pairs){x, m, NULL, 0});
	}
}

/* The p value of x moved down by shift, against y. */
static double p_of_shift(const double *x, size_t m, const double *y, size_t n, double shift)
{
	double moved[20];
	struct rank_test test;

	for (size_t i = 0; i < m; i++)
		moved[i] = x[i] - shift;
	assert_int_equal(mann_whitney_of(moved, m, y, n, &test), 0);
	return test.p_exact;
}

/* The interval holds the shifts that the test does not reject, and no others. */
static void shift_interval_inverts_the_test(void **state)
{
	const double x[] = {0.8312, 1.8947, 1.0461, 1.4589, 1.3805, 1.9178, 1.6433, 0.7359};
	const double y[] = {1.1591, 0.8836, 0.9027, 0.7474, 1.2113, 1.3169};
	struct hodges_lehmann shift;

	(void)state;
	assert_int_equal(hodges_lehmann_shift(x, 8, y, 6, 0.95, &shift), 0);
	assert_true(p_of_shift(x, 8, y, 6, shift.low + 1e-9) > 0.05);
	assert_true(p_of_shift(x, 8, y, 6, shift.low - 1e-9) <= 0.05);
	assert_true(p_of_shift(x, 8, y, 6, shift.high - 1e-9) > 0.05);
	assert_true(p_of_shift(x, 8, y, 6, shift.high + 1e-9) <= 0.05);
	check_close("confidence", shift.confidence, 1 - p_of_shift(x, 8, y, 6, shift.high + 1e-9),
		    1e-13);
}

static double p_of_center(const double *values, size_t count, double center)
{
	double moved[20];
	struct rank_test test;

	for (size_t i = 0; i < count; i++)
		moved[i] = values[i] - center;
	assert_int_equal(signed_rank_of(moved, count, &test), 0);
	return test.p_exact;
}

static void center_interval_inverts_the_test(void **state)
{
	const double values[] = {0.0112, -0.003, 0.0271, 0.0184, 0.0049, 0.0093, 0.0157, -0.0008};
	struct hodges_lehmann center;

	(void)state;
	assert_int_equal(hodges_lehmann_center(values, 8, 0.95, &center), 0);
	assert_true(p_of_center(values, 8, center.low + 1e-9) > 0.05);
	assert_true(p_of_center(values, 8, center.low - 1e-9) <= 0.05);
	assert_true(p_of_center(values, 8, center.high - 1e-9) > 0.05);
	assert_true(p_of_center(values, 8, center.high + 1e-9) <= 0.05);
	check_close("confidence", center.confidence, 1 - p_of_center(values, 8, center.high + 1e-9),
		    1e-13);
}

/* 95% needs six differences (2^-5 < .05), and four against four values (2 / C(8, 4) < .05). */
static void too_few_values_have_no_interval(void **state)
{
	const double values[] = {1, 2, 4, 8, 16, 32};
	struct hodges_lehmann result;

	(void)state;
	for (size_t count = 1; count <= 6; count++) {
		assert_int_equal(hodges_lehmann_center(values, count, 0.95, &result), 0);
		assert_int_equal(result.rank, count == 6 ? 1 : 0);
		assert_int_equal(isnan(result.low) && isnan(result.high), count < 6);
	}
	check_close("low", result.low, 1, 0);
	check_close("high", result.high, 32, 0);
	check_close("confidence", result.confidence, 1 - 2.0 / 64, 1e-15);
	assert_int_equal(hodges_lehmann_shift(values, 3, values + 3, 3, 0.95, &result), 0);
	assert_true(result.rank == 0 && isnan(result.low) && isnan(result.confidence));
	check_close("estimate without interval", result.estimate, -14, 0);
	assert_int_equal(hodges_lehmann_shift(values, 0, values, 3, 0.95, &result), -EINVAL);
	assert_int_equal(hodges_lehmann_shift(values, 3, values, 0, 0.95, &result), -EINVAL);
	assert_int_equal(hodges_lehmann_center(values, 0, 0.95, &result), -EINVAL);
}

/* A confidence of 1 - 2 / C(2k, k), which k against k values just reach, counts as reached. */
static void exact_confidence_is_met(void **state)
{
	const double values[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
	double choices = 6; /* C(4, 2) */

	(void)state;
	for (size_t k = 3; k <= 7; k++) {
		struct hodges_lehmann shift;

		choices = choices * (double)(2 * (2 * k - 1)) / (double)k;
		assert_int_equal(
			hodges_lehmann_shift(values, k, values + k, k, 1 - 2 / choices, &shift), 0);
		assert_int_equal(shift.rank, 1);
		check_close("confidence", shift.confidence, 1 - 2 / choices, 1e-14);
	}
}

/* Above the limits the ranks come from the normal distribution: no jump there. */
static void exact_ranks_meet_normal_ranks(void **state)
{
	double values[201];
	struct hodges_lehmann exact;
	struct hodges_lehmann normal;

	(void)state;
	for (size_t i = 0; i < 201; i++)
		values[i] = (double)(i * 83 % 201);
	assert_int_equal(hodges_lehmann_center(values, 200, 0.95, &exact), 0);
	assert_int_equal(hodges_lehmann_center(values, 201, 0.95, &normal), 0);
	check_close("center rank", (double)normal.rank, (double)exact.rank, 0.015);
	assert_int_equal(hodges_lehmann_shift(values, 49, values + 50, 49, 0.95, &exact), 0);
	assert_int_equal(hodges_lehmann_shift(values, 50, values + 50, 50, 0.95, &normal), 0);
	check_close("shift rank", (double)normal.rank, (double)exact.rank, 0.05);
}

/* 2e5 against 2e5 values have 4e10 differences, which nobody could list. */
static void many_values(void **state)
{
	const size_t count = 200000;
	double *values = malloc(2 * count * sizeof(*values));
	struct hodges_lehmann result;

	(void)state;
	assert_non_null(values);
	for (size_t i = 0; i < count; i++) {
		values[i] = (double)(i * 7919 % count);
		values[count + i] = (double)i - 12.25;
	}
	assert_int_equal(hodges_lehmann_shift(values, count, values + count, count, 0.95, &result),
			 0);
	check_close("shift", result.estimate, 12.25, 0);
	check_close("symmetry", result.high - 12.25, 12.25 - result.low, 1e-12);
	assert_int_equal(hodges_lehmann_center(values, count, 0.95, &result), 0);
	check_close("center", result.estimate, (double)(count - 1) / 2, 0);
	free(values);
}

static void strange_values_do_no_harm(void **state)
{
	const double values[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, NAN};
	const double zeros[] = {-0.0, 0.0, -0.0};
	struct hodges_lehmann result;

	(void)state;
	assert_int_equal(hodges_lehmann_center(values, 6, 0.95, &result), 0);
	assert_int_equal(hodges_lehmann_shift(values, 6, values, 6, 0.95, &result), 0);
	assert_int_equal(hodges_lehmann_center(zeros, 3, 0.95, &result), 0);
	assert_false(signbit(result.estimate));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shift_matches_r),
		cmocka_unit_test(center_matches_r),
		cmocka_unit_test(selection_agrees_with_listing),
		cmocka_unit_test(shift_interval_inverts_the_test),
		cmocka_unit_test(center_interval_inverts_the_test),
		cmocka_unit_test(too_few_values_have_no_interval),
		cmocka_unit_test(exact_confidence_is_met),
		cmocka_unit_test(exact_ranks_meet_normal_ranks),
		cmocka_unit_test(many_values),
		cmocka_unit_test(strange_values_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
