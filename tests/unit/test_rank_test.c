/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rank tests against R and others (tests/data/stats: mannwhitney_hl.txt, exact_U_counts.csv,
 * signed_rank_sign.txt, hand_checks.txt), and against trying every outcome.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/statistics/distribution.h"
#include "engine/statistics/rank_sum.h"
#include "engine/statistics/rank_test.h"
#include "tests/unit/oracle.h"

static void check_exact(const char *block, const struct rank_test *test)
{
	assert_true(test->exact);
	check_close("less", test->p_less, oracle_value(block, "p_exact_less"), 1e-13);
	check_close("greater", test->p_greater, oracle_value(block, "p_exact_greater"), 1e-13);
	check_close("exact", test->p_exact, oracle_value(block, "p_exact_two_sided"), 1e-13);
	check_close("reported", test->p, test->p_exact, 0);
}

static void check_mann_whitney(const char *block)
{
	double *x;
	double *y;
	size_t m = oracle_series(block, "x", &x);
	size_t n = oracle_series(block, "y", &y);
	struct rank_test test;

	assert_int_equal(m, (size_t)oracle_value(block, "m"));
	assert_int_equal(n, (size_t)oracle_value(block, "n"));
	assert_int_equal(mann_whitney_of(x, m, y, n, &test), 0);
	check_close("U", test.statistic, oracle_value(block, "U_x"), 0);
	check_close("mean", test.mean, oracle_value(block, "mean_U"), 0);
	check_close("variance", test.variance, oracle_value(block, "var_U_tiecorr"), 1e-13);
	check_close("z", test.z, oracle_value(block, "z_nocc"), 1e-13);
	check_close("normal", test.p_normal, oracle_value(block, "p_asymp_nocc_two_sided"), 1e-12);
	check_close("corrected", test.p_corrected, oracle_value(block, "p_asymp_cc_two_sided"),
		    1e-12);
	assert_int_equal(test.tied, strncmp(oracle_find(block, "ties"), "TRUE", 4) == 0);
	if (!test.tied)
		check_exact(block, &test);
	assert_int_equal(test.exact, m < 50 && n < 50);
	free(x);
	free(y);
}

static void mann_whitney_matches_r(void **state)
{
	char *text = oracle_read("mannwhitney_hl.txt");
	char *rest = text;
	size_t cases = 0;

	(void)state;
	for (char *block; (block = oracle_block(&rest)) != NULL;) {
		if (!oracle_find(block, "case"))
			continue; /* the head */
		check_mann_whitney(block);
		cases++;
	}
	assert_int_equal(cases, 8);
	free(text);
}

/* How many arrangements of m and n values have U = u: one rank sum further up for each. */
static double count_arrangements(size_t m, size_t n, size_t u)
{
	const size_t ranks[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	double ways[64];
	size_t lowest = m * (m - 1) / 2;

	assert_true(m + n <= 11 && lowest + m * n < 64);
	assert_int_equal(rank_sum_drawn(ranks, m + n, m, lowest + m * n, ways), 0);
	return ways[lowest + u];
}

static void counts_match_r(void **state)
{
	struct oracle_table table;
	size_t rows = 0;

	(void)state;
	oracle_open(&table, "exact_U_counts.csv");
	for (; oracle_next(&table); rows++)
		check_close("count",
			    count_arrangements((size_t)oracle_number(&table, "m"),
					       (size_t)oracle_number(&table, "n"),
					       (size_t)oracle_number(&table, "u")),
			    oracle_number(&table, "count"), 0);
	assert_int_equal(rows, 74);
}

/* 25 of 50 ranks: C(50, 25) = 126410606437752 choices in all, half of them on either side. */
static void counts_stay_exact_when_large(void **state)
{
	size_t ranks[50];
	double *ways = malloc(926 * sizeof(*ways));
	double total = 0;

	(void)state;
	assert_non_null(ways);
	for (size_t i = 0; i < 50; i++)
		ranks[i] = i;
	assert_int_equal(rank_sum_drawn(ranks, 50, 25, 925, ways), 0);
	for (size_t i = 0; i <= 925; i++) {
		total += ways[i];
		if (i >= 300)
			check_close("symmetry", ways[i], ways[1225 - i], 0);
	}
	check_close("all", total, 126410606437752, 0);
	free(ways);
}

/* The smallest p that k against k values can have: "3:0.1 4:0.0285...". */
static void least_p_matches(void **state)
{
	const double values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
	char *text = oracle_read("hand_checks.txt");
	const char *at = strstr(text, "2/C(2n,n): ");
	size_t k;
	double p;
	int length;
	size_t checked = 0;

	(void)state;
	assert_non_null(at);
	at += strlen("2/C(2n,n): ");
	for (; sscanf(at, "%zu:%lf%n", &k, &p, &length) == 2; at += length) {
		struct rank_test test;

		assert_true(k <= 7);
		assert_int_equal(mann_whitney_of(values, k, values + k, k, &test), 0);
		check_close("least p", test.p, p, 1e-13);
		checked++;
	}
	assert_int_equal(checked, 5);
	free(text);
}

/* Two long series of go-moremath's tests, the second one with ties. */
static void long_series_match_go(void **state)
{
	char *text = oracle_read("hand_checks.txt");
	const char *at = text;
	double first[500];
	double second[600];

	(void)state;
	for (size_t i = 0; i < 600; i++) {
		second[i] = 2 * (double)i - 41;
		if (i < 500)
			first[i] = 2 * (double)i;
	}
	for (int tied = 0; tied < 2; tied++) {
		struct rank_test test;
		double u;
		double p;

		at = strstr(at, ": U=");
		assert_non_null(at);
		assert_int_equal(sscanf(at++, ": U=%lf p_two=%lf", &u, &p), 2);
		if (tied)
			memcpy(second, first, 30 * sizeof(*second));
		assert_int_equal(mann_whitney_of(first, 500, second, 600, &test), 0);
		assert_false(test.exact);
		assert_int_equal(test.tied, tied);
		check_close("U", test.statistic, u, 0);
		check_close("p", test.p, p, 1e-12);
	}
	free(text);
}

/* U by its definition, over all pairs; bit i of first tells that values[i] belongs to x. */
static double u_by_definition(const double *values, size_t count, unsigned int first)
{
	double u = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < count; j++) {
			if (!(first >> i & 1) || (first >> j & 1))
				continue;
			u += values[i] > values[j] ? 1 : values[i] == values[j] ? 0.5 : 0;
		}
	}
	return u;
}

