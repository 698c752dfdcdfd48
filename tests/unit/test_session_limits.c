/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_limits.c - what bounds a session: precision, time for a case and for the session,
 * memory, the watchdog's patience; and runs that fail or span a suspend.
 */
#include "tests/unit/session_play.h"

#include "engine/session/session_private.h"

static void wait_for_samples(struct session *session, struct tally *tally, size_t count)
{
	while (!tally->ended && session_result(session)->sample_count < count)
		pump(session, tally);
	assert_false(tally->ended);
}

/* Take one event, or wait once. */
static void wait_for_event(struct session *session, struct tally *tally)
{
	struct pollfd wait = {.fd = session_fd(session), .events = POLLIN};
	struct session_event event;

	if (session_next(session, &event) > 0)
		note(tally, &event);
	else
		assert_true(poll(&wait, 1, PATIENCE_MS) > 0);
	assert_false(tally->ended);
}

static void wait_for_stage(struct session *session, struct tally *tally, enum stage stage)
{
	while (session->stage != stage)
		wait_for_event(session, tally);
}

static void sleep_ms(long ms)
{
	struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

	nanosleep(&time, NULL);
}

/* The front end was stopped (Ctrl-Z) for longer than the watchdog waits: nobody is to blame. */
static void test_stopped_front_end_blames_nobody(void **state)
{
	const char *const pairs[] = {"ops",    "stat,loop", "paths",    "FFF",      "batch",
				     "100us",  "runs",      "20",       "variants", "none,same",
				     "passes", "1",         "watchdog", "1",        NULL};
	const enum stage stages[] = {STAGE_SETUP, STAGE_WARM, STAGE_RUN};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct session *session = open_session(pairs);
		struct session_progress progress = {0};
		struct tally tally = {0};
		struct result result;

		wait_for_stage(session, &tally, stages[i]);
		sleep_ms(2500);
		pump(session, &tally);
		session_progress(session, &progress);
		/* Nor does the time count. */
		assert_true(progress.elapsed_seconds < 2.5);
		finish(session, &tally, &result);
		assert_int_equal(tally.failed, 0);
		assert_complete(&result);
		result_clear(&result);
	}
	assert_nothing_left();
}

