/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_estimate.c - what a session says about the time that is left follows from what this
 * machine was known to need, until the case itself has been seen.
 */
#include "tests/unit/session_play.h"

#include "engine/estimate.h"

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

static double first_remaining(struct session *session, struct tally *tally)
{
	struct session_progress progress;

	do {
		pump(session, tally);
		session_progress(session, &progress);
	} while (progress.remaining_seconds < 0);
	assert_false(tally->ended);
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
	assert_true(first_remaining(session, &tally) > STAT_SECONDS);
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
	double remaining = first_remaining(session, &tally);

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_learned_figures_are_used),
		cmocka_unit_test(test_general_values_serve_without),
		cmocka_unit_test(test_what_is_seen_corrects_what_is_expected),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
