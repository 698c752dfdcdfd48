/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_memory_steps.c - levels are found where the latency stays, and nowhere else.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/statistics/memory_steps.h"

#define KIB ((uint64_t)1024)
#define MIB (1024 * KIB)

static size_t make(struct memory_point *points, const double *ns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		points[i] = (struct memory_point){KIB << i, ns[i]};
	return count;
}

static void levels_of_a_hierarchy(void **state)
{
	/* 1K .. 64M as measured on a server with 48K, 2M and 480M of cache. */
	static const double ns[] = {4.6, 4.6, 4.5, 4.6,  4.6,  4.7,  4.6,   4.6,  5.0,
				    5.2, 6.9, 20., 38.5, 42.0, 52.0, 128.0, 185.0};
	struct memory_point points[sizeof(ns) / sizeof(ns[0])];
	struct memory_steps steps;

	(void)state;
	memory_steps_find(points, make(points, ns, sizeof(ns) / sizeof(ns[0])), &steps);
	assert_int_equal(steps.count, 2);
	assert_int_equal(steps.steps[0].first, KIB);
	assert_int_equal(steps.steps[0].last, 512 * KIB);
	assert_true(fabs(steps.steps[0].ns - 4.6) < 1e-12);
	assert_int_equal(steps.steps[1].first, 4 * MIB);
	assert_int_equal(steps.steps[1].last, 16 * MIB);
	assert_true(fabs(steps.steps[1].ns - 42) < 1e-12);
	assert_true(steps.rising);
}

static void what_is_not_known_is_passed_over(void **state)
{
	const double ns[] = {1.0, NAN, 1.1, 4.0, NAN, 4.1, 4.2};
	struct memory_point points[7];
	struct memory_steps steps;

	(void)state;
	memory_steps_find(points, make(points, ns, 7), &steps);
	assert_int_equal(steps.count, 2);
	assert_int_equal(steps.steps[0].last, 4 * KIB);
	assert_int_equal(steps.steps[1].first, 8 * KIB);
	assert_false(steps.rising);
	memory_steps_find(points, 0, &steps);
	assert_int_equal(steps.count, 0);
	points[0].ns = NAN;
	memory_steps_find(points, 1, &steps);
	assert_int_equal(steps.count, 0);
}

/* Another clock and other noise change the figures, and not the levels. */
static void scale_does_not_matter(void **state)
{
	const double ns[] = {1, 1, 1.2, 1.1, 3, 3, 9, 9.5, 30, 30};
	struct memory_point points[10];
	struct memory_steps steps;
	struct memory_steps scaled;

	(void)state;
	memory_steps_find(points, make(points, ns, 10), &steps);
	for (size_t i = 0; i < 10; i++)
		points[i].ns *= 7.5;
	memory_steps_find(points, 10, &scaled);
	assert_int_equal(steps.count, 4);
	assert_int_equal(scaled.count, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(steps.steps[i].first, scaled.steps[i].first);
		assert_int_equal(steps.steps[i].last, scaled.steps[i].last);
		assert_true(fabs(scaled.steps[i].ns - 7.5 * steps.steps[i].ns) < 1e-9);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_of_a_hierarchy),
		cmocka_unit_test(what_is_not_known_is_passed_over),
		cmocka_unit_test(scale_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
