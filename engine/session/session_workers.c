/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_workers.c - the workers of one pass of one case: started, set up, calibrated, warmed, set
 * running, and heard until the last one has ended.
 *
 * Like in session_case.c, each function does the next thing and returns. Nothing waits.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "engine/text/random.h"
#include "engine/worker/order.h"

/* Numbers that differ from pass to pass and case to case, all from the plan's seed. */
static struct random_source current_random(const struct session *session, uint64_t purpose)
{
	struct random_source random;
	uint64_t stream = ((uint64_t)session->pass << 32) + session->case_index;

	random_start(&random, session->result.plan.seed, stream * 2 + purpose);
	return random;
}

static int open_directory(const struct session *session, struct error *error)
{
	const struct scratch *scratch = &session->scratches[session_case(session)->scratch];
	char name[32];
	int fd;

	session_fixture_name(session, name, sizeof(name));
	fd = openat(scratch->work_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
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
		 session_case(session)->operation->name);
	session_request_variant(session, slot, session_case(session)->scratch, request);
	snprintf(request->parameter, sizeof(request->parameter), "%s",
		 session_case(session)->parameter);
	snprintf(request->default_file, sizeof(request->default_file), "%s", plan->default_file);
	if (!session_case(session)->operation->record)
		return;
	session_request_workload(session, &request->workload);
	request->workload.interval_ns = plan_interval_ns(plan, session->case_index);
}

static int ask(struct session *session, size_t slot, enum worker_request_kind kind)
{
	struct worker_request request;

	fill_request(session, slot, kind, &request);
	return worker_process_send(&session->workers[slot], &request);
}

static int start_worker(struct session *session, size_t slot, int directory, struct error *error)
{
	int code = session_spawn_worker(session, slot, directory, error);

	if (code < 0)
		return code;
	code = session_watch_worker(session, slot);
	return code < 0 ? error_set(error, code, "cannot watch a worker: %s", error_words(code))
			: 0;
}

/*
 * One after the other: they prove the same operation on the same objects, and would find each
 * other's half-done work.
 */
static void set_up_next(struct session *session)
{
	/* If it has died already, its descriptor will tell. */
	ask(session, session_server(session, session->served), WORKER_SETUP);
}

void session_start_workers(struct session *session)
{
	struct random_source random = current_random(session, 0);
	struct error error;
	int directory = open_directory(session, &error);
	int code = directory < 0 ? directory : 0;

	session->stage = STAGE_SETUP;
	session->served = 0;
	session->last_sign_ns = session_now(session);
	session->workers_start_ns = session->last_sign_ns;
	session->runs_ns = 0;
	session_gather(session, &random);
	session_draw_turns(session, &random);
	for (size_t i = 0; code == 0 && i < session->taking_part; i++)
		code = start_worker(session, session->start_order[i], directory, &error);
	if (directory >= 0)
		close(directory);
	if (code < 0)
		session_fail_case(session, error.text);
	else
		set_up_next(session);
}

static void warm_next(struct session *session)
{
	ask(session, session_server(session, session->served), WORKER_WARM);
}

/* The order of those that have this turn: drawn for so many, then each given its variant. */
static void draw_order(struct session *session, uint32_t count)
{
	const uint32_t runs = session_case_runs(session);
	uint8_t *order = session->ring.shared->order;
	struct random_source random = current_random(session, 1);
	uint8_t slots[RING_SLOTS_MAXIMUM] = {0};
	size_t used = 0;

	for (size_t i = 0; i < session_variant_count(session); i++)
		if (session_takes_part(session, i) && session_serves(session, i))
			slots[used++] = (uint8_t)i;
	order_fill(order, runs, count, &random);
	for (size_t i = 0; i < (size_t)runs * count; i++)
		order[i] = slots[order[i]];
}

static void start_running(struct session *session)
{
	const uint32_t count = (uint32_t)session_serving(session);

	session->stage = STAGE_RUN;
	session->served = 0;
	ring_reset(&session->ring, session_case_runs(session) * count,
		   (uint32_t)session_variant_count(session), order_block(count));
	draw_order(session, count);
	if (session->paused)
		ring_command(&session->ring, RING_PAUSE);
	for (size_t i = 0; i < count; i++)
		ask(session, session_server(session, i), WORKER_RUN);
	ring_begin(&session->ring);
	session_run_begins(session);
	session_mark(session, STEP_RUNNING);
}

void session_start_warming(struct session *session)
{
	/* What times itself has no batches to discard. */
	if (session_case(session)->operation->record) {
		start_running(session);
		return;
	}
	session->stage = STAGE_WARM;
	session->served = 0;
	session_mark(session, STEP_WARMING);
	warm_next(session);
}

static void end_setting_up(struct session *session)
{
	if (session_case(session)->operation->record)
		session_record(session);
	if (session_step(session, session->case_index, 0)->iterations > 0) {
		session_begin_turn(session);
	} else {
		session->stage = STAGE_CALIBRATE;
		ask(session, 0, WORKER_CALIBRATE);
	}
}

