/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_estimate.c - what a session says about the time that is left follows from what this
 * machine was known to need, until the case itself has been seen.
 */
#include "tests/unit/session_play.h"

#include "engine/session/session_private.h"

#define STAT_SECONDS 5000.0

/* As a session taught it in which one stat took so long. */
static void know(struct estimate *estimate)
{
	char line[64];
	FILE *file;

	estimate_init(estimate);
	snprintf(line, sizeof(line), "case %.1f stat FFF\n", STAT_SECONDS * 1e9 / 20000);
	file = fmemopen(line, strlen(line), "r");
	estimate_read(estimate, file);
	fclose(file);
	assert_int_equal(estimate->case_count, 1);
}

static struct session *open_with(const struct estimate *estimate)
{
	const char *const pairs[] = {"ops",    "stat", "paths",    "FFF", "runs", "20000",
				     "passes", "2",    "watchdog", "60",  NULL};
	struct session *session;
	struct error error;
	struct plan plan;

	make_plan(&plan, pairs);
	assert_int_equal(session_open(&session, &plan, estimate, &error), 0);
	plan_clear(&plan);
	return session;
}

/* Before a batch has run that could correct it. */
static double first_remaining(struct session *session)
{
	struct session_progress progress;

	session_estimate_remaining(session);
	session_progress(session, &progress);
	return progress.remaining_seconds;
}

/* The case has 20000 batches a pass: one call lasts longer than a batch should. */
static void test_learned_figures_are_used(void **state)
{
	struct estimate estimate;
	struct session *session;
	struct tally tally = {0};
	struct result result;

	(void)state;
	know(&estimate);
	session = open_with(&estimate);
	/* It is copied. */
	estimate_clear(&estimate);
	assert_true(first_remaining(session) > STAT_SECONDS);
	session_stop(session);
	finish(session, &tally, &result);
	result_clear(&result);
	assert_nothing_left();
}

static void test_general_values_serve_without(void **state)
{
	struct session *session = open_with(NULL);
	struct tally tally = {0};
	struct result result;
	double remaining = first_remaining(session);

	(void)state;
	/* Two passes of 20000 batches of 50 us, and a worker each. */
	assert_true(remaining >= 0 && remaining < STAT_SECONDS / 100);
	session_stop(session);
	finish(session, &tally, &result);
	result_clear(&result);
	assert_nothing_left();
}

/* What the first case needed, a small part of what was expected, is expected of the second. */
static void test_what_is_seen_corrects_what_is_expected(void **state)
{
	const char *const pairs[] = {"ops",   "stat",   "paths", "FFF,XXX/FFF", "runs",
				     "20000", "passes", "1",     NULL};
	static char known[] = "case 25000000 stat FFF\ncase 25000000 stat XXX/FFF\n";
	FILE *file = fmemopen(known, strlen(known), "r");
	struct session_progress progress;
	struct estimate estimate;
	struct session *session;
	struct tally tally = {0};
	struct result result;
	struct error error;
	struct plan plan;
	double fraction = 0;

	(void)state;
	estimate_init(&estimate);
	estimate_read(&estimate, file);
	fclose(file);
	make_plan(&plan, pairs);
	assert_int_equal(session_open(&session, &plan, &estimate, &error), 0);
	plan_clear(&plan);
	estimate_clear(&estimate);
	while (!tally.ended) {
		pump(session, &tally);
		session_progress(session, &progress);
		if (progress.step_runs > 0 && progress.step_runs < 10000 &&
		    progress.case_index == 1)
			fraction = progress.fraction;
	}
	/* Half of the second case is left, not the 250 seconds that it was said to take. */
	assert_true(fraction > 0.15);
	finish(session, &tally, &result);
	result_clear(&result);
	assert_nothing_left();
}

static void wait_for_run(struct session *session, struct tally *tally, unsigned int pass,
			 size_t case_index)
{
	struct pollfd wait = {.fd = session_fd(session), .events = POLLIN};
	struct session_event event;

	while (session->pass != pass || session->case_index != case_index ||
	       session->stage != STAGE_RUN) {
		if (session_next(session, &event) > 0)
			note(tally, &event);
		else
			assert_true(poll(&wait, 1, PATIENCE_MS) > 0);
		assert_false(tally->ended);
	}
}

/*
 * The first of two cases was expected to take a second and has taken 100 for half of its runs: so
 * will its other half, and the second case, although no case has ended yet.
 */
