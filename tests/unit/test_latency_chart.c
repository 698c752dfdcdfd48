/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_latency_chart.c - latencies over a logarithmic axis: ticks and percentiles stand where they
 * belong, nothing of the shares is lost, and what stands beside a walk is what it is held against.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tui/latency_chart.h"
#include "tui/run_latencies.h"

/* 900 calls of 1 us, 90 of 10 us, 9 of 100 us, one of 1 ms. */
static struct latency_bucket four[4];
static struct latencies decades = {.count = 1000, .bucket_count = 4, .buckets = four};

static int fill(void **state)
{
	static const uint64_t counts[] = {900, 90, 9, 1};
	uint64_t ns = 1000;

	(void)state;
	for (unsigned int i = 0; i < 4; i++, ns *= 10)
		four[i] = (struct latency_bucket){latencies_bucket(ns), counts[i]};
	decades.minimum = 1000;
	decades.maximum = 1000000;
	assert_true(latencies_valid(&decades));
	return 0;
}

static struct latency_axis axis_of(double low, double high, int columns)
{
	return (struct latency_axis){.low = low, .high = high, .columns = columns};
}

static void the_axis_covers_all(void **state)
{
	static const struct latencies none = {0};
	struct latency_axis axis;

	(void)state;
	latency_axis_begin(&axis, 1000000);
	assert_int_equal(axis.columns, LATENCY_COLUMNS_MAXIMUM);
	latency_axis_cover(&axis, &decades);
	latency_axis_cover(&axis, &none);
	assert_true(axis.low <= 3 && axis.high >= 6 && axis.high < 6.01);
}

static void ticks_stand_where_they_belong(void **state)
{
	char line[LATENCY_COLUMNS_MAXIMUM + 1];
	struct latency_axis axis = axis_of(2, 5, 30);

	(void)state;
	latency_axis_ticks(&axis, line);
	assert_string_equal(line, "|100ns    |1us      |10us     ");
	/* Wider decades are divided, and a tick at the edge has no room for its name. */
	axis = axis_of(3, 4.01, 51);
	latency_axis_ticks(&axis, line);
	assert_string_equal(line, "|1us           |2us                |5us           |");
	/* An axis within a decade. */
	axis = axis_of(log10(150), log10(600), 20);
	latency_axis_ticks(&axis, line);
	assert_string_equal(line, "    |200ns       |  ");
}

static void percentiles_stand_where_they_belong(void **state)
{
	char line[LATENCY_COLUMNS_MAXIMUM + 1];
	struct latency_axis axis = axis_of(2, 7, 50);
	struct latencies one = {.count = 1, .bucket_count = 1, .buckets = four};

	(void)state;
	latency_axis_marks(&axis, &decades, line);
	assert_string_equal(line, "          ^p90      ^p99     ^p99.9               ");
	/* All in one column: the name of the last. */
	one.minimum = 1000;
	one.maximum = 1000;
	latency_axis_marks(&axis, &one, line);
	assert_string_equal(line, "          ^p99.9                                  ");
	/* At the right edge there is room for the mark alone. */
	axis = axis_of(1, 3, 20);
	latency_axis_marks(&axis, &one, line);
	assert_string_equal(line, "                   ^");
}

/* However columns and buckets lie, the shares come to one, each at its place. */
static void shares_come_to_one(void **state)
{
	double shares[LATENCY_COLUMNS_MAXIMUM];

	(void)state;
	for (int columns = 1; columns <= LATENCY_COLUMNS_MAXIMUM; columns += 7) {
		struct latency_axis axis;
		double sum = 0;

		latency_axis_begin(&axis, columns);
		latency_axis_cover(&axis, &decades);
		latency_axis_shares(&axis, &decades, shares);
		for (int i = 0; i < columns; i++) {
			assert_true(shares[i] >= 0);
			sum += shares[i];
		}
		assert_float_equal(sum, 1, 1e-9);
	}
	latency_axis_shares(&(struct latency_axis){.low = 2, .high = 7, .columns = 5}, &decades,
			    shares);
	assert_float_equal(shares[0], 0, 1e-9);
	/* A little of the bucket that 10 us is in lies below. */
	assert_float_equal(shares[1], 0.9, 0.01);
	assert_float_equal((shares[2] + shares[3]), 0.1, 0.01);
}

static void assert_text(double ns, const char *expected)
{
	char text[16];

	latency_text(text, sizeof(text), ns);
	assert_string_equal(text, expected);
}

static void times_have_three_digits(void **state)
{
	char text[160];

	(void)state;
	assert_text(7, "7ns");
	assert_text(410, "410ns");
	assert_text(999.4, "999ns");
	assert_text(999.6, "1.00us");
	assert_text(9996, "10.0us");
	assert_text(99960, "100us");
	assert_text(1234567, "1.23ms");
	assert_text(45e9, "45.0s");
	assert_text(2e13, "20000s");
	assert_text(NAN, "-");
	latency_figures(text, sizeof(text), &decades);
	assert_string_equal(text,
			    "p50 1.00us p90 1.00us p99 10.1us p99.9 99.3us  1.00us-1.00ms  n 1000");
}

static void beside_is_what_it_is_held_against(void **state)
{
	char label[RUN_LATENCIES_LABEL_SIZE];
	struct plan plan;
	struct error error;

	(void)state;
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "walk", &error), 0);
	assert_int_equal(plan_set(&plan, "writers", "0,2", &error), 0);
	assert_int_equal(plan_set(&plan, "variants", "none,same", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), 0);
	/* Alone, under the baseline: against nothing; under a variant: against the baseline. */
	assert_int_equal(run_latencies_beside(&plan, plan_step(&plan, 0, 0), label),
			 plan_step(&plan, 0, 0));
	assert_int_equal(run_latencies_beside(&plan, plan_step(&plan, 0, 1), label),
			 plan_step(&plan, 0, 0));
	assert_string_equal(label, "none");
	assert_int_equal(run_latencies_beside(&plan, plan_step(&plan, 1, 1), label),
			 plan_step(&plan, 1, 0));
	/* In competition: against the same without. */
	assert_int_equal(run_latencies_beside(&plan, plan_step(&plan, 1, 0), label),
			 plan_step(&plan, 0, 0));
	assert_string_equal(label, "alone");
	plan_clear(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(the_axis_covers_all, fill),
		cmocka_unit_test_setup(ticks_stand_where_they_belong, fill),
		cmocka_unit_test_setup(percentiles_stand_where_they_belong, fill),
		cmocka_unit_test_setup(shares_come_to_one, fill),
		cmocka_unit_test_setup(times_have_three_digits, fill),
		cmocka_unit_test(beside_is_what_it_is_held_against),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
