/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_defaults.c - the counts and limits that hold where a plan says nothing.
 */
#include <string.h>

#include "engine/operation/suite.h"
#include "engine/plan/plan_private.h"

/* As the published suite was measured. */
static const struct plan_defaults alone = {
	.runs = 300,
	.passes = 2,
	.batch_ns = 1000000,
	.watchdog_seconds = 30,
};

/*
 * Variants are compared by pairs of short batches, in many passes by fresh workers: beyond a few
 * hundred pairs only more passes narrow the interval.
 */
static const struct plan_defaults compared = {
	.runs = 100,
	.passes = 15,
	.batch_ns = 100000,
	.watchdog_seconds = 30,
};

/* Each cell's samples are spread over the whole session, so that no moment decides about it. */
static const struct plan_defaults spread = {
	.runs = 5,
	.passes = 8,
	.batch_ns = 1000000,
	.watchdog_seconds = 30,
};

/* A run of what times itself takes seconds to minutes: a pass has one, the passes are few. */
#define RECORDING_PASSES 3u
/* Enough for a verdict on one command under a few variants (verdict_passes_needed). */
#define RECORDING_PASSES_COMPARED 10u

/* Whether nothing is to be measured but what times itself; what was added does not count. */
static bool records_only(const struct plan *plan)
{
	bool records = false;

	for (size_t i = 0; i < plan->case_count; i++) {
		if (plan->cases[i].added)
			continue;
		if (!plan->cases[i].operation->record)
			return false;
		records = true;
	}
	return records;
}

static const struct plan_defaults *defaults_of(const struct plan *plan)
{
	if (plan->variants.count > 1)
		return &compared;
	return strcmp(plan->suite, SUITE_LMBENCH) == 0 ? &spread : &alone;
}

#define QUICK_PRECISION 0.01
#define QUICK_RUNS_MOST 100u
#define QUICK_RUNS_LEAST 20u
/* A quick check is compared with another one: with fewer passes nothing is decided then. */
#define QUICK_PASSES 8u
/* The part of the two minutes that batches may take; workers and fixtures need the rest. */
#define QUICK_BATCHES_NS (PLAN_QUICK_LIMIT_NS / 4 * 3)

/* As many runs as let every case have its turn. */
static uint32_t quick_runs(const struct plan *plan, uint32_t passes, uint64_t batch_ns)
{
	uint64_t batches = (uint64_t)plan_step_count(plan) * passes;
	uint64_t runs = batches == 0 ? QUICK_RUNS_MOST : QUICK_BATCHES_NS / batches / batch_ns;

	if (runs > QUICK_RUNS_MOST)
		return QUICK_RUNS_MOST;
	return runs < QUICK_RUNS_LEAST ? QUICK_RUNS_LEAST : (uint32_t)runs;
}

struct plan_defaults plan_defaults(const struct plan *plan)
{
	struct plan_defaults defaults = *defaults_of(plan);

	if (records_only(plan))
		defaults.passes =
			plan->variants.count > 1 ? RECORDING_PASSES_COMPARED : RECORDING_PASSES;
	if (!plan->quick)
		return defaults;
	if (defaults.passes < QUICK_PASSES && !records_only(plan))
		defaults.passes = QUICK_PASSES;
	defaults.precision = QUICK_PRECISION;
	defaults.session_limit_ns = PLAN_QUICK_LIMIT_NS;
	defaults.runs = quick_runs(plan, plan->passes ? plan->passes : defaults.passes,
				   plan->batch_ns ? plan->batch_ns : defaults.batch_ns);
	return defaults;
}
