/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_batch.c - batches between two readings of the counter. */
#include "engine/guest/guest_batch.h"

#include <errno.h>
#include <time.h>

#include "engine/worker/batch.h"
#include "engine/worker/clock.h"

#define READINGS 16u

/* The period of a tick at 250 Hz, a multiple of that at 1000 Hz; how many of them a rest has at
 * least: a grace period takes two or three; and what is kept off a tick. */
#define TICK_NS 4000000u
#define REST_TICKS 2u
#define BEHIND_TICK_NS 300000u

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

/*
 * Sleep until the kernel has done what it had put off - objects freed after a grace period, work of
 * other processes - and a timer tick has just passed: every batch then begins alike, and none of up
 * to three million instructions hears a tick. In an idle guest the clock jumps.
 */
static void rest(void)
{
	const uint64_t ticks = clock_now(CLOCK_MONOTONIC) / TICK_NS + 1 + REST_TICKS;
	const uint64_t until = ticks * TICK_NS + BEHIND_TICK_NS;
	const struct timespec time = {.tv_sec = (time_t)(until / 1000000000u),
				      .tv_nsec = (long)(until % 1000000000u)};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
		;
}

/* What stands between the two readings, and nothing else. */
static struct guest_batch time_run(const struct operation *operation, struct context *context,
				   uint64_t n)
{
	struct guest_batch batch;

	batch.start = now();
	batch.failure = operation->run(context, n);
	batch.instructions = now() - batch.start;
	return batch;
}

struct guest_batch guest_batch_time(const struct operation *operation, struct context *context,
				    uint64_t n, uint64_t reading)
{
	struct guest_batch batch = {.failure = batch_before(operation, context, n)};

	if (!batch.failure) {
		rest();
		batch = time_run(operation, context, n);
		batch.instructions -= batch.instructions < reading ? batch.instructions : reading;
	}
	batch.failure = batch_after(operation, context, n, batch.failure);
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
		struct guest_batch batch = time_run(&nothing, NULL, 0);

		if (batch.instructions < least)
			least = batch.instructions;
	}
	return least;
}
