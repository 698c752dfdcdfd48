/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bare_worker.c - a worker that knows bare loops and nothing else. Like the real one it links only
 * the C library: what a process has mapped already shows in what a mapping costs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/operation/operation.h"
#include "engine/worker/clock.h"
#include "engine/worker/cpu.h"
#include "engine/worker/protocol.h"
#include "engine/worker/ring.h"
#include "tests/bench/bare.h"

static void bare_batch(const struct bare *bare, uint64_t n)
{
	if (bare->before)
		bare->before(n);
	bare->loop(n);
}

static void bare_time(struct ring *ring, const struct worker_request *request,
		      const struct bare *bare, uint32_t turn)
{
	struct sample sample = {.step = request->slot, .iterations = request->iterations};

	if (bare->before)
		bare->before(request->iterations);
	sample.start_ns = clock_now(request->clock);
	bare->loop(request->iterations);
	sample.duration_ns = clock_now(request->clock) - sample.start_ns;
	ring_publish(ring, turn, &sample);
}

static void bare_run(struct ring *ring, const struct worker_request *request,
		     const struct bare *bare)
{
	for (uint32_t turn = 0; turn < ring->shared->turns; turn++) {
		if (ring->shared->order[turn] != request->slot)
			continue;
		while (ring_wait_turn(ring, request->slot, turn) == RING_TIMEOUT)
			;
		if (turn == 0 || ring->shared->order[turn - 1] != request->slot)
			bare_batch(bare, request->iterations / 20 / 2 * 2 + 2);
		bare_time(ring, request, bare, turn);
	}
}

static const struct bare *bare_find(const char *operation)
{
	for (size_t i = 0; i < bare_count; i++)
		if (strcmp(bares[i].operation, operation) == 0)
			return &bares[i];
	fprintf(stderr, "bare_worker: %s is not known\n", operation);
	exit(2);
}

static void bare_setup(const struct bare *bare, const struct worker_request *request)
{
	const struct operation *operation = operation_find(bare->operation);

	cpu_pin(request->cpu);
	if (bare->setup)
		bare->setup(parameter_number(operation->parameter, request->parameter));
}

int main(void)
{
	static struct worker_request request;
	struct worker_reply reply = {.kind = WORKER_READY};
	const struct bare *bare = bares;
	struct ring ring;
	struct error error;

	if (ring_attach(&ring, WORKER_RING, &error) < 0 || fchdir(WORKER_DIRECTORY) < 0)
		return 1;
	while (recv(WORKER_CONTROL, &request, sizeof(request), 0) == sizeof(request)) {
		if (request.kind == WORKER_SETUP) {
			bare = bare_find(request.operation);
			bare_setup(bare, &request);
		} else if (request.kind == WORKER_WARM) {
			for (int i = 0; i < 3; i++)
				bare_batch(bare, request.iterations);
		} else if (request.kind == WORKER_RUN) {
			bare_run(&ring, &request, bare);
		}
		send(WORKER_CONTROL, &reply, sizeof(reply), MSG_NOSIGNAL);
	}
	return 0;
}
