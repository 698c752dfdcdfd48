/* SPDX-License-Identifier: GPL-2.0-or-later */
/* batch.c - timing, calibrating, warming. */
#include "engine/worker/batch.h"

#include <math.h>

#define WARM_MAXIMUM 10u
#define LONG_BATCH_NS 20000000u

int batch_before(const struct operation *operation, struct context *context, uint64_t n)
{
	return operation->before ? operation->before(context, n) : 0;
}

int batch_after(const struct operation *operation, struct context *context, uint64_t n, int failure)
{
	int later = operation->after ? operation->after(context, n) : 0;

	return failure ? failure : later;
}

int batch_run(const struct operation *operation, struct context *context, uint64_t n)
{
	int failure = batch_before(operation, context, n);

	return batch_after(operation, context, n, failure ? failure : operation->run(context, n));
}

struct batch batch_time(const struct operation *operation, struct context *context, uint64_t n,
			clockid_t clock)
{
	struct batch batch = {.failure = batch_before(operation, context, n)};
	int failure = batch.failure;

	batch.start_ns = clock_now(clock);
	if (!failure)
		failure = operation->run(context, n);
	batch.duration_ns = clock_now(clock) - batch.start_ns;
	batch.failure = batch_after(operation, context, n, failure);
	return batch;
}

/* The multiple of the period nearest to wanted: at least one, and within the operation's most. */
static uint64_t whole_periods(const struct operation *operation, const struct context *context,
			      double wanted)
{
	uint64_t period = operation_period(operation, context->number);
	double most = operation->most ? (double)operation->most : wanted;
	double periods = (wanted < most ? wanted : most) / (double)period + 0.5;

	return periods < 1 ? period : (uint64_t)periods * period;
}

/* Lower *least to what the quickest of count batches took. */
static int time_least(const struct operation *operation, struct context *context, clockid_t clock,
		      uint64_t n, unsigned int count, double *least)
{
	for (unsigned int i = 0; i < count; i++) {
		struct batch batch = batch_time(operation, context, n, clock);

		if (batch.failure)
			return batch.failure;
		if ((double)batch.duration_ns < *least)
			*least = (double)batch.duration_ns;
	}
	return 0;
}

int batch_calibrate(const struct operation *operation, struct context *context,
		    const struct clock_choice *clock, uint64_t target_ns, uint64_t *iterations,
		    double *case_ns)
{
	double target = (double)target_ns;
	double least;
	uint64_t n = operation_period(operation, context->number);

	if (target < 1000 * clock->cost_ns)
		target = 1000 * clock->cost_ns;
	for (;; n = whole_periods(operation, context, (double)n * (least < target / 64 ? 8 : 2))) {
		int failure;

		least = INFINITY;
		failure = time_least(operation, context, clock->id, n, 1, &least);
		/*
		 * A disturbance can make a short batch look long enough, so it is asked again. An
		 * iteration far longer than the target cannot be made to fit by repeating it.
		 */
		if (!failure && least >= target / 4 && least < 4 * target)
			failure = time_least(operation, context, clock->id, n, 3, &least);
		if (failure)
			return failure;
		if (least >= target / 4 || (operation->most && n >= operation->most))
			break;
	}
	*case_ns = least / (double)n;
	*iterations = whole_periods(operation, context, target / *case_ns);
	return 0;
}

int batch_warm(const struct operation *operation, struct context *context, uint64_t n,
	       clockid_t clock, uint32_t *batches)
{
	uint64_t quickest = UINT64_MAX;

	for (*batches = 1; *batches <= WARM_MAXIMUM; ++*batches) {
		struct batch batch = batch_time(operation, context, n, clock);

		if (batch.failure)
			return batch.failure;
		if (batch.duration_ns >= LONG_BATCH_NS)
			return 0;
		if (*batches > 1 && (double)batch.duration_ns >= 0.98 * (double)quickest)
			return 0;
		if (batch.duration_ns < quickest)
			quickest = batch.duration_ns;
	}
	*batches = WARM_MAXIMUM;
	return 0;
}

double batch_loop_cost(clockid_t clock)
{
	const unsigned int n = 100000;
	uint64_t least = UINT64_MAX;

	for (unsigned int repeat = 0; repeat < 5; repeat++) {
		uint64_t start = clock_now(clock);
		uint64_t duration;

		for (unsigned int i = 0; i < n; i++)
			__asm__ volatile("");
		duration = clock_now(clock) - start;
		if (duration < least)
			least = duration;
	}
	return (double)least / n;
}
