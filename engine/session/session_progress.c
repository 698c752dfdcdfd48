/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_progress.c - how far a session is, and how long it will still take.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* So many seconds of cases seen weigh as much as what was expected. */
#define SURE_SECONDS 0.5

static double seconds(uint64_t ns)
{
	return (double)ns / 1e9;
}

uint64_t session_now(const struct session *session)
{
	uint64_t now = session->paused ? session->pause_start_ns : clock_now(CLOCK_MONOTONIC);

	return now - session->paused_ns;
}

uint64_t session_since(const struct session *session, uint64_t then)
{
	uint64_t now = session_now(session);

	return now > then ? now - then : 0;
}

unsigned int session_passes_certain(const struct plan *plan)
{
	return plan->session_limit_ns > 0 && plan->passes > SESSION_PASSES_DUE ? 0 : plan->passes;
}

static double elapsed_seconds(const struct session *session)
{
	return seconds(session_since(session, session->start_ns));
}

int session_start_estimates(struct session *session, const struct estimate *estimate,
			    struct error *error)
{
	const struct plan *plan = &session->result.plan;
	struct estimate general;

	estimate_init(&general);
	session->case_seconds = calloc(plan->case_count, sizeof(double));
	if (!session->case_seconds ||
	    session_start_file_costs(session, estimate ? estimate : &general) < 0 ||
	    session_start_run_times(session, estimate ? estimate : &general) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < plan->case_count; i++)
		session->case_seconds[i] =
			estimate_workers_seconds(estimate ? estimate : &general, plan, i);
	return 0;
}

static bool times_itself(const struct session *session, size_t case_index)
{
	return session->result.plan.cases[case_index].operation->record;
}

void session_learn_case(struct session *session)
{
	size_t index = session->case_index;

	if (session->cut >= CUT_SKIP)
		return;
	/* How slow others are does not tell how long an interval is, and the other way round. */
	if (times_itself(session, index)) {
		session_learn_run_times(session);
		return;
	}
	if (session->pass != session->learned_pass) {
		session->learned_pass = session->pass;
		session->seconds_expected = session->seconds_needed = 0;
	}
	session->seconds_expected += session->case_seconds[index];
	session->case_seconds[index] = seconds(session_since(session, session->workers_start_ns));
	session->seconds_needed += session->case_seconds[index];
}

/* Share of the current pass of the current case that is done, by runs. */
static double current_share(const struct session *session)
{
	double turns = (double)session_case_runs(session) * (double)session->taking_part;

	if (session->stage > STAGE_RUN)
		return 1;
	return session->stage >= STAGE_SETUP && turns > 0
		       ? (double)session_samples_taken(session) / turns
		       : 0;
}

/*
 * How many times as long as expected, or as in the pass before, the workers have taken that were
 * seen in this pass, the current ones too: the others will do likewise. The first moments say
 * little.
 */
static double slowness(const struct session *session)
{
	const bool at_work = session->stage >= STAGE_SETUP && session->stage <= STAGE_RUN &&
			     !times_itself(session, session->case_index);
	double needed = session->seconds_needed + SURE_SECONDS;
	double expected = session->seconds_expected + SURE_SECONDS;

	if (at_work) {
		needed += seconds(session_since(session, session->workers_start_ns));
		expected += current_share(session) * session->case_seconds[session->case_index];
	}
	return needed / expected;
}

/* Seconds that the workers of a case take in a pass: as measured, or as expected. */
static double pass_seconds(const struct session *session, size_t case_index)
{
	bool seen = case_index < session->case_index ||
		    (case_index == session->case_index && session->stage > STAGE_RUN);

	return session->case_seconds[case_index] * (seen ? 1 : slowness(session));
}

double session_pass_seconds(const struct session *session)
{
	double sum = 0;

	for (size_t i = 0; i < session->result.plan.case_count; i++)
		if (!session_is_over(session_step(session, i, 0)))
			sum += (times_itself(session, i) ? session_recording_seconds(session, i)
							 : session->case_seconds[i]) +
			       session_fixture_seconds(session, i);
	return sum;
}

/* Passes of a case that have not begun. */
static double passes_to_come(const struct session *session, size_t case_index)
{
	return session->result.plan.passes - session->pass - (case_index <= session->case_index);
}

/* What the workers of a case will take: in the pass at hand, and in those to come. */
static double workers_seconds_left(const struct session *session, size_t case_index)
{
	const double to_come = passes_to_come(session, case_index);
	const bool current = case_index == session->case_index;

	if (times_itself(session, case_index))
		return session_recording_seconds(session, case_index) * to_come +
		       (current ? session_recording_seconds_left(session) : 0);
	return pass_seconds(session, case_index) *
	       (to_come + (current ? 1 - current_share(session) : 0));
}

/* Whether nobody can say how long a case takes that is still to be measured. */
static bool is_unknown(const struct session *session)
{
	const bool behind = session->stage > STAGE_RUN;

	for (size_t i = 0; i < session->result.plan.case_count; i++) {
		const bool current = i == session->case_index && !behind;

		if (times_itself(session, i) && !session_is_over(session_step(session, i, 0)) &&
		    (current || passes_to_come(session, i) > 0) &&
		    !session_recording_is_known(session, i))
			return true;
	}
	return false;
}

/* Seconds of work that is left. */
static double work_left(const struct session *session)
{
	const struct plan *plan = &session->result.plan;
	double left = 0;

	for (size_t i = 0; i < plan->case_count; i++) {
		if (session_is_over(session_step(session, i, 0)))
			continue;
		left += workers_seconds_left(session, i) + session_fixture_seconds_left(session, i);
	}
	if (plan->session_limit_ns > 0)
		left = fmin(left,
			    fmax(0, seconds(plan->session_limit_ns) - elapsed_seconds(session)));
	return left;
}

/*
 * Let the figure run down with the clock and follow the estimate slowly, so that it does not dance.
 * Before a command has run once nobody knows how long it takes: rather no figure than one that runs
 * down to nothing and starts again.
 */
void session_estimate_remaining(struct session *session)
{
	double elapsed = elapsed_seconds(session);
	double expected = session->remaining_shown - (elapsed - session->remaining_at);
	double left = work_left(session);

	if (is_unknown(session)) {
		session->remaining_shown = -1;
		return;
	}
	if (session->remaining_shown < 0)
		expected = left;
	session->remaining_shown = fmax(0, expected + 0.2 * (left - expected));
	session->remaining_at = elapsed;
	/* What takes longer than expected makes it wait, not fall. */
	if (elapsed > 0)
		session->fraction = fmax(session->fraction, elapsed / (elapsed + left));
}

void session_progress(const struct session *session, struct session_progress *progress)
{
	const struct plan *plan = &session->result.plan;
	const bool ended = session->stage == STAGE_OVER;

	*progress = (struct session_progress){
		.pass = session->pass,
		.passes = plan->passes,
		.case_index = session->case_index,
		.cases_done = ended && !session->stopping ? plan->case_count : session->case_index,
		.cases = plan->case_count,
		.fraction = ended ? 1 : session->fraction,
		.elapsed_seconds = elapsed_seconds(session),
		.spent = {.seconds = elapsed_seconds(session),
			  .fixture_seconds = seconds(session->fixture_ns)},
		.remaining_seconds = ended ? 0 : session->remaining_shown,
		.paused = session->paused,
		.ended = ended,
		.step_runs = session->stage == STAGE_RUN
				     ? session_samples_taken(session) /
					       (unsigned int)session->taking_part
				     : 0,
	};
	session_report_file_costs(session, &progress->spent);
}
