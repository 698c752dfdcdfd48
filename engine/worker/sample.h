/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sample.h - one timed batch. Fixed size: it crosses shared memory and fills files.
 */
#ifndef LSMBENCH_ENGINE_SAMPLE_H
#define LSMBENCH_ENGINE_SAMPLE_H

#include <stdint.h>

enum sample_flag {
	SAMPLE_FAILED = 1u << 0,    /* an iteration failed: counted apart, never in a statistic */
	SAMPLE_SUSPENDED = 1u << 1, /* the machine was suspended while it, or one near it, ran */
	SAMPLE_RESUMED = 1u << 2,   /* the first after a pause */
};

struct sample {
	uint32_t step;        /* index of its case and variant: plan_step() */
	uint16_t pass;        /* from 0 */
	uint16_t flags;       /* enum sample_flag */
	uint32_t run;         /* from 0, within step and pass */
	uint32_t order;       /* place in the interleaved order of its pass and case, from 0 */
	uint64_t start_ns;    /* on the session's clock, since the session started */
	uint64_t duration_ns; /* of the whole batch */
	uint64_t iterations;  /* in the batch; at least 1 */
};

/* The sample's value, ns per iteration. */
static inline double sample_value(const struct sample *sample)
{
	return (double)sample->duration_ns / (double)sample->iterations;
}

#endif
