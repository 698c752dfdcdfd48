/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_case.c - one pass of one case from outside: which one comes next, its fixture, its end.
 * What its workers do in between is in session_workers.c.
 *
 * Each function here is called when something that the session waited for has arrived, does the
 * next thing, and returns. Nothing waits.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

const struct plan_case *session_case(const struct session *session)
{
	return &session->result.plan.cases[session->case_index];
}

uint32_t session_case_runs(const struct session *session)
{
	return plan_case_runs(&session->result.plan, session->case_index);
}

/* Whether a variant of the current case goes the way of the case. */
static bool goes_along(const struct session *session, size_t slot)
{
	return session->lost[slot] ||
	       !session_is_over(session_step(session, session->case_index, slot));
}

void session_mark(struct session *session, enum step_state state)
{
	const bool over = state == STEP_FAILED || state == STEP_SKIPPED || state == STEP_STOPPED;

	for (size_t i = 0; i < session_variant_count(session); i++) {
		struct step *step = session_step(session, session->case_index, i);

		/* Who was lost goes along with a case that ends, and is left alone by one that
		 * does not. */
		if (over ? goes_along(session, i) : !session_is_over(step))
			step->state = state;
	}
	session_tell(session, SESSION_STEP, NULL);
}

void session_reason(struct session *session, const char *reason)
{
	for (size_t i = 0; i < session_variant_count(session); i++) {
		struct step *step = session_step(session, session->case_index, i);

		if (!goes_along(session, i))
			continue;
		free(step->reason);
		step->reason = reason ? strdup(reason) : NULL;
	}
}

bool session_is_over(const struct step *step)
{
	return step->state == STEP_FAILED || step->state == STEP_SKIPPED ||
	       step->state == STEP_STOPPED;
}

bool session_in_last_pass(const struct session *session)
{
	return session->pass + 1u == session->result.plan.passes;
}

void session_tell_of_case(struct session *session, enum session_event_kind kind, const char *text)
{
	char name[320];
	char line[768];

	plan_case_name(&session->result.plan, session->case_index, name, sizeof(name));
	/* The name may be a whole path; what happened comes first. */
	snprintf(line, sizeof(line), "%.120s: %.640s", name, text);
	session_tell(session, kind, line);
}

void session_mark_failed(struct session *session, const char *reason)
{
	session_reason(session, reason);
	session_mark(session, STEP_FAILED);
	session_tell_of_case(session, SESSION_FAILED, reason);
}

void session_mark_left_out(struct session *session, const char *reason)
{
	char text[600];

	session_reason(session, reason);
	session_mark(session, STEP_SKIPPED);
	snprintf(text, sizeof(text), "skipped: %.580s", reason);
	session_tell_of_case(session, SESSION_NOTICE, text);
}

/* Nothing of the session's own wakes the front end any more. */
static void end_session(struct session *session)
{
	const struct itimerspec never = {.it_value = {0}};

	session->stage = STAGE_OVER;
	timerfd_settime(session->timer_fd, 0, &never, NULL);
	if (builder_fd(session->builder) >= 0)
		epoll_ctl(session->poll_fd, EPOLL_CTL_DEL, builder_fd(session->builder), NULL);
	if (session->holder)
		epoll_ctl(session->poll_fd, EPOLL_CTL_DEL, bpf_holder_fd(session->holder), NULL);
	session_settle_steps(session);
	session_ring(session, true);
}

static void start_building(struct session *session)
{
	const struct plan_case *plan_case = session_case(session);
	struct fixture_spec spec;
	struct error error;
	char name[32];
	int code = plan_fixture(&session->result.plan, session->case_index, &spec, &error);

	session_fixture_name(session, name, sizeof(name));
	session->stage = STAGE_BUILD;
	session->build_start_ns = session_now(session);
	session->built_files = 0;
	if (code == 0)
		code = builder_build(session->builder, plan_case->scratch, name, &spec, &error);
	/* A builder that is gone says so itself: BUILDER_DIED. */
	if (code == 0 || code == -ECHILD)
		return;
	session_mark_failed(session, error.text);
	session_tell(session, SESSION_CASE_DONE, NULL);
	session->stage = STAGE_IDLE;
}

