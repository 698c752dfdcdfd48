/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_stages.c - in every stage of a session something happens: it is skipped, stopped,
 * paused or closed, a worker or the builder dies or hangs. Each ends in a defined state, leaves no
 * file, process or descriptor behind, and the rest of the plan goes on.
 */
#include <sys/stat.h>

#include "tests/unit/session_play.h"

#include "engine/session/session_private.h"

enum action { SKIP, STOP, PAUSE, PAUSE_SKIP, PAUSE_STOP, CLOSE, KILL, HANG_SKIP, BUILDER, ACTIONS };

static const char *const two_cases[] = {"ops",      "chmod,loop", "dirs",   "1001", "runs", "9",
					"variants", "none,same",  "passes", "2",    NULL};

/* The same with turns of their own, for which something is attached. */
static const char *const two_turns[] = {
	"ops",          "chmod,loop", "dirs", "1001",  "runs", "9", "variants",
	"none,apart:9", "passes",     "2",    "no-aa", "yes",  NULL};

/* Take one step of the session. False when it has ended. */
static bool step_once(struct session *session)
{
	struct pollfd wait = {.fd = session_fd(session), .events = POLLIN};
	struct session_event event;
	int code = session_next(session, &event);

	assert_true(code >= 0);
	if (code > 0)
		return event.kind != SESSION_ENDED;
	assert_true(poll(&wait, 1, PATIENCE_MS) > 0);
	return true;
}

static pid_t first_worker(const struct session *session)
{
	pid_t pid;

	return session_workers(session, &pid, 1) == 1 ? pid : 0;
}

static void act(struct session *session, enum action action)
{
	if (action == PAUSE || action == PAUSE_SKIP || action == PAUSE_STOP)
		session_pause(session);
	if (action == SKIP || action == PAUSE_SKIP)
		session_skip(session);
	if (action == STOP || action == PAUSE_STOP)
		session_stop(session);
	if (action == PAUSE || action == PAUSE_SKIP)
		session_resume(session);
	if (action == KILL && first_worker(session) > 0)
		kill(first_worker(session), SIGKILL);
	if (action == HANG_SKIP) {
		if (first_worker(session) > 0)
			kill(first_worker(session), SIGSTOP);
		session_skip(session);
	}
	if (action == BUILDER)
		kill(builder_pid(session->builder), SIGKILL);
}

/* What became of the first case, by what was done to it when. */
static void check_first(const struct step *step, enum action action, enum stage stage)
{
	const bool working = stage >= STAGE_SETUP && stage <= STAGE_RUN;

	switch (action) {
	case SKIP:
	case PAUSE_SKIP:
	case HANG_SKIP:
		assert_int_equal(step->state, STEP_SKIPPED);
		assert_null(step->reason);
		break;
	case STOP:
	case PAUSE_STOP:
	case CLOSE:
		assert_int_equal(step->state, STEP_STOPPED);
		assert_string_equal(step->reason, "the session was stopped");
		break;
	case BUILDER:
		assert_int_equal(step->state, STEP_STOPPED);
		assert_non_null(strstr(step->reason, "builder was killed"));
		break;
	case KILL:
		assert_int_equal(step->state, working ? STEP_FAILED : STEP_DONE);
		if (working)
			assert_non_null(strstr(step->reason, "killed by signal 9"));
		break;
	default:
		assert_int_equal(step->state, STEP_DONE);
	}
}

/*
 * A session whose first case stands in stage. On a busy machine a stage can pass between two
 * looks: then another session is begun.
 */
static struct session *open_in_stage(const char *const *pairs, enum stage stage)
{
	for (int attempt = 0; attempt < 100; attempt++) {
		struct session *session = open_session(pairs);
		bool more = true;

		while (more && (session->stage != stage || session->case_index != 0))
			more = step_once(session);
		if (more)
			return session;
		assert_int_equal(session_close(session, NULL, NULL), 0);
	}
	fail_msg("stage %d is never seen", (int)stage);
	return NULL;
}

