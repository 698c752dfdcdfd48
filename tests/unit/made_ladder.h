/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made_ladder.h - a ladder with known figures for the tests of its table and of what is written of
 * it: 100 instructions a call and 10 a component, and what a rung adds to them.
 */
#ifndef LSMBENCH_TESTS_MADE_LADDER_H
#define LSMBENCH_TESTS_MADE_LADDER_H

#include "engine/ladder/ladder_table.h"
#include "tests/unit/made_result.h"

#define MADE_RUNGS_MAXIMUM 12

/* What a rung is made of. */
struct made_rung {
	enum rung_kind kind;
	size_t kernel;
	const char *name;
	const char *active;   /* modules that its guest reports */
	double per_call;      /* instructions more than the first rung */
	double per_component; /* the same */
	double drift;         /* by which the second pass differs from the first */
};

struct made_ladder {
	struct result results[MADE_RUNGS_MAXIMUM];
	struct ladder_source sources[MADE_RUNGS_MAXIMUM];
	size_t count;
};

static const char *const made_ladder_keys[] = {"ops",    "stat,open-close,chmod",
					       "depths", "1,2,4,8",
					       "dirs",   "10",
					       "runs",   "3",
					       "passes", "2",
					       "seed",   "1",
					       NULL};

static inline uint64_t made_zero(const struct sample *sample, size_t index)
{
	(void)sample;
	(void)index;
	return 0;
}

/* How deep a case of the made ladder walks. */
static inline double made_depth(const struct plan_case *which)
{
	return which->operation->parameter->type == PARAMETER_PATH
		       ? parameter_components(which->parameter, NULL)
		       : 1;
}

static inline void made_ladder_set(struct result *result, const char *key, const char *value)
{
	assert_int_equal(environment_set(&result->environment, key, value, "made"), 0);
}

static inline void made_ladder_rung(struct result *result, const struct made_rung *rung,
				    const char *const *keys)
{
	made_result(result, keys, made_zero);
	result->unit = RESULT_INSTRUCTIONS;
	for (size_t i = 0; i < result->sample_count; i++) {
		struct sample *sample = &result->samples[i];
		double depth = made_depth(plan_step_case(&result->plan, sample->step));
		double cost = 100 + rung->per_call + (10 + rung->per_component) * depth +
			      rung->drift * sample->pass;

		/* A timer's tick in a batch of three. */
		sample->duration_ns = (uint64_t)(cost * (double)sample->iterations) +
				      (sample->run == 1 ? 11500 : 0);
	}
	made_ladder_set(result, "kernel.release", rung->kernel ? "6.13.0-made" : "6.12.1-made");
	made_ladder_set(result, "lsm.active", rung->active);
	made_ladder_set(result, "ladder.kernel", rung->kernel ? "/boot/other" : "/boot/made");
	made_ladder_set(result, "ladder.kernel_digest", rung->kernel ? "4567abcd" : "0123abcd");
	made_ladder_set(result, "ladder.lsm_asked", rung->active);
	made_ladder_set(result, "ladder.command_line", "console=ttyS0 quiet");
	made_ladder_set(result, "ladder.qemu", "7.2.22 (made)");
	made_ladder_set(result, "ladder.cpu", "max,-cx16");
	made_ladder_set(result, "ladder.seed", "1");
	made_ladder_set(result, "ladder.policy", "none");
	made_ladder_set(result, "ladder.name", rung->name);
}

static inline void made_ladder_with(struct made_ladder *ladder, const struct made_rung *rungs,
				    size_t count, const char *const *keys)
{
	assert_true(count <= MADE_RUNGS_MAXIMUM);
	ladder->count = count;
	for (size_t i = 0; i < count; i++) {
		made_ladder_rung(&ladder->results[i], &rungs[i], keys);
		ladder->sources[i] = (struct ladder_source){.result = &ladder->results[i],
							    .kind = rungs[i].kind,
							    .kernel = rungs[i].kernel,
							    .name = rungs[i].name};
	}
}

static inline void made_ladder(struct made_ladder *ladder, const struct made_rung *rungs,
			       size_t count)
{
	made_ladder_with(ladder, rungs, count, made_ladder_keys);
}

static inline void made_ladder_clear(struct made_ladder *ladder)
{
	for (size_t i = 0; i < ladder->count; i++)
		result_clear(&ladder->results[i]);
}

#endif
