/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made_latencies.h - a small result whose runs told latencies that are made up.
 */
#ifndef LSMBENCH_TESTS_MADE_LATENCIES_H
#define LSMBENCH_TESTS_MADE_LATENCIES_H

#include "tests/unit/made_result.h"

#include "engine/result/result_latencies.h"

/* Two shapes under one variant, three runs in each of two passes. */
static inline int made_latencies_make(void **state)
{
	static const char *const keys[] = {"ops",    "stat", "paths", "FFF,XXX/FFF", "runs", "3",
					   "passes", "2",    "seed",  "1",           NULL};
	struct result *result = malloc(sizeof(*result));

	if (!result)
		return -1;
	made_result(result, keys, made_noise);
	*state = result;
	return 0;
}

static inline int made_latencies_drop(void **state)
{
	result_clear(*state);
	free(*state);
	return 0;
}

/* The run of the sample at index told count calls of from ns, and one of to. */
static inline int made_latencies_add(struct result *result, size_t index, enum latency_row row,
				     uint64_t from, uint64_t count, uint64_t to)
{
	struct latency_bucket buckets[] = {{latencies_bucket(from), count},
					   {latencies_bucket(to), 1}};
	const struct sample *sample = &result->samples[index];
	const struct run_latencies told = {
		.step = sample->step,
		.pass = sample->pass,
		.row = (uint16_t)row,
		.run = sample->run,
		.latencies = {count + 1, from, to, 2, buckets},
	};

	return result_add_latencies(result, &told);
}

#endif
