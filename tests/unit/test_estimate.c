/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_estimate.c - how long a plan takes: learned figures are used, kept, and survive damage.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/session/estimate.h"

static void make_plan(struct plan *plan, const char *limit, const char *passes)
{
	struct error error;

	plan_init(plan);
	assert_int_equal(plan_set(plan, "ops", "stat,readdir", &error), 0);
	assert_int_equal(plan_set(plan, "paths", "FFF", &error), 0);
	assert_int_equal(plan_set(plan, "dirs", "10000", &error), 0);
	assert_int_equal(plan_set(plan, "runs", "100", &error), 0);
	assert_int_equal(plan_set(plan, "passes", passes, &error), 0);
	if (limit)
		assert_int_equal(plan_set(plan, "session-limit", limit, &error), 0);
	assert_int_equal(plan_expand(plan, &error), 0);
}

/* A session in which every batch of stat took 1 ms and every readdir 4 ms. */
static void make_result(struct result *result, const char *passes)
{
	struct plan plan;

	make_plan(&plan, NULL, passes);
	result_init(result);
	assert_int_equal(result_begin(result, &plan, NULL), 0);
	plan_clear(&plan);
	for (uint32_t pass = 0; pass < result->plan.passes; pass++) {
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

/* So many seconds, of which the fixtures took none. */
static void learn(struct estimate *estimate, const struct result *result, double seconds)
{
	const struct estimate_spent spent = {.seconds = seconds};

	estimate_learn(estimate, result, &spent);
}

/* A command is known by its last run, however it is repeated, and teaches nothing of workers. */
static void test_a_command_is_known_by_its_run(void **state)
{
	struct estimate estimate;
	struct result result;
	struct plan plan;
	double overhead;

	(void)state;
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "command", NULL), 0);
	assert_int_equal(plan_set(&plan, "command", "make", NULL), 0);
	assert_int_equal(plan_set(&plan, "passes", "30", NULL), 0);
	assert_int_equal(plan_expand(&plan, NULL), 0);
	estimate_init(&estimate);
	overhead = estimate.case_overhead_ns;
	/* Before it has run once only the least is known. */
	assert_true(estimate_workers_seconds(&estimate, &plan, 0) < 0.1);
	assert_true(estimate_is_least(&estimate, &plan));
	result_init(&result);
	assert_int_equal(result_begin(&result, &plan, NULL), 0);
	for (uint16_t pass = 0; pass < 30; pass++) {
		const struct sample sample = {.pass = pass,
					      .start_ns = pass * (uint64_t)100500000000u,
					      .duration_ns = 100000000000u,
					      .iterations = 1};

		assert_int_equal(result_add(&result, &sample), 0);
	}
	learn(&estimate, &result, 30 * 100.5);
	assert_false(estimate_is_least(&estimate, &plan));
	assert_true(fabs(estimate_workers_seconds(&estimate, &result.plan, 0) - 100.5) < 0.2);
	assert_int_equal(plan_set(&result.plan, "repeats", "2", NULL), 0);
	assert_int_equal(plan_expand(&result.plan, NULL), 0);
	assert_true(fabs(estimate_workers_seconds(&estimate, &result.plan, 0) - 200.5) < 0.2);
	assert_true(fabs(estimate.case_overhead_ns - overhead) < 1);
	result_clear(&result);
	plan_clear(&plan);
	estimate_clear(&estimate);
}

static void test_learned_figures_are_used(void **state)
{
	struct estimate estimate;
	struct result result;
	double before;

	(void)state;
	estimate_init(&estimate);
	make_result(&result, "2");
	before = estimate_workers_seconds(&estimate, &result.plan, 1);
	/* 100 batches of 1 ms a pass, as long as nothing is known. */
	assert_true(before > 0.1 && before < 0.2);
	learn(&estimate, &result, 1.2);
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
	make_result(&result, "12");
	result.partial = true;
	learn(&estimate, &result, 100);
	assert_int_equal(estimate.case_count, 2);
	assert_true(estimate.case_overhead_ns == before);
	result.partial = false;
	learn(&estimate, &result, 100);
	assert_true(estimate.case_overhead_ns > 1.2 * before);
	before = estimate.case_overhead_ns;
	/* Nothing measured, nothing learned. */
	result.sample_count = 0;
	learn(&estimate, &result, 500);
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
	make_plan(&plan, "300ms", "12");
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
	make_result(&result, "12");
	learn(&estimate, &result, 3);
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

/* Two passes of two cases: before memory-read 64M each worker takes 300 ms, before 4K only 2 ms. */
static void make_memory_result(struct result *result)
{
	struct error error;
	struct plan plan;
	uint64_t now = 0;

	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "memory-read", &error), 0);
	assert_int_equal(plan_set(&plan, "sizes", "4K,64M", &error), 0);
	assert_int_equal(plan_set(&plan, "variants", "none,same", &error), 0);
	assert_int_equal(plan_set(&plan, "no-controls", "yes", &error), 0);
	assert_int_equal(plan_set(&plan, "runs", "5", &error), 0);
	assert_int_equal(plan_set(&plan, "passes", "2", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), 0);
	assert_int_equal(plan.case_count, 2);
	result_init(result);
	assert_int_equal(result_begin(result, &plan, NULL), 0);
	plan_clear(&plan);
	for (uint32_t pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < 2; i++) {
			now += 2 * (i ? 300000000u : 2000000u);
			for (uint32_t run = 0; run < 10; run++) {
				struct sample sample = {.step = 2 * i + run % 2,
							.pass = (uint16_t)pass,
							.order = run,
							.run = run / 2,
							.iterations = 10,
							.start_ns = now,
							.duration_ns = 100000};

				assert_int_equal(result_add(result, &sample), 0);
				now += 102000;
			}
		}
	}
}

