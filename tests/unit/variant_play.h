/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant_play.h - what the tests of sessions with confined workers share.
 */
#ifndef LSMBENCH_TESTS_UNIT_VARIANT_PLAY_H
#define LSMBENCH_TESTS_UNIT_VARIANT_PLAY_H

#include "tests/unit/session_play.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>

#include "engine/variant/landlock.h"
#include "engine/variant/seccomp.h"
#include "tests/unit/confined_child.h"

static inline void need(int (*check)(struct error *error))
{
	struct error error;

	if (check(&error) < 0) {
		print_message("%s\n", error.text);
		skip();
	}
}

/* Commands that this system may lack or forbid are tried first. */
static inline void need_command(const char *command)
{
	if (system(command) != 0) {
		print_message("not possible here: %s\n", command);
		skip();
	}
}

/* Name the first step that failed, and why. */
static inline void fail_of(const struct result *result)
{
	for (size_t i = 0; i < plan_step_count(&result->plan); i++)
		if (result->steps[i].state == STEP_FAILED)
			fail_msg("step %zu: %s", i, result->steps[i].reason);
}

static inline void pump_until_running(struct session *session, struct tally *tally, size_t step)
{
	while (!tally->ended && session_result(session)->steps[step].state != STEP_RUNNING)
		pump(session, tally);
	if (tally->ended)
		fail_of(session_result(session));
	assert_false(tally->ended);
}

/* The process ids of the workers, by slot, once the first case runs. */
static inline void running_workers(struct session *session, struct tally *tally, pid_t *pids,
				   size_t count)
{
	pump_until_running(session, tally, 0);
	assert_int_equal(session_workers(session, pids, count), count);
}

static inline void finish_whole(struct session *session, struct tally *tally)
{
	struct result result;

	finish(session, tally, &result);
	fail_of(&result);
	assert_false(result.partial);
	assert_complete(&result);
	result_clear(&result);
	assert_nothing_left();
}

#endif
