/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Summaries against NIST's certified values and R's (tests/data/stats), and at the edges: no
 * values, few, equal ones, a million, and values that are no numbers.
 *
 * NIST certifies 15 digits. Doubles allow them all (relative error 1e-13 is asked for), except
 * where the observations themselves are no doubles: those of NumAcc4 (10000000.1) are off by up to
 * 1e-9, which is 1e-8 of their standard deviation of 0.1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/statistics/distribution.h"
#include "engine/statistics/moments.h"
#include "engine/statistics/rank.h"
#include "engine/statistics/summary.h"
#include "tests/unit/oracle.h"

static struct summary summarise(const double *values, size_t count)
{
	struct summary summary;

	assert_int_equal(summary_of(values, count, 0, &summary), 0);
	assert_int_equal(summary.count, count);
	return summary;
}

static double spread_tolerance(const char *dataset)
{
	return strcmp(dataset, "NumAcc4") == 0 ? 2e-8 : 1e-13;
}

static void matches_nist(void **state)
{
	struct oracle_table table;
	size_t rows = 0;

	(void)state;
	oracle_open(&table, "nist_strd/certified.csv");
	for (; oracle_next(&table); rows++) {
		const char *name = oracle_cell(&table, "dataset");
		double *values;
		size_t count = oracle_nist(name, &values);
		struct summary summary = summarise(values, count);

		assert_int_equal(count, (size_t)oracle_number(&table, "n"));
		check_close(name, summary.mean, oracle_number(&table, "mean"), 1e-14);
		check_close(name, summary.sd, oracle_number(&table, "sd_n_minus_1"),
			    spread_tolerance(name));
		check_close(name, summary.variance, summary.sd * summary.sd, 1e-15);
		check_close(name, autocorrelation_of(values, count, 1),
			    oracle_number(&table, "lag1_autocorr"), spread_tolerance(name));
		free(values);
	}
	assert_int_equal(rows, 6);
}

/* What NIST cannot tell for NumAcc4: the spread of the doubles that were really given. */
static double variance_in_long_double(const double *values, size_t count)
{
	long double mean = 0;
	long double squares = 0;

	for (size_t i = 0; i < count; i++)
		mean += ((long double)values[i] - (long double)values[0]) / (long double)count;
	for (size_t i = 0; i < count; i++) {
		long double difference = (long double)values[i] - (long double)values[0] - mean;

		squares += difference * difference;
	}
	return (double)(squares / (long double)(count - 1));
}

static double naive_variance(const double *values, size_t count)
{
	double sum = 0;
	double squares = 0;

	for (size_t i = 0; i < count; i++) {
		sum += values[i];
		squares += values[i] * values[i];
	}
	return (squares - sum * sum / (double)count) / (double)(count - 1);
}

static double relative_error(double actual, double expected)
{
	return isnan(actual) ? INFINITY : fabs(actual - expected) / fabs(expected);
}

/* The oracle bites: the textbook formula has not one digit right where ours has all. */
static void naive_variance_fails_numacc4(void **state)
{
	double *values;
	size_t count = oracle_nist("NumAcc4", &values);
	double exact = variance_in_long_double(values, count);
	struct running running = {0};

	(void)state;
	for (size_t i = 0; i < count; i++)
		running_add(&running, values[i]);
	assert_true(relative_error(naive_variance(values, count), 0.01) > 0.1);
	check_close("two passes", variance_of(values, count, mean_of(values, count)), exact, 1e-13);
	check_close("Welford", running_variance(&running), exact, 1e-7);
	free(values);
}

static void running_agrees_with_the_summary(void **state)
{
	double *values;
	size_t count = oracle_nist("Michelso", &values);
	struct summary summary = summarise(values, count);
	struct running running = {0};

	(void)state;
	assert_true(isnan(running_variance(&running)));
	running_add(&running, values[0]);
	assert_true(isnan(running_variance(&running)));
	for (size_t i = 1; i < count; i++)
		running_add(&running, values[i]);
	assert_int_equal(running.count, count);
	check_close("mean", running.mean, summary.mean, 1e-14);
	check_close("variance", running_variance(&running), summary.variance, 1e-11);
	check_close("minimum", running.minimum, summary.minimum, 0);
	check_close("maximum", running.maximum, summary.maximum, 0);
	free(values);
}

