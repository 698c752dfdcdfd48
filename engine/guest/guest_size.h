/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_size.h - how many iterations a batch of a guest has, so that the figure repeats.
 */
#ifndef LSMBENCH_ENGINE_GUEST_SIZE_H
#define LSMBENCH_ENGINE_GUEST_SIZE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Instructions of short batches, and of long ones. The timer ticks every four million at 250 Hz and
 * adds some 11,500: no batch may be so long that it hears one.
 */
#define GUEST_SIZE_SHORT 150000u
#define GUEST_SIZE_LONG 2400000u

/* Batches that must agree, but for one that something may have disturbed. */
#define GUEST_SIZE_RUNS 10u

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
 * A short batch, where such batches agree within half an instruction per iteration. Else a long
 * one, and *repeats is false: what happens once in many iterations, as the kernel's fetching new
 * memory for inodes, falls into some short batches and not into others, and their median would be
 * the cost with it or without it, by chance. There is nothing between, so that boots of equal
 * kernels have equal batches. An operation of which one period is longer has batches of one period.
 * 0 or a positive errno.
 */
int guest_size_find(const struct guest_size *size, uint64_t *n, bool *repeats);

#endif
