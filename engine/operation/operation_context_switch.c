/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_context_switch.c - what it costs to go from one process to the next. As LMbench does
 * it, processes in a ring pass a token on and each sums up its working set; one pass from a process
 * to the next is an iteration. LMbench takes off what a pass costs within one process whose single
 * working set stays in the cache: that is an operation of its own here.
 */
#include "engine/operation/operation_context_switch.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>

#include "engine/operation/token_ring.h"

static int run_ring(struct context *context, uint64_t n)
{
	/* A round that stops half way would leave the token with another process. */
	if (n % context->number != 0)
		return EINVAL;
	return token_ring_rounds(context->state, n / context->number);
}

static int run_alone(struct context *context, uint64_t n)
{
	return token_ring_alone(context->state, n);
}

static int make(struct context *context, struct error *error)
{
	struct token_ring *ring;
	int code = token_ring_make(&ring, context->number, context->second, error);

	context->state = ring;
	return code;
}

static int setup_ring(struct context *context, struct error *error)
{
	int code = make(context, error);

	return code == 0 ? token_ring_start(context->state, error) : code;
}

static int setup_spread(struct context *context, struct error *error)
{
	int code;

	if (CPU_COUNT(&context->cpus) < 2)
		return error_set(error, -EOPNOTSUPP,
				 "there is only one CPU to use here, and nothing to spread over");
	code = make(context, error);
	return code == 0 ? token_ring_spread(context->state, &context->cpus, error) : code;
}

/* The token has been everywhere; its sum says so. */
static int verify_rounds(struct context *context, struct error *error)
{
	int failure = run_ring(context, 2 * context->number);

	return failure ? error_set(error, -failure, "passing the token around: %s",
				   failure == EPROTO ? "its sum is wrong" : error_words(failure))
		       : 0;
}

static int verify_ring(struct context *context, struct error *error)
{
	const struct token_ring *ring = context->state;
	cpu_set_t ours;
	cpu_set_t theirs;

	if (sched_getaffinity(0, sizeof(ours), &ours) < 0)
		return error_set(error, -errno, "CPU affinity: %s", error_words(errno));
	for (uint64_t i = 1; i < ring->pipe_count; i++)
		if (sched_getaffinity(ring->processes[i], sizeof(theirs), &theirs) < 0 ||
		    !CPU_EQUAL(&ours, &theirs))
			return error_set(error, -EPROTO, "a process has left the worker's CPU");
	return verify_rounds(context, error);
}

/* The process may be on this CPU and on no other. */
static bool is_kept_to(pid_t process, int cpu)
{
	cpu_set_t one;

	return sched_getaffinity(process, sizeof(one), &one) == 0 && CPU_COUNT(&one) == 1 &&
	       CPU_ISSET((size_t)cpu, &one);
}

/*
 * Where a process may be is looked at, and not where it happens to be. Each of the others has seen
 * for itself that it was there before it passed the token on, which is why the rounds come last.
 */
static int verify_spread(struct context *context, struct error *error)
{
	const struct token_ring *ring = context->state;

	for (uint64_t i = 0; i < ring->pipe_count; i++) {
		if (!is_kept_to(ring->processes[i], ring->cpus[i]))
			return error_set(error, -EPROTO, "a process is not kept to CPU %d",
					 ring->cpus[i]);
		if (i > 0 && ring->cpus[i] == ring->cpus[i - 1])
			return error_set(error, -EPROTO, "CPU %d has a process and its predecessor",
					 ring->cpus[i]);
	}
	if (sched_getcpu() != ring->cpus[0])
		return error_set(error, -EPROTO, "the worker has left CPU %d", ring->cpus[0]);
	return verify_rounds(context, error);
}

static int verify_alone(struct context *context, struct error *error)
{
	int failure = run_alone(context, 2 * context->number);

	return failure ? error_set(error, -failure, "a token through pipes: %s",
				   failure == EPROTO ? "its sum is wrong" : error_words(failure))
		       : 0;
}

static void teardown(struct context *context)
{
	token_ring_free(context->state);
	context->state = NULL;
}

const struct operation operation_context_switch = {
	.name = "context-switch",
	.group = "context",
	.summary = "a token goes from one process to the next through a pipe and the working set "
		   "is summed up: processes in a ring, all on the same CPU",
	.parameter = &parameter_processes,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 1}, {"read", 1}},
	.period = 1,
	.period_is_number = true,
	.less = "context-switch-overhead",
	.setup = setup_ring,
	.run = run_ring,
	.verify = verify_ring,
	.teardown = teardown,
};

const struct operation operation_context_switch_spread = {
	.name = "context-switch-spread",
	.group = "context",
	.summary = "as context-switch, with each process kept to the CPU behind its predecessor's",
	.parameter = &parameter_processes,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 1}, {"read", 1}},
	.period = 1,
	.period_is_number = true,
	.less = "context-switch-overhead",
	.setup = setup_spread,
	.run = run_ring,
	.verify = verify_spread,
	.teardown = teardown,
};

const struct operation operation_context_switch_overhead = {
	.name = "context-switch-overhead",
	.group = "context",
	.summary = "a token into a pipe, out of it again, and one working set summed up: as many "
		   "pipes in turn, but a single process",
	.parameter = &parameter_processes,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 1}, {"read", 1}},
	.period = 1,
	.setup = make,
	.run = run_alone,
	.verify = verify_alone,
	.teardown = teardown,
};
