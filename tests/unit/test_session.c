/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session.c - whole sessions with real workers on the real file system: what is kept, how it
 * is ordered, and that nothing is left behind.
 */
#include "tests/unit/session_play.h"

static void test_whole_session(void **state)
{
	const char *const pairs[] = {"ops",    "stat,rename,loop",
				     "paths",  "FFF,XXX/YYY/ZZZ/NNN",
				     "dirs",   "10",
				     "runs",   "12",
				     "passes", "3",
				     NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	finish(session, &tally, &result);
	assert_false(result.partial);
	assert_int_equal(result.plan.case_count, 4);
	assert_complete(&result);
	assert_int_equal(tally.cases_done, 12);
	assert_int_equal(tally.failed, 0);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(result.steps[i].state, STEP_DONE);
		assert_true(result.steps[i].warmup >= 3);
	}
	/* rename alternates: a batch must leave the file where it was. */
	assert_int_equal(result.steps[2].iterations % 2, 0);
	assert_true(result.clock_cost_ns > 0 && result.loop_ns > 0);
	assert_non_null(environment_find(&result.environment, "kernel.release"));
	result_clear(&result);
	assert_nothing_left();
}

/* Samples of several variants come in the seeded order, and the calibration is shared. */
static void test_variants_take_turns(void **state)
{
	const char *const pairs[] = {"ops",  "open-close", "paths",  "FFF", "variants", "none,same",
				     "runs", "40",         "passes", "2",   NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	finish(session, &tally, &result);
	assert_complete(&result);
	assert_int_equal(result.steps[0].iterations, result.steps[1].iterations);
	for (size_t i = 0; i < result.sample_count; i += 4) {
		const struct sample *block = &result.samples[i];

		assert_int_equal(block[0].step, block[3].step);
		assert_int_equal(block[1].step, block[2].step);
		assert_int_not_equal(block[0].step, block[1].step);
	}
	for (size_t i = 1; i < result.sample_count; i++)
		assert_true(result.samples[i].start_ns >=
			    result.samples[i - 1].start_ns + result.samples[i - 1].duration_ns);
	result_clear(&result);
	assert_nothing_left();
}

static void wait_for_samples(struct session *session, struct tally *tally, size_t count)
{
	while (!tally->ended && session_result(session)->sample_count < count)
		pump(session, tally);
	assert_false(tally->ended);
}

static void test_pause_and_resume(void **state)
{
	const char *const pairs[] = {"ops",  "stat", "paths",  "FFF", "batch", "1ms",
				     "runs", "1500", "passes", "1",   NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;
	size_t count;
	size_t resumed = 0;

	(void)state;
	wait_for_samples(session, &tally, 10);
	session_pause(session);
	pump(session, &tally);
	pump(session, &tally);
	count = session_result(session)->sample_count;
	for (int i = 0; i < 5; i++)
		pump(session, &tally);
	assert_int_equal(session_result(session)->sample_count, count);
	session_resume(session);
	finish(session, &tally, &result);
	assert_int_equal(result.sample_count, 1500);
	for (size_t i = 0; i < result.sample_count; i++)
		resumed += (result.samples[i].flags & SAMPLE_RESUMED) != 0;
	assert_int_equal(resumed, 1);
	result_clear(&result);
	assert_nothing_left();
}

static void test_skip_keeps_samples_and_goes_on(void **state)
{
	const char *const pairs[] = {"ops",  "stat,loop", "paths",  "FFF", "batch", "1ms",
				     "runs", "2000",      "passes", "2",   NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	wait_for_samples(session, &tally, 10);
	session_skip(session);
	while (session_result(session)->steps[1].state != STEP_RUNNING)
		pump(session, &tally);
	session_stop(session);
	finish(session, &tally, &result);
	assert_true(result.partial);
	assert_int_equal(result.steps[0].state, STEP_SKIPPED);
	assert_int_equal(result.steps[1].state, STEP_STOPPED);
	assert_true(result.sample_count >= 10);
	result_clear(&result);
	assert_nothing_left();
}

static void test_stop_at_any_moment(void **state)
{
	const char *const pairs[] = {"ops",  "readdir,stat", "paths",  "FFF", "dirs", "3000",
				     "runs", "20",           "passes", "2",   NULL};
	unsigned int seed = (unsigned int)time(NULL);

	(void)state;
	print_message("seed %u\n", seed);
	for (int i = 0; i < 25; i++) {
		struct session *session = open_session(pairs);
		struct tally tally = {0};
		struct result result;
		struct timespec moment = {.tv_nsec = rand_r(&seed) % 40000000};

		nanosleep(&moment, NULL);
		for (int pumps = rand_r(&seed) % 8; pumps > 0 && !tally.ended; pumps--)
			pump(session, &tally);
		if (i % 2)
			session_stop(session);
		if (i % 4 == 3)
			finish(session, &tally, &result);
		else
			assert_int_equal(session_close(session, &result, NULL), 0);
		result_clear(&result);
		assert_nothing_left();
	}
}

/* Whatever becomes of the cases, and however wrong the estimate was, it never goes back. */
static void test_progress_never_falls(void **state)
{
	const char *const pairs[] = {"ops",
				     "stat,readdir,loop",
				     "paths",
				     "default,FFF",
				     "default-path",
				     "/nonexistent/file",
				     "dirs",
				     "0,2000",
				     "runs",
				     "200",
				     "batch",
				     "1ms",
				     "passes",
				     "2",
				     NULL};
	struct session *session = open_session(pairs);
	struct session_progress progress = {0};
	struct tally tally = {0};
	unsigned int pumps = 0;
	double before = 0;

	(void)state;
	while (!tally.ended) {
		pump(session, &tally);
		/* The first case fails by itself; skip one in the middle. */
		if (session_result(session)->steps[2].state == STEP_RUNNING && pumps++ == 1)
			session_skip(session);
		session_progress(session, &progress);
		assert_true(progress.fraction >= before && progress.fraction <= 1);
		assert_true(isfinite(progress.remaining_seconds));
		assert_true(progress.cases_done <= progress.cases);
		before = progress.fraction;
	}
	assert_int_equal(tally.failed, 1);
	assert_true(progress.ended && progress.fraction == 1);
	assert_true(progress.remaining_seconds == 0);
	assert_int_equal(session_close(session, NULL, NULL), 0);
	assert_nothing_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole_session),
		cmocka_unit_test(test_variants_take_turns),
		cmocka_unit_test(test_pause_and_resume),
		cmocka_unit_test(test_skip_keeps_samples_and_goes_on),
		cmocka_unit_test(test_stop_at_any_moment),
		cmocka_unit_test(test_progress_never_falls),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
