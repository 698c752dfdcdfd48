/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_progress.c - how far a session is while one long run lasts, in a pause, and when a
 * case is skipped; and that cases which walk through the same tree of files share it.
 */
#include "tests/unit/session_play.h"

#include <sys/stat.h>

#include "engine/session/session_private.h"

#define SMALL_TREE "tree-files", "200", "tree-size", "400000"

static void wait_for(struct session *session, struct tally *tally, unsigned int pass,
		     size_t case_index, enum stage stage)
{
	struct pollfd wait = {.fd = session_fd(session), .events = POLLIN};
	struct session_event event;

	while (session->pass != pass || session->case_index != case_index ||
	       session->stage != stage) {
		if (session_next(session, &event) > 0)
			note(tally, &event);
		else
			assert_true(poll(&wait, 1, PATIENCE_MS) > 0);
		assert_false(tally->ended);
	}
}

static struct session_progress look(struct session *session)
{
	struct session_progress progress;

	session_progress(session, &progress);
	return progress;
}

static void end(struct session *session, struct tally *tally)
{
	struct result result;

	finish(session, tally, &result);
	result_clear(&result);
	assert_nothing_left();
}

/* While its only run lasts, the fraction grows again and again, and what is left shrinks. */
static void test_one_long_run_moves_the_figures(void **state)
{
	const char *const pairs[] = {"ops",    "walk", "writers",  "0",  SMALL_TREE,
				     "passes", "1",    "interval", "2s", NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct session_progress before;
	unsigned int grown = 0;
	double first;
	double least;

	(void)state;
	wait_for(session, &tally, 0, 0, STAGE_RUN);
	before = look(session);
	first = least = before.remaining_seconds;
	assert_true(first > 0);
	while (session->stage == STAGE_RUN) {
		struct session_progress now;

		pump(session, &tally);
		now = look(session);
		assert_true(now.fraction >= before.fraction && now.fraction <= 1);
		assert_true(now.elapsed_seconds >= before.elapsed_seconds);
		assert_true(now.remaining_seconds >= 0);
		grown += session->stage == STAGE_RUN && now.step_runs == 0 &&
			 now.fraction > before.fraction;
		if (session->stage == STAGE_RUN && now.step_runs == 0)
			least = now.remaining_seconds;
		before = now;
	}
	assert_true(grown >= 2);
	assert_true(least < first / 2);
	end(session, &tally);
}

/* Before a command has run once nobody can say when it ends, and the fraction does not pretend. */
static void test_an_unknown_command_is_called_so(void **state)
{
	const char *const pairs[] = {"ops", "command", "command", "sleep 0.5", "passes", "2", NULL};
	struct session *session = open_session(pairs);
	struct session_progress progress;
	struct tally tally = {0};

	(void)state;
	assert_true(look(session).remaining_seconds < 0);
	wait_for(session, &tally, 0, 0, STAGE_RUN);
	session_estimate_remaining(session);
	progress = look(session);
	assert_true(progress.remaining_seconds < 0);
	assert_true(progress.fraction == 0);
	wait_for(session, &tally, 1, 0, STAGE_RUN);
	session_estimate_remaining(session);
	progress = look(session);
	assert_true(progress.remaining_seconds > 0);
	assert_true(progress.fraction > 0 && progress.fraction < 1);
	end(session, &tally);
}

/* A session of two passes of a walk of 20 seconds, in its first run; what it does beside is none.
 */
static struct session *start_walk(struct tally *tally)
{
	const char *const pairs[] = {"ops",    "walk", "writers",  "0",   SMALL_TREE,
				     "passes", "2",    "interval", "20s", NULL};
	struct session *session = open_session(pairs);

	wait_for(session, tally, 0, 0, STAGE_RUN);
	session->run_times[0].beside = 0;
	return session;
}

static void close_early(struct session *session)
{
	assert_int_equal(session_close(session, NULL, NULL), 0);
	assert_nothing_left();
}

/* Half of it is half of it; one that is late is not said to end at once. */
static void test_a_run_counts_by_its_share(void **state)
{
	struct tally tally = {0};
	struct session *session = start_walk(&tally);
	double left;

	(void)state;
	session->run_start_ns -= 10 * (uint64_t)SECOND_NS;
	left = session_recording_seconds_left(session);
	assert_true(left > 1 && left <= 10);
	session->run_start_ns -= 90 * (uint64_t)SECOND_NS;
	left = session_recording_seconds_left(session);
	assert_true(left >= 5 && left < 20);
	/* The pass to come takes what was expected. */
	assert_int_equal(session_recording_seconds(session, 0), 20);
	/* An operation that says how much is done is believed. */
	session_run_is_so_far(session, NAN);
	session_run_is_so_far(session, -1);
	session_run_is_so_far(session, 7);
	assert_true(session->run_done == 0);
	session_run_is_so_far(session, 0.25);
	left = session_recording_seconds_left(session);
	assert_true(left > 250 && left < 350);
	close_early(session);
}

/* What a run took is expected of the next ones; what failed or was broken off says nothing. */
static void test_runs_teach_what_they_take(void **state)
{
	const struct sample good = {.duration_ns = 1};
	const struct sample bad = {.duration_ns = 1, .flags = SAMPLE_FAILED};
	struct tally tally = {0};
	struct session *session = start_walk(&tally);

	(void)state;
	session->run_start_ns -= 100 * (uint64_t)SECOND_NS;
	session_run_ends(session, &bad);
	assert_int_equal(session_recording_seconds(session, 0), 20);
	session->run_start_ns -= 100 * (uint64_t)SECOND_NS;
	session_run_ends(session, &good);
	assert_int_equal(session_recording_seconds(session, 0), 100);
	session->run_start_ns -= 50 * (uint64_t)SECOND_NS;
	session_run_ends(session, &good);
	assert_int_equal(session_recording_seconds(session, 0), 75);
	close_early(session);
}

/*
 * A run goes on in a pause: it is timed all the same, and the next one begins only when the pause
 * is over.
 */
static void test_a_pause_keeps_the_figures(void **state)
{
	const struct sample sample = {.duration_ns = 1};
	struct tally tally = {0};
	struct session *session = start_walk(&tally);
	double elapsed;

	(void)state;
	session_pause(session);
	session->run_start_ns -= 5 * (uint64_t)SECOND_NS;
	elapsed = look(session).elapsed_seconds;
	/* The run has gone on for ten seconds in a pause of ten. */
	session->run_start_ns -= 10 * (uint64_t)SECOND_NS;
	session->pause_start_ns -= 10 * (uint64_t)SECOND_NS;
	assert_true(session_recording_seconds_left(session) <= 5);
	session_run_ends(session, &sample);
	assert_int_equal(session_recording_seconds(session, 0), 15);
	/* Nothing runs now, however long the pause lasts. */
	session->run_start_ns -= 7 * (uint64_t)SECOND_NS;
	assert_true(session_recording_seconds_left(session) >= 15);
	session_resume(session);
	assert_true(clock_now(CLOCK_MONOTONIC) - session->run_start_ns < 5 * (uint64_t)SECOND_NS);
	assert_true(look(session).elapsed_seconds < elapsed + 5);
	close_early(session);
}

/* A run that comes behind two that do not count takes as long as three, and teaches what one takes.
 */
static void test_warming_up_is_no_run(void **state)
{
	const char *const pairs[] = {"ops", "command", "command", "sleep 30", "warmup",
				     "2",   "passes",  "2",       NULL};
	const struct sample sample = {.duration_ns = 1};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	double left;

	(void)state;
	wait_for(session, &tally, 0, 0, STAGE_RUN);
	session->run_times[0] = (struct session_run_time){.seconds = 100, .seen = 0};
	left = session_recording_seconds_left(session);
	assert_true(left > 200 && left <= 300);
	assert_int_equal(session_recording_seconds(session, 0), 100);
	session->run_start_ns = clock_now(CLOCK_MONOTONIC) - 120 * (uint64_t)SECOND_NS;
	session_run_ends(session, &sample);
	assert_int_equal(session_recording_seconds(session, 0), 40);
	close_early(session);
}

/* What nobody knew is nothing that is left any more. */
static void test_a_skipped_case_is_not_waited_for(void **state)
{
	const char *const pairs[] = {
		"ops",      "command,walk", "command", "sleep 60", "writers", "0",
		SMALL_TREE, "passes",       "1",       "interval", "1s",      NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct session_progress progress;
	const size_t command = session->result.plan.cases[0].operation->starts_commands ? 0 : 1;

	(void)state;
	wait_for(session, &tally, 0, command, STAGE_RUN);
	session_estimate_remaining(session);
	assert_true(look(session).remaining_seconds < 0);
	session_skip(session);
	session_estimate_remaining(session);
	progress = look(session);
	assert_true(progress.remaining_seconds >= 0 && progress.remaining_seconds < 60);
	end(session, &tally);
}

/* Where the tree of the only scratch root stands. */
static ino_t tree_inode(void)
{
	struct stat status;
	char path[512];

	fixture_path(0, "tree", path, sizeof(path));
	assert_int_equal(stat(path, &status), 0);
	return status.st_ino;
}

static const char *const two_walks[] = {"ops",    "walk", "writers",  "0,1",   SMALL_TREE,
					"passes", "2",    "interval", "300ms", NULL};

/* Both cases, and both passes, walk through the tree that was made first. */
static void test_cases_share_a_tree(void **state)
{
	struct session *session = open_session(two_walks);
	struct tally tally = {0};
	struct result result;
	ino_t tree;

	(void)state;
	wait_for(session, &tally, 0, 0, STAGE_BUILD);
	assert_true(session_fixture_seconds_left(session, 0) > 0);
	assert_true(session_fixture_seconds_left(session, 1) == 0);
	wait_for(session, &tally, 0, 0, STAGE_RUN);
	tree = tree_inode();
	wait_for(session, &tally, 0, 1, STAGE_RUN);
	assert_int_equal(tree_inode(), tree);
	wait_for(session, &tally, 1, 1, STAGE_RUN);
	assert_int_equal(tree_inode(), tree);
	finish(session, &tally, &result);
	assert_int_equal(result.sample_count, 4);
	for (size_t i = 0; i < plan_step_count(&result.plan); i++)
		assert_int_equal(result.steps[i].state, STEP_DONE);
	result_clear(&result);
	assert_nothing_left();
}

/* One that is skipped leaves the tree to the others; the last one that needs it lets it go. */
static void test_a_shared_tree_outlives_a_skipped_case(void **state)
{
	struct session *session = open_session(two_walks);
	struct tally tally = {0};
	ino_t tree;

	(void)state;
	wait_for(session, &tally, 0, 0, STAGE_RUN);
	tree = tree_inode();
	session_skip(session);
	wait_for(session, &tally, 0, 1, STAGE_RUN);
	assert_int_equal(tree_inode(), tree);
	assert_true(session_fixture_seconds_left(session, 1) > 0);
	wait_for(session, &tally, 1, 1, STAGE_RUN);
	assert_int_equal(tree_inode(), tree);
	session_skip(session);
	wait_for(session, &tally, 1, 1, STAGE_REMOVE);
	end(session, &tally);
}

/* A case that failed may have found it damaged: the next one has its own made. */
static void test_a_doubtful_tree_is_made_anew(void **state)
{
	struct session *session = open_session(two_walks);
	struct tally tally = {0};

	(void)state;
	wait_for(session, &tally, 0, 0, STAGE_RUN);
	session_fail_case(session, "made to fail");
	wait_for(session, &tally, 0, 0, STAGE_REMOVE);
	wait_for(session, &tally, 0, 1, STAGE_BUILD);
	wait_for(session, &tally, 0, 1, STAGE_RUN);
	(void)tree_inode();
	assert_int_equal(tally.failed, 1);
	wait_for(session, &tally, 1, 1, STAGE_RUN);
	end(session, &tally);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_long_run_moves_the_figures),
		cmocka_unit_test(test_an_unknown_command_is_called_so),
		cmocka_unit_test(test_a_run_counts_by_its_share),
		cmocka_unit_test(test_runs_teach_what_they_take),
		cmocka_unit_test(test_a_pause_keeps_the_figures),
		cmocka_unit_test(test_warming_up_is_no_run),
		cmocka_unit_test(test_a_skipped_case_is_not_waited_for),
		cmocka_unit_test(test_cases_share_a_tree),
		cmocka_unit_test(test_a_shared_tree_outlives_a_skipped_case),
		cmocka_unit_test(test_a_doubtful_tree_is_made_anew),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
