/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_harness.c - what the worker costs per iteration over a bare loop of the same call.
 *
 * The bare loop is this program, started as a worker that knows the loops of bare.h and nothing
 * else. It and the real worker take turns batch by batch in ABBA blocks, on one CPU, in one
 * directory, both started anew for every pass. The figure is exp of the Hodges-Lehmann center of
 * the passes' median log ratios; the A/A spread is the half-width of the same figure's 95% interval
 * for two bare loops, plus its distance from 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/batch.h"
#include "engine/cpu.h"
#include "engine/hodges_lehmann.h"
#include "engine/order.h"
#include "engine/protocol.h"
#include "engine/ring.h"
#include "engine/summary.h"
#include "engine/worker_process.h"
#include "fixtures/scratch.h"
#include "tests/bench/bare.h"
#include "tests/bench/figure.h"

#define PASSES 25u
#define PAIRS 100u
#define TURNS (2 * PAIRS)
#define BATCH_NS 100000u

static void give_up(const char *what)
{
	fprintf(stderr, "bench_harness: %s\n", what);
	exit(2);
}

/* --- The bare worker ---------------------------------------------------------------------- */

static void bare_serve_run(struct ring *ring, const struct worker_request *request,
			   const struct bare_loop *loop)
{
	struct sample sample = {.step = request->slot, .iterations = request->iterations};

	for (uint32_t turn = 0; turn < TURNS; turn++) {
		if (ring->shared->order[turn] != request->slot)
			continue;
		while (ring_wait_turn(ring, request->slot, turn) == RING_TIMEOUT)
			;
		if (turn == 0 || ring->shared->order[turn - 1] != request->slot)
			bare_batch(loop, request->iterations / 20 / 2 * 2 + 2);
		if (loop->before)
			loop->before();
		sample.start_ns = clock_now(request->clock);
		loop->run(request->iterations);
		sample.duration_ns = clock_now(request->clock) - sample.start_ns;
		ring_publish(ring, turn, &sample);
	}
}

static int bare_serve(void)
{
	static struct worker_request request;
	struct worker_reply reply = {.kind = WORKER_READY};
	struct ring ring;
	struct error error;
	const struct bare_loop *loop = &bare_loops[0];

	if (ring_attach(&ring, WORKER_RING, &error) < 0 || fchdir(WORKER_DIRECTORY) < 0)
		return 1;
	while (recv(WORKER_CONTROL, &request, sizeof(request), 0) == sizeof(request)) {
		if (request.kind == WORKER_SETUP) {
			loop = bare_find(request.operation);
			cpu_pin(request.cpu);
			if (loop->prepare)
				loop->prepare();
		} else if (request.kind == WORKER_WARM) {
			for (int i = 0; i < 3; i++)
				bare_batch(loop, request.iterations);
		} else if (request.kind == WORKER_RUN) {
			bare_serve_run(&ring, &request, loop);
		}
		send(WORKER_CONTROL, &reply, sizeof(reply), MSG_NOSIGNAL);
	}
	return 0;
}

