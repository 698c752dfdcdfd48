/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random.h - seeded random numbers, the same on every machine, so that a session's order can be
 * repeated from the seed in its result.
 */
#ifndef LSMBENCH_ENGINE_RANDOM_H
#define LSMBENCH_ENGINE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random_source {
	uint64_t state;
};

/* Start from seed and a stream number; different streams of one seed are unrelated. */
void random_start(struct random_source *source, uint64_t seed, uint64_t stream);

/* The next 64 bits: SplitMix64 (Steele, Lea, Flood 2014). */
uint64_t random_next(struct random_source *source);

/* Uniform in 0..bound-1, without bias; bound must not be 0. */
uint64_t random_below(struct random_source *source, uint64_t bound);

/* Put 0..count-1 into order in random order (Fisher and Yates). */
void random_permutation(struct random_source *source, unsigned int *order, size_t count);

#endif