/* Tukey's fences as the oracle gives them: low and high, 1.5 IQR beyond the quartiles. */
static void check_fences(const struct oracle_table *table, const struct summary *summary)
{
	double range = summary->q3 - summary->q1;

	check_close("iqr", range, oracle_number(table, "iqr"), 1e-12);
	check_close("low fence", summary->q1 - 1.5 * range, oracle_number(table, "tukey_mild_lo"),
		    1e-13);
	check_close("high fence", summary->q3 + 1.5 * range, oracle_number(table, "tukey_mild_hi"),
		    1e-13);
	assert_int_equal(summary->outliers_mild + summary->outliers_severe,
			 (size_t)oracle_number(table, "n_mild_or_severe"));
	assert_int_equal(summary->outliers_severe, (size_t)oracle_number(table, "n_severe"));
	assert_int_equal(summary->outliers_modified_z,
			 (size_t)oracle_number(table, "n_modz_gt_3.5"));
}

static void check_autocorrelation(const struct oracle_table *table, const double *values,
				  size_t count)
{
	static const size_t lags[] = {1, 2, 3, 5, 10};

	for (size_t i = 0; i < sizeof(lags) / sizeof(*lags); i++) {
		char column[8];

		snprintf(column, sizeof(column), "r%zu", lags[i]);
		check_close(column, autocorrelation_of(values, count, lags[i]),
			    oracle_number(table, column), 1e-11);
	}
}

/* All columns but Ljung-Box and the effective size, which the summary does not have. */
static void matches_r_on_spread_and_drift(void **state)
{
	struct oracle_table table;
	size_t rows = 0;

	(void)state;
	oracle_open(&table, "robust_and_acf.csv");
	for (; oracle_next(&table); rows++) {
		double *values;
		size_t count = oracle_nist(oracle_cell(&table, "dataset"), &values);
		struct summary summary = summarise(values, count);

		assert_int_equal(count, (size_t)oracle_number(&table, "n"));
		check_close("median", summary.median, oracle_number(&table, "median"), 1e-15);
		check_close("q1", summary.q1, oracle_number(&table, "q1"), 1e-15);
		check_close("q3", summary.q3, oracle_number(&table, "q3"), 1e-15);
		check_close("mad", summary.mad, oracle_number(&table, "mad_normal"), 1e-12);
		check_fences(&table, &summary);
		check_autocorrelation(&table, values, count);
		check_close("rank lag 1", summary.lag1, oracle_number(&table, "rank_r1"), 1e-13);
		check_close("tau", summary.drift, oracle_number(&table, "kendall_tau"), 1e-13);
		check_close("p", summary.drift_p, oracle_number(&table, "kendall_p"), 1e-12);
		free(values);
	}
	assert_int_equal(rows, 3);
}

static void median_interval_matches_r(void **state)
{
	struct oracle_table table;
	size_t rows = 0;

	(void)state;
	oracle_open(&table, "median_ci_order_stats.csv");
	for (; oracle_next(&table); rows++) {
		size_t count = (size_t)oracle_number(&table, "n");
		size_t low;
		size_t high;
		double risk;

		median_interval_ranks(count, oracle_number(&table, "conf"), &low, &high);
		assert_int_equal(low, (size_t)oracle_number(&table, "k_lo"));
		assert_int_equal(high, (size_t)oracle_number(&table, "k_hi"));
		risk = low > 0 ? 2 * binomial_cumulative(low - 1, count, 0.5) : 0;
		check_close("coverage", 1 - risk, oracle_number(&table, "exact_coverage"), 1e-13);
	}
	assert_int_equal(rows, 46);
}