static bool started_as_worker(void)
{
	int type;
	socklen_t size = sizeof(type);

	return getsockopt(WORKER_CONTROL, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
	       type == SOCK_SEQPACKET;
}

/* --- The comparison ----------------------------------------------------------------------- */

struct arena {
	struct scratch scratch;
	struct ring ring;
	struct clock_choice clock;
	int cpu;
	char worker[4096];
	struct random_source random;
	uint64_t iterations;
};

static void ask(struct worker_process *worker, struct worker_request *request,
		enum worker_request_kind kind)
{
	request->kind = kind;
	if (worker_process_send(worker, request) < 0)
		give_up("a worker is gone");
}

static struct worker_reply hear(struct worker_process *worker)
{
	struct pollfd wait = {.fd = worker->control, .events = POLLIN};
	struct worker_reply reply;

	if (poll(&wait, 1, 30000) <= 0 || worker_process_receive(worker, &reply) <= 0)
		give_up("a worker does not answer");
	if (reply.kind == WORKER_FAILED)
		give_up(reply.text);
	return reply;
}

/* Median over the pairs of ln(slot 0) - ln(slot 1). */
static double median_log_ratio(const struct ring *ring)
{
	double values[2][PAIRS];
	double ratios[PAIRS];
	size_t counts[2] = {0, 0};

	for (uint32_t turn = 0; turn < TURNS; turn++) {
		uint8_t slot = ring->shared->order[turn];

		values[slot][counts[slot]++] = log(sample_value(&ring->samples[turn]));
	}
	for (size_t i = 0; i < PAIRS; i++)
		ratios[i] = values[0][i] - values[1][i];
	sort_values(ratios, PAIRS);
	return quantile(ratios, PAIRS, 0.5);
}

/* The two workers of a pass: slot 0 and slot 1, and in which order they start. */
struct pair {
	struct worker_process workers[2];
	unsigned int order[2];
};

static void start_pair(struct arena *arena, struct pair *pair, struct worker_request *request,
		       const char *const *programs, int directory)
{
	struct error error;

	random_permutation(&arena->random, pair->order, 2);
	for (int i = 0; i < 2; i++) {
		unsigned int slot = pair->order[i];

		if (worker_process_start(&pair->workers[slot], programs[slot], arena->ring.fd,
					 directory, &error) < 0)
			give_up(error.text);
		ask(&pair->workers[slot], request, WORKER_SETUP);
		hear(&pair->workers[slot]);
	}
}

static void warm_pair(struct arena *arena, struct pair *pair, struct worker_request *request)
{
	if (arena->iterations == 0) {
		ask(&pair->workers[0], request, WORKER_CALIBRATE);
		arena->iterations = hear(&pair->workers[0]).iterations;
	}
	request->iterations = arena->iterations;
	for (int i = 0; i < 2; i++) {
		ask(&pair->workers[pair->order[i]], request, WORKER_WARM);
		hear(&pair->workers[pair->order[i]]);
	}
}

static void time_pair(struct arena *arena, struct pair *pair, struct worker_request *request)
{
	ring_reset(&arena->ring, TURNS, 2, order_block(2));
	order_fill(arena->ring.shared->order, PAIRS, 2, &arena->random);
	for (uint32_t i = 0; i < 2; i++) {
		request->slot = i;
		ask(&pair->workers[i], request, WORKER_RUN);
	}
	ring_begin(&arena->ring);
	for (int i = 0; i < 2; i++)
		hear(&pair->workers[i]);
}

static double run_pass(struct arena *arena, const struct bare_loop *loop,
		       const char *const *programs, int directory)
{
	static struct worker_request request;
	struct pair pair;

	memset(&request, 0, sizeof(request));
	request.cpu = arena->cpu;
	request.clock = arena->clock.id;
	request.clock_cost_ns = arena->clock.cost_ns;
	request.target_ns = BATCH_NS;
	snprintf(request.operation, sizeof(request.operation), "%s", loop->operation);
	snprintf(request.variant, sizeof(request.variant), "none");
	snprintf(request.parameter, sizeof(request.parameter), "%s", loop->parameter);
	start_pair(arena, &pair, &request, programs, directory);
	warm_pair(arena, &pair, &request);
	time_pair(arena, &pair, &request);
	for (int i = 0; i < 2; i++) {
		worker_process_dismiss(&pair.workers[i]);
		worker_process_reap(&pair.workers[i], true);
	}
	return median_log_ratio(&arena->ring);
}

static struct hodges_lehmann compare(struct arena *arena, const struct bare_loop *loop,
				     const char *const *programs, int directory)
{
	double medians[PASSES];
	struct hodges_lehmann center;

	for (unsigned int pass = 0; pass < PASSES; pass++)
		medians[pass] = run_pass(arena, loop, programs, directory);
	if (hodges_lehmann_center(medians, PASSES, 0.95, &center) < 0)
		give_up("out of memory");
	return center;
}

static bool bench(struct arena *arena, const struct bare_loop *loop)
{
	static const char self[] = "/proc/self/exe";
	const char *const real_and_bare[] = {arena->worker, self};
	const char *const both_bare[] = {self, self};
	struct fixture_spec spec;
	struct hodges_lehmann same;
	struct hodges_lehmann harness;
	struct error error;
	char name[64];
	double spread;
	int directory;

	if (operation_fixture(operation_find(loop->operation), loop->parameter, &spec, &error) <
		    0 ||
	    fixture_build(arena->scratch.fd, loop->operation, &spec, NULL, NULL, &error) < 0)
		give_up(error.text);
	directory = openat(arena->scratch.fd, loop->operation, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	arena->iterations = 0;
	harness = compare(arena, loop, real_and_bare, directory);
	same = compare(arena, loop, both_bare, directory);
	close(directory);
	spread = fmax(fabs(exp(same.low) - 1), fabs(exp(same.high) - 1));
	snprintf(name, sizeof(name), "harness: %s %s", loop->operation, loop->parameter);
	if (loop->most > 0)
		return figure_ratio(name, exp(harness.estimate), loop->most, false, spread);
	return figure_equal(name, exp(harness.estimate), 0.03, spread);
}

int main(void)
{
	static struct arena arena;
	struct error error;
	bool met = true;

	if (started_as_worker())
		return bare_serve();
	if (worker_process_find(arena.worker, sizeof(arena.worker), &error) < 0 ||
	    scratch_create(&arena.scratch, scratch_default_parent(), &error) < 0 ||
	    ring_create(&arena.ring, TURNS, &error) < 0 || cpu_choose(-1, &arena.cpu, &error) < 0)
		give_up(error.text);
	cpu_avoid(arena.cpu, &(cpu_set_t){0});
	arena.clock = clock_choose();
	random_start(&arena.random, (uint64_t)time(NULL), 0);
	for (size_t i = 0; i < BARE_LOOPS; i++)
		met = bench(&arena, &bare_loops[i]) && met;
	ring_destroy(&arena.ring);
	if (scratch_remove(&arena.scratch, &error) < 0)
		give_up(error.text);
	return met ? 0 : 1;
}
