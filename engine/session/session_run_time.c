/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_run_time.c - of operations that time themselves: what their runs take, and how far the
 * one at hand is. A run lasts seconds to minutes, so that counting runs alone would stand still.
 *
 * A run goes on in a pause, which only keeps the next one from beginning: so it is timed by the
 * monotonic clock itself and not by session_now().
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "engine/session/estimate_recordings.h"

/* A run that takes longer than expected is said to need so much of what it has taken still. */
#define OVERDUE_SHARE 0.05
/* Less of a run that is done says too little about all of it. */
#define DONE_LEAST 0.02

static double seconds(uint64_t ns)
{
	return (double)ns / 1e9;
}

static struct session_run_time *current(const struct session *session)
{
	return &session->run_times[session->case_index];
}

int session_start_run_times(struct session *session, const struct estimate *estimate)
{
	const struct plan *plan = &session->result.plan;

	session->run_times = calloc(plan->case_count, sizeof(*session->run_times));
	if (!session->run_times)
		return -ENOMEM;
	for (size_t i = 0; i < plan->case_count; i++) {
		struct estimate_recording expected;

		if (!plan->cases[i].operation->record)
			continue;
		estimate_recording(estimate, plan, i, &expected);
		session->run_times[i] = (struct session_run_time){
			.seconds = expected.run_ns < 0 ? -1 : expected.run_ns / 1e9,
			.beside = (double)plan->variants.count * expected.beside_ns / 1e9,
		};
	}
	return 0;
}

void session_run_begins(struct session *session)
{
	session->run_start_ns = clock_now(CLOCK_MONOTONIC);
	session->run_done = 0;
}

void session_run_is_so_far(struct session *session, double done)
{
	/* A worker's word is not trusted. */
	if (!(done >= DONE_LEAST && done <= 1))
		return;
	session->run_done = done;
	session->run_done_ns = clock_now(CLOCK_MONOTONIC) - session->run_start_ns;
}

/* Runs that do not count, before the first one that a worker of a case makes in this pass. */
static double warmups(const struct session *session, size_t case_index)
{
	const struct plan *plan = &session->result.plan;

	return session->pass == 0 && plan->cases[case_index].operation->starts_commands
		       ? plan->warmups
		       : 0;
}

/* The same before a run of the current case, by its place in the pass. */
static double warmups_before(const struct session *session, double place)
{
	return place < (double)session->taking_part ? warmups(session, session->case_index) : 0;
}

void session_run_ends(struct session *session, const struct sample *sample)
{
	const uint64_t taken_ns = clock_now(CLOCK_MONOTONIC) - session->run_start_ns;
	const double runs = 1 + warmups_before(session, session_samples_taken(session));
	struct session_run_time *time = current(session);

	/* What a run takes is the mean of those seen; before the first, what was expected. */
	if (session->cut < CUT_SKIP && !(sample->flags & SAMPLE_FAILED)) {
		time->seen++;
		time->seconds += (seconds(taken_ns) / runs - time->seconds) / time->seen;
		session->runs_ns += taken_ns;
	}
	session_run_begins(session);
}

void session_run_is_let_go(struct session *session)
{
	/* Whoever was done in the pause has waited since. */
	if (session->run_start_ns >= session->pause_start_ns)
		session_run_begins(session);
}

void session_learn_run_times(struct session *session)
{
	const double workers = seconds(session_since(session, session->workers_start_ns));

	current(session)->beside = fmax(0, workers - seconds(session->runs_ns));
	session->runs_ns = 0;
}

/* Runs that a pass of a case has under all variants that were not given up. */
static double runs_of_pass(const struct session *session, size_t case_index)
{
	double taking = 0;

	for (size_t i = 0; i < session_variant_count(session); i++)
		taking += !session_is_over(session_step(session, case_index, i));
	return taking * plan_case_runs(&session->result.plan, case_index);
}

double session_recording_seconds(const struct session *session, size_t case_index)
{
	const struct plan *plan = &session->result.plan;
	const struct session_run_time *time = &session->run_times[case_index];
	const double limit = seconds(plan->time_limit_ns) / plan->passes;
	double all = time->beside + runs_of_pass(session, case_index) * fmax(0, time->seconds);

	return plan->time_limit_ns > 0 ? fmin(all, limit) : all;
}

bool session_recording_is_known(const struct session *session, size_t case_index)
{
	const bool at_hand = case_index == session->case_index && session->stage == STAGE_RUN;

	return session->run_times[case_index].seconds >= 0 ||
	       (at_hand && session->run_done >= DONE_LEAST);
}

/* How much of the run at hand has passed, and what is left of it. */
static double run_seconds_left(const struct session *session, double expected)
{
	const bool waits = session->paused && session->run_start_ns >= session->pause_start_ns;
	const double taken =
		waits ? 0 : seconds(clock_now(CLOCK_MONOTONIC) - session->run_start_ns);

	return fmax(expected - taken, OVERDUE_SHARE * taken);
}

/* What the workers still need before their first run. */
static double beside_seconds_left(const struct session *session)
{
	const double taken = seconds(session_since(session, session->workers_start_ns));

	return session_samples_taken(session) > 0 ? 0 : fmax(0, current(session)->beside - taken);
}

/* Runs of this pass behind so many, those that do not count too. */
static double runs_behind(const struct session *session, double taken)
{
	const double taking_part = (double)session->taking_part;
	const double first = fmax(0, taking_part - taken);

	return session_case_runs(session) * taking_part - taken +
	       first * warmups_before(session, taken);
}

double session_recording_seconds_left(const struct session *session)
{
	const double taken = session_samples_taken(session);
	const double left = runs_behind(session, taken);
	double run = fmax(0, current(session)->seconds);

	if (session->stage < STAGE_SETUP)
		return session_recording_seconds(session, session->case_index) +
		       run * warmups(session, session->case_index) *
			       (double)session_variant_count(session);
	if (session->stage > STAGE_RUN || left <= 0)
		return 0;
	if (session->stage != STAGE_RUN)
		return left * run + beside_seconds_left(session);
	if (session->run_done >= DONE_LEAST)
		run = seconds(session->run_done_ns) / session->run_done;
	return run_seconds_left(session, run * (1 + warmups_before(session, taken))) +
	       runs_behind(session, taken + 1) * run;
}