static void test_what_a_case_takes_beside_is_its_own(void **state)
{
	struct estimate estimate;
	struct estimate again;
	struct result result;
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	double small;
	double large;

	(void)state;
	estimate_init(&estimate);
	make_memory_result(&result);
	learn(&estimate, &result, 1.3);
	small = estimate_workers_seconds(&estimate, &result.plan, 0);
	large = estimate_workers_seconds(&estimate, &result.plan, 1);
	/* Two workers, of five batches of 100 us each. */
	assert_true(fabs(small - 2 * (0.002 + 0.0005)) < 0.0005);
	assert_true(fabs(large - 2 * (0.3 + 0.0005)) < 0.001);
	estimate_write(&estimate, file);
	fclose(file);
	file = fmemopen(text, length, "r");
	estimate_init(&again);
	estimate_read(&again, file);
	assert_true(fabs(estimate_workers_seconds(&again, &result.plan, 1) - large) < 1e-6);
	fclose(file);
	free(text);
	estimate_clear(&again);
	estimate_clear(&estimate);
	result_clear(&result);
}

static void test_damage_is_skipped(void **state)
{
	static const char text[] = "overhead nonsense\nfiles 1 2\nfiles 1 1e99 5 5\ncase -5 stat "
				   "FFF\ncase\n\x01\x02\xff\nfile 1e300\n"
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
	assert_int_equal(estimate.file_system_count, 0);
	assert_true(estimate.case_overhead_ns == untouched.case_overhead_ns);
	estimate_clear(&estimate);
}

/* What the files of a tiny session took is no overhead of its workers. */
static void test_files_and_workers_are_told_apart(void **state)
{
	const struct estimate_spent spent = {.seconds = 110 + 6.6, .fixture_seconds = 110};
	struct estimate estimate;
	struct result result;

	(void)state;
	estimate_init(&estimate);
	make_result(&result, "12");
	for (int i = 0; i < 30; i++)
		estimate_learn(&estimate, &result, &spent);
	/* 24 workers; batches took 6 s, warming 0.3 s. */
	assert_true(estimate.case_overhead_ns > 1e6 && estimate.case_overhead_ns < 10e6);
	result_clear(&result);
	estimate_clear(&estimate);
}

/* Many files teach what one takes, few what a fixture takes; each way of work apart. */
static void test_fixtures_teach_what_files_take(void **state)
{
	struct file_costs costs = file_costs_usual(1);
	const double fixture = costs.fixture_ns;
	const double remove = costs.remove_ns;

	(void)state;
	file_costs_made(&costs, 10000, fixture + 10000 * 1e6);
	assert_true(costs.make_ns > 0.9e6 && costs.make_ns < 1e6);
	assert_true(costs.fixture_ns == fixture && costs.remove_ns == remove);
	file_costs_removed(&costs, 10000, fixture + 10000 * 7e3);
	assert_true(costs.remove_ns > 7e3 && costs.remove_ns < 8e3);
	for (int i = 0; i < 100; i++)
		file_costs_made(&costs, 0, 40e6);
	assert_true(costs.fixture_ns > 39e6 && costs.fixture_ns < 41e6);
	assert_true(costs.make_ns > 0.9e6);
	/* What no machine does is not believed. */
	file_costs_made(&costs, 1e6, 1e18);
	assert_true(costs.make_ns < 21e6);
	assert_true(file_costs_plausible(&costs));
}