/* Exact p values over every choice of m values for x, from the values as they are. */
static void mann_whitney_by_all_choices(const double *values, size_t m, size_t count)
{
	double seen = u_by_definition(values, count, (1u << m) - 1);
	double mean = (double)(m * (count - m)) / 2;
	double choices = 0;
	double squares = 0;
	double at_most = 0;
	double at_least = 0;
	struct rank_test test;

	for (unsigned int first = 0; first < 1u << count; first++) {
		double u;

		if ((size_t)__builtin_popcount(first) != m)
			continue;
		u = u_by_definition(values, count, first);
		choices++;
		squares += (u - mean) * (u - mean);
		at_most += u <= seen;
		at_least += u >= seen;
	}
	assert_int_equal(mann_whitney_of(values, m, values + m, count - m, &test), 0);
	check_close("U", test.statistic, seen, 0);
	check_close("mean", test.mean, mean, 0);
	check_close("variance", test.variance, squares / choices, 1e-13);
	check_close("less", test.p_less, at_most / choices, 1e-14);
	check_close("greater", test.p_greater, at_least / choices, 1e-14);
	check_close("exact", test.p_exact, fmin(1, 2 * fmin(at_most, at_least) / choices), 1e-14);
}

static void mann_whitney_counts_all_choices(void **state)
{
	const double samples[][10] = {
		{3, 1, 4, 1.5, 5, 9, 2, 6, 5.5, 3.5}, /* no ties */
		{1, 2, 3, 4, 10, 2, 4, 6, 4, 5},      /* some */
		{1, 1, 1, 2, 2, 2, 2, 3, 3, 3},       /* many */
		{7, 7, 7, 7, 7, 7, 7, 7, 7, 7},       /* nothing else */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
		for (size_t m = 1; m < 10; m++)
			mann_whitney_by_all_choices(samples[i], m, 10);
}

static void mann_whitney_edges(void **state)
{
	const double equal[] = {5, 5, 5, 5};
	const double strange[] = {NAN, INFINITY, -INFINITY, NAN};
	double large[100];
	struct rank_test test;

	(void)state;
	assert_int_equal(mann_whitney_of(equal, 0, equal, 4, &test), -EINVAL);
	assert_int_equal(mann_whitney_of(equal, 4, equal, 0, &test), -EINVAL);
	assert_int_equal(mann_whitney_of(equal, 2, equal + 2, 2, &test), 0);
	check_close("z of equal values", test.z, 0, 0);
	check_close("p of equal values", test.p, 1, 0);
	check_close("corrected p", test.p_corrected, 1, 0);
	assert_int_equal(mann_whitney_of(strange, 2, strange + 2, 2, &test), 0);
	assert_int_equal(mann_whitney_of(strange, 4, equal, 4, &test), 0);
	for (size_t i = 0; i < 100; i++)
		large[i] = (double)(i * 37 % 100);
	assert_int_equal(mann_whitney_of(large, 49, large + 49, 49, &test), 0);
	check_close("exact is close to normal", test.p_exact, test.p_corrected, 1e-2);
	assert_int_equal(mann_whitney_of(large, 50, large + 50, 50, &test), 0);
	assert_true(!test.exact && isnan(test.p_exact) && isnan(test.p_less));
	check_close("reported", test.p, test.p_corrected, 0);
}

static void signed_rank_matches_r(void **state)
{
	char *text = oracle_read("signed_rank_sign.txt");
	double *x;
	double *y;
	size_t count = oracle_series(text, "x", &x);
	struct rank_test test;

	(void)state;
	assert_int_equal(oracle_series(text, "y", &y), count);
	for (size_t i = 0; i < count; i++)
		y[i] -= x[i];
	assert_int_equal(signed_rank_of(y, count, &test), 0);
	check_close("V", test.statistic, oracle_value(text, "V_pos"), 0);
	check_close("exact", test.p_exact, oracle_value(text, "p_exact_two_sided"), 1e-14);
	check_close("less", test.p_less, oracle_value(text, "p_exact_less"), 1e-14);
	check_close("normal", normal_cumulative(test.z), oracle_value(text, "p_asymp_nocc_less"),
		    1e-13);
	check_close("reported", test.p, test.p_exact, 0);
	assert_false(test.tied);
	free(x);
	free(y);
	free(text);
}

/* V by its definition: each |d| beats those that are smaller, and half of those that are equal. */
static double v_by_definition(const double *sizes, size_t count, unsigned int positive)
{
	double v = 0;

	for (size_t i = 0; i < count; i++) {
		double rank = 0.5;

		if (!(positive >> i & 1))
			continue;
		for (size_t j = 0; j < count; j++)
			rank += sizes[j] < sizes[i] ? 1 : sizes[j] == sizes[i] ? 0.5 : 0;
		v += rank;
	}
	return v;
}

static void signed_rank_by_all_signs(const double *sizes, size_t count, unsigned int positive)
{
	double seen = v_by_definition(sizes, count, positive);
	double differences[12];
	double mean = (double)(count * (count + 1)) / 4;
	double outcomes = 0;
	double squares = 0;
	double at_most = 0;
	double at_least = 0;
	struct rank_test test;

	for (unsigned int signs = 0; signs < 1u << count; signs++) {
		double v = v_by_definition(sizes, count, signs);

		outcomes++;
		squares += (v - mean) * (v - mean);
		at_most += v <= seen;
		at_least += v >= seen;
	}
	for (size_t i = 0; i < count; i++)
		differences[i] = positive >> i & 1 ? sizes[i] : -sizes[i];
	differences[count] = 0; /* left out */
	assert_int_equal(signed_rank_of(differences, count + 1, &test), 0);
	check_close("V", test.statistic, seen, 0);
	check_close("mean", test.mean, mean, 0);
	check_close("variance", test.variance, squares / outcomes, 1e-13);
	check_close("less", test.p_less, at_most / outcomes, 1e-14);
	check_close("greater", test.p_greater, at_least / outcomes, 1e-14);
	check_close("exact", test.p_exact, fmin(1, 2 * fmin(at_most, at_least) / outcomes), 1e-14);
}

static void signed_rank_counts_all_signs(void **state)
{
	const double samples[][8] = {
		{1, 2, 3, 4, 5, 6, 7, 8},
		{0.5, 0.5, 3, 3, 3, 1, 8, 9},
		{2, 2, 2, 2, 2, 2, 2, 2},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
		for (size_t count = 1; count <= 8; count++)
			for (unsigned int positive = 0; positive < 1u << count; positive += 5)
				signed_rank_by_all_signs(samples[i], count, positive);
}

static void signed_rank_edges(void **state)
{
	const double zeros[] = {0, 0, 0};
	const double strange[] = {NAN, INFINITY, -INFINITY, 1};
	double many[201];
	struct rank_test test;

	(void)state;
	assert_int_equal(signed_rank_of(zeros, 3, &test), 0);
	check_close("p of zeros", test.p, 1, 0);
	check_close("z of zeros", test.z, 0, 0);
	assert_int_equal(signed_rank_of(NULL, 0, &test), 0);
	check_close("p of nothing", test.p, 1, 0);
	assert_int_equal(signed_rank_of(strange, 4, &test), 0);
	for (size_t i = 0; i < 201; i++)
		many[i] = (i % 5 < 2 ? -1 : 1) * (double)(i + 1);
	assert_int_equal(signed_rank_of(many, 200, &test), 0);
	assert_true(test.exact);
	check_close("exact is close to normal", test.p_exact, test.p_corrected, 3e-2);
	assert_int_equal(signed_rank_of(many, 201, &test), 0);
	assert_false(test.exact);
	check_close("reported", test.p, test.p_corrected, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mann_whitney_matches_r),
		cmocka_unit_test(counts_match_r),
		cmocka_unit_test(counts_stay_exact_when_large),
		cmocka_unit_test(least_p_matches),
		cmocka_unit_test(long_series_match_go),
		cmocka_unit_test(mann_whitney_counts_all_choices),
		cmocka_unit_test(mann_whitney_edges),
		cmocka_unit_test(signed_rank_matches_r),
		cmocka_unit_test(signed_rank_counts_all_signs),
		cmocka_unit_test(signed_rank_edges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
