/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worker.c - the measuring process.
 *
 * Nothing here allocates, prints or opens anything once batches are being timed. Between two
 * batches it writes a sample into shared memory and passes the turn on.
 */
#include "engine/worker/worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "engine/worker/batch.h"
#include "engine/worker/prepared.h"
#include "engine/worker/protocol.h"
#include "engine/worker/ring.h"

struct worker {
	struct prepared prepared; /* by SETUP */
	struct clock_choice clock;
	struct ring ring;
};

static int reply(const struct worker_reply *message)
{
	return send(WORKER_CONTROL, message, sizeof(*message), MSG_NOSIGNAL) < 0 ? -errno : 0;
}

static int reply_failure(int code, const struct error *error)
{
	struct worker_reply message = {.kind = WORKER_FAILED, .code = code};

	snprintf(message.text, sizeof(message.text), "%s", error->text);
	reply(&message);
	return code;
}

/* True when the front end has closed the socket. It sends nothing while we run. */
static bool front_end_gone(void)
{
	struct pollfd control = {.fd = WORKER_CONTROL, .events = POLLIN};

	return poll(&control, 1, 0) > 0 && (control.revents & (POLLHUP | POLLERR));
}

static int set_up(struct worker *worker, const struct worker_request *request, struct error *error)
{
	int code = ring_attach(&worker->ring, WORKER_RING, error);

	if (code < 0)
		return code;
	worker->clock.id = request->clock;
	worker->clock.cost_ns = request->clock_cost_ns;
	return prepared_make(&worker->prepared, request, WORKER_DIRECTORY, error);
}

static int calibrate(struct worker *worker, const struct worker_request *request,
		     struct error *error)
{
	struct worker_reply message = {.kind = WORKER_CALIBRATED};
	double case_ns;
	int failure =
		batch_calibrate(worker->prepared.operation, &worker->prepared.context,
				&worker->clock, request->target_ns, &message.iterations, &case_ns);

	if (failure)
		return prepared_failed(failure, error);
	message.loop_ns = batch_loop_cost(worker->clock.id);
	return reply(&message);
}

static int warm(struct worker *worker, const struct worker_request *request, struct error *error)
{
	struct worker_reply message = {.kind = WORKER_WARMED};
	int failure = batch_warm(worker->prepared.operation, &worker->prepared.context,
				 request->iterations, worker->clock.id, &message.batches);

	return failure ? prepared_failed(failure, error) : reply(&message);
}

/* A few untimed iterations after another worker had the CPU: a twentieth of a batch. */
static void lead_in(struct worker *worker, uint64_t iterations)
{
	const struct operation *operation = worker->prepared.operation;
	const uint64_t period = operation_period(operation, worker->prepared.context.number);
	uint64_t periods = iterations / 20 / period;

	if (batch_run(operation, &worker->prepared.context, (periods + 1) * period))
		prepared_put_back(&worker->prepared);
}

/* Obey the command word before a turn is used. 0: go on, 1: a pause lies behind us, -1: it is over.
 */
static int obey(struct worker *worker, uint32_t turn)
{
	struct ring_shared *shared = worker->ring.shared;
	int paused = 0;

	for (;;) {
		switch ((enum ring_command)atomic_load(&shared->command)) {
		case RING_RUN:
			if (paused && ring_leave_pause(&worker->ring))
				break;
			return paused;
		case RING_PAUSE:
			paused = 1;
			ring_wait_command(&worker->ring);
			if (front_end_gone())
				return -1;
			break;
		case RING_FINISH:
			if (turn % shared->block != 0)
				return paused;
			return -1;
		case RING_STOP:
			return -1;
		}
	}
}

/* Wait for turn. False when it will not come. */
static bool await_turn(struct worker *worker, uint32_t slot, uint32_t turn)
{
	for (;;) {
		switch (ring_wait_turn(&worker->ring, slot, turn)) {
		case RING_GRANTED:
			return true;
		case RING_ENDED:
			return false;
		case RING_TIMEOUT:
			if (front_end_gone())
				return false;
		}
	}
}

/* A failed run takes its time too, or a failure of a moment would use up all runs. */
static void sit_out(uint64_t ns)
{
	const struct timespec time = {.tv_sec = (time_t)(ns / 1000000000u),
				      .tv_nsec = (long)(ns % 1000000000u)};

	nanosleep(&time, NULL);
}

static void note_failure(struct worker *worker, int failure)
{
	uint32_t none = 0;

	atomic_compare_exchange_strong(&worker->ring.shared->failure, &none, (uint32_t)failure);
}

/* A run that times itself goes on: tell so, and see whether it still should. */
static bool live(struct recording *recording, const char *text)
{
	struct worker *worker = recording->argument;
	struct worker_reply message = {.kind = WORKER_LIVE, .done = recording->done};

	snprintf(message.text, sizeof(message.text), "%s", text ? text : "");
	/* A front end that is behind misses one. */
	send(WORKER_CONTROL, &message, sizeof(message), MSG_NOSIGNAL | MSG_DONTWAIT);
	return !front_end_gone() && atomic_load(&worker->ring.shared->command) != RING_STOP;
}

