/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_latencies.c - histograms leave in pieces of coarser buckets: nothing is lost, quantiles are
 * within the promised error of the exact ones, and what is no histogram is told from one.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/operation/latency_piece.h"
#include "engine/statistics/histogram.h"
#include "engine/text/random.h"

#define COUNT 20000u

static void a_fine_bucket_lies_in_one_coarse_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		const uint64_t least = histogram_least(i);
		const uint32_t number = latencies_bucket(least);

		assert_true(number < LATENCIES_BUCKETS);
		assert_int_equal(latencies_bucket(least + (histogram_width(i) - 1)), number);
		assert_true(latencies_least(number) <= least);
	}
}

static void buckets_are_as_narrow_as_promised(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < LATENCIES_BUCKETS; i++) {
		const uint64_t least = latencies_least(i);
		const uint64_t last = least + (latencies_width(i) - 1);

		assert_int_equal(latencies_bucket(least), i);
		assert_int_equal(latencies_bucket(last), i);
		assert_true(least < 64 ? last == least : latencies_width(i) <= least / 32);
		if (i + 1 == LATENCIES_BUCKETS)
			assert_true(last == UINT64_MAX);
	}
}

/* Take all pieces of a recording and join them, those of a row by themselves. */
static size_t join_pieces(const struct recording *recording, struct latencies joined[LATENCY_ROWS])
{
	struct latency_place place = {0};
	struct latency_piece piece;
	size_t pieces = 0;

	for (unsigned int i = 0; i < LATENCY_ROWS; i++)
		joined[i] = (struct latencies){0};
	for (; latency_piece_next(recording, &place, &piece); pieces++) {
		struct latencies told = {.minimum = piece.minimum,
					 .maximum = piece.maximum,
					 .bucket_count = piece.bucket_count,
					 .buckets = piece.buckets};

		for (size_t i = 0; i < told.bucket_count; i++)
			told.count += told.buckets[i].count;
		assert_true(latencies_valid(&told));
		assert_true(piece.row < LATENCY_ROWS);
		assert_int_equal(latencies_merge(&joined[piece.row], &told), 0);
	}
	return pieces;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a;
	const uint64_t *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void assert_quantiles(const struct latencies *latencies, uint64_t *values)
{
	static const double shares[] = {0, 0.001, 0.5, 0.9, 0.99, 0.999, 1};

	qsort(values, COUNT, sizeof(values[0]), by_value);
	assert_int_equal(latencies->minimum, values[0]);
	assert_int_equal(latencies->maximum, values[COUNT - 1]);
	for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
		double rank = ceil(shares[i] * COUNT);
		double exact = (double)values[rank < 1 ? 0 : (size_t)rank - 1];
		double found = latencies_quantile(latencies, shares[i]);

		if (fabs(found - exact) > exact / 64)
			fail_msg("quantile %g: %g instead of %g", shares[i], found, exact);
	}
}

static void pieces_are_the_whole(void **state)
{
	static struct histogram histograms[3];
	static uint64_t values[COUNT];
	struct recording recording = {0};
	struct latencies joined[LATENCY_ROWS];
	struct random_source random;

	(void)state;
	random_start(&random, 7, 0);
	for (unsigned int i = 0; i < 3; i++)
		histogram_clear(&histograms[i]);
	for (size_t i = 0; i < COUNT; i++) {
		values[i] = random_next(&random) >> (28 + random_next(&random) % 34);
		histogram_add(&histograms[0], values[i]);
	}
	histogram_add(&histograms[2], 65);
	recording_add_histogram(&recording, LATENCY_ROW_OPEN, &histograms[0]);
	recording_add_histogram(&recording, LATENCY_ROW_LSTAT, &histograms[1]);
	recording_add_histogram(&recording, LATENCY_ROW_READDIR, &histograms[2]);
	/* Several of the first, none of the empty one, one of the last. */
	assert_true(join_pieces(&recording, joined) > 3);
	assert_int_equal(joined[LATENCY_ROW_OPEN].count, COUNT);
	assert_true(latencies_valid(&joined[LATENCY_ROW_OPEN]));
	assert_quantiles(&joined[LATENCY_ROW_OPEN], values);
	assert_int_equal(joined[LATENCY_ROW_LSTAT].count, 0);
	assert_true(isnan(latencies_quantile(&joined[LATENCY_ROW_LSTAT], 0.5)));
	assert_int_equal(joined[LATENCY_ROW_READDIR].bucket_count, 1);
	assert_int_equal(joined[LATENCY_ROW_READDIR].minimum, 65);
	assert_true(latencies_quantile(&joined[LATENCY_ROW_READDIR], 0.5) == 65);
	for (unsigned int i = 0; i < LATENCY_ROWS; i++)
		latencies_clear(&joined[i]);
}

/* In whatever order parts are joined. */
static void parts_join_in_any_order(void **state)
{
	struct latency_bucket low[] = {{10, 1}, {70, 4}};
	struct latency_bucket high[] = {{9, 2}, {70, 3}, {71, 1}};
	const struct latencies a = {5, latencies_least(10), latencies_least(70), 2, low};
	const struct latencies b = {6, latencies_least(9), latencies_least(71), 3, high};
	struct latencies joined[2] = {{0}};

	(void)state;
	assert_int_equal(latencies_merge(&joined[0], &a), 0);
	assert_int_equal(latencies_merge(&joined[0], &b), 0);
	assert_int_equal(latencies_merge(&joined[1], &b), 0);
	assert_int_equal(latencies_merge(&joined[1], &a), 0);
	for (unsigned int i = 0; i < 2; i++) {
		assert_true(latencies_valid(&joined[i]));
		assert_int_equal(joined[i].count, 11);
		assert_int_equal(joined[i].bucket_count, 4);
		assert_int_equal(joined[i].minimum, latencies_least(9));
		assert_int_equal(joined[i].buckets[2].number, 70);
		assert_int_equal(joined[i].buckets[2].count, 7);
		latencies_clear(&joined[i]);
	}
}

static void nonsense_is_told_from_a_histogram(void **state)
{
	struct latency_bucket buckets[] = {{10, 1}, {12, 4}};
	const struct latencies good = {5, 10, 12, 2, buckets};
	struct latencies bad = good;

	(void)state;
	assert_true(latencies_valid(&good));
	bad.count = 6;
	assert_false(latencies_valid(&bad));
	bad = good;
	bad.bucket_count = 0;
	assert_false(latencies_valid(&bad));
	bad = good;
	bad.minimum = 9;
	assert_false(latencies_valid(&bad));
	bad = good;
	bad.maximum = 13;
	assert_false(latencies_valid(&bad));
	buckets[1].number = 10;
	bad = good;
	bad.maximum = 10;
	assert_false(latencies_valid(&bad));
	buckets[1].number = LATENCIES_BUCKETS;
	assert_false(latencies_valid(&good));
	buckets[1] = (struct latency_bucket){12, 0};
	bad = good;
	bad.count = 1;
	assert_false(latencies_valid(&bad));
	/* A sum that goes round is no sum. */
	buckets[1].count = UINT64_MAX;
	bad.count = 0;
	assert_false(latencies_valid(&bad));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fine_bucket_lies_in_one_coarse_one),
		cmocka_unit_test(buckets_are_as_narrow_as_promised),
		cmocka_unit_test(pieces_are_the_whole),
		cmocka_unit_test(parts_join_in_any_order),
		cmocka_unit_test(nonsense_is_told_from_a_histogram),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