/* A plan on a file system that a session has shown to be slow takes longer, and no other does. */
static void test_file_systems_are_told_apart(void **state)
{
	const char *place = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
	struct estimate_spent spent = {.seconds = 1, .file_system_count = 1};
	struct estimate estimate;
	struct estimate back;
	struct result result;
	double before;
	char *text = NULL;
	size_t size;
	FILE *file;

	(void)state;
	estimate_init(&estimate);
	estimate_init(&back);
	make_result(&result, "2");
	assert_int_equal(plan_set(&result.plan, "scratch", place, NULL), 0);
	assert_int_equal(plan_expand(&result.plan, NULL), 0);
	before = estimate_case_seconds(&estimate, &result.plan, 1);
	spent.files[0] = (struct file_costs){file_system_kind(place) + 1, 1e6, 5e6, 5e6, 1};
	result.sample_count = 0;
	estimate_learn(&estimate, &result, &spent);
	assert_true(estimate_case_seconds(&estimate, &result.plan, 1) == before);
	spent.files[0].file_system--;
	estimate_learn(&estimate, &result, &spent);
	assert_int_equal(estimate.file_system_count, 2);
	/* 10000 files made and removed at 10 ms each, half of it in each pass. */
	assert_true(estimate_case_seconds(&estimate, &result.plan, 1) > 50);
	file = open_memstream(&text, &size);
	estimate_write(&estimate, file);
	fclose(file);
	file = fmemopen(text, size, "r");
	estimate_read(&back, file);
	fclose(file);
	assert_true(estimate_case_seconds(&back, &result.plan, 1) > 50);
	free(text);
	result_clear(&result);
	estimate_clear(&estimate);
	estimate_clear(&back);
}

/* Of a session that its limit has ended only the passes that it came to started workers. */
static void test_passes_that_never_came_teach_nothing(void **state)
{
	struct estimate_spent spent = {.seconds = 12 * 0.5 + 0.3 + 24 * 0.02};
	struct estimate estimate;
	struct result result;

	(void)state;
	estimate_init(&estimate);
	make_result(&result, "12");
	result.plan.passes = 600;
	for (int i = 0; i < 30; i++)
		estimate_learn(&estimate, &result, &spent);
	assert_true(estimate.case_overhead_ns > 10e6);
	result_clear(&result);
	estimate_clear(&estimate);
}

/* The directories of a deep path are made as the files of a large directory are. */
static void test_depths_are_files_too(void **state)
{
	struct estimate estimate;
	struct error error;
	struct plan plan;
	double shallow;

	(void)state;
	estimate_init(&estimate);
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "stat", &error), 0);
	assert_int_equal(plan_set(&plan, "paths", "default", &error), 0);
	assert_int_equal(plan_set(&plan, "depths", "4,1000", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), 0);
	assert_int_equal(plan.case_count, 3);
	assert_int_equal(estimate_files(&plan.cases[0]), 0);
	assert_int_equal(estimate_files(&plan.cases[1]), 4);
	assert_int_equal(estimate_files(&plan.cases[2]), 1000);
	shallow = estimate_case_seconds(&estimate, &plan, 1);
	assert_true(estimate_case_seconds(&estimate, &plan, 2) > shallow);
	plan_clear(&plan);
	estimate_clear(&estimate);
}

/* Few workers teach nothing; one disturbed session at most doubles. */
static void test_moments_teach_little(void **state)
{
	const struct estimate_spent spent = {.seconds = 500, .fixture_seconds = 10};
	struct estimate estimate;
	struct result result;
	double worker;

	(void)state;
	estimate_init(&estimate);
	worker = estimate.case_overhead_ns;
	make_result(&result, "2");
	estimate_learn(&estimate, &result, &spent);
	assert_true(estimate.case_overhead_ns == worker);
	result_clear(&result);
	make_result(&result, "12");
	estimate_learn(&estimate, &result, &spent);
	assert_true(estimate.case_overhead_ns <= 2 * worker);
	result_clear(&result);
	estimate_clear(&estimate);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_learned_figures_are_used),
		cmocka_unit_test(test_a_command_is_known_by_its_run),
		cmocka_unit_test(test_stopped_sessions_teach_cases_only),
		cmocka_unit_test(test_files_and_workers_are_told_apart),
		cmocka_unit_test(test_fixtures_teach_what_files_take),
		cmocka_unit_test(test_file_systems_are_told_apart),
		cmocka_unit_test(test_passes_that_never_came_teach_nothing),
		cmocka_unit_test(test_moments_teach_little),
		cmocka_unit_test(test_depths_are_files_too),
		cmocka_unit_test(test_limits_bound_the_estimate),
		cmocka_unit_test(test_written_and_read_back),
		cmocka_unit_test(test_what_a_case_takes_beside_is_its_own),
		cmocka_unit_test(test_damage_is_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
