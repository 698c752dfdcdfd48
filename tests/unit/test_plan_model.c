/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan_model.c - the Plan page's rows follow from the plan, and picking one changes the plan
 * to what the page then shows.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/operation/suite.h"
#include "tests/unit/plan_play.h"

static bool suite_has(const struct suite *suite, const struct operation *operation)
{
	size_t i;

	for (i = 0; i < suite->case_count; i++)
		if (operation_find(suite->cases[i].operation) == operation)
			return true;
	return false;
}

static void every_operation_has_its_row(void **state)
{
	struct fixture *fixture = *state;
	size_t i;

	/* None is picked by itself. */
	for (i = 0; i < operation_count; i++)
		assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", operations[i]->name),
				 suite_has(&suites[0], operations[i]) ? MARK_IMPLIED : MARK_OFF);
	for (i = 0; i < path_shape_count; i++)
		assert_int_equal(mark_of(fixture, PANE_SHAPES, "paths", path_shapes[i].name),
				 MARK_IMPLIED);
	/* Nothing picked is the published suite, and is shown so. */
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "suite", "published"), MARK_ON);
	assert_int_equal(fixture->expanded.case_count, suites[0].case_count);
}

static void every_plan_key_is_reachable(void **state)
{
	struct fixture *fixture = *state;
	size_t i;
	int pane;
	size_t row;

	/* Numbers are there as soon as something takes them. */
	assert_int_equal(
		plan_set(&fixture->plan, "ops", "*,workload,together,command", &fixture->error), 0);
	derive(fixture);
	for (i = 0; i < plan_key_count; i++) {
		bool found = false;

		for (pane = 0; pane < PLAN_PANE_COUNT; pane++)
			for (row = 0; row < fixture->model.panes[pane].count; row++)
				if (fixture->model.panes[pane].rows[row].key == &plan_keys[i])
					found = true;
		if (!found)
			fail_msg("no row of the Plan page sets \"%s\"", plan_keys[i].name);
	}
}

static void operations_are_picked_and_dropped(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "chmod"), 0);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "stat"), 0);
	assert_string_equal(text_of(fixture, "ops"), "stat,chmod");
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "stat"), MARK_ON);
	/* The suite was only implied: picking something replaces it. */
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "suite", "published"), MARK_OFF);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "stat"), 0);
	assert_string_equal(text_of(fixture, "ops"), "chmod");
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "chmod"), 0);
	assert_string_equal(text_of(fixture, "ops"), "");
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "suite", "published"), MARK_ON);
}

static void globs_are_shown_as_what_they_name(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(plan_set(&fixture->plan, "ops", "open*", &fixture->error), 0);
	derive(fixture);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "open-close"), MARK_ON);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "openat-close"), MARK_ON);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "stat"), MARK_OFF);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "open-close"), 0);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "open-close"), MARK_OFF);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "openat-close"), MARK_ON);
}

/* There is a group of the same name: it must not come along. */
static void a_name_picks_one_operation(void **state)
{
	struct fixture *fixture = *state;
	size_t i;

	/* Of an operation that starts one. */
	assert_int_equal(plan_set(&fixture->plan, "command", "true", &fixture->error), 0);
	for (i = 0; i < operation_count; i++) {
		assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", operations[i]->name), 0);
		assert_true(fixture->runnable);
		assert_ptr_equal(fixture->expanded.cases[0].operation, operations[i]);
		assert_true(fixture->expanded.cases[fixture->expanded.case_count - 1].operation ==
				    operations[i] ||
			    operations[i]->less != NULL);
		assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", operations[i]->name), 0);
	}
}

static void a_group_picks_its_operations(void **state)
{
	struct fixture *fixture = *state;
	size_t group = row_of(fixture, PANE_OPERATIONS, PLAN_ROW_GROUP, "ops", "directory");

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "chmod"), 0);
	assert_int_equal(fixture->model.panes[PANE_OPERATIONS].rows[group].mark, MARK_SOME);
	assert_int_equal(plan_model_toggle(&fixture->model, &fixture->plan, PANE_OPERATIONS, group,
					   &fixture->error),
			 0);
	derive(fixture);
	assert_int_equal(fixture->model.panes[PANE_OPERATIONS].rows[group].mark, MARK_ON);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "readdir"), MARK_ON);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "stat"), MARK_OFF);
	assert_int_equal(plan_model_toggle(&fixture->model, &fixture->plan, PANE_OPERATIONS, group,
					   &fixture->error),
			 0);
	assert_string_equal(text_of(fixture, "ops"), "");
}

