/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_case.c - one pass of one case: fixture, workers, calibration, warm-up, timed batches,
 * end.
 *
 * Each function here is called when something that the session waited for has arrived, does the
 * next thing, and returns. Nothing waits.
 */
#include "engine/session_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "engine/order.h"
#include "engine/random.h"

/* A fixture with more files than this is kept for the passes to come instead of being made anew. */
#define CHEAP_FILES 1000u

const struct plan_case *session_case(const struct session *session)
{
	return &session->result.plan.cases[session->case_index];
}

void session_fixture_name(const struct session *session, char *buffer, size_t size)
{
	snprintf(buffer, size, "case%zu", session->case_index);
}

void session_mark(struct session *session, enum step_state state)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		session_step(session, session->case_index, i)->state = state;
	session_tell(session, SESSION_STEP, NULL);
}

static void set_reason(struct session *session, const char *reason)
{
	for (size_t i = 0; i < session_variant_count(session); i++) {
		struct step *step = session_step(session, session->case_index, i);

		free(step->reason);
		step->reason = reason ? strdup(reason) : NULL;
	}
}

static bool is_over(const struct step *step)
{
	return step->state == STEP_FAILED || step->state == STEP_SKIPPED ||
	       step->state == STEP_STOPPED;
}

static void end_session(struct session *session)
{
	session->stage = STAGE_OVER;
	session_tell(session, SESSION_ENDED, NULL);
}

static void fail_case(struct session *session, const char *reason)
{
	char name[320];
	char text[700];

	plan_case_name(&session->result.plan, session->case_index, name, sizeof(name));
	snprintf(text, sizeof(text), "%s: %s", name, reason);
	set_reason(session, reason);
	session_mark(session, STEP_FAILED);
	session_tell(session, SESSION_FAILED, text);
}

static void start_building(struct session *session)
{
	const struct plan_case *plan_case = session_case(session);
	struct fixture_spec spec;
	struct error error;
	char name[32];
	int code = operation_fixture(plan_case->operation, plan_case->parameter, &spec, &error);

	session_fixture_name(session, name, sizeof(name));
	if (code == 0)
		code = builder_build(session->builder, plan_case->scratch, name, &spec, &error);
	if (code < 0) {
		fail_case(session, error.text);
		session->stage = STAGE_IDLE;
		return;
	}
	session->stage = STAGE_BUILD;
}

/* True when there is a case to do; the session then stands on it. */
static bool find_next(struct session *session)
{
	const struct plan *plan = &session->result.plan;

	while (session->pass < plan->passes) {
		for (; session->next_case < plan->case_count; session->next_case++)
			if (!is_over(session_step(session, session->next_case, 0)))
				break;
		if (session->next_case < plan->case_count) {
			session->case_index = session->next_case++;
			return true;
		}
		if (session->pass + 1u == plan->passes)
			return false;
		session->pass++;
		session->next_case = 0;
	}
	return false;
}

void session_begin_next(struct session *session)
{
	do {
		if (session->stopping || !find_next(session)) {
			end_session(session);
			return;
		}
		session->cut = CUT_NONE;
		session->drained = 0;
		session->case_start_ns = session_now(session);
		session_mark(session, STEP_PREPARING);
		if (session->built[session->case_index]) {
			for (size_t i = 0; i < session_variant_count(session); i++)
				session_step(session, session->case_index, i)->fixture_reused =
					true;
			session_start_workers(session);
		} else {
			start_building(session);
		}
	} while (session->stage == STAGE_IDLE);
}

/* The states of a case when a pass of it is over. */
static void settle(struct session *session)
{
	const bool last = session->pass + 1u == session->result.plan.passes;

	for (size_t i = 0; i < session_variant_count(session); i++) {
		struct step *step = session_step(session, session->case_index, i);

		if (is_over(step))
			continue;
		/* A reason given so far is that of an early end. */
		step->state = !last ? STEP_BETWEEN : step->reason ? STEP_EARLY : STEP_DONE;
	}
}

