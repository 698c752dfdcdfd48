/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made_result.h - results with known samples for the tests of exports.
 *
 * The figures are made up on purpose: what an export prints can be worked out by hand.
 */
#ifndef LSMBENCH_TESTS_MADE_RESULT_H
#define LSMBENCH_TESTS_MADE_RESULT_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/result/result.h"

/* The duration of a sample that stands at index among all. */
typedef uint64_t made_duration(const struct sample *sample, size_t index);

/* Spread out, never 0, the same in each run of the test: an xorshift of the index. */
static inline uint64_t made_noise(const struct sample *sample, size_t index)
{
	uint64_t mixed = (uint64_t)index * 0x9e3779b97f4a7c15u + 0x1234567u;

	(void)sample;
	mixed ^= mixed >> 29;
	mixed *= 0xbf58476d1ce4e5b9u;
	mixed ^= mixed >> 32;
	return 900000 + mixed % 300000;
}

static inline void made_check(int status, const struct error *error)
{
	if (status < 0)
		fail_msg("%d: %s", status, error->text);
}

static inline void made_environment(struct environment *environment)
{
	static const char *const items[][3] = {
		{"host.name", "made-host", "uname(2)"},
		{"host.user", "someone", "getuid(2)"},
		{"kernel.release", "6.12.1-made", "uname(2)"},
		{"kernel.command_line", "root=UUID=01234567-89ab-cdef-0123-456789abcdef quiet",
		 "/proc/cmdline"},
		{"lsm.active", "capability,landlock", "lsm_list_modules(2)"},
		{"cpu.model", "Made CPU \xc2\xb5 100%", "/proc/cpuinfo"},
		{"cpu.governor", NULL, "/sys has no cpufreq here"},
		{"scratch.0.path", "/home/someone/scratch", "given"},
		{"scratch.0.type", "ext4", "statfs(2)"},
		{"empty", "", NULL},
	};

	for (size_t i = 0; i < sizeof(items) / sizeof(items[0]); i++)
		assert_int_equal(
			environment_set(environment, items[i][0], items[i][1], items[i][2]), 0);
	assert_int_equal(environment_warn(environment, WARNING_ALARM, "steal 3%: use another host"),
			 0);
	assert_int_equal(environment_warn(environment, WARNING_NOTE, "a line\nand \x1b[31mred"), 0);
}

/* Every run of every step, variants taking turns, with the given durations. */
static inline void made_samples(struct result *result, made_duration *duration)
{
	size_t variants = result->plan.variants.count;
	size_t index = 0;

	for (uint32_t pass = 0; pass < result->plan.passes; pass++) {
		for (size_t i = 0; i < result->plan.case_count * result->plan.runs; i++) {
			size_t case_index = i / result->plan.runs;
			uint32_t run = (uint32_t)(i % result->plan.runs);

			for (size_t j = 0; j < variants; j++, index++) {
				struct sample sample = {
					.step = (uint32_t)plan_step(&result->plan, case_index, j),
					.pass = (uint16_t)pass,
					.run = run,
					.order = (uint32_t)(run * variants + j),
					.start_ns = 1000000u * (uint64_t)(index + 1),
					.iterations = 1000,
				};

				sample.duration_ns = duration(&sample, index);
				assert_int_equal(result_add(result, &sample), 0);
			}
		}
	}
}

/*
 * A finished result of the plan that keys ("ops", "stat", ..., NULL) describe. needs result_clear.
 */
static inline void made_result(struct result *result, const char *const *keys,
			       made_duration *duration)
{
	struct error error = {0};
	struct plan plan;

	plan_init(&plan);
	for (; *keys; keys += 2)
		made_check(plan_set(&plan, keys[0], keys[1], &error), &error);
	made_check(plan_expand(&plan, &error), &error);
	result_init(result);
	made_check(result_begin(result, &plan, &error), &error);
	plan_clear(&plan);
	made_environment(&result->environment);
	snprintf(result->version, sizeof(result->version), "0.1.0");
	snprintf(result->clock, sizeof(result->clock), "CLOCK_MONOTONIC_RAW");
	result->started = 1796038080;
	result->ended = 1796038140;
	result->clock_cost_ns = 21.7;
	result->clock_step_ns = 1;
	result->loop_ns = 1.0 / 3.0;
	result->cpu = 1;
	for (size_t i = 0; i < plan_step_count(&result->plan); i++) {
		result->steps[i].state = STEP_DONE;
		result->steps[i].iterations = 1000;
		result->steps[i].warmup = 5;
	}
	made_samples(result, duration);
}

/* Counts as a guest's are: the same in each run of a case, whole per iteration. */
static inline uint64_t made_count(const struct sample *sample, size_t index)
{
	(void)index;
	return sample->iterations * (4287 + 72 * (uint64_t)sample->step);
}

/* A fact of the ladder that made a result. */
static inline void made_fact(struct environment *environment, const char *key, const char *value)
{
	assert_int_equal(environment_set(environment, key, value, "made"), 0);
}

/*
 * The same, counted in instructions as a rung of the ladder is, of that kind and with these
 * modules. Guests of one seed have one boot id. needs result_clear.
 */
static inline void made_rung(struct result *result, const char *const *keys,
			     made_duration *duration, const char *kind, const char *lsm)
{
	struct environment *environment = &result->environment;

	made_result(result, keys, duration);
	result->unit = RESULT_INSTRUCTIONS;
	snprintf(result->clock, sizeof(result->clock), "QEMU icount");
	result->clock_cost_ns = 0;
	result->loop_ns = 2;
	made_fact(environment, "lsm.active", lsm);
	made_fact(environment, "kernel.boot", "0123456789abcdef");
	made_fact(environment, "ladder.kind", kind);
	made_fact(environment, "ladder.kernel", "/home/someone/vmlinuz");
	made_fact(environment, "ladder.kernel_digest", "deadbeef");
	made_fact(environment, "ladder.command_line", lsm);
	made_fact(environment, "ladder.qemu", "7.2.0");
	made_fact(environment, "ladder.cpu", "max,-cx16");
}

#endif
