/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_estimate.c - how long a plan takes: learned figures are used, kept, and survive damage.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/estimate.h"

static void make_plan(struct plan *plan, const char *limit)
{
	struct error error;

	plan_init(plan);
	assert_int_equal(plan_set(plan, "ops", "stat,readdir", &error), 0);
	assert_int_equal(plan_set(plan, "paths", "FFF", &error), 0);
	assert_int_equal(plan_set(plan, "dirs", "10000", &error), 0);
	assert_int_equal(plan_set(plan, "runs", "100", &error), 0);
	assert_int_equal(plan_set(plan, "passes", "2", &error), 0);
	if (limit)
		assert_int_equal(plan_set(plan, "session-limit", limit, &error), 0);
	assert_int_equal(plan_expand(plan, &error), 0);
}

/* A session in which every batch of stat took 1 ms and every readdir 4 ms. */
static void make_result(struct result *result)
{
	struct plan plan;

	make_plan(&plan, NULL);
	result_init(result);
	assert_int_equal(result_begin(result, &plan, NULL), 0);
	plan_clear(&plan);
	for (uint32_t pass = 0; pass < 2; pass++) {
		for (uint32_t step = 0; step < 2; step++) {
			for (uint32_t run = 0; run < 100; run++) {
				struct sample sample = {
					.step = step, .pass = (uint16_t)pass, .run = run};

				sample.duration_ns = step ? 4000000 : 1000000;
				sample.iterations = step ? 1 : 2000;
				sample.order = run;
				assert_int_equal(result_add(result, &sample), 0);
			}
		}
	}
}

static void test_learned_figures_are_used(void **state)
{
	struct estimate estimate;
	struct result result;
	double before;

	(void)state;
	estimate_init(&estimate);
	make_result(&result);
	before = estimate_plan_seconds(&estimate, &result.plan);
	/* Two passes of 100 batches of 1 ms for both, as long as nothing is known. */
	assert_true(before > 0.4 && before < 1.2);
	estimate_learn(&estimate, &result, 1.2);
	/*
	 * readdir is now known to need 0.8 s of batches, stat 0.2 s: 0.4 and 0.1 s a pass, and 2%
	 * of that. What a worker and the files take beside is little.
	 */
	assert_true(estimate_plan_seconds(&estimate, &result.plan) > 1.0);
	assert_true(estimate_case_seconds(&estimate, &result.plan, 1) >
		    3 * estimate_case_seconds(&estimate, &result.plan, 0));
	result_clear(&result);
	estimate_clear(&estimate);
}

/* A session that was stopped says what its cases take, but not what a worker takes beside. */
static void test_stopped_sessions_teach_cases_only(void **state)
{
	struct estimate estimate;
	struct result result;
	double before;

	(void)state;
	estimate_init(&estimate);
	before = estimate.case_overhead_ns;
	make_result(&result);
	result.partial = true;
	estimate_learn(&estimate, &result, 100);
	assert_int_equal(estimate.case_count, 2);
	assert_true(estimate.case_overhead_ns == before);
	result.partial = false;
	estimate_learn(&estimate, &result, 100);
	assert_true(estimate.case_overhead_ns > 2 * before);
	before = estimate.case_overhead_ns;
	/* Nothing measured, nothing learned. */
	result.sample_count = 0;
	estimate_learn(&estimate, &result, 500);
	assert_true(estimate.case_overhead_ns == before);
	result_clear(&result);
	estimate_clear(&estimate);
}

static void test_limits_bound_the_estimate(void **state)
{
	struct estimate estimate;
	struct plan plan;

	(void)state;
	estimate_init(&estimate);
	make_plan(&plan, "300ms");
	assert_true(estimate_plan_seconds(&estimate, &plan) <= 0.3);
	plan_clear(&plan);
	estimate_clear(&estimate);
}

static void test_written_and_read_back(void **state)
{
	struct estimate estimate;
	struct estimate back;
	struct result result;
	char *text = NULL;
	size_t size;
	FILE *file;

	(void)state;
	estimate_init(&estimate);
	estimate_init(&back);
	make_result(&result);
	estimate_learn(&estimate, &result, 3);
	file = open_memstream(&text, &size);
	estimate_write(&estimate, file);
	fclose(file);
	file = fmemopen(text, size, "r");
	estimate_read(&back, file);
	fclose(file);
	assert_int_equal(back.case_count, 2);
	assert_string_equal(back.cases[0].name, "readdir DIR10000");
	assert_true(back.cases[0].ns > 3999999 && back.cases[0].ns < 4000001);
	free(text);
	result_clear(&result);
	estimate_clear(&estimate);
	estimate_clear(&back);
}

static void test_damage_is_skipped(void **state)
{
	static const char text[] =
		"overhead nonsense\ncase -5 stat FFF\ncase\n\x01\x02\xff\nfile 1e300\n"
		"case 12.5 stat FFF\nunknown 5\n";
	struct estimate estimate;
	struct estimate untouched;
	FILE *file = fmemopen((void *)(uintptr_t)text, sizeof(text) - 1, "r");

	(void)state;
	estimate_init(&estimate);
	estimate_init(&untouched);
	estimate_read(&estimate, file);
	fclose(file);
	assert_int_equal(estimate.case_count, 1);
	assert_true(estimate.case_overhead_ns == untouched.case_overhead_ns);
	estimate_clear(&estimate);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_learned_figures_are_used),
		cmocka_unit_test(test_stopped_sessions_teach_cases_only),
		cmocka_unit_test(test_limits_bound_the_estimate),
		cmocka_unit_test(test_written_and_read_back),
		cmocka_unit_test(test_damage_is_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