/* The case has used up its time in the passes before: give it no other. */
static bool is_spent(struct session *session, size_t index)
{
	const struct plan *plan = &session->result.plan;
	char reason[96];

	if (plan->time_limit_ns == 0 || session->case_spent_ns[index] < plan->time_limit_ns)
		return false;
	snprintf(reason, sizeof(reason), "time limit of %g s reached",
		 (double)plan->time_limit_ns / 1e9);
	for (size_t i = 0; i < session_variant_count(session); i++) {
		struct step *step = session_step(session, index, i);

		if (session_is_over(step))
			continue;
		step->state = STEP_EARLY;
		if (!step->reason)
			step->reason = strdup(reason);
	}
	return true;
}

/* Whether the session's limit lets another pass of all cases be begun, and says so when not. */
static bool has_time_for_pass(struct session *session)
{
	uint64_t limit = session->result.plan.session_limit_ns;

	if (limit == 0 || session->pass + 1u < SESSION_PASSES_DUE)
		return true;
	if ((double)session_since(session, session->start_ns) / 1e9 +
		    session_pass_seconds(session) <
	    (double)limit / 1e9)
		return true;
	session->out_of_time = true;
	snprintf(session->stop_reason, sizeof(session->stop_reason),
		 "the session's limit of %g s left no time for another pass", (double)limit / 1e9);
	return false;
}

/* True when there is a case to do; the session then stands on it. */
static bool find_next(struct session *session)
{
	const struct plan *plan = &session->result.plan;

	for (;;) {
		while (session->next_case < plan->case_count) {
			size_t index = session->next_case++;

			if (session_is_over(session_step(session, index, 0)) ||
			    is_spent(session, index))
				continue;
			session->case_index = index;
			return true;
		}
		if (session_in_last_pass(session) || !has_time_for_pass(session))
			return false;
		session->pass++;
		session->next_case = 0;
	}
}

static bool out_of_time(const struct session *session)
{
	uint64_t limit = session->result.plan.session_limit_ns;

	return limit > 0 && session_since(session, session->start_ns) >= limit;
}

static void clear_case(struct session *session)
{
	session->cut = CUT_NONE;
	session->cut_reason[0] = '\0';
	session->earlier = 0;
	session->drained = 0;
	session->failure = 0;
	memset(session->taken, 0, sizeof(session->taken));
	memset(session->failed, 0, sizeof(session->failed));
	memset(session->lost, 0, sizeof(session->lost));
	session->lost_any = false;
	session->failing = 0;
	session->precision_at = 0;
	session->longest_ns = session->result.plan.batch_ns;
	session->case_start_ns = session_now(session);
	session->last_sign_ns = session->case_start_ns;
	session_audit_begin_case(session);
	/* What the ring holds of the case before is taken. */
	ring_reset(&session->ring, 0, 0, 1);
}

static void begin_next(struct session *session)
{
	if (!session->stopping && out_of_time(session)) {
		session->stopping = true;
		session->out_of_time = true;
		snprintf(session->stop_reason, sizeof(session->stop_reason),
			 "the session's limit of %g s was reached",
			 (double)session->result.plan.session_limit_ns / 1e9);
	}
	if (session->stopping || !find_next(session)) {
		end_session(session);
		return;
	}
	clear_case(session);
	session_mark(session, STEP_PREPARING);
	if (!*session_fixture_stands(session)) {
		start_building(session);
		return;
	}
	for (size_t i = 0; i < session_variant_count(session); i++)
		session_step(session, session->case_index, i)->fixture_reused = true;
	session_start_workers(session);
}

void session_advance(struct session *session)
{
	while (session->stage == STAGE_IDLE)
		begin_next(session);
}

/* The states of a case when a pass of it is over. */
static void settle(struct session *session)
{
	const uint32_t turns = session_case_runs(session) * (uint32_t)session->taking_part;

	for (size_t i = 0; i < session_variant_count(session); i++) {
		struct step *step = session_step(session, session->case_index, i);

		/* One that goes down with the session is settled with the rest of it. */
		if (session_is_over(step) || session->cut >= CUT_SKIP)
			continue;
		/* The limit may have been noticed when all runs were done. */
		if (session->cut_reason[0] && session_samples_taken(session) < turns &&
		    !step->reason)
			step->reason = strdup(session->cut_reason);
		/* A reason given so far is that of an early end, in this pass or before. */
		step->state = !session_in_last_pass(session) ? STEP_BETWEEN
			      : step->reason                 ? STEP_EARLY
							     : STEP_DONE;
	}
}

const char *session_failure(const struct session *session)
{
	int failure = session->failure ? session->failure
				       : (int)atomic_load(&session->ring.shared->failure);

	return failure == EPROTO ? "it did not end as it should" : error_words(failure);
}