/* Those that every plan has can be set before anything can run. */
static void settings_stay_while_nothing_can_run(void **state)
{
	struct fixture *fixture = *state;
	const struct plan_rows *rows = &fixture->model.panes[PANE_SETTINGS];
	bool found = false;

	assert_int_equal(plan_model_fill(&fixture->model, &fixture->plan, NULL), 0);
	for (size_t i = 0; i < rows->count; i++)
		found |= strcmp(rows->rows[i].key->name, "passes") == 0;
	assert_true(found);
}

static void the_last_shape_stays(void **state)
{
	struct fixture *fixture = *state;
	size_t i;

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "stat"), 0);
	for (i = 0; i + 1 < path_shape_count; i++)
		assert_int_equal(pick(fixture, PANE_SHAPES, "paths", path_shapes[i].name), 0);
	assert_int_equal(fixture->expanded.case_count, 1);
	/* An empty list would mean all of them. */
	assert_int_equal(pick(fixture, PANE_SHAPES, "paths", path_shapes[i].name), -EINVAL);
	assert_non_null(strstr(fixture->error.text, "paths"));
	assert_int_equal(fixture->expanded.case_count, 1);
}

/* A depth beside the shapes that were picked by default must not silently drop them. */
static void adding_keeps_what_is_shown(void **state)
{
	struct fixture *fixture = *state;
	size_t row = row_of(fixture, PANE_SHAPES, PLAN_ROW_ADD, "depths", "");

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "stat"), 0);
	assert_int_equal(plan_model_add(&fixture->model, &fixture->plan, PANE_SHAPES, row, "12",
					&fixture->error),
			 0);
	derive(fixture);
	assert_int_equal(mark_of(fixture, PANE_SHAPES, "depths", "12"), MARK_ON);
	assert_int_equal(mark_of(fixture, PANE_SHAPES, "paths", "FFF"), MARK_ON);
	assert_int_equal(fixture->expanded.case_count, path_shape_count + 1);
	assert_int_equal(pick(fixture, PANE_SHAPES, "depths", "12"), 0);
	assert_int_equal(fixture->expanded.case_count, path_shape_count);
}

static void sizes_are_added(void **state)
{
	struct fixture *fixture = *state;
	size_t row = row_of(fixture, PANE_NUMBERS, PLAN_ROW_ADD, "dirs", "");

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "chmod"), 0);
	assert_int_equal(plan_model_add(&fixture->model, &fixture->plan, PANE_NUMBERS, row, "50",
					&fixture->error),
			 0);
	derive(fixture);
	assert_int_equal(fixture->expanded.case_count, parameter_directory.default_count + 1);
	assert_int_equal(plan_model_add(&fixture->model, &fixture->plan, PANE_NUMBERS, row,
					"1000001", &fixture->error),
			 -EINVAL);
	derive(fixture);
	assert_int_equal(fixture->expanded.case_count, parameter_directory.default_count + 1);
	assert_int_equal(pick(fixture, PANE_NUMBERS, "dirs", "0"), 0);
	assert_int_equal(fixture->expanded.case_count, parameter_directory.default_count);
}

/* Sizes alone mean every operation that takes them: the marks must say so. */
static void implied_operations_are_shown(void **state)
{
	struct fixture *fixture = *state;
	size_t row = row_of(fixture, PANE_NUMBERS, PLAN_ROW_ADD, "dirs", "");

	assert_int_equal(plan_model_add(&fixture->model, &fixture->plan, PANE_NUMBERS, row, "50",
					&fixture->error),
			 0);
	derive(fixture);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "chmod"), MARK_ON);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "stat"), MARK_OFF);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "suite", "published"), MARK_OFF);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "chmod"), 0);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "chmod"), MARK_OFF);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "readdir"), MARK_ON);
}

static void settings_say_what_is_wrong(void **state)
{
	struct fixture *fixture = *state;
	const struct plan_key *runs = plan_key_find("runs");

	assert_int_equal(plan_model_set(&fixture->plan, runs, "50", &fixture->error), 0);
	assert_string_equal(text_of(fixture, "runs"), "50");
	assert_int_equal(plan_model_set(&fixture->plan, runs, "0", &fixture->error), -EINVAL);
	assert_non_null(strstr(fixture->error.text, "runs"));
	assert_string_equal(text_of(fixture, "runs"), "50");
	assert_int_equal(plan_model_set(&fixture->plan, runs, "", &fixture->error), 0);
	assert_string_equal(text_of(fixture, "runs"), "");
}

