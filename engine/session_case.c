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

static const struct plan_case *current_case(const struct session *session)
{
	return &session->result.plan.cases[session->case_index];
}

static void fixture_name(const struct session *session, char *buffer, size_t size)
{
	snprintf(buffer, size, "case%zu", session->case_index);
}

/* Strings that differ from pass to pass and case to case, all from the plan's seed. */
static struct random_source current_random(const struct session *session, uint64_t purpose)
{
	struct random_source random;
	uint64_t stream = ((uint64_t)session->pass << 32) + session->case_index;

	random_start(&random, session->result.plan.seed, stream * 2 + purpose);
	return random;
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

static void start_workers(struct session *session);

static void start_building(struct session *session)
{
	const struct plan_case *plan_case = current_case(session);
	struct fixture_spec spec;
	struct error error;
	char name[32];
	int code = operation_fixture(plan_case->operation, plan_case->parameter, &spec, &error);

	fixture_name(session, name, sizeof(name));
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
			start_workers(session);
		} else {
			start_building(session);
		}
	} while (session->stage == STAGE_IDLE);
}

static int open_directory(const struct session *session, struct error *error)
{
	const struct scratch *scratch = &session->scratches[current_case(session)->scratch];
	char name[32];
	int fd;

	fixture_name(session, name, sizeof(name));
	fd = openat(scratch->fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return error_set(error, -errno, "%s/%s: %s", scratch->path, name,
				 error_words(errno));
	return fd;
}

static void fill_request(const struct session *session, size_t slot, enum worker_request_kind kind,
			 struct worker_request *request)
{
	const struct plan *plan = &session->result.plan;
	size_t step = plan_step(plan, session->case_index, slot);

	memset(request, 0, sizeof(*request));
	request->kind = kind;
	request->cpu = session->result.cpu;
	request->clock = session->clock.id;
	request->clock_cost_ns = session->clock.cost_ns;
	request->target_ns = plan->batch_ns;
	request->iterations = session->result.steps[step].iterations;
	request->epoch_ns = session->epoch_ns;
	request->slot = (uint32_t)slot;
	request->step = (uint32_t)step;
	request->pass = (uint16_t)session->pass;
	snprintf(request->operation, sizeof(request->operation), "%s",
		 current_case(session)->operation->name);
	snprintf(request->variant, sizeof(request->variant), "%s", plan_step_variant(plan, step));
	snprintf(request->parameter, sizeof(request->parameter), "%s",
		 current_case(session)->parameter);
	snprintf(request->default_file, sizeof(request->default_file), "%s", plan->default_file);
}

static int ask(struct session *session, size_t slot, enum worker_request_kind kind)
{
	struct worker_request request;

	session->answered[slot] = false;
	fill_request(session, slot, kind, &request);
	return worker_process_send(&session->workers[slot], &request);
}

static int start_worker(struct session *session, size_t slot, int directory, struct error *error)
{
	struct worker_process *worker = &session->workers[slot];
	int code =
		worker_process_start(worker, session->program, session->ring.fd, directory, error);

	if (code == 0)
		code = session_watch_worker(session, slot);
	/* If it has died already, its descriptor will tell. */
	if (code == 0)
		ask(session, slot, WORKER_SETUP);
	return code;
}

static void start_workers(struct session *session)
{
	struct random_source random = current_random(session, 0);
	const size_t count = session_variant_count(session);
	struct error error;
	int directory = open_directory(session, &error);
	int code = directory < 0 ? directory : 0;

	session->stage = STAGE_SETUP;
	session->last_sign_ns = session_now(session);
	random_permutation(&random, session->start_order, count);
	for (size_t i = 0; code == 0 && i < count; i++)
		code = start_worker(session, session->start_order[i], directory, &error);
	if (directory >= 0)
		close(directory);
	if (code < 0)
		session_cut(session, CUT_FAILURE, error.text);
}

static bool all_answered(const struct session *session)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		if (!session->answered[i])
			return false;
	return true;
}

static void warm_next(struct session *session)
{
	if (session->warming == 0) {
		session->stage = STAGE_WARM;
		session_mark(session, STEP_WARMING);
	}
	ask(session, session->start_order[session->warming], WORKER_WARM);
}

static void start_running(struct session *session)
{
	const struct plan *plan = &session->result.plan;
	const uint32_t count = (uint32_t)session_variant_count(session);
	struct random_source random = current_random(session, 1);

	session->stage = STAGE_RUN;
	session->run_start_ns = session_now(session);
	ring_reset(&session->ring, plan->runs * count, count, order_block(count));
	order_fill(session->ring.shared->order, plan->runs, count, &random);
	if (session->paused)
		ring_command(&session->ring, RING_PAUSE);
	for (size_t i = 0; i < count; i++)
		ask(session, i, WORKER_RUN);
	ring_begin(&session->ring);
	session_mark(session, STEP_RUNNING);
}

