/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_trouble.c - what a session does when something dies, hangs, runs out of time or
 * cannot work: the rest of the plan goes on, and nothing is left behind.
 */
#include "tests/unit/session_play.h"

static void wait_until_running(struct session *session, struct tally *tally, size_t step)
{
	while (!tally->ended && session_result(session)->steps[step].state != STEP_RUNNING)
		pump(session, tally);
	assert_false(tally->ended);
}

/* Hit the worker of a variant of the first of two cases, in the first of two passes. */
static void hit_worker(size_t variant, const char *watchdog, int signal, struct result *result,
		       struct tally *tally)
{
	const char *const pairs[] = {"ops",      "stat,loop", "paths",    "FFF",    "batch",
				     "1ms",      "runs",      "400",      "passes", "2",
				     "variants", "none,same", "watchdog", watchdog, NULL};
	struct session *session = open_session(pairs);
	pid_t pids[4];

	wait_until_running(session, tally, 0);
	assert_int_equal(session_workers(session, pids, 4), 2);
	/* What a terminal sends to the front end's process group passes them by. */
	assert_int_equal(getpgid(pids[0]), pids[0]);
	assert_int_equal(kill(pids[variant], signal), 0);
	/* The rest of the plan is done all the same. */
	finish(session, tally, result);
	assert_int_equal(tally->failed, 1);
	assert_int_equal(result->steps[2].state, STEP_DONE);
	assert_int_equal(result->steps[3].state, STEP_DONE);
	assert_true(result->partial);
	assert_int_equal(kill(pids[variant], 0), -1);
	assert_nothing_left();
}

/* Without its baseline a case has nothing to say. */
static void hit_baseline(const char *watchdog, int signal, const char *expected)
{
	struct tally tally = {0};
	struct result result;

	hit_worker(0, watchdog, signal, &result, &tally);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(result.steps[i].state, STEP_FAILED);
		assert_non_null(strstr(result.steps[i].reason, expected));
		assert_int_equal(result_pass_count(&result, i), result_pass_count(&result, 0));
	}
	result_clear(&result);
}

/* Any other variant fails alone: the next pass is whole without it. */
static void hit_variant(const char *watchdog, int signal, const char *expected)
{
	struct tally tally = {0};
	struct result result;
	uint32_t whole = 0;

	hit_worker(1, watchdog, signal, &result, &tally);
	assert_int_equal(result.steps[1].state, STEP_FAILED);
	assert_non_null(strstr(result.steps[1].reason, expected));
	assert_non_null(strstr(tally.last_text, "stat FFF: under same: "));
	assert_non_null(strstr(tally.last_text, "; the case goes on without it"));
	assert_int_equal(result.steps[0].state, STEP_EARLY);
	for (size_t i = 0; i < result.sample_count; i++) {
		const struct sample *sample = &result.samples[i];

		if (sample->step > 1 || sample->pass == 0)
			continue;
		assert_int_equal(sample->step, 0);
		assert_int_equal(sample->order, whole++);
	}
	assert_int_equal(whole, 400);
	result_clear(&result);
}

static void test_dead_baseline_fails_its_case(void **state)
{
	(void)state;
	hit_baseline("30", SIGKILL, "under none: the worker was killed by signal 9");
}

static void test_dead_variant_fails_alone(void **state)
{
	(void)state;
	hit_variant("30", SIGKILL, "under same: the worker was killed by signal 9");
}

static void test_hanging_worker_is_ended(void **state)
{
	(void)state;
	hit_variant("1", SIGSTOP, "no sign of life for 1 s");
}

static void test_precision_ends_early(void **state)
{
	const char *const pairs[] = {"ops",    "loop", "batch",     "100us", "runs", "100000",
				     "passes", "2",    "precision", "5%",    NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	finish(session, &tally, &result);
	assert_int_equal(result.steps[0].state, STEP_EARLY);
	assert_non_null(strstr(result.steps[0].reason, "precision of 5%"));
	assert_true(result.sample_count >= 60 && result.sample_count < 200000);
	assert_false(result.partial);
	result_clear(&result);
}

static void test_time_limit_ends_early(void **state)
{
	const char *const pairs[] = {"ops",        "loop",     "batch",     "1ms",    "runs",
				     "100000",     "variants", "none,same", "passes", "2",
				     "time-limit", "1s",       NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	finish(session, &tally, &result);
	assert_int_equal(result.steps[0].state, STEP_EARLY);
	assert_int_equal(result.steps[1].state, STEP_EARLY);
	assert_non_null(strstr(result.steps[0].reason, "time limit of 1 s"));
	/* It ended after a block: both variants were served alike. */
	assert_int_equal(result.sample_count % 4, 0);
	result_clear(&result);
}

static void test_case_that_cannot_be_built_fails_alone(void **state)
{
	const char *const pairs[] = {"ops",
				     "stat",
				     "paths",
				     "default,FFF",
				     "default-path",
				     "/nonexistent/file",
				     "runs",
				     "5",
				     "passes",
				     "2",
				     NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	finish(session, &tally, &result);
	assert_int_equal(tally.failed, 1);
	assert_int_equal(result.steps[0].state, STEP_FAILED);
	assert_non_null(strstr(result.steps[0].reason, "/nonexistent/file"));
	assert_int_equal(result.steps[1].state, STEP_DONE);
	assert_int_equal(result.sample_count, 10);
	result_clear(&result);
	assert_nothing_left();
}

static void expect_refusal(const char *const *pairs, int expected, const char *words)
{
	struct session *session;
	struct error error = {.text = ""};
	struct plan plan;

	make_plan(&plan, pairs);
	assert_int_equal(session_open(&session, &plan, NULL, &error), expected);
	assert_null(session);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
	plan_clear(&plan);
	assert_nothing_left();
}

static void test_what_cannot_work_is_refused(void **state)
{
	const char *const cpu[] = {"ops", "loop", "cpu", "1000", NULL};
	const char *const missing[] = {"ops", "loop", "scratch", "/nonexistent", NULL};
	const char *const plain[] = {"ops", "loop", NULL};

	(void)state;
	expect_refusal(cpu, -EINVAL, "CPU 1000");
	expect_refusal(missing, -ENOENT, "/nonexistent");
	setenv("LSMBENCH_WORKER", "/nonexistent/worker", 1);
	expect_refusal(plain, -ENOENT, "/nonexistent/worker");
	use_worker();
}

static void test_worker_that_is_no_worker(void **state)
{
	const char *const pairs[] = {"ops", "stat,loop", "paths", "FFF", "runs", "5", NULL};
	struct session *session;
	struct tally tally = {0};
	struct result result;

	(void)state;
	setenv("LSMBENCH_WORKER", "/bin/false", 1);
	session = open_session(pairs);
	finish(session, &tally, &result);
	use_worker();
	assert_int_equal(tally.failed, 2);
	assert_non_null(strstr(result.steps[0].reason, "exited with status 1"));
	assert_int_equal(result.sample_count, 0);
	result_clear(&result);
	assert_nothing_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dead_baseline_fails_its_case),
		cmocka_unit_test(test_dead_variant_fails_alone),
		cmocka_unit_test(test_hanging_worker_is_ended),
		cmocka_unit_test(test_precision_ends_early),
		cmocka_unit_test(test_time_limit_ends_early),
		cmocka_unit_test(test_case_that_cannot_be_built_fails_alone),
		cmocka_unit_test(test_what_cannot_work_is_refused),
		cmocka_unit_test(test_worker_that_is_no_worker),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
