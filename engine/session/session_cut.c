/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_cut.c - ends before their time: a case that has what it needs, fails, is skipped, or goes
 * down with the whole session. What happens depends on what the session is waiting for.
 */
#include "engine/session/session_private.h"

#include <stdio.h>

void session_limit_case(struct session *session, const char *reason)
{
	if (session->stage != STAGE_RUN || session->cut != CUT_NONE)
		return;
	session->cut = CUT_LIMIT;
	snprintf(session->cut_reason, sizeof(session->cut_reason), "%s", reason);
	ring_command(&session->ring, RING_FINISH);
}

/* Whether the stage is one in which workers are at work. */
static bool at_work(const struct session *session)
{
	return session->stage >= STAGE_SETUP && session->stage <= STAGE_RUN;
}

/* End the workers now; what they have measured is kept. */
static void kill_workers(struct session *session)
{
	session_drain(session);
	session_kill_workers(session);
	session_end_workers(session);
	/* Perhaps not one could be started, so that no exit will be reported. */
	session_try_end_case(session);
}

/* mark says what becomes of the case, unless it has been told to end before. */
static void end_at_work(struct session *session, const char *reason,
			void (*mark)(struct session *session, const char *reason))
{
	if (!at_work(session))
		return;
	/* Who has been told to end and dies has not failed. */
	if (session->cut < CUT_SKIP) {
		session->cut = CUT_FAILURE;
		mark(session, reason);
	}
	kill_workers(session);
}

void session_fail_case(struct session *session, const char *reason)
{
	end_at_work(session, reason, session_mark_failed);
}

void session_leave_out_case(struct session *session, const char *reason)
{
	end_at_work(session, reason, session_mark_left_out);
}

static void mark_interrupted(struct session *session, enum cut cut, const char *reason)
{
	session_reason(session, reason);
	session_mark(session, cut == CUT_SKIP ? STEP_SKIPPED : STEP_STOPPED);
}

void session_interrupt(struct session *session, enum cut cut, const char *reason)
{
	if (session->stage == STAGE_IDLE || session->stage == STAGE_OVER || session->cut >= cut)
		return;
	if (session->stage == STAGE_TRIAL) {
		/* No case has begun that could be skipped. */
		if (cut == CUT_STOP)
			session_end_trial(session);
		return;
	}
	if (session->stage == STAGE_END || session->stage == STAGE_REMOVE) {
		/* This pass is whole, and it may be the last one. */
		if (!session_in_last_pass(session) &&
		    !session_is_over(session_step(session, session->case_index, 0)))
			mark_interrupted(session, cut, reason);
		return;
	}
	if (session->cut == CUT_SKIP) {
		/* Its end is under way already. */
		session->cut = cut;
		return;
	}
	session->cut = cut;
	mark_interrupted(session, cut, reason);
	if (session->stage == STAGE_BUILD) {
		builder_cancel(session->builder);
	} else if (session->stage == STAGE_RUN) {
		/* They get a moment to end after the batch that runs: session_watch.c. */
		session->cut_ns = clock_now(CLOCK_MONOTONIC);
		ring_command(&session->ring, RING_STOP);
	} else {
		kill_workers(session);
	}
}

void session_give_up(struct session *session, const char *reason)
{
	if (!session->stopping)
		snprintf(session->stop_reason, sizeof(session->stop_reason), "%s", reason);
	session->stopping = true;
	if (session->stage == STAGE_BUILD || session->stage == STAGE_REMOVE)
		session->stage = STAGE_IDLE;
	else if (session->stage == STAGE_TRIAL)
		session_end_trial(session);
	else if (at_work(session)) {
		if (session->cut < CUT_STOP)
			session->cut = CUT_STOP;
		kill_workers(session);
	}
}

void session_break(struct session *session, const char *reason)
{
	session_tell(session, SESSION_NOTICE, reason);
	session->broken = session->broken || !session->stopping;
	session_give_up(session, reason);
}