static void on_ready(struct session *session)
{
	if (!all_answered(session))
		return;
	session->warming = 0;
	if (session_step(session, session->case_index, 0)->iterations > 0) {
		warm_next(session);
		return;
	}
	session->stage = STAGE_CALIBRATE;
	ask(session, 0, WORKER_CALIBRATE);
}

static void on_calibrated(struct session *session, const struct worker_reply *reply)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		session_step(session, session->case_index, i)->iterations = reply->iterations;
	if (session->result.loop_ns <= 0 || reply->loop_ns < session->result.loop_ns)
		session->result.loop_ns = reply->loop_ns;
	warm_next(session);
}

static void on_warmed(struct session *session, size_t slot, const struct worker_reply *reply)
{
	session_step(session, session->case_index, slot)->warmup += reply->batches;
	if (++session->warming < session_variant_count(session))
		warm_next(session);
	else
		start_running(session);
}

static void end_workers(struct session *session)
{
	session->stage = STAGE_END;
	for (size_t i = 0; i < session_variant_count(session); i++)
		worker_process_dismiss(&session->workers[i]);
}

static void on_ended(struct session *session)
{
	if (!all_answered(session))
		return;
	session_drain(session);
	end_workers(session);
}

static void on_reply(struct session *session, size_t slot, const struct worker_reply *reply)
{
	session->last_sign_ns = session_now(session);
	session->answered[slot] = true;
	if (session->stage == STAGE_END)
		return;
	switch (reply->kind) {
	case WORKER_READY:
		on_ready(session);
		break;
	case WORKER_CALIBRATED:
		on_calibrated(session, reply);
		break;
	case WORKER_WARMED:
		on_warmed(session, slot, reply);
		break;
	case WORKER_ENDED:
		on_ended(session);
		break;
	case WORKER_FAILED:
		session_cut(session, CUT_FAILURE, reply->text);
		break;
	}
}

static void worker_lost(struct session *session, size_t slot)
{
	const char *variant = plan_step_variant(&session->result.plan, slot);
	char how[512];
	char reason[640];

	worker_process_describe(&session->workers[slot], how, sizeof(how));
	if (session_variant_count(session) > 1)
		snprintf(reason, sizeof(reason), "the worker of variant %.64s %s", variant, how);
	else
		snprintf(reason, sizeof(reason), "the worker %s", how);
	session_cut(session, CUT_FAILURE, reason);
}

void session_on_worker(struct session *session, size_t slot)
{
	struct worker_process *worker = &session->workers[slot];
	struct worker_reply reply;
	int code = 0;

	while (worker->control >= 0 && (code = worker_process_receive(worker, &reply)) > 0)
		on_reply(session, slot, &reply);
	if (code != -EPIPE || session->stage == STAGE_END || worker->control < 0)
		return;
	/* How it ended is known once its process has: session_on_exit. */
	epoll_ctl(session->poll_fd, EPOLL_CTL_DEL, worker->control, NULL);
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

static void end_case(struct session *session)
{
	const struct plan_case *plan_case = current_case(session);
	const bool last = session->pass + 1u == session->result.plan.passes;
	char name[32];

	if (session->cut <= CUT_SESSION_LIMIT)
		note_failed_runs(session);
	settle(session);
	session_learn_case(session);
	session_tell(session, SESSION_CASE_DONE, NULL);
	fixture_name(session, name, sizeof(name));
	session->stage = STAGE_REMOVE;
	if (!session->built[session->case_index] ||
	    (!last && !is_over(session_step(session, session->case_index, 0)) &&
	     parameter_number(plan_case->operation->parameter, plan_case->parameter) >
		     CHEAP_FILES) ||
	    session->stopping ||
	    builder_remove(session->builder, plan_case->scratch, name, NULL) < 0)
		session_begin_next(session);
}

void session_on_exit(struct session *session, size_t slot)
{
	struct worker_process *worker = &session->workers[slot];

	/* What it said last is still in the socket. */
	session_on_worker(session, slot);
	if (session->stage != STAGE_END)
		worker_lost(session, slot);
	if (!worker_process_reap(worker, false))
		return;
	for (size_t i = 0; i < session_variant_count(session); i++)
		if (session->workers[i].pid > 0)
			return;
	if (session->stage == STAGE_END)
		end_case(session);
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
			start_workers(session);
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
		end_workers(session);
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
	end_workers(session);
	/* Not one could be started, so no exit will be reported. The fixture goes with the root. */
	if (!running)
		session->stage = STAGE_IDLE;
}
