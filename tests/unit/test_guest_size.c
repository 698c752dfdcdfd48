/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_guest_size.c - how many iterations a guest's batch gets, for costs that are made up. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/guest/guest_size.h"

/* An operation of so many instructions, and a disturbance in every set of batches, so many
 * instructions more in each set than in the one before. */
struct play {
	uint64_t cost;
	uint64_t drift;
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
	*instructions = play->cost * n + play->drift * (play->batches / GUEST_SIZE_RUNS);
	/* A timer tick that one batch of a set hears. */
	if (play->batches % GUEST_SIZE_RUNS == 0)
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
	assert_int_equal(find(&play, 0, &repeats), GUEST_SIZE_FIRST / 4287);
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

/* A disturbance of 40 instructions a set is below half an instruction in long batches only. */
static void test_doubled(void **state)
{
	struct play play = {.cost = 4000, .period = 1, .drift = 40};
	bool repeats = false;
	uint64_t n = find(&play, 0, &repeats);

	(void)state;
	assert_true(repeats);
	assert_true(n > GUEST_SIZE_FIRST / 4000 && n * 4000 <= GUEST_SIZE_MOST);
}

static void test_never(void **state)
{
	struct play play = {.cost = 4000, .period = 2, .drift = 100000};
	bool repeats = true;
	uint64_t n = find(&play, 0, &repeats);

	(void)state;
	assert_false(repeats);
	assert_true(n * 4000 <= GUEST_SIZE_MOST && 2 * n * 4000 > GUEST_SIZE_MOST);
	assert_int_equal(play.longest, n);
}

static void test_bounds(void **state)
{
	struct play most = {.cost = 10, .period = 2, .drift = 100000};
	struct play heavy = {.cost = GUEST_SIZE_MOST, .period = 1};
	struct play nothing = {.cost = 0, .period = 1};
	bool repeats;

	(void)state;
	assert_int_equal(find(&most, 7, &repeats), 6);
	assert_int_equal(find(&heavy, 0, &repeats), 1);
	/* One is enough to know what a batch of it is. */
	assert_int_equal(heavy.batches, 1);
	assert_true(find(&nothing, 0, &repeats) <= GUEST_SIZE_MOST);
}

static void test_failure(void **state)
{
	(void)state;
	for (uint64_t at = 1; at <= 2 + 2 * GUEST_SIZE_RUNS; at++) {
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
		cmocka_unit_test(test_doubled), cmocka_unit_test(test_never),
		cmocka_unit_test(test_bounds),  cmocka_unit_test(test_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