/* At the next rank inwards the interval would cover too little; true at any size. */
static void median_interval_is_the_narrowest(void **state)
{
	(void)state;
	for (size_t n = 6; n <= 1000000000; n = n * 3 + 1) {
		double spread = 1.959963984540054 * sqrt((double)n) / 2;
		size_t low;
		size_t high;

		median_interval_ranks(n, 0.95, &low, &high);
		assert_int_equal(low + high, n + 1);
		assert_true(fabs((double)low - ((double)n / 2 - spread)) <= 1);
	}
}

/* 2 * P(Bin(5, 1/2) = 0) is 1/16: a confidence that is met to the last bit counts as met. */
static void median_interval_meets_exact_confidence(void **state)
{
	size_t low;
	size_t high;

	(void)state;
	median_interval_ranks(5, 0.9375, &low, &high);
	assert_int_equal(low, 1);
	assert_int_equal(high, 5);
	median_interval_ranks(0, 0.95, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 1);
}

/* R's ?mad: mad(1..9) and the same with the last value far out (hand_checks.txt). */
static void mad_by_hand(void **state)
{
	double values[] = {9, 2, 5, 4, 3, 6, 7, 8, 1};
	char *text = oracle_read("hand_checks.txt");
	const char *expected = strstr(text, "mad(1..9) = ");

	(void)state;
	assert_non_null(expected);
	check_close("1..9", summarise(values, 9).mad, strtod(expected + 12, NULL), 1e-15);
	values[0] = 100;
	expected = strstr(text, "mad({1..8,100}, constant=1) = ");
	assert_non_null(expected);
	check_close("1..8, 100", summarise(values, 9).mad / 1.4826, strtod(expected + 30, NULL),
		    1e-15);
	free(text);
}

/* Even counts, where the middle lies between two distances, against sorting them. */
static void mad_agrees_with_sorting(void **state)
{
	uint32_t seed = 12345;

	(void)state;
	for (size_t count = 1; count <= 60; count++) {
		double values[60];
		double distances[60];
		struct summary summary;

		for (size_t i = 0; i < count; i++) {
			seed = seed * 1664525 + 1013904223;
			values[i] = (double)(seed >> 24) / (count % 3 ? 1 : 40);
		}
		summary = summarise(values, count);
		for (size_t i = 0; i < count; i++)
			distances[i] = fabs(values[i] - summary.median);
		sort_values(distances, count);
		check_close("mad", summary.mad, 1.4826 * quantile(distances, count, 0.5), 1e-14);
	}
}

static void outliers_are_told_apart(void **state)
{
	/* Quartiles 3 and 7: mild beyond -3 and 13, severe beyond -9 and 19. */
	const double values[] = {1, 2, 3, 4, 5, 6, 7, 14, 20};
	const double stuck[] = {5, 5, 5, 5, 5, 5, 5, 5.5, 9};
	struct summary summary = summarise(values, 9);

	(void)state;
	assert_int_equal(summary.outliers_mild, 1);
	assert_int_equal(summary.outliers_severe, 1);
	/* MAD 2: beyond 5 +/- 10.38. */
	assert_int_equal(summary.outliers_modified_z, 1);
	summary = summarise(stuck, 9);
	check_close("mad", summary.mad, 0, 0);
	assert_int_equal(summary.outliers_modified_z, 2);
	assert_int_equal(summary.outliers_severe, 2);
	/* With a clock that steps by 0.2 the half is no outlier: 0.6745 * 0.5 / 0.2 < 3.5. */
	assert_int_equal(summary_of(stuck, 9, 0.2, &summary), 0);
	assert_int_equal(summary.outliers_modified_z, 1);
}

