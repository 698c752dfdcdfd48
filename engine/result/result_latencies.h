/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * result_latencies.h - the histograms that runs told of what they timed call by call: kept beside
 * their readings, and joined over the runs of a step.
 */
#ifndef LSMBENCH_ENGINE_RESULT_LATENCIES_H
#define LSMBENCH_ENGINE_RESULT_LATENCIES_H

#include "engine/operation/latency_row.h"
#include "engine/result/result.h"
#include "engine/statistics/latencies.h"

struct run_latencies {
	uint32_t step;
	uint16_t pass;
	uint16_t row; /* enum latency_row */
	uint32_t run; /* of the sample that it belongs to: same step, pass and run */
	struct latencies latencies;
};

/*
 * Add a copy of what a run told, or a piece of it: pieces of one run and row are joined. 0,
 * -ENOMEM, or -EINVAL when the row is unknown or the latencies are not valid.
 */
int result_add_latencies(struct result *result, const struct run_latencies *told);

/* Those of a sample's run, a row each, in the order of rows; NULL and 0 when it told none. */
const struct run_latencies *result_latencies_of(const struct result *result,
						const struct sample *sample, size_t *count);

/*
 * All latencies of a row that the step's good samples told, in one pass or all: *joined needs
 * latencies_clear() and is empty when there are none. 0 or -ENOMEM.
 */
int result_step_latencies(const struct result *result, size_t step, enum latency_row row, int pass,
			  struct latencies *joined);

/* The same latencies. */
bool result_latencies_equal(const struct result *a, const struct result *b);

/* For result_clear(). */
void result_latencies_clear(struct result *result);

#endif
