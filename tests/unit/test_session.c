/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session.c - whole sessions with real workers on the real file system: what is kept, what is
 * marked, what happens when a worker dies or hangs, and that nothing is left behind.
 */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/order.h"
#include "engine/session.h"

#define PATIENCE_MS 60000

/* The scratch roots of all tests stand in here, so that leftovers are seen. */
static char place[64] = "/tmp/lsmbench-test-session.XXXXXX";

struct tally {
	unsigned int failed;
	unsigned int notices;
	unsigned int cases_done;
	bool ended;
	char last_text[768];
};

static void make_plan(struct plan *plan, const char *const *pairs)
{
	struct error error = {.text = ""};

	plan_init(plan);
	assert_int_equal(plan_set(plan, "scratch", place, &error), 0);
	assert_int_equal(plan_set(plan, "seed", "7", &error), 0);
	assert_int_equal(plan_set(plan, "batch", "50us", &error), 0);
	for (; *pairs; pairs += 2)
		if (plan_set(plan, pairs[0], pairs[1], &error) < 0)
			fail_msg("%s: %s: %s", pairs[0], pairs[1], error.text);
	if (plan_expand(plan, &error) < 0)
		fail_msg("%s", error.text);
}

static struct session *open_session(const char *const *pairs)
{
	struct session *session;
	struct error error;
	struct plan plan;

	make_plan(&plan, pairs);
	if (session_open(&session, &plan, &error) < 0)
		fail_msg("%s", error.text);
	plan_clear(&plan);
	return session;
}

static void note(struct tally *tally, const struct session_event *event)
{
	switch (event->kind) {
	case SESSION_FAILED:
		tally->failed++;
		break;
	case SESSION_NOTICE:
		tally->notices++;
		break;
	case SESSION_CASE_DONE:
		tally->cases_done++;
		break;
	case SESSION_ENDED:
		tally->ended = true;
		break;
	default:
		return;
	}
	if (event->text[0])
		snprintf(tally->last_text, sizeof(tally->last_text), "%s", event->text);
}

/* Wait for the session once, and take what it has to tell. */
static void pump(struct session *session, struct tally *tally)
{
	struct pollfd wait = {.fd = session_fd(session), .events = POLLIN};
	struct session_event event;
	int code;

	assert_true(poll(&wait, 1, PATIENCE_MS) > 0);
	while ((code = session_next(session, &event)) > 0)
		note(tally, &event);
	assert_int_equal(code, 0);
}

static void finish(struct session *session, struct tally *tally, struct result *result)
{
	struct error error;

	while (!tally->ended)
		pump(session, tally);
	if (session_close(session, result, &error) < 0)
		fail_msg("%s", error.text);
}