void session_serve_next(struct session *session)
{
	const size_t serving = session_serving(session);
	const bool all = session->served >= serving;

	/* Whoever had this turn alone was lost. */
	if (serving == 0 && (session->stage == STAGE_ATTACH || session->stage == STAGE_WARM)) {
		session_tell_lost(session);
		session_end_turn(session);
		return;
	}
	if (all && session->stage == STAGE_SETUP) {
		session_tell_lost(session);
		end_setting_up(session);
	} else if (session->stage == STAGE_SETUP) {
		set_up_next(session);
	} else if (all && session->stage == STAGE_WARM) {
		session_tell_lost(session);
		start_running(session);
	} else if (session->stage == STAGE_WARM) {
		warm_next(session);
	}
}

static void on_ready(struct session *session)
{
	session->served++;
	session_serve_next(session);
}

static void on_calibrated(struct session *session, const struct worker_reply *reply)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		session_step(session, session->case_index, i)->iterations =
			session_round_iterations(session, reply->iterations);
	if (session->result.loop_ns <= 0 || reply->loop_ns < session->result.loop_ns)
		session->result.loop_ns = reply->loop_ns;
	session_begin_turn(session);
}

static void on_warmed(struct session *session, size_t slot, const struct worker_reply *reply)
{
	session_step(session, session->case_index, slot)->warmup += reply->batches;
	session->served++;
	session_serve_next(session);
}

void session_end_workers(struct session *session)
{
	session->stage = STAGE_END;
	session->last_sign_ns = session_now(session);
	for (size_t i = 0; i < session_variant_count(session); i++)
		worker_process_dismiss(&session->workers[i]);
	session_let_go(session);
}

void session_kill_workers(struct session *session)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		worker_process_kill(&session->workers[i]);
}

bool session_has_workers(const struct session *session)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		if (session->workers[i].pid > 0)
			return true;
	return false;
}

void session_try_end_case(struct session *session)
{
	if (session->stage == STAGE_END && !session_has_workers(session) &&
	    session_has_let_go(session))
		session_end_case(session);
}

static void on_ended(struct session *session)
{
	if (++session->served < session_serving(session))
		return;
	session_drain(session);
	/* Unless what it brought was damaged. */
	if (session->stage == STAGE_RUN)
		session_end_turn(session);
}

static void on_live(struct session *session, const struct worker_reply *reply)
{
	session_run_is_so_far(session, reply->done);
	session_take_live(session, reply);
}

/* The stage in which a reply is awaited. */
static enum stage stage_of(enum worker_reply_kind kind)
{
	switch (kind) {
	case WORKER_READY:
		return STAGE_SETUP;
	case WORKER_CALIBRATED:
		return STAGE_CALIBRATE;
	case WORKER_WARMED:
		return STAGE_WARM;
	case WORKER_ENDED:
	case WORKER_READINGS:
	case WORKER_LATENCIES:
	case WORKER_LIVE:
		return STAGE_RUN;
	case WORKER_FAILED:
		break;
	}
	return STAGE_OVER;
}

static void on_reply(struct session *session, size_t slot, const struct worker_reply *reply)
{
	session->last_sign_ns = session_now(session);
	if (session->stage == STAGE_END)
		return;
	if (session->stage == STAGE_TRIAL)
		session_on_trial_reply(session, reply);
	else if (!session_takes_part(session, slot))
		return;
	else if (reply->kind == WORKER_FAILED)
		session_lose(session, slot,
			     reply->code == -EOPNOTSUPP && session->stage == STAGE_SETUP
				     ? STEP_SKIPPED
				     : STEP_FAILED,
			     reply->text);
	else if (stage_of(reply->kind) != session->stage)
		session_fail_case(session, "the worker answered what it was not asked");
	else if (reply->kind == WORKER_READY)
		on_ready(session);
	else if (reply->kind == WORKER_CALIBRATED)
		on_calibrated(session, reply);
	else if (reply->kind == WORKER_WARMED)
		on_warmed(session, slot, reply);
	else if (reply->kind == WORKER_READINGS)
		session_take_readings(session, slot, reply);
	else if (reply->kind == WORKER_LATENCIES)
		session_take_latencies(session, slot, reply);
	else if (reply->kind == WORKER_LIVE)
		on_live(session, reply);
	else
		on_ended(session);
}

static void worker_lost(struct session *session, size_t slot)
{
	char how[512];
	char reason[640];

	worker_process_describe(&session->workers[slot], how, sizeof(how));
	snprintf(reason, sizeof(reason), "the worker %s", how);
	session_lose(session, slot, STEP_FAILED, reason);
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

void session_on_exit(struct session *session, size_t slot)
{
	struct worker_process *worker = &session->workers[slot];

	if (worker->pid <= 0)
		return;
	/* What it said last is still in the socket. */
	session_on_worker(session, slot);
	if (session->stage == STAGE_TRIAL) {
		session_on_trial_exit(session);
		return;
	}
	if (session->stage != STAGE_END && session_takes_part(session, slot))
		worker_lost(session, slot);
	if (worker_process_reap(worker, false))
		session_try_end_case(session);
}
