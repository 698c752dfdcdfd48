/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_watch.c - what happens by the clock: samples are taken from the ring, a case that is
 * precise enough or out of time ends, a worker that shows no sign of life is given up, a suspend is
 * noticed.
 */
#include "engine/session_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/summary.h"

/* Fewer runs say too little about their own precision. */
#define PRECISION_RUNS_MINIMUM 30u

static void take_sample(struct session *session, const struct sample *sample)
{
	struct step *step = &session->result.steps[sample->step];

	if (sample->flags & SAMPLE_FAILED)
		step->failed_runs++;
	/* There is room: session_open reserved it. */
	result_add(&session->result, sample);
}

void session_drain(struct session *session)
{
	uint32_t count = session->stage == STAGE_RUN ? ring_count(&session->ring) : 0;

	if (count <= session->drained)
		return;
	for (; session->drained < count; session->drained++)
		take_sample(session, &session->ring.samples[session->drained]);
	session->last_sign_ns = session_now(session);
	session_tell(session, SESSION_SAMPLES, NULL);
}

/* Relative half-width of the interval of the median over the last count samples of variant. */
static double relative_half_width(const struct session *session, size_t variant)
{
	const struct result *result = &session->result;
	size_t step = plan_step(&result->plan, session->case_index, variant);
	struct summary summary = {.median_low = NAN, .median_high = NAN, .median = 1};
	double *values;
	size_t count;

	if (result_values(result, step, (int)session->pass, &values, &count) < 0)
		return INFINITY;
	if (count >= PRECISION_RUNS_MINIMUM && summary_of(values, count, 0, &summary) < 0)
		count = 0;
	free(values);
	if (count < PRECISION_RUNS_MINIMUM)
		return INFINITY;
	return (summary.median_high - summary.median_low) / 2 / summary.median;
}

static bool is_precise(const struct session *session)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		if (!(relative_half_width(session, i) <= session->result.plan.precision))
			return false;
	return true;
}

static void check_precision(struct session *session)
{
	char reason[96];

	if (session->result.plan.precision <= 0 || !is_precise(session))
		return;
	snprintf(reason, sizeof(reason), "precision of %.3g%% reached",
		 session->result.plan.precision * 100);
	session_cut(session, CUT_PRECISION, reason);
}

/* How many passes of cases are still to be done, this one included. */
static size_t remaining_passes(const struct session *session)
{
	const struct plan *plan = &session->result.plan;
	size_t whole = (size_t)(plan->passes - session->pass - 1) * plan->case_count;

	return whole + plan->case_count - session->case_index;
}

static void check_time(struct session *session)
{
	const struct plan *plan = &session->result.plan;
	uint64_t now = session_now(session);
	uint64_t spent = now - session->case_start_ns;
	uint64_t before = session->case_start_ns - session->session_start_ns;
	char reason[96];

	if (plan->time_limit_ns > 0 && spent >= plan->time_limit_ns / plan->passes) {
		snprintf(reason, sizeof(reason), "time limit of %g s reached",
			 (double)plan->time_limit_ns / 1e9);
		session_cut(session, CUT_TIME_LIMIT, reason);
	}
	if (plan->session_limit_ns == 0)
		return;
	/* What is left is shared alike between what is still to be done. */
	if (before >= plan->session_limit_ns ||
	    spent >= (plan->session_limit_ns - before) / remaining_passes(session)) {
		snprintf(reason, sizeof(reason), "its share of the session's limit of %g s reached",
			 (double)plan->session_limit_ns / 1e9);
		session_cut(session, CUT_SESSION_LIMIT, reason);
	}
}

static void check_alive(struct session *session)
{
	const struct plan *plan = &session->result.plan;
	uint64_t patience = (uint64_t)plan->watchdog_seconds * 1000000000u;
	char reason[128];

	if (session->paused || session->stage < STAGE_SETUP || session->stage > STAGE_END ||
	    session_now(session) - session->last_sign_ns < patience)
		return;
	if (session->stage == STAGE_END) {
		for (size_t i = 0; i < session_variant_count(session); i++)
			worker_process_kill(&session->workers[i]);
		return;
	}
	snprintf(reason, sizeof(reason), "the worker showed no sign of life for %u s and was ended",
		 plan->watchdog_seconds);
	session_cut(session, CUT_FAILURE, reason);
}

/* Mark the samples that came since the tick before: a batch may have spanned the suspend. */
static void check_suspend(struct session *session, size_t count_before)
{
	/* The two clocks are read one after the other: small differences are that. */
	const uint64_t tolerance_ns = 50 * 1000 * 1000;
	uint64_t suspended = clock_suspended();
	struct result *result = &session->result;

	if (suspended > session->suspended_ns + tolerance_ns) {
		result->suspended = true;
		for (size_t i = count_before; i < result->sample_count; i++)
			result->samples[i].flags |= SAMPLE_SUSPENDED;
		session_tell(session, SESSION_NOTICE,
			     "the machine was suspended: the runs around it are marked");
		session->last_sign_ns = session_now(session);
	}
	session->suspended_ns = suspended;
}

void session_on_tick(struct session *session)
{
	size_t count_before = session->result.sample_count;

	session_drain(session);
	check_suspend(session, count_before);
	if (session->stage == STAGE_RUN && session->cut == CUT_NONE && !session->paused) {
		check_precision(session);
		check_time(session);
	}
	check_alive(session);
	session_estimate_remaining(session);
}
