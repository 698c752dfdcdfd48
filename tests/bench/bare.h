/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bare.h - the loops of the bare worker, which the benchmarks time the real one against.
 */
#ifndef LSMBENCH_TESTS_BENCH_BARE_H
#define LSMBENCH_TESTS_BENCH_BARE_H

#include <stddef.h>
#include <stdint.h>

/* The bare loop of an operation. What it has set up ends with its process. */
struct bare {
	const char *operation;
	void (*setup)(uint64_t number); /* the parameter's; NULL: nothing to do */
	void (*before)(uint64_t n);     /* each batch, untimed; NULL: nothing to do */
	void (*loop)(uint64_t n);
};

extern const struct bare bares[];
extern const size_t bare_count;

#endif