static void note_failed_runs(struct session *session)
{
	uint32_t failure = atomic_load(&session->ring.shared->failure);
	uint32_t failed = 0;
	char reason[256];

	for (size_t i = 0; i < session_variant_count(session); i++)
		failed += session_step(session, session->case_index, i)->failed_runs;
	if (failure == 0 || session->drained == 0)
		return;
	snprintf(reason, sizeof(reason), "%u runs had a failed iteration and do not count: %s",
		 failed, error_words((int)failure));
	if (failed >= session->drained)
		fail_case(session, reason);
	else
		session_tell(session, SESSION_NOTICE, reason);
}

void session_end_case(struct session *session)
{
	const struct plan_case *plan_case = session_case(session);
	const bool last = session->pass + 1u == session->result.plan.passes;
	char name[32];

	if (session->cut <= CUT_SESSION_LIMIT)
		note_failed_runs(session);
	settle(session);
	session_learn_case(session);
	session_tell(session, SESSION_CASE_DONE, NULL);
	session_fixture_name(session, name, sizeof(name));
	session->stage = STAGE_REMOVE;
	if (!session->built[session->case_index] ||
	    (!last && !is_over(session_step(session, session->case_index, 0)) &&
	     parameter_number(plan_case->operation->parameter, plan_case->parameter) >
		     CHEAP_FILES) ||
	    session->stopping ||
	    builder_remove(session->builder, plan_case->scratch, name, NULL) < 0)
		session_begin_next(session);
}

void session_on_builder(struct session *session, const struct builder_event *event)
{
	struct session_event *progress;

	switch (event->kind) {
	case BUILDER_PROGRESS:
		progress = session_tell_event(session, SESSION_BUILDING);
		if (progress) {
			progress->done = event->done;
			progress->total = event->total;
		}
		return;
	case BUILDER_FINISHED:
		session->built[session->case_index] = session->stage == STAGE_BUILD;
		if (session->stage == STAGE_BUILD && session->cut == CUT_NONE) {
			session_start_workers(session);
			if (session->stage == STAGE_IDLE)
				session_begin_next(session);
			return;
		}
		break;
	case BUILDER_FAILED:
		if (session->stage == STAGE_BUILD && session->cut == CUT_NONE)
			fail_case(session, event->error.text);
		else if (session->stage == STAGE_REMOVE)
			session_tell(session, SESSION_NOTICE, event->error.text);
		break;
	case BUILDER_DIED:
		session_tell(session, SESSION_NOTICE, event->error.text);
		session->stopping = true;
		end_session(session);
		return;
	}
	if (session->stage == STAGE_BUILD)
		session_tell(session, SESSION_CASE_DONE, NULL);
	if (session->stage == STAGE_BUILD || session->stage == STAGE_REMOVE)
		session_begin_next(session);
}

static void cut_running(struct session *session, bool at_once)
{
	if (session->stage == STAGE_BUILD) {
		builder_cancel(session->builder);
	} else if (session->stage == STAGE_RUN) {
		ring_command(&session->ring, at_once ? RING_STOP : RING_FINISH);
	} else if (session->stage > STAGE_BUILD && session->stage < STAGE_RUN) {
		for (size_t i = 0; i < session_variant_count(session); i++)
			worker_process_kill(&session->workers[i]);
		session_end_workers(session);
	}
}

void session_cut(struct session *session, enum cut cut, const char *reason)
{
	bool running = false;

	if (session->cut >= cut || session->stage == STAGE_REMOVE || session->stage == STAGE_OVER ||
	    session->stage == STAGE_IDLE)
		return;
	session->cut = cut;
	if (cut == CUT_SKIP || cut == CUT_STOP) {
		set_reason(session, reason);
		session_mark(session, cut == CUT_SKIP ? STEP_SKIPPED : STEP_STOPPED);
	}
	if (cut < CUT_FAILURE) {
		if (cut < CUT_SKIP)
			set_reason(session, reason);
		cut_running(session, cut >= CUT_SKIP);
		return;
	}
	fail_case(session, reason);
	session_drain(session);
	for (size_t i = 0; i < session_variant_count(session); i++) {
		worker_process_kill(&session->workers[i]);
		running = running || session->workers[i].pid > 0;
	}
	session_end_workers(session);
	/* Not one could be started, so no exit will be reported. The fixture goes with the root. */
	if (!running)
		session->stage = STAGE_IDLE;
}
