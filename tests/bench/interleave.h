/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interleave.h - an operation of the worker and the bare loop of the same, timed in turn.
 *
 * The bare loop is in a worker of its own (bare.h). It and the real one take turns batch by batch
 * in ABBA blocks, on one CPU, in one directory, both started anew for every pass.
 */
#ifndef LSMBENCH_TESTS_BENCH_INTERLEAVE_H
#define LSMBENCH_TESTS_BENCH_INTERLEAVE_H

#include <stdint.h>

#include "engine/text/random.h"
#include "engine/worker/clock.h"
#include "engine/worker/ring.h"
#include "fixtures/scratch.h"

/* What is timed. */
struct timed {
	const char *operation;
	const char *parameter; /* canonical value; "" for none */
};

struct interleave {
	struct scratch scratch;
	struct ring ring;
	struct clock_choice clock;
	int cpu;
	char worker[4096];
	char bare[4096];
	struct random_source random;
	uint64_t iterations; /* in a batch, of the operation at hand */
};

/* Print what went wrong and end with status 2. */
void interleave_give_up(const char *what);

void interleave_open(struct interleave *interleave);
void interleave_close(struct interleave *interleave);

struct interleave_ratio {
	/* exp of the Hodges-Lehmann center of the passes' median log ratios, worker over bare. */
	double ratio;
	/* The half-width of the same figure's 95% interval for two bare loops, plus its distance
	 * from 1. */
	double spread;
};

struct interleave_ratio interleave_compare(struct interleave *interleave,
					   const struct timed *timed);

#endif
