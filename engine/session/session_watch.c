/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_watch.c - what happens by the clock: samples are taken from the ring, a case that is
 * precise enough or out of time ends, a worker or builder that shows no sign of life is given up, a
 * suspend is noticed.
 */
#include "engine/session/session_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/statistics/summary.h"

/* Fewer runs say too little about their own precision. */
#define PRECISION_RUNS_MINIMUM 30u
/* So many failed runs in a row are more than a passing trouble. */
#define FAILING_RUNS 100u
/* How long a worker that was told to stop may take for the batch that runs; */
#define STOP_NS SECOND_NS
/* and one that times itself, which looks once a second. */
#define STOP_RECORDING_NS (5 * (uint64_t)SECOND_NS)
/* A killed process that is still there after so long hangs in the kernel. */
#define KILLED_NS (10 * (uint64_t)SECOND_NS)
/* What times itself is heard of once a second, but not while a call of it lasts. */
#define RECORDING_PATIENCE_NS (10 * (uint64_t)SECOND_NS)
/* So many times as long for one that waits for a disk. */
#define DISK_PATIENCE 10
/* The front end looks every half second at least: a longer gap was not the workers' doing. */
#define GAP_NS (2 * (uint64_t)SECOND_NS)

/* A sample can only be what its turn asked for; what else stands there is no measurement. */
static bool is_sound(const struct session *session, const struct sample *sample)
{
	const struct plan *plan = &session->result.plan;
	size_t first = plan_step(plan, session->case_index, 0);

	return sample->step >= first && sample->step < first + plan->variants.count &&
	       sample->pass == session->pass && sample->order == session->drained &&
	       sample->run < session_case_runs(session) && sample->iterations > 0;
}

static void take_sample(struct session *session, struct sample sample)
{
	size_t slot = sample.step % session_variant_count(session);

	session->taken[slot]++;
	session->failing = sample.flags & SAMPLE_FAILED ? session->failing + 1 : 0;
	if (sample.flags & SAMPLE_FAILED) {
		session->failed[slot]++;
		session->result.steps[sample.step].failed_runs++;
	}
	/* What times itself says once a second that it is alive, however long it takes. */
	if (session_case(session)->operation->record)
		session_run_ends(session, &sample);
	else if (sample.duration_ns > session->longest_ns)
		session->longest_ns = sample.duration_ns;
	if (sample.start_ns < session->resumed_at_ns)
		sample.flags |= SAMPLE_SUSPENDED;
	/* Numbered through all turns. There is room: session_open reserved it. */
	sample.order += session->earlier;
	result_add(&session->result, &sample);
}

void session_drain(struct session *session)
{
	/* A session that could not be opened has no ring. */
	uint32_t count = session->ring.shared ? ring_count(&session->ring) : 0;

	if (count <= session->drained)
		return;
	session->last_sign_ns = session_now(session);
	for (; session->drained < count; session->drained++) {
		const struct sample *sample = &session->ring.samples[session->drained];

		if (!is_sound(session, sample)) {
			session->drained = count;
			session_fail_case(session, "a sample in the shared memory is damaged");
			break;
		}
		take_sample(session, *sample);
	}
	session_tell(session, SESSION_SAMPLES, NULL);
}

/* What fails so often in a row will not work again. */
static void check_failing(struct session *session)
{
	char reason[160];

	if (session->failing < FAILING_RUNS)
		return;
	snprintf(reason, sizeof(reason), "%u runs in a row had an iteration that failed: %s",
		 session->failing, session_failure(session));
	session_fail_case(session, reason);
}

/* Relative half-width of the interval of the median over variant's runs of this pass. */
static double relative_half_width(const struct session *session, size_t variant)
{
	const struct result *result = &session->result;
	size_t step = plan_step(&result->plan, session->case_index, variant);
	double half_width = INFINITY;
	double *values;
	size_t count;
	size_t low;
	size_t high;

	if (result_values(result, step, (int)session->pass, &values, &count) < 0)
		return INFINITY;
	if (count >= PRECISION_RUNS_MINIMUM) {
		sort_values(values, count);
		median_interval_ranks(count, 0.95, &low, &high);
		half_width =
			(values[high - 1] - values[low - 1]) / 2 / quantile(values, count, 0.5);
	}
	free(values);
	return half_width;
}

static bool is_precise(const struct session *session)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		if (session_takes_part(session, i) && session_serves(session, i) &&
		    !(relative_half_width(session, i) <= session->result.plan.precision))
			return false;
	return true;
}