/* The run is over; before its sample is published, all else that it has told. */
static void tell(const struct recording *recording, uint32_t run)
{
	struct worker_reply message = {.kind = WORKER_READINGS, .run = run};
	struct latency_place place = {0};

	message.reading_count = (uint32_t)recording->reading_count;
	memcpy(message.readings, recording->readings, sizeof(message.readings));
	if (message.reading_count > 0)
		reply(&message);
	message.kind = WORKER_LATENCIES;
	while (latency_piece_next(recording, &place, &message.latencies))
		reply(&message);
}

/* Like take_turn, of an operation that times itself. A run that fails ends the case. */
static int take_recording_turn(struct worker *worker, const struct worker_request *request,
			       uint32_t turn, struct sample *sample, struct error *error)
{
	struct recording recording = {.live = live, .argument = worker};
	int failure;

	sample->start_ns = clock_now(worker->clock.id) - request->epoch_ns;
	failure = worker->prepared.operation->record(&worker->prepared.context, &recording, error);
	sample->duration_ns = recording.duration_ns;
	sample->iterations = recording.iterations ? recording.iterations : 1;
	sample->order = turn;
	if (failure) {
		sample->flags |= SAMPLE_FAILED;
		note_failure(worker, failure);
	} else {
		tell(&recording, sample->run);
	}
	ring_publish(&worker->ring, turn, sample);
	return failure && failure != ECANCELED ? -failure : 0;
}

static void take_turn(struct worker *worker, const struct worker_request *request, uint32_t turn,
		      struct sample *sample)
{
	uint64_t beyond = request->iterations * request->longer / 1000;
	struct batch batch = batch_time(worker->prepared.operation, &worker->prepared.context,
					request->iterations + beyond, worker->clock.id);

	sample->start_ns = batch.start_ns - request->epoch_ns;
	sample->duration_ns = batch.duration_ns;
	sample->order = turn;
	if (batch.failure) {
		sample->flags |= SAMPLE_FAILED;
		prepared_put_back(&worker->prepared);
		if (batch.duration_ns < request->target_ns)
			sit_out(request->target_ns - batch.duration_ns);
		note_failure(worker, batch.failure);
	}
	ring_publish(&worker->ring, turn, sample);
}

static int run(struct worker *worker, const struct worker_request *request, struct error *error)
{
	const struct ring_shared *shared = worker->ring.shared;
	const bool records = worker->prepared.operation->record;
	const struct worker_reply ended = {.kind = WORKER_ENDED};
	struct sample sample = {
		.step = request->step, .pass = request->pass, .iterations = request->iterations};

	for (uint32_t turn = 0; turn < shared->turns; turn++) {
		int paused;
		int code = 0;

		if (shared->order[turn] != request->slot)
			continue;
		if (!await_turn(worker, request->slot, turn))
			break;
		paused = obey(worker, turn);
		if (paused < 0) {
			ring_end(&worker->ring);
			break;
		}
		sample.flags = paused ? SAMPLE_RESUMED : 0;
		if (!records && (paused || turn == 0 || shared->order[turn - 1] != request->slot))
			lead_in(worker, request->iterations);
		if (records)
			code = take_recording_turn(worker, request, turn, &sample, error);
		else
			take_turn(worker, request, turn, &sample);
		if (code < 0)
			return code;
		sample.run++;
	}
	return reply(&ended);
}

static int serve_request(struct worker *worker, const struct worker_request *request,
			 struct error *error)
{
	const struct worker_reply ready = {.kind = WORKER_READY};
	int code;

	if (request->kind != WORKER_SETUP && !worker->prepared.operation)
		return error_set(error, -EPROTO, "request %d before setup", request->kind);
	switch (request->kind) {
	case WORKER_SETUP:
		code = set_up(worker, request, error);
		return code < 0 ? code : reply(&ready);
	case WORKER_CALIBRATE:
		return calibrate(worker, request, error);
	case WORKER_WARM:
		return warm(worker, request, error);
	case WORKER_RUN:
		return run(worker, request, error);
	}
	return error_set(error, -EPROTO, "request %d: not known", request->kind);
}

int worker_serve(void)
{
	static struct worker worker;
	static struct worker_request request;
	struct error error = {.text = ""};
	int code = 0;

	/* Set after exec: a wrapper that changes user or domain clears it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (code == 0) {
		ssize_t size = recv(WORKER_CONTROL, &request, sizeof(request), 0);

		if (size < 0 && errno == EINTR)
			continue;
		if (size <= 0)
			break;
		if (size != sizeof(request))
			code = error_set(&error, -EPROTO, "a request of %zd bytes", size);
		else
			code = serve_request(&worker, &request, &error);
		if (code < 0)
			reply_failure(code, &error);
	}
	prepared_release(&worker.prepared);
	return code < 0 ? 1 : 0;
}
