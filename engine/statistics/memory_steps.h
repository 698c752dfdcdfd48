/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory_steps.h - the levels of a memory hierarchy, read off the latency of loads by size.
 *
 * Sizes between which the latency grows by at most a quarter form a level; what lies between two
 * levels, or is a single size at the end, belongs to none: part of it hit one level, part the next.
 */
#ifndef LSMBENCH_ENGINE_MEMORY_STEPS_H
#define LSMBENCH_ENGINE_MEMORY_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEMORY_STEPS_MAXIMUM 8

/* The latency of loads in so much memory. */
struct memory_point {
	uint64_t size; /* bytes */
	double ns;
};

struct memory_step {
	uint64_t first; /* the least and the largest size of the level */
	uint64_t last;
	double ns; /* the median of its latencies */
};

struct memory_steps {
	struct memory_step steps[MEMORY_STEPS_MAXIMUM];
	size_t count;
	bool rising; /* behind the last level: it has not been measured to its end */
};

/* Find the levels in count points, which are sorted by size. Points without a latency are NaN. */
void memory_steps_find(const struct memory_point *points, size_t count, struct memory_steps *steps);

#endif
