/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_size.h - how many iterations a batch of a guest has, so that the figure repeats.
 */
#ifndef LSMBENCH_ENGINE_GUEST_SIZE_H
#define LSMBENCH_ENGINE_GUEST_SIZE_H

#include <stdbool.h>
#include <stdint.h>

/* Instructions of the first batches that are tried, and bound of those that come after. The timer
 * ticks every four million at 250 Hz and adds some 11,500: few batches may hear it, or the median
 * would. */
#define GUEST_SIZE_FIRST 150000u
#define GUEST_SIZE_MOST 1200000u

/* Batches of a set, of which the median is taken. */
#define GUEST_SIZE_RUNS 3u

/* Time a batch of n iterations. 0 and *instructions, or the positive errno of a failed iteration.
 */
typedef int guest_size_timer(void *argument, uint64_t n, uint64_t *instructions);

struct guest_size {
	uint64_t period; /* n is a multiple of it */
	uint64_t most;   /* iterations; 0: no bound */
	guest_size_timer *timer;
	void *argument;
};

/*
 * The smallest n, doubled from a batch of GUEST_SIZE_FIRST instructions, with which two sets of
 * batches have the same median in whole instructions per iteration. Where none has up to
 * GUEST_SIZE_MOST, the largest, and *repeats is false. An operation of which one period is longer
 * has batches of one period. 0 or a positive errno.
 */
int guest_size_find(const struct guest_size *size, uint64_t *n, bool *repeats);

#endif