static void play(const char *const *pairs, enum action action, enum stage stage)
{
	const bool ends =
		action == STOP || action == PAUSE_STOP || action == CLOSE || action == BUILDER;
	unsigned int descriptors = count_descriptors();
	struct session *session = open_in_stage(pairs, stage);
	struct result result;
	struct error error = {""};

	act(session, action);
	if (action != CLOSE)
		while (step_once(session))
			;
	assert_int_equal(session_broken(session) != NULL, action == BUILDER);
	if (session_close(session, &result, &error) < 0)
		fail_msg("%s", error.text);
	for (size_t i = 0; i < 2; i++)
		check_first(&result.steps[i], action, stage);
	for (size_t i = 2; i < 4; i++)
		assert_int_equal(result.steps[i].state, ends ? STEP_STOPPED : STEP_DONE);
	/* The large fixture of the first case is used again, and the result says so. */
	if (action == PAUSE)
		assert_true(result.steps[0].fixture_reused && !result.steps[2].fixture_reused);
	assert_int_equal(result.partial, result.steps[0].state != STEP_DONE || ends);
	result_clear(&result);
	assert_nothing_left();
	assert_no_children();
	assert_int_equal(count_descriptors(), descriptors);
}

static void test_everything_in_every_stage(void **state)
{
	(void)state;
	for (enum action action = 0; action < ACTIONS; action++) {
		for (enum stage stage = STAGE_BUILD; stage <= STAGE_END; stage++) {
			/* Told apart when a test fails. */
			print_message("action %d in stage %d\n", (int)action, (int)stage);
			if (stage != STAGE_ATTACH)
				play(two_cases, action, stage);
			play(two_turns, action, stage);
		}
	}
}

/* While a small fixture is being removed; the large one above stays for its second pass. */
static void test_removal(void **state)
{
	const char *const pairs[] = {"ops", "stat,loop", "paths", "FFF", "runs",
				     "5",   "passes",    "2",     NULL};

	(void)state;
	for (enum action action = SKIP; action <= STOP; action++) {
		struct session *session = open_in_stage(pairs, STAGE_REMOVE);
		struct result result;

		act(session, action);
		while (step_once(session))
			;
		assert_int_equal(session_close(session, &result, NULL), 0);
		assert_int_equal(result.steps[0].state,
				 action == SKIP ? STEP_SKIPPED : STEP_STOPPED);
		/* Only one of its passes came about. */
		assert_int_equal(result_pass_count(&result, 0), 1);
		result_clear(&result);
		assert_nothing_left();
	}
}

static bool is_readable(const struct session *session, int timeout)
{
	struct pollfd wait = {.fd = session_fd(session), .events = POLLIN};

	return poll(&wait, 1, timeout) > 0;
}

/* The descriptor tells at once what a person's command has brought, and is quiet at the end. */
static void test_descriptor_tells_the_truth(void **state)
{
	struct session *session = open_session(two_cases);

	(void)state;
	/* The first case was begun and that is an event. */
	assert_true(is_readable(session, 0));
	while (session->stage != STAGE_RUN)
		step_once(session);
	session_stop(session);
	assert_true(is_readable(session, 0));
	while (step_once(session))
		;
	assert_false(is_readable(session, 700));
	assert_int_equal(session_close(session, NULL, NULL), 0);
	assert_nothing_left();
}

/* A program that is not there any more when it is wanted. */
static void write_program(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs("#!/bin/true\n", file);
	fclose(file);
	assert_int_equal(chmod(path, 0700), 0);
}

/* Workers that cannot even be started: nothing is closed that is not ours, no case is lost. */
static void test_no_worker_can_be_started(void **state)
{
	unsigned int descriptors = count_descriptors();
	char program[128];
	struct tally tally = {0};
	struct session *session;
	struct result result;

	(void)state;
	snprintf(program, sizeof(program), "%s.worker", place);
	write_program(program);
	setenv("LSMBENCH_WORKER", program, 1);
	session = open_session(two_cases);
	unlink(program);
	finish(session, &tally, &result);
	use_worker();
	assert_int_equal(count_descriptors(), descriptors);
	assert_int_equal(tally.failed, 2);
	assert_int_equal(tally.cases_done, 2);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(result.steps[i].state, STEP_FAILED);
		assert_non_null(strstr(result.steps[i].reason, "No such file"));
	}
	result_clear(&result);
	assert_nothing_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_everything_in_every_stage),
		cmocka_unit_test(test_removal),
		cmocka_unit_test(test_descriptor_tells_the_truth),
		cmocka_unit_test(test_no_worker_can_be_started),
	};

	setenv("LSMBENCH_TESTS", "1", 1);
	return cmocka_run_group_tests(tests, make_place, remove_place);
}
