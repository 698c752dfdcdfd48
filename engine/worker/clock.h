/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clock.h - the clock that batches are timed with, and the one that people wait by.
 */
#ifndef LSMBENCH_ENGINE_CLOCK_H
#define LSMBENCH_ENGINE_CLOCK_H

#include <stdint.h>
#include <time.h>

struct clock_choice {
	clockid_t id;
	const char *name; /* "CLOCK_MONOTONIC_RAW" */
	double cost_ns;   /* of one reading */
	double step_ns;   /* the smallest difference above 0 that was seen between two readings */
};

/* CLOCK_MONOTONIC_RAW, or CLOCK_MONOTONIC where that is the cheaper one. Takes about 2 ms. */
struct clock_choice clock_choose(void);

/* Now, in ns. */
static inline uint64_t clock_now(clockid_t id)
{
	struct timespec time;

	clock_gettime(id, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Now on CLOCK_MONOTONIC, in ms: for what people wait for. */
static inline int64_t clock_now_ms(void)
{
	return (int64_t)(clock_now(CLOCK_MONOTONIC) / 1000000);
}

/*
 * How long the machine has been suspended since it started, in ns: what CLOCK_BOOTTIME is ahead
 * of CLOCK_MONOTONIC.
 */
uint64_t clock_suspended(void);

#endif