static void check_precision(struct session *session)
{
	char reason[96];

	if (session->result.plan.precision <= 0 || session->drained < session->precision_at)
		return;
	/* Each look sorts all runs: not before there are a tenth more. */
	session->precision_at = session->drained + session->drained / 10 + 1;
	if (!is_precise(session))
		return;
	snprintf(reason, sizeof(reason), "precision of %.3g%% reached",
		 session->result.plan.precision * 100);
	session_limit_case(session, reason);
}

/*
 * How many passes of cases are still to be done within the session's limit, this one included.
 * Those that come only if there is time for them claim none of it before.
 */
static size_t remaining_passes(const struct session *session)
{
	const struct plan *plan = &session->result.plan;
	size_t due = plan->passes < SESSION_PASSES_DUE ? plan->passes : SESSION_PASSES_DUE;
	size_t later = due - session->pass - 1u;
	size_t count = 0;

	for (size_t i = 0; i < plan->case_count; i++)
		if (!session_is_over(session_step(session, i, 0)))
			count += later + (i >= session->case_index);
	return count > 0 ? count : 1;
}

/* Whether a pass has not spent its part of so many ns, up to the end of the turn that runs. */
static bool is_within(const struct session *session, uint64_t spent, uint64_t ns, size_t parts)
{
	return (double)spent < (double)ns / (double)parts * session_turn_share(session);
}

/* A case's limit is shared alike between the passes that it has left. */
static void check_time_limit(struct session *session)
{
	const struct plan *plan = &session->result.plan;
	uint64_t before = session->case_spent_ns[session->case_index];
	char reason[96];

	if (plan->time_limit_ns == 0 || session->stage != STAGE_RUN)
		return;
	if (before < plan->time_limit_ns &&
	    is_within(session, session_since(session, session->case_start_ns),
		      plan->time_limit_ns - before, plan->passes - session->pass))
		return;
	snprintf(reason, sizeof(reason), "time limit of %g s reached",
		 (double)plan->time_limit_ns / 1e9);
	session_limit_case(session, reason);
}

/* What is left of the session's limit is shared alike between what is still due. */
static void check_session_limit(struct session *session)
{
	const uint64_t limit = session->result.plan.session_limit_ns;
	uint64_t total = session_since(session, session->start_ns);
	uint64_t spent = session_since(session, session->case_start_ns);
	uint64_t before = total - spent;
	char reason[96];

	if (limit == 0)
		return;
	if (session->stage == STAGE_RUN) {
		/* A pass beyond those that are due was begun because there is time for all of it.
		 */
		if (total < limit &&
		    (session->pass >= SESSION_PASSES_DUE ||
		     is_within(session, spent, limit - before, remaining_passes(session))))
			return;
		snprintf(reason, sizeof(reason), "its share of the session's limit of %g s reached",
			 (double)limit / 1e9);
		session_limit_case(session, reason);
	} else if (total >= limit && session->stage < STAGE_RUN) {
		snprintf(reason, sizeof(reason), "the session's limit of %g s was reached",
			 (double)limit / 1e9);
		session->out_of_time = !session->stopping;
		session_give_up(session, reason);
	}
}

/*
 * How long nothing may be heard: batches may be long, several of them calibrate and warm up before
 * a word is said, and on a busy machine each takes several times as long.
 */
static uint64_t patience(const struct session *session)
{
	const uint64_t told = (uint64_t)session->result.plan.watchdog_seconds * SECOND_NS;

	if (session_case(session)->operation->record && told < RECORDING_PATIENCE_NS)
		return RECORDING_PATIENCE_NS;
	return told + 10 * session->longest_ns;
}

/*
 * Whether one of the workers of what times itself waits for a disk, or did so a moment ago: one
 * call of it may write back all that a busy machine has in memory, and nothing is told meanwhile.
 */
static bool waits_for_a_disk(struct session *session)
{
	const uint64_t now = session_now(session);

	if (!session_case(session)->operation->record)
		return false;
	for (size_t i = 0; i < session_variant_count(session); i++)
		if (session->workers[i].pid > 0 &&
		    worker_process_waits_for_a_disk(&session->workers[i]))
			session->disk_wait_ns = now;
	return session->disk_wait_ns > session->last_sign_ns &&
	       now - session->disk_wait_ns < RECORDING_PATIENCE_NS;
}

static uint64_t stop_ns(const struct session *session)
{
	return session_case(session)->operation->record ? STOP_RECORDING_NS : STOP_NS;
}

