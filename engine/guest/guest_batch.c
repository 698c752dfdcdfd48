/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_batch.c - batches between two readings of the counter. */
#include "engine/guest/guest_batch.h"

#include "engine/worker/batch.h"
#include "engine/worker/clock.h"

#define READINGS 16u

/*
 * Where there is no such counter, the guest's clock counts the same: a nanosecond an instruction.
 */
static inline uint64_t now(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return __builtin_ia32_rdtsc();
#else
	return clock_now(CLOCK_MONOTONIC_RAW);
#endif
}

uint64_t guest_batch_now(void)
{
	return now();
}

struct guest_batch guest_batch_time(const struct operation *operation, struct context *context,
				    uint64_t n, uint64_t reading)
{
	struct guest_batch batch = {.failure = batch_before(operation, context, n)};
	int failure = batch.failure;

	batch.start = now();
	if (!failure)
		failure = operation->run(context, n);
	batch.instructions = now() - batch.start;
	batch.instructions -= batch.instructions < reading ? batch.instructions : reading;
	batch.failure = batch_after(operation, context, n, failure);
	return batch;
}

static int run_nothing(struct context *context, uint64_t n)
{
	(void)context;
	(void)n;
	return 0;
}

uint64_t guest_batch_reading(void)
{
	static const struct operation nothing = {.name = "nothing", .run = run_nothing};
	uint64_t least = UINT64_MAX;

	for (unsigned int i = 0; i < READINGS; i++) {
		struct guest_batch batch = guest_batch_time(&nothing, NULL, 0, 0);

		if (batch.instructions < least)
			least = batch.instructions;
	}
	return least;
}
