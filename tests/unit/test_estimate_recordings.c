/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_estimate_recordings.c - how long a plan takes whose operations time themselves: by the
 * interval that it names, by what was learned where it names none, and by the tree that is made.
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
#include "engine/session/estimate_trees.h"
#include "fixtures/home_tree.h"

#define SECOND 1000000000u

static void make_plan(struct plan *plan, const char *const *pairs)
{
	struct error error = {""};

	plan_init(plan);
	for (; *pairs; pairs += 2)
		if (plan_set(plan, pairs[0], pairs[1], &error) < 0)
			fail_msg("%s", error.text);
	if (plan_expand(plan, &error) < 0)
		fail_msg("%s", error.text);
}

static double seconds_of(const struct estimate *estimate, const char *const *pairs)
{
	struct plan plan;
	double seconds;

	make_plan(&plan, pairs);
	seconds = estimate_plan_seconds(estimate, &plan);
	plan_clear(&plan);
	return seconds;
}

/* A run a pass of each case, which lasted so long and had so many iterations. */
static void learn(struct estimate *estimate, const char *const *pairs, double every,
		  double duration, uint64_t iterations)
{
	struct estimate_spent spent = {0};
	struct result result;
	struct plan plan;
	double now = 0;

	make_plan(&plan, pairs);
	result_init(&result);
	assert_int_equal(result_begin(&result, &plan, NULL), 0);
	plan_clear(&plan);
	for (uint32_t pass = 0; pass < result.plan.passes; pass++) {
		for (uint32_t step = 0; step < plan_step_count(&result.plan); step++) {
			const struct sample sample = {.step = step,
						      .order = step,
						      .pass = (uint16_t)pass,
						      .start_ns = (uint64_t)(now * SECOND),
						      .duration_ns = (uint64_t)(duration * SECOND),
						      .iterations = iterations};

			assert_int_equal(result_add(&result, &sample), 0);
			now += every;
		}
	}
	spent.seconds = now;
	estimate_learn(estimate, &result, &spent);
	result_clear(&result);
}

static void assert_about(double seconds, double least, double most)
{
	if (!(seconds >= least && seconds <= most))
		fail_msg("%g s are not from %g to %g", seconds, least, most);
}

/* Interval x repeats x passes x cases x variants, and a little beside. */
static void test_an_interval_is_what_the_plan_says(void **state)
{
	const char *const walk[] = {"ops",     "walk",     "writers",  "0,6",       "tree-files",
				    "100",     "interval", "10s",      "passes",    "3",
				    "repeats", "2",        "variants", "none,same", NULL};
	const char *const dbench[] = {"ops", "dbench", "clients", "1", "interval",
				      "10s", "passes", "1",       NULL};
	const char *const mixed[] = {"ops", "mixed",  "processes", "10", "cpus",
				     "1",   "passes", "1",         NULL};
	struct estimate estimate;

	(void)state;
	estimate_init(&estimate);
	assert_about(seconds_of(&estimate, walk), 240, 255);
	/* It warms up for a fifth of its interval. */
	assert_about(seconds_of(&estimate, dbench), 12, 13);
	/* A fixed number of jobs is no interval. */
	assert_about(seconds_of(&estimate, mixed), 2, 5);
	estimate_clear(&estimate);
}

/* What an interval of 30 s left of itself says nothing about one of 5 s, but what it took beside.
 */
static void test_an_interval_is_not_learned(void **state)
{
	const char *const longer[] = {"ops",      "walk", "writers", "0", "tree-files", "100",
				      "interval", "30s",  "passes",  "4", NULL};
	const char *const shorter[] = {"ops",      "walk", "writers", "0", "tree-files", "100",
				       "interval", "5s",   "passes",  "4", NULL};
	struct estimate estimate;

	(void)state;
	estimate_init(&estimate);
	/* Timed calls are 20 s of an interval, and every run has 3 s beside it. */
	learn(&estimate, longer, 33, 20, 1000000);
	assert_about(seconds_of(&estimate, longer), 4 * 33, 4 * 33 + 2);
	assert_about(seconds_of(&estimate, shorter), 4 * 8, 4 * 8 + 2);
	estimate_clear(&estimate);
}

/* Ten times the steps take ten times as long. */
static void test_steps_are_learned(void **state)
{
	const char *const few[] = {"ops", "fsx", "steps", "1000", "passes", "1", NULL};
	const char *const many[] = {"ops", "fsx", "steps", "10000", "passes", "1", NULL};
	const char *const interval[] = {"ops", "fsx", "interval", "7s", "passes", "1", NULL};
	const char *const few_within[] = {"ops", "fsx",    "steps", "1000", "interval",
					  "7s",  "passes", "1",     NULL};
	const char *const many_within[] = {"ops", "fsx",    "steps", "10000", "interval",
					   "7s",  "passes", "1",     NULL};
	const char *const endless_within[] = {
		"ops", "fsx", "steps", "1099511627776", "interval", "7s", "passes", "1", NULL};
	struct estimate estimate;

	(void)state;
	estimate_init(&estimate);
	/* What comes first ends a run, also before a step was seen: 40 us each. */
	assert_about(seconds_of(&estimate, few_within), 0, 0.5);
	assert_about(seconds_of(&estimate, endless_within), 7, 7.5);
	learn(&estimate, few, 5, 5, 1000);
	assert_about(seconds_of(&estimate, few), 5, 5.5);
	assert_about(seconds_of(&estimate, many), 50, 50.5);
	assert_about(seconds_of(&estimate, interval), 7, 7.5);
	assert_about(seconds_of(&estimate, few_within), 5, 5.5);
	assert_about(seconds_of(&estimate, many_within), 7, 7.5);
	estimate_clear(&estimate);
}