/* The kernel is changing what is attached. */
static void check_holder(struct session *session, uint64_t silent)
{
	if (session->stage == STAGE_END && silent > stop_ns(session))
		session_kill_workers(session);
	if (silent < SESSION_ATTACH_SECONDS * (uint64_t)SECOND_NS)
		return;
	session_break(session, SESSION_ATTACH_LATE);
	if (session->stage == STAGE_END && !session_has_workers(session))
		session_end_case(session);
}

static void check_workers(struct session *session)
{
	uint64_t silent = session_since(session, session->last_sign_ns);
	bool waits;
	char reason[128];

	if (!session_has_let_go(session)) {
		check_holder(session, silent);
		return;
	}
	if (session->stage == STAGE_END) {
		if (silent > stop_ns(session))
			session_kill_workers(session);
		if (silent < KILLED_NS)
			return;
		session_tell(session, SESSION_NOTICE,
			     "a worker hangs in the kernel and cannot be ended; the session goes on"
			     " without it");
		for (size_t i = 0; i < session_variant_count(session); i++)
			if (!worker_process_reap(&session->workers[i], false))
				worker_process_abandon(&session->workers[i]);
		session_end_case(session);
		return;
	}
	waits = silent > SECOND_NS && waits_for_a_disk(session);
	if (silent < patience(session) * (waits ? DISK_PATIENCE : 1))
		return;
	snprintf(reason, sizeof(reason), "the worker showed no sign of life for %u s and was ended",
		 (unsigned int)(silent / SECOND_NS));
	session_lose_silent(session, reason);
}

static void check_builder(struct session *session)
{
	uint64_t silent = session_since(session, session->last_sign_ns);
	uint64_t limit = (uint64_t)session->result.plan.watchdog_seconds * SECOND_NS;
	char reason[160];

	if (silent < limit || silent < KILLED_NS)
		return;
	snprintf(reason, sizeof(reason),
		 "the file system of the scratch directory does not answer: nothing was built or "
		 "removed for %u s",
		 (unsigned int)(silent / SECOND_NS));
	session_break(session, reason);
}

static void check_alive(struct session *session)
{
	/* Told to stop: the batch that runs may be ended by force. A pause does not matter. */
	if (session->stage == STAGE_RUN && session->cut >= CUT_SKIP &&
	    clock_now(CLOCK_MONOTONIC) - session->cut_ns > stop_ns(session)) {
		session_drain(session);
		session_kill_workers(session);
		session_end_workers(session);
	}
	if (session->stage == STAGE_TRIAL)
		session_check_trial(session);
	else if (session->stage == STAGE_BUILD || session->stage == STAGE_REMOVE)
		check_builder(session);
	else if (session->stage >= STAGE_SETUP && session->stage <= STAGE_END)
		check_workers(session);
}

/* Mark the samples that came since the tick before, and those of batches that are still running. */
void session_on_suspend(struct session *session, size_t count_before)
{
	struct result *result = &session->result;

	result->suspended = true;
	session->resumed_at_ns = clock_now(session->clock.id) - session->epoch_ns;
	for (size_t i = count_before; i < result->sample_count; i++)
		result->samples[i].flags |= SAMPLE_SUSPENDED;
	session_tell(session, SESSION_NOTICE,
		     "the machine was suspended: the runs around it are marked");
	session->last_sign_ns = session_now(session);
}

static void check_suspend(struct session *session, size_t count_before)
{
	/* The two clocks are read one after the other: small differences are that. */
	const uint64_t tolerance_ns = 50 * 1000 * 1000;
	uint64_t suspended = clock_suspended();

	if (suspended > session->suspended_ns + tolerance_ns)
		session_on_suspend(session, count_before);
	session->suspended_ns = suspended;
}

void session_look(struct session *session)
{
	uint64_t now = clock_now(CLOCK_MONOTONIC);
	uint64_t gap = now - session->last_look_ns;

	session->last_look_ns = now;
	/* In a pause the clock stands anyway. */
	if (!session->paused && gap > GAP_NS)
		session->paused_ns += gap;
}

void session_on_tick(struct session *session)
{
	size_t count_before = session->result.sample_count;

	session_drain(session);
	check_suspend(session, count_before);
	if (session->stage < STAGE_END && session->cut == CUT_NONE && !session->paused) {
		if (session->stage == STAGE_RUN) {
			check_failing(session);
			check_precision(session);
		}
		check_time_limit(session);
		check_session_limit(session);
	}
	if (session->paused)
		session_pause_turn(session);
	check_alive(session);
	session_estimate_remaining(session);
}