static void note_failed(const struct session *session, uint32_t failed, uint32_t taken,
			char *reason, size_t size)
{
	snprintf(reason, size, "%u of %u runs had an iteration that failed and do not count: %s",
		 failed, taken, session_failure(session));
}

/* Say what runs failed; a variant that has no good run at all is given up. */
static void note_failed_runs(struct session *session)
{
	uint32_t failed = 0;
	char reason[256];

	/* The baseline comes first: without it nobody else is given up alone. */
	for (size_t i = 0; i < session_variant_count(session); i++) {
		/* Why it was given up has been said, with the cause. */
		if (session_is_over(session_step(session, session->case_index, i)))
			continue;
		if (session->failed[i] == 0 || session->failed[i] < session->taken[i]) {
			failed += session->failed[i];
			continue;
		}
		note_failed(session, session->failed[i], session->taken[i], reason, sizeof(reason));
		session_lose(session, i, STEP_FAILED, reason);
	}
	session_tell_lost(session);
	if (failed == 0 || session_is_over(session_step(session, session->case_index, 0)))
		return;
	note_failed(session, failed, session_samples_taken(session), reason, sizeof(reason));
	session_tell_of_case(session, SESSION_NOTICE, reason);
}

void session_end_case(struct session *session)
{
	char name[32];

	if (session->cut <= CUT_LIMIT)
		note_failed_runs(session);
	settle(session);
	session->case_spent_ns[session->case_index] +=
		session_since(session, session->case_start_ns);
	session_audit_end_case(session);
	session_learn_case(session);
	session_tell(session, SESSION_CASE_DONE, NULL);
	session_fixture_name(session, name, sizeof(name));
	session->last_sign_ns = session_now(session);
	session->stage = STAGE_IDLE;
	/* At the end of the session the builder removes everything in one go. */
	if (*session_fixture_stands(session) && !session->stopping &&
	    !session_keeps_fixture(session) &&
	    builder_remove(session->builder, session_case(session)->scratch, name, NULL) == 0)
		session->stage = STAGE_REMOVE;
	session->build_start_ns = session->last_sign_ns;
}

static void on_built(struct session *session)
{
	*session_fixture_stands(session) = true;
	/* An interruption that came too late for the builder: it can remove it again. */
	if (session->cut == CUT_NONE && !session->stopping)
		session_start_workers(session);
	else
		session_end_case(session);
}

static void on_not_built(struct session *session, const struct builder_event *event)
{
	if (session->cut == CUT_NONE && !session->stopping)
		session_mark_failed(session, event->error.text);
	else if (event->code != -EINTR)
		/* It was interrupted, but could not undo all. */
		session_tell_of_case(session, SESSION_NOTICE, event->error.text);
	session_tell(session, SESSION_CASE_DONE, NULL);
	session->stage = STAGE_IDLE;
}

static void on_removed(struct session *session, const struct builder_event *event)
{
	/* What could not be removed is not used again: building in its place will fail and say so.
	 */
	*session_fixture_stands(session) = false;
	if (event->kind == BUILDER_FINISHED)
		session_learn_fixture(session, false);
	else
		session_tell_of_case(session, SESSION_NOTICE, event->error.text);
	session->stage = STAGE_IDLE;
}

static void on_building(struct session *session, const struct builder_event *event)
{
	struct session_event *progress = session_tell_event(session, SESSION_BUILDING);

	if (session->stage == STAGE_BUILD)
		session->built_files = (double)event->done;
	if (progress) {
		progress->done = event->done;
		progress->total = event->total;
	}
}

/* What the builder was given to do is done. */
static void count_fixture(struct session *session, const struct builder_event *event)
{
	session->fixture_ns += session_since(session, session->build_start_ns);
	if (session->stage == STAGE_BUILD && event->kind == BUILDER_FINISHED)
		session_learn_fixture(session, true);
}

void session_on_builder(struct session *session, const struct builder_event *event)
{
	session->last_sign_ns = session_now(session);
	if (event->kind != BUILDER_PROGRESS &&
	    (session->stage == STAGE_BUILD || session->stage == STAGE_REMOVE))
		count_fixture(session, event);
	if (event->kind == BUILDER_PROGRESS) {
		on_building(session, event);
	} else if (event->kind == BUILDER_DIED) {
		session_break(session, event->error.text);
	} else if (session->stage == STAGE_REMOVE) {
		on_removed(session, event);
	} else if (session->stage == STAGE_BUILD) {
		if (event->kind == BUILDER_FINISHED)
			on_built(session);
		else
			on_not_built(session, event);
	}
}