static void the_baseline_stays(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(pick(fixture, PANE_VARIANTS, "variants", "none"), -EINVAL);
	assert_int_equal(pick(fixture, PANE_VARIANTS, "variants", "same"), 0);
	assert_string_equal(text_of(fixture, "variants"), "none,same");
	assert_int_equal(fixture->expanded.variants.count, 2);
	assert_int_equal(pick(fixture, PANE_VARIANTS, "variants", "same"), 0);
	assert_int_equal(fixture->expanded.variants.count, 1);
}

static void every_preset_runs(void **state)
{
	struct fixture *fixture = *state;
	size_t i;

	assert_int_equal(plan_set(&fixture->plan, "label", "mine", &fixture->error), 0);
	for (i = 0; i < plan_preset_count; i++) {
		assert_int_equal(
			plan_model_preset(&fixture->plan, &plan_presets[i], &fixture->error), 0);
		derive(fixture);
		assert_true(fixture->runnable);
		assert_true(fixture->expanded.case_count > 5);
		/* What is the person's own stays. */
		assert_string_equal(text_of(fixture, "label"), "mine");
	}
}

static const struct plan_preset *preset_of(int key)
{
	size_t i;

	for (i = 0; i < plan_preset_count; i++)
		if (plan_presets[i].key == key)
			return &plan_presets[i];
	fail_msg("no preset '%c'", key);
	return NULL;
}

static void a_preset_is_the_whole_of_lmbench(void **state)
{
	struct fixture *fixture = *state;
	const struct suite *suite = suite_find(SUITE_LMBENCH);
	size_t i;
	size_t j;

	assert_int_equal(plan_model_preset(&fixture->plan, preset_of('l'), &fixture->error), 0);
	derive(fixture);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "suite", SUITE_LMBENCH), MARK_ON);
	for (i = 0; i < suite->case_count; i++) {
		for (j = 0; j < fixture->expanded.case_count; j++)
			if (fixture->expanded.cases[j].operation ==
			    operation_find(suite->cases[i].operation))
				break;
		assert_true(j < fixture->expanded.case_count);
	}
}

/* A wall of random keys may refuse, but never crash, and never leaves a plan that lies. */
static void random_picking_is_sound(void **state)
{
	struct fixture *fixture = *state;
	unsigned int random = 20261130;
	int step;

	for (step = 0; step < 400; step++) {
		enum plan_pane pane;
		size_t row;

		random = random * 1664525u + 1013904223u;
		pane = (enum plan_pane)((random >> 16) % PANE_SETTINGS);
		random = random * 1664525u + 1013904223u;
		if (fixture->model.panes[pane].count == 0)
			continue;
		row = (random >> 16) % fixture->model.panes[pane].count;
		if (fixture->model.panes[pane].rows[row].kind == PLAN_ROW_ADD)
			plan_model_toggle_all(&fixture->model, &fixture->plan, pane, row,
					      &fixture->error);
		else
			plan_model_toggle(&fixture->model, &fixture->plan, pane, row,
					  &fixture->error);
		derive(fixture);
		if (!fixture->runnable)
			assert_true(strlen(fixture->error.text) > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_PLAN(every_operation_has_its_row),
		WITH_PLAN(every_plan_key_is_reachable),
		WITH_PLAN(operations_are_picked_and_dropped),
		WITH_PLAN(globs_are_shown_as_what_they_name),
		WITH_PLAN(a_name_picks_one_operation),
		WITH_PLAN(a_group_picks_its_operations),
		WITH_PLAN(settings_stay_while_nothing_can_run),
		WITH_PLAN(the_last_shape_stays),
		WITH_PLAN(adding_keeps_what_is_shown),
		WITH_PLAN(sizes_are_added),
		WITH_PLAN(implied_operations_are_shown),
		WITH_PLAN(settings_say_what_is_wrong),
		WITH_PLAN(the_baseline_stays),
		WITH_PLAN(every_preset_runs),
		WITH_PLAN(a_preset_is_the_whole_of_lmbench),
		WITH_PLAN(random_picking_is_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
