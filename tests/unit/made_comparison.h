/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made_comparison.h - results with several variants whose true differences are known.
 */
#ifndef LSMBENCH_TESTS_MADE_COMPARISON_H
#define LSMBENCH_TESTS_MADE_COMPARISON_H

#include <math.h>

#include "tests/unit/made_result.h"

/* The true ns of an iteration. */
typedef double made_truth(const struct plan_case *entry, const char *variant, uint32_t pass);

struct made_plan {
	const char *const *keys;     /* "ops", "stat", ..., NULL; variants are set by the next */
	const char *const *variants; /* NULL-terminated; any names, also of other kernels */
	made_truth *truth;
	double noise;        /* relative, of a run; shared by the variants of a run in its half */
	double noise_passes; /* relative, of a worker */
	bool is_calm; /* the machine keeps its speed: else it changes by 30% from run to run */
	uint64_t seed;
};

/* Between -1 and 1, the same for the same seed and places. */
static inline double made_wobble(uint64_t seed, uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t mixed = seed * 0x9e3779b97f4a7c15u + a * 0xbf58476d1ce4e5b9u +
			 b * 0x94d049bb133111ebu + c * 0xd6e8feb86659fd93u;

	for (int i = 0; i < 3; i++) {
		mixed ^= mixed >> 31;
		mixed *= 0x9e3779b97f4a7c15u;
	}
	mixed ^= mixed >> 29;
	return (double)(mixed >> 11) / 4503599627370496.0 - 1;
}

static inline double made_value(const struct made_plan *made, const struct plan *plan,
				const struct sample *sample)
{
	const char *variant = plan_step_variant(plan, sample->step);
	double truth = made->truth(plan_step_case(plan, sample->step), variant, sample->pass);
	double speed = made_wobble(made->seed, 1000 + sample->pass, sample->run, 0);
	double own = made_wobble(made->seed, sample->step, sample->pass, sample->run + 1u);
	double worker = made_wobble(made->seed, sample->step, 77, sample->pass);

	return truth * exp((made->is_calm ? 0 : 0.3) * speed + made->noise * own +
			   made->noise_passes * worker);
}

static inline void made_fill(const struct made_plan *made, struct result *result)
{
	const struct plan *plan = &result->plan;
	size_t variants = plan->variants.count;

	for (uint32_t pass = 0; pass < plan->passes; pass++) {
		for (size_t i = 0; i < plan->case_count * plan->runs * variants; i++) {
			size_t in_case = i % (plan->runs * variants);
			struct sample sample = {
				.step = (uint32_t)(i / (plan->runs * variants) * variants +
						   in_case % variants),
				.pass = (uint16_t)pass,
				.run = (uint32_t)(in_case / variants),
				.order = (uint32_t)in_case,
				.iterations = 1000,
			};

			sample.duration_ns = (uint64_t)(1e3 * made_value(made, plan, &sample));
			assert_int_equal(result_add(result, &sample), 0);
		}
	}
}

/* A finished result; needs result_clear. */
static inline void made_compared(const struct made_plan *made, struct result *result)
{
	struct error error = {0};
	struct plan plan;

	plan_init(&plan);
	for (const char *const *key = made->keys; *key; key += 2)
		made_check(plan_set(&plan, key[0], key[1], &error), &error);
	made_check(plan_expand(&plan, &error), &error);
	text_list_clear(&plan.variants);
	for (const char *const *variant = made->variants; *variant; variant++)
		assert_int_equal(text_list_add(&plan.variants, *variant), 0);
	result_init(result);
	made_check(result_begin(result, &plan, &error), &error);
	plan_clear(&plan);
	made_environment(&result->environment);
	snprintf(result->version, sizeof(result->version), "0.1.0");
	result->started = 1796038080;
	result->clock_step_ns = 1;
	for (size_t i = 0; i < plan_step_count(&result->plan); i++) {
		result->steps[i].state = STEP_DONE;
		result->steps[i].iterations = 1000;
	}
	made_fill(made, result);
}

#endif
