/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_histogram.c - the buckets cover all values without gap or overlap, quantiles are within the
 * promised error of the exact ones, and joining two halves gives the whole.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/statistics/histogram.h"
#include "engine/text/random.h"

static void buckets_lie_side_by_side(void **state)
{
	(void)state;
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t least = histogram_least(i);
		uint64_t last = least + (histogram_width(i) - 1);

		assert_int_equal(histogram_bucket(least), i);
		assert_int_equal(histogram_bucket(last), i);
		if (i + 1 < HISTOGRAM_BUCKETS)
			assert_int_equal(histogram_least(i + 1), last + 1);
		else
			assert_true(last == UINT64_MAX);
		assert_true((double)(histogram_width(i) - 1) <= (double)least / HISTOGRAM_HALF);
	}
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a;
	const uint64_t *y = b;

	return *x < *y ? -1 : *x > *y;
}

#define COUNT 20000u

/* From single ns to minutes, as latencies are. */
static uint64_t draw(struct random_source *random)
{
	return random_next(random) >> (28 + random_next(random) % 34);
}

static void quantiles_are_within_the_error(void **state)
{
	static const double shares[] = {0, 0.001, 0.5, 0.9, 0.99, 0.999, 1};
	static struct histogram histogram;
	static uint64_t values[COUNT];
	struct random_source random;

	(void)state;
	random_start(&random, 7, 0);
	histogram_clear(&histogram);
	for (size_t i = 0; i < COUNT; i++)
		histogram_add(&histogram, values[i] = draw(&random));
	qsort(values, COUNT, sizeof(values[0]), by_value);
	for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
		double rank = ceil(shares[i] * COUNT);
		double exact = (double)values[rank < 1 ? 0 : (size_t)rank - 1];
		double found = histogram_quantile(&histogram, shares[i]);

		if (fabs(found - exact) > exact / HISTOGRAM_HALF)
			fail_msg("quantile %g: %g instead of %g", shares[i], found, exact);
	}
	assert_int_equal(histogram.minimum, values[0]);
	assert_int_equal(histogram.maximum, values[COUNT - 1]);
}

static void moments_are_exact(void **state)
{
	static struct histogram histogram;

	(void)state;
	histogram_clear(&histogram);
	assert_true(isnan(histogram_quantile(&histogram, 0.5)));
	for (uint64_t i = 1; i <= 9; i++)
		histogram_add(&histogram, 1000000000 + i);
	assert_true(histogram.mean == 1000000005);
	assert_true(fabs(histogram_sd(&histogram) - sqrt(7.5)) < 1e-9);
}

static void halves_join_to_the_whole(void **state)
{
	static struct histogram whole;
	static struct histogram halves[2];
	struct random_source random;

	(void)state;
	random_start(&random, 8, 0);
	histogram_clear(&whole);
	histogram_clear(&halves[0]);
	histogram_clear(&halves[1]);
	for (size_t i = 0; i < 1001; i++) {
		uint64_t value = draw(&random);

		histogram_add(&whole, value);
		histogram_add(&halves[i % 3 == 0], value);
	}
	histogram_merge(&halves[0], &halves[1]);
	assert_int_equal(halves[0].count, whole.count);
	assert_int_equal(halves[0].maximum, whole.maximum);
	assert_true(fabs(halves[0].mean / whole.mean - 1) < 1e-12);
	assert_true(fabs(histogram_sd(&halves[0]) / histogram_sd(&whole) - 1) < 1e-9);
	assert_memory_equal(halves[0].buckets, whole.buckets, sizeof(whole.buckets));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_lie_side_by_side),
		cmocka_unit_test(quantiles_are_within_the_error),
		cmocka_unit_test(moments_are_exact),
		cmocka_unit_test(halves_join_to_the_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