/* Warming up is running, too: once, not in each pass. */
static void test_warming_up_is_counted(void **state)
{
	const char *const cold[] = {"ops", "command",  "command",   "true", "passes",
				    "4",   "variants", "none,same", NULL};
	const char *const warm[] = {"ops",      "command",   "command", "true", "passes", "4",
				    "variants", "none,same", "warmup",  "3",    NULL};
	struct estimate estimate;

	(void)state;
	estimate_init(&estimate);
	learn(&estimate, cold, 10, 10, 1);
	assert_about(seconds_of(&estimate, cold), 80, 81);
	assert_about(seconds_of(&estimate, warm), 140, 141);
	estimate_clear(&estimate);
}

/* A larger tree takes longer, once for all cases and passes. */
static void test_a_tree_is_made_once(void **state)
{
	const char *const small[] = {"ops",        "walk", "writers",   "0,6",
				     "tree-files", "1000", "tree-size", "1000000",
				     "interval",   "1s",   NULL};
	const char *const large[] = {"ops",        "walk", "writers",   "0,6",
				     "tree-files", "1000", "tree-size", "100000000000",
				     "interval",   "1s",   NULL};
	struct estimate estimate;
	struct estimate_tree tree;
	struct plan plan;
	double making;

	(void)state;
	estimate_init(&estimate);
	make_plan(&plan, large);
	assert_true(estimate_tree_of(&plan, 1, &tree));
	assert_true(tree.files == 1000 && tree.bytes == 1e11 && !tree.is_kept && !tree.stands);
	assert_int_equal(estimate_tree_owner(&plan, 0), 0);
	assert_int_equal(estimate_tree_owner(&plan, 1), 0);
	making = plan.passes * (estimate_case_seconds(&estimate, &plan, 0) -
				estimate_workers_seconds(&estimate, &plan, 0));
	assert_about(making, 50, 500);
	assert_true(estimate_case_seconds(&estimate, &plan, 1) ==
		    estimate_workers_seconds(&estimate, &plan, 1));
	assert_true(seconds_of(&estimate, large) > seconds_of(&estimate, small) + making / 2);
	plan_clear(&plan);
	estimate_clear(&estimate);
}

/* One that is kept is only looked through when it stands. */
static void test_a_kept_tree_is_made_once_for_ever(void **state)
{
	const char *parent = getenv("TMPDIR");
	char place[128];
	char marker[sizeof(place) + sizeof(HOME_TREE_MARKER) + 1];
	const char *const keys[] = {"ops", "walk",      "writers",     "0", "tree",
				    place, "tree-size", "10000000000", NULL};
	const struct file_costs costs = file_costs_usual(0);
	struct estimate_tree tree;
	struct plan plan;
	double making;
	FILE *file;

	(void)state;
	snprintf(place, sizeof(place), "%.80s/lsmbench-test-estimate.XXXXXX",
		 parent ? parent : "/tmp");
	assert_non_null(mkdtemp(place));
	make_plan(&plan, keys);
	assert_true(estimate_tree_of(&plan, 0, &tree));
	assert_true(tree.is_kept && !tree.stands);
	making = estimate_tree_making(&tree, &costs);
	snprintf(marker, sizeof(marker), "%s/%s", place, HOME_TREE_MARKER);
	file = fopen(marker, "w");
	assert_non_null(file);
	fclose(file);
	assert_true(estimate_tree_of(&plan, 0, &tree));
	assert_true(tree.stands);
	assert_true(estimate_tree_making(&tree, &costs) < making);
	/* Nothing of it is removed. */
	assert_true(estimate_tree_removing(&tree, &costs) <= costs.fixture_ns);
	plan_clear(&plan);
	assert_int_equal(remove(marker), 0);
	assert_int_equal(remove(place), 0);
}

/* What the bytes of a tree took is known in the next session, and damage is not. */
static void test_bytes_are_learned_and_kept(void **state)
{
	const struct estimate_tree tree = {.files = 1000, .bytes = 1e9};
	struct file_costs costs = file_costs_usual(0xef53);
	char damaged[] = "bytes ef53 -4\nbytes ef53 nan\nbytes ef53 1e9\nbytes x\n";
	struct estimate estimate;
	struct estimate back;
	char *text = NULL;
	size_t size;
	FILE *file;

	(void)state;
	estimate_init(&estimate);
	estimate_init(&back);
	for (int i = 0; i < 10; i++)
		estimate_tree_made(&tree, &costs, file_costs_making(&costs, 1000) + 20e9);
	assert_about(costs.byte_ns, 19.9, 20.1);
	estimate.files[estimate.file_system_count++] = costs;
	file = open_memstream(&text, &size);
	estimate_write(&estimate, file);
	fclose(file);
	file = fmemopen(text, size, "r");
	estimate_read(&back, file);
	fclose(file);
	assert_about(estimate_file_costs(&back, 0xef53).byte_ns, 19.9, 20.1);
	file = fmemopen(damaged, strlen(damaged), "r");
	estimate_read(&back, file);
	fclose(file);
	assert_about(estimate_file_costs(&back, 0xef53).byte_ns, 19.9, 20.1);
	free(text);
	estimate_clear(&estimate);
	estimate_clear(&back);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_interval_is_what_the_plan_says),
		cmocka_unit_test(test_an_interval_is_not_learned),
		cmocka_unit_test(test_steps_are_learned),
		cmocka_unit_test(test_warming_up_is_counted),
		cmocka_unit_test(test_a_tree_is_made_once),
		cmocka_unit_test(test_a_kept_tree_is_made_once_for_ever),
		cmocka_unit_test(test_bytes_are_learned_and_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