/* A batch may last longer than the watchdog's patience with a silent worker. */
static void test_long_batches_are_no_silence(void **state)
{
	const char *const pairs[] = {"ops",    "loop", "batch",    "1500ms", "runs", "1",
				     "passes", "1",    "watchdog", "1",      NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	finish(session, &tally, &result);
	assert_int_equal(tally.failed, 0);
	assert_complete(&result);
	result_clear(&result);
}

/*
 * What times itself tells that it is alive, but not while one of its calls lasts: however little
 * patience was asked for, it has ten seconds.
 */
static void test_a_long_call_is_no_silence(void **state)
{
	const char *const pairs[] = {"ops", "fsx",      "interval", "1s", "passes",
				     "1",   "watchdog", "1",        NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;
	pid_t worker;

	(void)state;
	wait_for_stage(session, &tally, STAGE_RUN);
	assert_int_equal(session_workers(session, &worker, 1), 1);
	assert_int_equal(kill(worker, SIGSTOP), 0);
	for (unsigned int i = 0; i < 25; i++) {
		sleep_ms(100);
		pump(session, &tally);
	}
	assert_int_equal(kill(worker, SIGCONT), 0);
	finish(session, &tally, &result);
	assert_int_equal(tally.failed, 0);
	assert_int_equal(result.steps[0].state, STEP_DONE);
	result_clear(&result);
}

/* What passes have used up of a case's time is not given to it again. */
static void test_time_limit_holds_over_all_passes(void **state)
{
	const char *const pairs[] = {"ops",    "loop,stat", "paths",  "FFF",        "batch",
				     "1ms",    "runs",      "100000", "time-limit", "500ms",
				     "passes", "60",        NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	finish(session, &tally, &result);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(result.steps[i].state, STEP_EARLY);
		assert_string_equal(result.steps[i].reason, "time limit of 0.5 s reached");
		/* On a busy machine fewer, but never what each pass with its own limit would be. */
		assert_in_range(result_pass_count(&result, i), 0, 20);
	}
	assert_false(result.partial);
	result_clear(&result);
}

/* A limit that is noticed when everything is done is no early end. */
static void test_complete_case_is_not_early(void **state)
{
	const char *const pairs[] = {"ops",    "loop", "batch",      "50us", "runs", "3",
				     "passes", "2",    "time-limit", "20s",  NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	wait_for_stage(session, &tally, STAGE_RUN);
	sleep_ms(50);
	session_limit_case(session, "too late");
	finish(session, &tally, &result);
	assert_int_equal(result.steps[0].state, STEP_DONE);
	assert_null(result.steps[0].reason);
	result_clear(&result);
}

/* Once the session's time is over nothing is begun: what has samples is early, the rest stopped. */
static void test_session_limit_ends_the_session(void **state)
{
	const char *const pairs[] = {"ops",
				     "stat,access,open-path",
				     "paths",
				     "all",
				     "runs",
				     "10000",
				     "session-limit",
				     "1s",
				     "batch",
				     "1ms",
				     "passes",
				     "400",
				     NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;
	size_t early = 0;

	(void)state;
	finish(session, &tally, &result);
	assert_true(result.partial);
	for (size_t i = 0; i < result.plan.case_count; i++) {
		const struct step *step = &result.steps[i];

		assert_non_null(strstr(step->reason, "the session's limit of 1 s"));
		if (result_pass_count(&result, i) > 0) {
			assert_int_equal(step->state, STEP_EARLY);
			early++;
		} else {
			assert_int_equal(step->state, STEP_STOPPED);
		}
	}
	/* Each needs a tick of a tenth of a second at least. */
	assert_true(early < result.plan.case_count);
	result_clear(&result);
	assert_nothing_left();
}

/* So much of the session's limit of 1000 s is left from now on. */
static void leave_seconds(struct session *session, uint64_t seconds)
{
	session->start_ns = session_now(session) - (1000 - seconds) * SECOND_NS;
}

static void assert_pass_sizes(const struct result *result, size_t step, unsigned int passes,
			      size_t runs)
{
	assert_int_equal(result_pass_count(result, step), passes);
	for (unsigned int pass = 0; pass < passes; pass++) {
		double *values;
		size_t count;

		assert_int_equal(result_values(result, step, (int)pass, &values, &count), 0);
		free(values);
		assert_int_equal(count, runs);
	}
}

/*
 * A pass beyond those that are due is not begun when the passes before say that it would take
 * longer than is left, and it gets all its runs: a case with a part of its pairs would not count.
 * The session's clock and what it has learned are set here, so that this machine's speed says
 * nothing.
 */
static void test_session_limit_leaves_passes_whole(void **state)
{
	const char *const pairs[] = {"ops",       "loop,fork-wait", "runs",  "40",     "variants",
				     "none,same", "session-limit",  "1000s", "passes", "40",
				     NULL};
	const unsigned int passes = SESSION_PASSES_DUE + 2;
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	while (session->pass + 1 < passes || session->case_index != 1)
		wait_for_event(session, &tally);
	wait_for_stage(session, &tally, STAGE_RUN);
	/* Its share of the limit would be nothing: it runs on. */
	leave_seconds(session, 400);
	session_on_tick(session);
	assert_int_equal(session->cut, CUT_NONE);
	session->case_seconds[0] = 500;
	finish(session, &tally, &result);
	for (size_t i = 0; i < plan_step_count(&result.plan); i++) {
		assert_int_equal(result.steps[i].state, STEP_EARLY);
		assert_string_equal(result.steps[i].reason,
				    "the session's limit of 1000 s left no time for another pass");
		assert_pass_sizes(&result, i, passes, 40);
	}
	assert_false(result.partial);
	result_clear(&result);
	assert_nothing_left();
}

/* A pass that takes longer than those before it does not outlast the limit. */
static void test_session_limit_ends_late_passes(void **state)
{
	const char *const pairs[] = {"ops",   "loop",   "runs", "100", "session-limit",
				     "1000s", "passes", "40",   NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	while (session->pass < SESSION_PASSES_DUE)
		wait_for_event(session, &tally);
	wait_for_stage(session, &tally, STAGE_RUN);
	leave_seconds(session, 0);
	session_on_tick(session);
	assert_int_equal(session->cut, CUT_LIMIT);
	assert_non_null(strstr(session->cut_reason, "limit of 1000 s"));
	finish(session, &tally, &result);
	result_clear(&result);
	assert_nothing_left();
}

/* Building does not outlast the session's limit either. */
static void test_session_limit_ends_building(void **state)
{
	const char *const pairs[] = {"ops",           "readdir", "dirs", "1000000",
				     "session-limit", "300ms",   NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	finish(session, &tally, &result);
	assert_int_equal(result.steps[0].state, STEP_STOPPED);
	assert_non_null(strstr(result.steps[0].reason, "limit of 0.3 s"));
	result_clear(&result);
	assert_nothing_left();
}

static void test_too_many_samples_are_refused(void **state)
{
	const char *const pairs[] = {"suite",  "published", "runs", "1000000",
				     "passes", "1000",      NULL};
	struct session *session;
	struct error error = {""};
	struct plan plan;

	(void)state;
	make_plan(&plan, pairs);
	assert_int_equal(session_open(&session, &plan, NULL, &error), -ENOMEM);
	assert_non_null(strstr(error.text, "47 cases of 1000000 runs, 1000 passes"));
	assert_non_null(strstr(error.text, "need 1880.0"));
	assert_non_null(strstr(error.text, "fewer runs"));
	plan_clear(&plan);
	assert_nothing_left();
}

/* A failure that lasts for a moment costs the runs of that moment and no other, in each pass. */
static void test_failed_runs_are_left_out(void **state)
{
	const char *const pairs[] = {"ops",  "stat", "paths",  "FFF", "batch", "20ms",
				     "runs", "150",  "passes", "2",   NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;
	size_t good = 0;
	double *values;
	uint32_t failed;
	size_t count;

	(void)state;
	for (unsigned int pass = 0; pass < 2; pass++) {
		char path[512];
		char away[520];

		while (session->pass < pass)
			pump(session, &tally);
		wait_for_samples(session, &tally, session_result(session)->sample_count + 2);
		fixture_path(0, "FFF", path, sizeof(path));
		snprintf(away, sizeof(away), "%s.away", path);
		failed = session_result(session)->steps[0].failed_runs;
		assert_int_equal(rename(path, away), 0);
		while (!tally.ended && session_result(session)->steps[0].failed_runs == failed)
			pump(session, &tally);
		assert_int_equal(rename(away, path), 0);
	}
	finish(session, &tally, &result);
	assert_int_equal(tally.failed, 0);
	assert_int_equal(tally.notices, 2);
	assert_non_null(strstr(tally.notice, "stat FFF: "));
	assert_non_null(strstr(tally.notice, "of 150 runs had an iteration that failed"));
	assert_non_null(strstr(tally.notice, "No such file"));
	assert_int_equal(result.steps[0].state, STEP_DONE);
	for (size_t i = 0; i < result.sample_count; i++)
		good += !(result.samples[i].flags & SAMPLE_FAILED);
	assert_int_equal(good + result.steps[0].failed_runs, 300);
	assert_in_range(result.steps[0].failed_runs, 2, 299);
	assert_int_equal(result_values(&result, 0, RESULT_ALL_PASSES, &values, &count), 0);
	assert_int_equal(count, good);
	free(values);
	result_clear(&result);
	assert_nothing_left();
}

/* What goes on failing ends its case; the samples from before stay. */
static void test_failing_for_good_fails_the_case(void **state)
{
	const char *const pairs[] = {"ops",        "rename,loop", "dirs",   "0",      "batch",
				     "1ms",        "runs",        "100000", "passes", "2",
				     "time-limit", "30s",         NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;
	char path[512];

	(void)state;
	wait_for_samples(session, &tally, 2);
	fixture_path(0, "FFF", path, sizeof(path));
	while (unlink(path) < 0)
		;
	while (tally.failed == 0)
		pump(session, &tally);
	session_stop(session);
	finish(session, &tally, &result);
	assert_int_equal(result.steps[0].state, STEP_FAILED);
	assert_non_null(strstr(result.steps[0].reason, "runs in a row"));
	assert_false(result.samples[0].flags & SAMPLE_FAILED);
	assert_true(result.partial);
	result_clear(&result);
	assert_nothing_left();
}

/* Runs from the tick before to what runs when a suspend is noticed are marked, and no others. */
static void test_suspend_marks_the_runs_around_it(void **state)
{
	const char *const pairs[] = {"ops", "loop",   "batch", "50ms", "runs",
				     "60",  "passes", "1",     NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;
	size_t marked = 0;

	(void)state;
	wait_for_samples(session, &tally, 8);
	session_on_suspend(session, 6);
	finish(session, &tally, &result);
	assert_true(result.suspended);
	assert_int_equal(result.samples[5].flags, 0);
	assert_int_equal(result.samples[6].flags, SAMPLE_SUSPENDED);
	for (size_t i = 0; i < result.sample_count; i++)
		marked += (result.samples[i].flags & SAMPLE_SUSPENDED) != 0;
	/* The batch that was running when it was noticed is among them: it came later. */
	assert_in_range(marked, 3, 53);
	assert_int_equal(result.samples[6 + marked - 1].flags, SAMPLE_SUSPENDED);
	assert_int_equal(result.samples[59].flags, 0);
	result_clear(&result);
}

/* A worker gone mad cannot make the front end read or write beside its arrays. */
static void test_damaged_samples_fail_the_case(void **state)
{
	const char *const pairs[] = {"ops",   "stat,loop", "paths",  "FFF", "runs", "4000",
				     "batch", "1ms",       "passes", "1",   NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	wait_for_samples(session, &tally, 5);
	assert_int_equal(kill(session->workers[0].pid, SIGSTOP), 0);
	sleep_ms(20);
	for (size_t i = 0; i < 4000; i++)
		session->ring.samples[i].step = UINT32_MAX;
	atomic_store(&session->ring.shared->head, UINT32_MAX);
	finish(session, &tally, &result);
	assert_int_equal(result.steps[0].state, STEP_FAILED);
	assert_non_null(strstr(result.steps[0].reason, "damaged"));
	assert_int_equal(result.steps[1].state, STEP_DONE);
	result_clear(&result);
	assert_nothing_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stopped_front_end_blames_nobody),
		cmocka_unit_test(test_long_batches_are_no_silence),
		cmocka_unit_test(test_a_long_call_is_no_silence),
		cmocka_unit_test(test_time_limit_holds_over_all_passes),
		cmocka_unit_test(test_complete_case_is_not_early),
		cmocka_unit_test(test_session_limit_ends_the_session),
		cmocka_unit_test(test_session_limit_leaves_passes_whole),
		cmocka_unit_test(test_session_limit_ends_late_passes),
		cmocka_unit_test(test_session_limit_ends_building),
		cmocka_unit_test(test_too_many_samples_are_refused),
		cmocka_unit_test(test_failed_runs_are_left_out),
		cmocka_unit_test(test_failing_for_good_fails_the_case),
		cmocka_unit_test(test_suspend_marks_the_runs_around_it),
		cmocka_unit_test(test_damaged_samples_fail_the_case),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