static void test_the_case_that_runs_corrects_the_rest(void **state)
{
	const char *const pairs[] = {"ops",   "stat",   "paths", "FFF,XXX/FFF", "runs",
				     "20000", "passes", "1",     NULL};
	struct session *session = open_session(pairs);
	struct session_progress progress;
	struct tally tally = {0};

	(void)state;
	wait_for_run(session, &tally, 0, 0);
	session->case_seconds[0] = session->case_seconds[1] = 1;
	session->drained = 10000;
	session->workers_start_ns -= 100 * (uint64_t)SECOND_NS;
	session->start_ns = session->workers_start_ns;
	session->remaining_shown = -1;
	session_estimate_remaining(session);
	session_progress(session, &progress);
	/* 100.5 times as long as expected: half a second and a second of that. */
	assert_true(progress.remaining_seconds > 140 && progress.remaining_seconds < 170);
	assert_int_equal(session_close(session, NULL, NULL), 0);
	assert_nothing_left();
}

/* A large fixture is made once and removed once, a small one in each pass. */
static void test_fixtures_left_are_counted(void **state)
{
	const char *const pairs[] = {"ops", "readdir", "dirs", "100,2000", "runs",
				     "20",  "passes",  "3",    NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;

	(void)state;
	wait_for_run(session, &tally, 0, 0);
	/* A second to make a file, none to remove it. */
	session->costs[0] = (struct file_costs){.make_ns = 1e9};
	assert_int_equal(session_fixture_seconds_left(session, 0), 2 * 100);
	assert_int_equal(session_fixture_seconds_left(session, 1), 2000);
	assert_int_equal(session_fixture_seconds(session, 0), 100);
	assert_int_equal(session_fixture_seconds(session, 1), 0);
	wait_for_run(session, &tally, 1, 1);
	session->costs[0] = (struct file_costs){.make_ns = 1e9};
	assert_int_equal(session_fixture_seconds_left(session, 0), 100);
	assert_int_equal(session_fixture_seconds_left(session, 1), 0);
	session->costs[0] = (struct file_costs){.remove_ns = 1e9};
	assert_int_equal(session_fixture_seconds_left(session, 0), 100);
	assert_int_equal(session_fixture_seconds_left(session, 1), 2000);
	wait_for_run(session, &tally, 2, 1);
	session->costs[0] = (struct file_costs){.remove_ns = 1e9};
	assert_int_equal(session_fixture_seconds_left(session, 0), 0);
	assert_int_equal(session_fixture_seconds_left(session, 1), 2000);
	finish(session, &tally, &result);
	assert_complete(&result);
	result_clear(&result);
	assert_nothing_left();
}

/* What making a part of the first fixture takes is expected of the rest of it, and of the others.
 */
static void test_a_fixture_in_the_making_is_believed(void **state)
{
	const char *const pairs[] = {"ops", "readdir", "dirs", "100,2000", "runs",
				     "20",  "passes",  "1",    NULL};
	struct session *session = open_session(pairs);
	struct session_progress progress;
	struct tally tally = {0};
	struct result result;
	double left;

	(void)state;
	wait_for_run(session, &tally, 0, 0);
	session->costs[0] = (struct file_costs){.make_ns = 1};
	session->build_start_ns = session_now(session) - SECOND_NS / 2;
	session->stage = STAGE_BUILD;
	session->built_files = 50;
	left = session_fixture_seconds_left(session, 1);
	session->stage = STAGE_RUN;
	/* 10 ms a file; 50 of them count for a tenth or so, where nothing was known. */
	assert_true(left > 1);
	finish(session, &tally, &result);
	session = open_session(pairs);
	tally = (struct tally){0};
	result_clear(&result);
	wait_for_run(session, &tally, 0, 0);
	session->case_index = 1;
	session->build_start_ns = session_now(session) - 10 * (uint64_t)SECOND_NS;
	session_learn_fixture(session, true);
	session->case_index = 0;
	session_progress(session, &progress);
	assert_int_equal(progress.spent.file_system_count, 1);
	assert_true(progress.spent.files[0].make_ns > 1e6);
	finish(session, &tally, &result);
	result_clear(&result);
	assert_nothing_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_learned_figures_are_used),
		cmocka_unit_test(test_general_values_serve_without),
		cmocka_unit_test(test_what_is_seen_corrects_what_is_expected),
		cmocka_unit_test(test_the_case_that_runs_corrects_the_rest),
		cmocka_unit_test(test_fixtures_left_are_counted),
		cmocka_unit_test(test_a_fixture_in_the_making_is_believed),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
