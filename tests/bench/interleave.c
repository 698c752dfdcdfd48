/* SPDX-License-Identifier: GPL-2.0-or-later */
/* interleave.c - passes of the real worker and the bare one in turn. */
#include "tests/bench/interleave.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/operation.h"
#include "engine/statistics/hodges_lehmann.h"
#include "engine/statistics/summary.h"
#include "engine/worker/cpu.h"
#include "engine/worker/order.h"
#include "engine/worker/protocol.h"
#include "engine/worker/worker_process.h"

#define PASSES 25u
#define PAIRS 100u
#define TURNS (2 * PAIRS)
#define BATCH_NS 100000u

void interleave_give_up(const char *what)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
	exit(2);
}

static void ask(struct worker_process *worker, struct worker_request *request,
		enum worker_request_kind kind)
{
	request->kind = kind;
	if (worker_process_send(worker, request) < 0)
		interleave_give_up("a worker is gone");
}

static struct worker_reply hear(struct worker_process *worker)
{
	struct pollfd wait = {.fd = worker->control, .events = POLLIN};
	struct worker_reply reply;

	if (poll(&wait, 1, 30000) <= 0 || worker_process_receive(worker, &reply) <= 0)
		interleave_give_up("a worker does not answer");
	if (reply.kind == WORKER_FAILED)
		interleave_give_up(reply.text);
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

		if (ring->samples[turn].flags & SAMPLE_FAILED)
			interleave_give_up("an iteration failed");
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

static void start_pair(struct interleave *interleave, struct pair *pair,
		       struct worker_request *request, const char *const *programs, int directory)
{
	struct error error;

	random_permutation(&interleave->random, pair->order, 2);
	for (int i = 0; i < 2; i++) {
		unsigned int slot = pair->order[i];

		if (worker_process_start(&pair->workers[slot], programs[slot], interleave->ring.fd,
					 directory, &error) < 0)
			interleave_give_up(error.text);
		ask(&pair->workers[slot], request, WORKER_SETUP);
		hear(&pair->workers[slot]);
	}
}

static void warm_pair(struct interleave *interleave, struct pair *pair,
		      struct worker_request *request)
{
	if (interleave->iterations == 0) {
		ask(&pair->workers[0], request, WORKER_CALIBRATE);
		interleave->iterations = hear(&pair->workers[0]).iterations;
	}
	request->iterations = interleave->iterations;
	for (int i = 0; i < 2; i++) {
		ask(&pair->workers[pair->order[i]], request, WORKER_WARM);
		hear(&pair->workers[pair->order[i]]);
	}
}

static void time_pair(struct interleave *interleave, struct pair *pair,
		      struct worker_request *request)
{
	ring_reset(&interleave->ring, TURNS, 2, order_block(2));
	order_fill(interleave->ring.shared->order, PAIRS, 2, &interleave->random);
	for (uint32_t i = 0; i < 2; i++) {
		request->slot = i;
		ask(&pair->workers[i], request, WORKER_RUN);
	}
	ring_begin(&interleave->ring);
	for (int i = 0; i < 2; i++)
		hear(&pair->workers[i]);
}

static double run_pass(struct interleave *interleave, const struct timed *timed,
		       const char *const *programs, int directory)
{
	static struct worker_request request;
	struct pair pair;

	memset(&request, 0, sizeof(request));
	request.cpu = interleave->cpu;
	request.clock = interleave->clock.id;
	request.clock_cost_ns = interleave->clock.cost_ns;
	request.target_ns = BATCH_NS;
	snprintf(request.operation, sizeof(request.operation), "%s", timed->operation);
	snprintf(request.variant, sizeof(request.variant), "none");
	snprintf(request.parameter, sizeof(request.parameter), "%s", timed->parameter);
	start_pair(interleave, &pair, &request, programs, directory);
	warm_pair(interleave, &pair, &request);
	time_pair(interleave, &pair, &request);
	for (int i = 0; i < 2; i++) {
		worker_process_dismiss(&pair.workers[i]);
		worker_process_reap(&pair.workers[i], true);
	}
	return median_log_ratio(&interleave->ring);
}

static struct hodges_lehmann run_passes(struct interleave *interleave, const struct timed *timed,
					const char *const *programs, int directory)
{
	double medians[PASSES];
	struct hodges_lehmann center;

	for (unsigned int pass = 0; pass < PASSES; pass++)
		medians[pass] = run_pass(interleave, timed, programs, directory);
	if (hodges_lehmann_center(medians, PASSES, 0.95, &center) < 0)
		interleave_give_up("out of memory");
	return center;
}

static int build_directory(struct interleave *interleave, const struct timed *timed)
{
	const struct operation *operation = operation_find(timed->operation);
	char name[96];
	struct fixture_spec spec;
	struct error error;

	snprintf(name, sizeof(name), "%s%s", timed->operation, timed->parameter);
	if (operation_fixture(operation, timed->parameter, &spec, &error) < 0 ||
	    fixture_build(interleave->scratch.fd, name, &spec, NULL, NULL, &error) < 0)
		interleave_give_up(error.text);
	return openat(interleave->scratch.fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

struct interleave_ratio interleave_compare(struct interleave *interleave, const struct timed *timed)
{
	const char *const real_and_bare[] = {interleave->worker, interleave->bare};
	const char *const both_bare[] = {interleave->bare, interleave->bare};
	const int directory = build_directory(interleave, timed);
	struct hodges_lehmann real;
	struct hodges_lehmann same;

	interleave->iterations = 0;
	real = run_passes(interleave, timed, real_and_bare, directory);
	same = run_passes(interleave, timed, both_bare, directory);
	close(directory);
	return (struct interleave_ratio){
		.ratio = exp(real.estimate),
		.spread = fmax(fabs(exp(same.low) - 1), fabs(exp(same.high) - 1)),
	};
}

/* It stands beside the benchmark. */
static void find_bare(char *path, size_t room)
{
	ssize_t length = readlink("/proc/self/exe", path, room - 1);
	char *name;

	if (length <= 0)
		interleave_give_up("/proc/self/exe cannot be read");
	path[length] = '\0';
	name = strrchr(path, '/') + 1;
	snprintf(name, room - (size_t)(name - path), "bare_worker");
}

void interleave_open(struct interleave *interleave)
{
	struct error error;

	memset(interleave, 0, sizeof(*interleave));
	find_bare(interleave->bare, sizeof(interleave->bare));
	if (worker_process_find(interleave->worker, sizeof(interleave->worker), &error) < 0 ||
	    scratch_create(&interleave->scratch, scratch_default_parent(), &error) < 0 ||
	    ring_create(&interleave->ring, TURNS, &error) < 0 ||
	    cpu_choose(-1, &interleave->cpu, &error) < 0)
		interleave_give_up(error.text);
	cpu_avoid(interleave->cpu, &(cpu_set_t){0});
	interleave->clock = clock_choose();
	random_start(&interleave->random, (uint64_t)time(NULL), 0);
}

void interleave_close(struct interleave *interleave)
{
	struct error error;

	ring_destroy(&interleave->ring);
	if (scratch_remove(&interleave->scratch, &error) < 0)
		interleave_give_up(error.text);
}