static void quantiles_interpolate(void **state)
{
	const double sorted[] = {10, 20, 30, 50};

	(void)state;
	check_close("0", quantile(sorted, 4, 0), 10, 0);
	check_close("0.5", quantile(sorted, 4, 0.5), 25, 0);
	check_close("0.95", quantile(sorted, 4, 0.95), 47, 1e-15);
	check_close("1", quantile(sorted, 4, 1), 50, 0);
	assert_true(isnan(quantile(sorted, 0, 0.5)));
	assert_true(isnan(quantile(sorted, 4, 1.5)));
	assert_true(isnan(quantile(sorted, 4, NAN)));
}

/* 1.96 from 120 values on, Student's t below: design and published text format. */
static void mean_interval_changes_at_120(void **state)
{
	(void)state;
	check_close("300", mean_half_width(0.050524, 300), 1.96 * 0.050524 / sqrt(300), 1e-15);
	check_close("120", mean_half_width(2, 120), 1.96 * 2 / sqrt(120), 1e-15);
	/* t(0.975, 118) = 1.980272249; t(0.975, 1) = 12.7062047362 (tables of R's qt). */
	check_close("119", mean_half_width(2, 119), 1.980272249 * 2 / sqrt(119), 1e-8);
	check_close("2", mean_half_width(1, 2), 12.7062047362 / sqrt(2), 1e-11);
	assert_true(isnan(mean_half_width(1, 1)));
	assert_true(isnan(mean_half_width(1, 0)));
}

static void ranks_share_ties(void **state)
{
	const double values[] = {30, 10, 20, 20, 5, 20};
	const double sorted[] = {5, 10, 20, 20, 20, 30};
	const double expected[] = {6, 2, 4, 4, 1, 4};
	const double strange[] = {1, NAN};
	double ranks[6];
	struct ties ties = ties_of(sorted, 6);

	(void)state;
	rank_values(values, sorted, 6, ranks);
	for (size_t i = 0; i < 6; i++)
		check_close("rank", ranks[i], expected[i], 0);
	assert_true(ties.any);
	check_close("pairs", ties.pairs, 3, 0);
	check_close("cubes", ties.cubes, 24, 0);
	rank_values(strange, strange, 2, ranks);
	assert_true(ranks[0] >= 1 && ranks[0] <= 2 && ranks[1] >= 1 && ranks[1] <= 2);
}

static void no_values_say_nothing(void **state)
{
	struct summary summary = summarise(NULL, 0);

	(void)state;
	assert_true(isnan(summary.minimum) && isnan(summary.maximum) && isnan(summary.median));
	assert_true(isnan(summary.mean) && isnan(summary.variance) && isnan(summary.sd));
	assert_true(isnan(summary.mean_half_width) && isnan(summary.median_low));
	assert_true(isnan(summary.median_high) && isnan(summary.mad) && isnan(summary.p95));
	assert_true(isnan(summary.p99) && isnan(summary.q1) && isnan(summary.q3));
	assert_true(isnan(summary.lag1) && isnan(summary.drift) && isnan(summary.drift_p));
	assert_int_equal(summary.outliers_mild + summary.outliers_severe, 0);
	assert_int_equal(summary.outliers_modified_z, 0);
}

static void one_value_has_a_place_only(void **state)
{
	const double value = 713.25;
	struct summary summary = summarise(&value, 1);

	(void)state;
	check_close("median", summary.median, value, 0);
	check_close("mean", summary.mean, value, 0);
	check_close("p99", summary.p99, value, 0);
	check_close("mad", summary.mad, 0, 0);
	assert_true(isnan(summary.variance) && isnan(summary.mean_half_width));
	assert_true(isnan(summary.median_low) && isnan(summary.median_high));
	assert_true(isnan(summary.lag1) && isnan(summary.drift) && isnan(summary.drift_p));
}

static void two_values(void **state)
{
	const double values[] = {4, 2};
	struct summary summary = summarise(values, 2);

	(void)state;
	check_close("median", summary.median, 3, 0);
	check_close("variance", summary.variance, 2, 0);
	check_close("lag1", summary.lag1, -0.5, 0);
	check_close("drift", summary.drift, -1, 0);
	check_close("drift p", summary.drift_p, 1, 0);
	assert_true(isnan(summary.median_low));
}

