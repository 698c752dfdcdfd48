/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_memory_latency.c - loads that wait for each other.
 *
 * Places in memory each hold the address of another, and all of them form one circle. An iteration
 * follows one address; context->memory is where it has got to. It starts where the one before has
 * ended, so that even a short batch of a large size goes to memory that the caches have not seen
 * for a whole round.
 */
#include "engine/operation/operation_memory_latency.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "engine/operation/memory_room.h"
#include "engine/text/random.h"

/* The same order in each worker: passes differ by their memory, not by their circle. */
#define SEED 20200525u
#define PAGE_BYTES 4096u
#define LINE_BYTES 64u

static const uint64_t latency_sizes[] = {1u << 10,   4u << 10,   16u << 10,  32u << 10, 64u << 10,
					 128u << 10, 256u << 10, 512u << 10, 1u << 20,  2u << 20,
					 4u << 20,   8u << 20,   16u << 20,  32u << 20, 64u << 20};
static const struct parameter parameter_size_and_stride = {
	.name = "size and stride",
	.option = "sizes",
	.type = PARAMETER_NUMBER,
	.unit = "bytes",
	.is_bytes = true,
	.minimum = 512,
	.maximum = 16ul << 30,
	.holds = 2,
	.defaults = latency_sizes,
	.default_count = sizeof(latency_sizes) / sizeof(latency_sizes[0]),
	.second = &parameter_stride,
	.help = "how much memory the places are spread over, and how far apart they are",
};

/* Where the places are: place i lies at memory + i * stride + i % lines * LINE_BYTES. */
struct circle {
	char *memory;
	uint64_t bytes;
	uint64_t places;
	uint64_t stride;
	uint64_t lines; /* 1: just by stride */
};

static void **place(const struct circle *circle, uint64_t index)
{
	return (void **)(void *)(circle->memory + index * circle->stride +
				 index % circle->lines * LINE_BYTES);
}

/* Downwards: nothing that looks ahead only upwards is of help. */
static void link_in_order(const struct circle *circle)
{
	for (uint64_t i = 0; i < circle->places; i++)
		*place(circle, i) = place(circle, i ? i - 1 : circle->places - 1);
}

/* One circle through all places, each such circle as likely: S. Sattolo, 1986. */
static void link_at_random(const struct circle *circle)
{
	struct random_source random;

	random_start(&random, SEED, circle->places);
	for (uint64_t i = 0; i < circle->places; i++)
		*place(circle, i) = place(circle, i);
	for (uint64_t i = circle->places - 1; i > 0; i--) {
		void **other = place(circle, random_below(&random, i));
		void *kept = *other;

		*other = *place(circle, i);
		*place(circle, i) = kept;
	}
}

/* Sixteen at a time, so that counting them costs next to nothing. */
static void **follow(void **position, uint64_t steps)
{
	for (; steps >= 16; steps -= 16) {
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
		position = *position;
	}
	for (; steps > 0; steps--)
		position = *position;
	return position;
}

static int run(struct context *context, uint64_t n)
{
	context->memory = follow(context->memory, n);
	return 0;
}

static void teardown(struct context *context)
{
	struct circle *circle = context->state;

	if (circle && circle->memory)
		munmap(circle->memory, circle->bytes);
	free(circle);
	context->state = NULL;
	context->memory = NULL;
}

/* Make the circle that shape describes, with memory of its own, and stand at its first place. */
static int set_up(struct context *context, const struct circle *shape,
		  void (*link)(const struct circle *), struct error *error)
{
	struct circle *circle = malloc(sizeof(*circle));
	void *memory;
	int code;

	if (!circle)
		return error_set(error, -ENOMEM, "out of memory");
	*circle = *shape;
	context->state = circle;
	if (circle->places < 2 || circle->stride % sizeof(void *))
		return error_set(error, -EINVAL,
				 "%llu bytes by %llu: there must be two places at least, and the "
				 "stride a multiple of %zu",
				 (unsigned long long)circle->bytes,
				 (unsigned long long)circle->stride, sizeof(void *));
	code = memory_take(circle->bytes, &memory, error);
	if (code < 0)
		return code;
	circle->memory = memory;
	link(circle);
	context->memory = place(circle, 0);
	return 0;
}

static int set_up_spread(struct context *context, void (*link)(const struct circle *),
			 struct error *error)
{
	const struct circle shape = {
		.bytes = context->number,
		.stride = context->second,
		.places = context->number / context->second,
		.lines = 1,
	};

	return set_up(context, &shape, link, error);
}

static int set_up_ordered(struct context *context, struct error *error)
{
	return set_up_spread(context, link_in_order, error);
}

static int set_up_random(struct context *context, struct error *error)
{
	return set_up_spread(context, link_at_random, error);
}

/* Another line in each page, or all would fall into the same set of a cache. */
static int set_up_pages(struct context *context, struct error *error)
{
	const struct circle shape = {
		.bytes = context->number * PAGE_BYTES,
		.stride = PAGE_BYTES,
		.places = context->number,
		.lines = PAGE_BYTES / LINE_BYTES,
	};

	return set_up(context, &shape, link_at_random, error);
}

/* The circle closes after as many steps as there are places, and not before. */
static int verify(struct context *context, struct error *error)
{
	const struct circle *circle = context->state;
	void **first = context->memory;
	void **position = first;
	uint64_t steps = 0;

	do {
		position = *position;
		steps++;
	} while (position != first && steps <= circle->places);
	if (steps != circle->places)
		return error_set(error, -EPROTO, "the circle has %llu places and closes after %llu",
				 (unsigned long long)circle->places, (unsigned long long)steps);
	run(context, circle->places + 17);
	if (context->memory != follow(first, 17))
		return error_set(error, -EPROTO, "not every step is done: build with -O2");
	return 0;
}

const struct operation operation_memory_latency = {
	.name = "memory-latency",
	.group = "memory-latency",
	.summary = "one load whose address the load before has found, downwards by the stride",
	.parameter = &parameter_size_and_stride,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.setup = set_up_ordered,
	.run = run,
	.verify = verify,
	.teardown = teardown,
};

const struct operation operation_memory_latency_random = {
	.name = "memory-latency-random",
	.group = "memory-latency",
	.summary = "one load whose address the load before has found, in random order",
	.parameter = &parameter_size_and_stride,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.setup = set_up_random,
	.run = run,
	.verify = verify,
	.teardown = teardown,
};

const struct operation operation_tlb_latency = {
	.name = "tlb-latency",
	.group = "memory-latency",
	.summary = "one load from another page of 4 KiB than the one before, in random order",
	.parameter = &parameter_pages,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.setup = set_up_pages,
	.run = run,
	.verify = verify,
	.teardown = teardown,
};