static void assert_nothing_left(void)
{
	DIR *directory = opendir(place);
	struct dirent *entry;

	assert_non_null(directory);
	while ((entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			fail_msg("left behind: %s/%s", place, entry->d_name);
	closedir(directory);
}

/* Every step has all its runs, in every pass, numbered and ordered without a gap. */
static void assert_complete(const struct result *result)
{
	const struct plan *plan = &result->plan;
	size_t variants = plan->variants.count;
	size_t next = 0;

	assert_int_equal(result->sample_count, plan_step_count(plan) * plan->passes * plan->runs);
	for (unsigned int pass = 0; pass < plan->passes; pass++) {
		for (size_t index = 0; index < plan->case_count; index++) {
			for (uint32_t order = 0; order < plan->runs * variants; order++) {
				const struct sample *sample = &result->samples[next++];

				assert_int_equal(sample->pass, pass);
				assert_int_equal(sample->order, order);
				assert_int_equal(sample->step / variants, index);
				assert_int_equal(sample->flags, 0);
				assert_true(sample->duration_ns > 0);
				assert_int_equal(sample->iterations,
						 result->steps[sample->step].iterations);
			}
		}
	}
}

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

static void wait_until_running(struct session *session, struct tally *tally, size_t step)
{
	while (!tally->ended && session_result(session)->steps[step].state != STEP_RUNNING)
		pump(session, tally);
	assert_false(tally->ended);
}

static void hit_worker(const char *watchdog, int signal, const char *expected)
{
	const char *const pairs[] = {"ops",      "stat,loop", "paths",    "FFF",    "batch",
				     "1ms",      "runs",      "400",      "passes", "2",
				     "variants", "none,same", "watchdog", watchdog, NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;
	pid_t pids[4];

	wait_until_running(session, &tally, 0);
	assert_int_equal(session_workers(session, pids, 4), 2);
	assert_int_equal(kill(pids[1], signal), 0);
	/* The rest of the plan is done all the same. */
	finish(session, &tally, &result);
	assert_int_equal(tally.failed, 1);
	assert_int_equal(result.steps[0].state, STEP_FAILED);
	assert_non_null(strstr(result.steps[0].reason, expected));
	assert_int_equal(result.steps[2].state, STEP_DONE);
	assert_true(result.partial);
	assert_int_equal(kill(pids[1], 0), -1);
	result_clear(&result);
	assert_nothing_left();
}

static void test_dead_worker_fails_its_case(void **state)
{
	(void)state;
	hit_worker("30", SIGKILL, "killed by signal 9");
}

static void test_hanging_worker_is_ended(void **state)
{
	(void)state;
	hit_worker("1", SIGSTOP, "no sign of life for 1 s");
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
	assert_int_equal(session_open(&session, &plan, &error), expected);
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
	setenv("LSMBENCH_WORKER", "build/lsmbench-worker", 1);
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
	setenv("LSMBENCH_WORKER", "build/lsmbench-worker", 1);
	assert_int_equal(tally.failed, 2);
	assert_non_null(strstr(result.steps[0].reason, "exited with status 1"));
	assert_int_equal(result.sample_count, 0);
	result_clear(&result);
	assert_nothing_left();
}

static void test_progress_ends_at_one(void **state)
{
	const char *const pairs[] = {"ops", "stat",   "paths", "FFF", "runs",
				     "50",  "passes", "2",     NULL};
	struct session *session = open_session(pairs);
	struct session_progress progress;
	struct tally tally = {0};
	double before = 0;

	(void)state;
	while (!tally.ended) {
		pump(session, &tally);
		session_progress(session, &progress);
		assert_true(progress.fraction >= before && progress.fraction <= 1);
		assert_true(progress.remaining_seconds >= 0 &&
			    isfinite(progress.remaining_seconds));
		before = progress.fraction;
	}
	assert_true(progress.ended && progress.fraction == 1);
	assert_int_equal(session_close(session, NULL, NULL), 0);
	assert_nothing_left();
}

static int make_place(void **state)
{
	(void)state;
	if (!getenv("LSMBENCH_WORKER"))
		setenv("LSMBENCH_WORKER", "build/lsmbench-worker", 1);
	return mkdtemp(place) ? 0 : -1;
}

static int remove_place(void **state)
{
	(void)state;
	return rmdir(place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole_session),
		cmocka_unit_test(test_variants_take_turns),
		cmocka_unit_test(test_pause_and_resume),
		cmocka_unit_test(test_skip_keeps_samples_and_goes_on),
		cmocka_unit_test(test_stop_at_any_moment),
		cmocka_unit_test(test_dead_worker_fails_its_case),
		cmocka_unit_test(test_hanging_worker_is_ended),
		cmocka_unit_test(test_precision_ends_early),
		cmocka_unit_test(test_time_limit_ends_early),
		cmocka_unit_test(test_case_that_cannot_be_built_fails_alone),
		cmocka_unit_test(test_what_cannot_work_is_refused),
		cmocka_unit_test(test_worker_that_is_no_worker),
		cmocka_unit_test(test_progress_ends_at_one),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