static void equal_values_do_not_drift(void **state)
{
	double values[300];
	struct summary summary;

	(void)state;
	for (size_t i = 0; i < 300; i++)
		values[i] = 0.1;
	summary = summarise(values, 300);
	check_close("mean", summary.mean, 0.1, 0);
	check_close("variance", summary.variance, 0, 0);
	check_close("low", summary.median_low, 0.1, 0);
	check_close("mad", summary.mad, 0, 0);
	check_close("lag1", summary.lag1, 0, 0);
	check_close("drift", summary.drift, 0, 0);
	check_close("p", summary.drift_p, 1, 0);
	assert_int_equal(summary.outliers_severe + summary.outliers_modified_z, 0);
}

/* A million values: a permutation of 0..999999 whose every figure is known. */
static void a_million_values(void **state)
{
	const size_t count = 1000000;
	double *values = malloc(count * sizeof(*values));
	struct summary summary;

	(void)state;
	assert_non_null(values);
	for (size_t i = 0; i < count; i++)
		values[i] = (double)(i * 7919 % count);
	summary = summarise(values, count);
	check_close("mean", summary.mean, 499999.5, 1e-15);
	check_close("median", summary.median, 499999.5, 1e-15);
	check_close("variance", summary.variance, 1e6 * (1e6 + 1) / 12, 1e-14);
	check_close("mad", summary.mad, 1.4826 * 250000, 1e-15);
	check_close("p99", summary.p99, 0.99 * 999999, 1e-15);
	/* [x_low, x_high]: 500000 -/+ 1.96 * 500. */
	check_close("low", summary.median_low, 499019, 2e-6);
	check_close("sum of the bounds", summary.median_low + summary.median_high, 999999, 0);
	assert_true(fabs(summary.drift) < 0.01);
	for (size_t i = 0; i < count; i++)
		values[i] = -(double)i;
	summary = summarise(values, count);
	check_close("falling", summary.drift, -1, 0);
	check_close("p", summary.drift_p, 0, 0);
	assert_true(summary.lag1 > 0.99999);
	free(values);
}

/* Nobody measures these, but a damaged file may claim so: no crash, no hang, no lost count. */
static void values_that_are_no_numbers(void **state)
{
	double values[] = {NAN, 1, INFINITY, -INFINITY, NAN, 3, 1e308, -1e308, 2, 1e308};

	(void)state;
	for (size_t count = 1; count <= 10; count++)
		assert_true(summarise(values, count).outliers_severe <= count);
	sort_values(values, 10);
	for (size_t i = 0; i < 10; i++)
		assert_int_equal(isnan(values[i]), i >= 8); /* sorted to the end */
	assert_true(isnan(summarise(values + 8, 2).median));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_nist),
		cmocka_unit_test(naive_variance_fails_numacc4),
		cmocka_unit_test(running_agrees_with_the_summary),
		cmocka_unit_test(matches_r_on_spread_and_drift),
		cmocka_unit_test(median_interval_matches_r),
		cmocka_unit_test(median_interval_is_the_narrowest),
		cmocka_unit_test(median_interval_meets_exact_confidence),
		cmocka_unit_test(mad_by_hand),
		cmocka_unit_test(mad_agrees_with_sorting),
		cmocka_unit_test(outliers_are_told_apart),
		cmocka_unit_test(quantiles_interpolate),
		cmocka_unit_test(mean_interval_changes_at_120),
		cmocka_unit_test(ranks_share_ties),
		cmocka_unit_test(no_values_say_nothing),
		cmocka_unit_test(one_value_has_a_place_only),
		cmocka_unit_test(two_values),
		cmocka_unit_test(equal_values_do_not_drift),
		cmocka_unit_test(a_million_values),
		cmocka_unit_test(values_that_are_no_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
