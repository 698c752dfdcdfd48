/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_trial.c - a variant is tried out while the session goes on: a command that never
 * comes to the worker keeps nobody waiting for longer than the plan's limits say.
 */
#include "tests/unit/variant_play.h"

/* A session that tries a command which hangs; key and value are one more line of the plan. */
static struct session *open_hanging(const char *key, const char *value)
{
	const char *const pairs[] = {
		"ops",      "stat", "paths",    "FFF",
		"variants", "none", "variants", "exec:a=sh -c 'sleep 98766' sh",
		"runs",     "5",    key,        value,
		NULL};

	return open_session(pairs);
}

/* Nothing was measured and nothing is left when the session has ended. */
static void finish_empty(struct session *session, struct tally *tally, enum step_state expected)
{
	struct result result;

	finish(session, tally, &result);
	assert_int_equal(result.sample_count, 0);
	assert_int_equal(result.steps[0].state, expected);
	assert_true(result.partial);
	result_clear(&result);
	assert_no_children();
	assert_nothing_left();
}

/* The session opens though its worker has not answered, and can be stopped meanwhile. */
static void test_a_session_opens_before_the_trial_is_over(void **state)
{
	struct session *session = open_hanging("watchdog", "30");
	struct session_progress progress;
	struct tally tally = {0};
	pid_t pids[4];

	(void)state;
	assert_int_equal(session_workers(session, pids, 4), 1);
	session_progress(session, &progress);
	assert_false(progress.ended);
	session_skip(session);
	session_pause(session);
	session_resume(session);
	assert_int_equal(session_workers(session, pids, 4), 1);
	session_stop(session);
	while (!tally.ended)
		pump(session, &tally);
	assert_false(session_refused(session));
	assert_null(session_broken(session));
	finish_empty(session, &tally, STEP_STOPPED);
}

static void test_it_is_closed_in_the_trial(void **state)
{
	struct session *session = open_hanging("watchdog", "30");

	(void)state;
	assert_int_equal(session_close(session, NULL, NULL), 0);
	assert_no_children();
	assert_nothing_left();
}

static void test_the_watchdog_ends_a_trial(void **state)
{
	struct session *session = open_hanging("watchdog", "1");
	struct tally tally = {0};

	(void)state;
	while (!tally.ended)
		pump(session, &tally);
	assert_true(session_refused(session));
	assert_non_null(strstr(session_broken(session), "no word from the worker in 1 s"));
	finish_empty(session, &tally, STEP_STOPPED);
}

static void test_the_session_limit_ends_a_trial(void **state)
{
	struct session *session = open_hanging("session-limit", "1s");
	struct tally tally = {0};

	(void)state;
	while (!tally.ended)
		pump(session, &tally);
	assert_false(session_refused(session));
	assert_non_null(strstr(session_result(session)->steps[0].reason, "limit of 1 s"));
	finish_empty(session, &tally, STEP_STOPPED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_session_opens_before_the_trial_is_over),
		cmocka_unit_test(test_it_is_closed_in_the_trial),
		cmocka_unit_test(test_the_watchdog_ends_a_trial),
		cmocka_unit_test(test_the_session_limit_ends_a_trial),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
