/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_guest_size.c - how many iterations a guest's batch gets, for costs that are made up. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/guest/guest_size.h"

/*
 * An operation of so many instructions, and what comes on top of some batches: an event once in so
 * many iterations, as on Debian's 6.12, where a symbolic link takes 13,410 instructions, and every
 * 22nd 3,097 more for new memory.
 */
struct play {
	uint64_t cost;
	uint64_t event; /* instructions */
	uint64_t every; /* iterations; 0: never */
	uint64_t performed;
	uint64_t fails_at; /* batch */
	uint64_t batches;
	uint64_t longest; /* iterations */
	uint64_t period;
};

static int time_play(void *argument, uint64_t n, uint64_t *instructions)
{
	struct play *play = argument;

	assert_true(n > 0 && n % play->period == 0);
	play->batches++;
	if (n > play->longest)
		play->longest = n;
	*instructions = play->cost * n;
	if (play->every)
		*instructions += play->event * ((play->performed + n) / play->every -
						play->performed / play->every);
	play->performed += n;
	/* A timer tick that a batch hears. */
	if (play->batches == GUEST_SIZE_RUNS / 2)
		*instructions += 11500;
	return play->batches == play->fails_at ? EIO : 0;
}

static uint64_t find(struct play *play, uint64_t most, bool *repeats)
{
	const struct guest_size size = {
		.period = play->period, .most = most, .timer = time_play, .argument = play};
	uint64_t n = 0;

	assert_int_equal(guest_size_find(&size, &n, repeats), 0);
	assert_int_equal(n % play->period, 0);
	return n;
}

static void test_steady(void **state)
{
	struct play play = {.cost = 4287, .period = 1};
	bool repeats = false;

	(void)state;
	assert_int_equal(find(&play, 0, &repeats), GUEST_SIZE_SHORT / 4287);
	assert_true(repeats);
}

static void test_periods(void **state)
{
	struct play play = {.cost = 100, .period = 64};
	bool repeats = false;

	(void)state;
	/* The period's own batches: 6400 instructions, 23 of them. */
	assert_int_equal(find(&play, 0, &repeats), 23 * 64);
	assert_true(repeats);
}

/* What every batch has, or what is too little to count, needs no longer ones. */
static void test_even(void **state)
{
	struct play in_step = {.cost = 4000, .period = 1, .event = 3097, .every = 37};
	struct play little = {.cost = 4000, .period = 1, .event = 18, .every = 1000};
	bool repeats = false;

	(void)state;
	assert_int_equal(find(&in_step, 0, &repeats), 37);
	assert_true(repeats);
	assert_int_equal(find(&little, 0, &repeats), 37);
	assert_true(repeats);
}

/* Short batches have the event or have it not: a long one has it as often as any other long one. */
static void test_event(void **state)
{
	struct play play = {.cost = 13410, .period = 1, .event = 3097, .every = 22};
	bool repeats = true;
	uint64_t n = find(&play, 0, &repeats);

	(void)state;
	assert_false(repeats);
	assert_int_equal(n, GUEST_SIZE_LONG / 13410);
	/* One event more or less is no half a percent. */
	assert_true(play.event * 200 < n * play.cost);
}

/* Of boots of one kernel none may have other batches than the others. */
static void test_alike(void **state)
{
	(void)state;
	for (uint64_t at = 0; at < 22; at++) {
		struct play play = {.cost = 13410, .period = 2, .event = 3097, .every = 22};
		bool repeats;

		play.performed = at;
		assert_int_equal(find(&play, 0, &repeats), GUEST_SIZE_LONG / 13410 / 2 * 2);
	}
}

static void test_bounds(void **state)
{
	struct play most = {.cost = 10, .period = 2, .event = 1000, .every = 4};
	struct play heavy = {.cost = GUEST_SIZE_LONG, .period = 1};
	struct play nothing = {.cost = 0, .period = 1};
	bool repeats;

	(void)state;
	assert_int_equal(find(&most, 7, &repeats), 6);
	assert_int_equal(find(&heavy, 0, &repeats), 1);
	/* One is enough to know what a batch of it is. */
	assert_int_equal(heavy.batches, 1);
	assert_true(find(&nothing, 0, &repeats) <= GUEST_SIZE_SHORT);
}

static void test_failure(void **state)
{
	(void)state;
	for (uint64_t at = 1; at <= 3 + GUEST_SIZE_RUNS; at++) {
		struct play play = {.cost = 4000, .period = 1, .fails_at = at};
		const struct guest_size size = {.period = 1, .timer = time_play, .argument = &play};
		uint64_t n;
		bool repeats;

		assert_int_equal(guest_size_find(&size, &n, &repeats), EIO);
		assert_int_equal(play.batches, at);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steady),  cmocka_unit_test(test_periods),
		cmocka_unit_test(test_even),    cmocka_unit_test(test_event),
		cmocka_unit_test(test_alike),   cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
