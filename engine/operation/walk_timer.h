/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk_timer.h - the two clock readings between which a single call is timed, and what they cost.
 */
#ifndef LSMBENCH_ENGINE_WALK_TIMER_H
#define LSMBENCH_ENGINE_WALK_TIMER_H

#include <stdint.h>
#include <time.h>

/* Now, in ns, read without entering the kernel where the machine can. */
static inline uint64_t walk_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/*
 * What the timer adds to each time, in ns: how long a call that does nothing is seen to last, the
 * mean of many such times without the tenth of them that was disturbed most. Takes about a ms.
 */
double walk_timer_cost(void);

#endif
