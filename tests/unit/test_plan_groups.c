/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan_groups.c - the Plan page's groups, what a suite brings along, and the numbers of what
 * is picked.
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

/* Also of a suite of which the person picks one operation by itself. */
static void what_a_suite_runs_is_marked(void **state)
{
	struct fixture *fixture = *state;
	size_t cases;

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "suite", SUITE_LMBENCH), 0);
	cases = fixture->expanded.case_count;
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "null-call"), MARK_IMPLIED);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "chmod"), MARK_OFF);
	assert_non_null(strstr(help_of(fixture, "null-call"), "by the suite lmbench"));
	/* Nobody asked for what is taken off another. */
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "context-switch-overhead"),
			 MARK_ADDED);
	assert_non_null(strstr(help_of(fixture, "context-switch-overhead"),
			       "not asked for: context-switch is shown less this"));
	/* Its shape is the suite's: the other ones do not run. */
	assert_int_equal(mark_of(fixture, PANE_SHAPES, "paths", "default"), MARK_IMPLIED);
	assert_int_equal(mark_of(fixture, PANE_SHAPES, "paths", "FFF"), MARK_OFF);

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "chmod"), 0);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "suite", SUITE_LMBENCH), MARK_ON);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "chmod"), MARK_ON);
	assert_int_equal(fixture->expanded.case_count, cases + parameter_directory.default_count);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "null-call"), 0);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "null-call"), MARK_ON);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "null-call"), 0);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "null-call"), MARK_IMPLIED);
}

static void a_control_is_marked_as_added(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(plan_set(&fixture->plan, "ops", "open-unlink", &fixture->error), 0);
	assert_int_equal(plan_set(&fixture->plan, "variants", "none,seccomp:1", &fixture->error),
			 0);
	derive(fixture);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "loop"), MARK_ADDED);
	assert_non_null(strstr(help_of(fixture, "loop"), "not asked for, as a variant's control"));
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "loop"), 0);
	assert_int_equal(mark_of(fixture, PANE_OPERATIONS, "ops", "loop"), MARK_ON);
}

static void help_says_what_a_figure_is(void **state)
{
	struct fixture *fixture = *state;

	assert_non_null(strstr(help_of(fixture, "pipe-bandwidth"), "moves 64K, shown in MB/s"));
	assert_non_null(strstr(help_of(fixture, "memory-read"), "moves its size, shown in MB/s"));
	assert_non_null(strstr(help_of(fixture, "protection-fault"), "shown less signal-catch"));
	assert_null(strstr(help_of(fixture, "null-call"), "shown"));
	assert_non_null(strstr(help_of(fixture, "null-call"), "[getppid]"));
}

static const struct plan_row *group_of(struct fixture *fixture, enum plan_pane pane,
				       const char *key, const char *value)
{
	return &fixture->model.panes[pane].rows[row_of(fixture, pane, PLAN_ROW_GROUP, key, value)];
}

static bool is_hidden(struct fixture *fixture, const char *operation)
{
	size_t row = row_of(fixture, PANE_OPERATIONS, PLAN_ROW_ITEM, "ops", operation);

	return fixture->model.panes[PANE_OPERATIONS].rows[row].hidden;
}

static void fold(struct fixture *fixture, const char *group, bool folded)
{
	assert_int_equal(
		plan_model_fold(&fixture->model, PANE_OPERATIONS,
				row_of(fixture, PANE_OPERATIONS, PLAN_ROW_GROUP, "ops", group),
				folded),
		0);
}

static void groups_are_folded_unless_a_part_is_picked(void **state)
{
	struct fixture *fixture = *state;

	/* A suite says what runs by itself. */
	assert_true(is_hidden(fixture, "stat"));
	assert_string_equal(group_of(fixture, PANE_OPERATIONS, "ops", "path")->note, "4/6");
	assert_int_equal(group_of(fixture, PANE_OPERATIONS, "ops", "path")->mark, MARK_SOME);
	assert_int_equal(plan_set(&fixture->plan, "ops", "stat,fork-*", &fixture->error), 0);
	derive(fixture);
	assert_false(is_hidden(fixture, "stat"));
	assert_false(is_hidden(fixture, "access"));
	assert_false(is_hidden(fixture, "kill-self"));
	assert_true(is_hidden(fixture, "chmod"));
	assert_string_equal(group_of(fixture, PANE_OPERATIONS, "ops", "path")->note, "1/6");
}

static void groups_stay_as_they_were_left(void **state)
{
	struct fixture *fixture = *state;

	fold(fixture, "processor", false);
	assert_false(is_hidden(fixture, "null-call"));
	/* Neither picking all of it nor dropping the last one folds it. */
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "null-call"), 0);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "null-call"), 0);
	assert_false(is_hidden(fixture, "null-call"));
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "null-call"), 0);
	fold(fixture, "processor", true);
	derive(fixture);
	assert_true(is_hidden(fixture, "null-call"));
	plan_model_fold_anew(&fixture->model);
	derive(fixture);
	assert_false(is_hidden(fixture, "null-call"));
}

/* A row must not vanish below the cursor because the last of its group was dropped. */
static void what_was_open_stays_open(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(plan_set(&fixture->plan, "ops", "stat,loop", &fixture->error), 0);
	derive(fixture);
	assert_false(is_hidden(fixture, "stat"));
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "stat"), 0);
	assert_false(is_hidden(fixture, "stat"));
}

static void all_groups_fold_and_open(void **state)
{
	struct fixture *fixture = *state;
	const struct plan_rows *rows = &fixture->model.panes[PANE_OPERATIONS];

	assert_true(plan_rows_visible(rows) < operation_count / 2);
	assert_int_equal(plan_model_fold_all(&fixture->model, PANE_OPERATIONS), 0);
	assert_int_equal(plan_rows_visible(rows), rows->count);
	assert_int_equal(plan_model_fold_all(&fixture->model, PANE_OPERATIONS), 0);
	assert_true(plan_rows_visible(rows) < operation_count / 2);
}

static void places_count_what_is_shown(void **state)
{
	struct fixture *fixture = *state;
	const struct plan_rows *rows = &fixture->model.panes[PANE_OPERATIONS];
	size_t shown = plan_rows_visible(rows);
	size_t place;

	fold(fixture, "directory", false);
	assert_true(plan_rows_visible(rows) > shown);
	for (place = 0; place < plan_rows_visible(rows); place++) {
		size_t row = plan_rows_at(rows, place);

		assert_false(rows->rows[row].hidden);
		assert_int_equal(plan_rows_place(rows, row), place);
	}
	assert_int_equal(plan_rows_at(rows, 100000), rows->count - 1);
	assert_ptr_equal(&rows->rows[plan_rows_group(rows, row_of(fixture, PANE_OPERATIONS,
								  PLAN_ROW_ITEM, "ops", "chmod"))],
			 group_of(fixture, PANE_OPERATIONS, "ops", "directory"));
	assert_int_equal(plan_rows_group(rows, 0), rows->count);
}

static bool has_numbers(struct fixture *fixture, const char *key)
{
	const struct plan_rows *rows = &fixture->model.panes[PANE_NUMBERS];
	size_t i;

	for (i = 0; i < rows->count; i++)
		if (rows->rows[i].kind == PLAN_ROW_GROUP && strcmp(rows->rows[i].value, key) == 0)
			return true;
	return false;
}

static void numbers_follow_what_is_picked(void **state)
{
	struct fixture *fixture = *state;

	assert_true(has_numbers(fixture, "dirs"));
	assert_false(has_numbers(fixture, "descriptors"));
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "stat"), 0);
	assert_int_equal(fixture->model.panes[PANE_NUMBERS].count, 0);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "context-switch"), 0);
	assert_true(has_numbers(fixture, "processes"));
	assert_true(has_numbers(fixture, "working-sets"));
	assert_false(has_numbers(fixture, "dirs"));
	assert_string_equal(group_of(fixture, PANE_NUMBERS, "working-sets", "working-sets")->label,
			    "working sets");
	assert_string_equal(group_of(fixture, PANE_NUMBERS, "processes", "processes")->label,
			    "processes");
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "working-sets", "16K"), MARK_ON);
	/* One less of each. */
	assert_int_equal(pick(fixture, PANE_NUMBERS, "working-sets", "16K"), 0);
	assert_string_equal(text_of(fixture, "working-sets"), "0K,4K,32K,64K");
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "working-sets", "16K"), MARK_OFF);
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "processes", "96"), MARK_ON);
}

static void toggle_heading(struct fixture *fixture, const char *key, int status)
{
	assert_int_equal(plan_model_toggle(&fixture->model, &fixture->plan, PANE_NUMBERS,
					   row_of(fixture, PANE_NUMBERS, PLAN_ROW_GROUP, key, key),
					   &fixture->error),
			 status);
	derive(fixture);
}

static void a_heading_takes_the_defaults_back(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "chmod"), 0);
	toggle_heading(fixture, "dirs", -EINVAL);
	assert_non_null(strstr(fixture->error.text, "default"));
	assert_int_equal(pick(fixture, PANE_NUMBERS, "dirs", "10"), 0);
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "dirs", "10"), MARK_OFF);
	toggle_heading(fixture, "dirs", 0);
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "dirs", "10"), MARK_ON);
	assert_string_equal(text_of(fixture, "dirs"), "");
	/* What has nowhere to go is shown, so that it can be dropped. */
	assert_int_equal(plan_set(&fixture->plan, "pages", "16", &fixture->error), 0);
	derive(fixture);
	assert_false(fixture->runnable);
	toggle_heading(fixture, "pages", 0);
	assert_true(fixture->runnable);
	assert_false(has_numbers(fixture, "pages"));
}

/* Operations that differ in their default values keep them until one is picked for all. */
static void differing_defaults_are_not_mixed(void **state)
{
	struct fixture *fixture = *state;
	size_t row;
	size_t cases;

	assert_int_equal(plan_set(&fixture->plan, "ops", "copy-libc,mmap-latency", &fixture->error),
			 0);
	derive(fixture);
	cases = fixture->expanded.case_count;
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "sizes", "32K"), MARK_IMPLIED);
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "sizes", "2M"), MARK_IMPLIED);
	row = row_of(fixture, PANE_NUMBERS, PLAN_ROW_ADD, "sizes", "");
	assert_int_equal(plan_model_add(&fixture->model, &fixture->plan, PANE_NUMBERS, row, "4M",
					&fixture->error),
			 0);
	derive(fixture);
	assert_string_equal(text_of(fixture, "sizes"), "4M");
	assert_int_equal(fixture->expanded.case_count, 2);
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "sizes", "2M"), MARK_OFF);
	toggle_heading(fixture, "sizes", 0);
	assert_int_equal(fixture->expanded.case_count, cases);
}

/* The suite says how large the directories are: a number of the person's would go nowhere. */
static void what_a_suite_decides_is_not_picked(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(plan_set(&fixture->plan, "suite", SUITE_PUBLISHED, &fixture->error), 0);
	derive(fixture);
	assert_int_equal(pick(fixture, PANE_NUMBERS, "dirs", "100"), -ENOTSUP);
	assert_non_null(strstr(fixture->error.text, "suite published"));
	assert_int_equal(plan_model_add(&fixture->model, &fixture->plan, PANE_NUMBERS,
					row_of(fixture, PANE_NUMBERS, PLAN_ROW_ADD, "dirs", ""),
					"4", &fixture->error),
			 -ENOTSUP);
	assert_string_equal(text_of(fixture, "dirs"), "");
	/* With the operation picked by itself, they go to it. */
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "ops", "readdir"), 0);
	assert_int_equal(pick(fixture, PANE_NUMBERS, "dirs", "100"), 0);
}

/* What is left out stays in sight, so that it can be picked again. */
static void numbers_left_out_are_shown(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(pick(fixture, PANE_OPERATIONS, "suite", SUITE_LMBENCH), 0);
	assert_int_equal(pick(fixture, PANE_NUMBERS, "descriptors", "250"), 0);
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "descriptors", "250"), MARK_ON);
	assert_int_equal(mark_of(fixture, PANE_NUMBERS, "descriptors", "10"), MARK_OFF);
	assert_int_equal(pick(fixture, PANE_NUMBERS, "descriptors", "10"), 0);
	assert_string_equal(text_of(fixture, "descriptors"), "10,250");
}

static void all_numbers_of_a_key_are_picked(void **state)
{
	struct fixture *fixture = *state;
	size_t row;

	assert_int_equal(plan_set(&fixture->plan, "ops", "chmod,select-file", &fixture->error), 0);
	assert_int_equal(plan_set(&fixture->plan, "dirs", "10", &fixture->error), 0);
	derive(fixture);
	row = row_of(fixture, PANE_NUMBERS, PLAN_ROW_ITEM, "dirs", "100");
	assert_int_equal(plan_model_toggle_all(&fixture->model, &fixture->plan, PANE_NUMBERS, row,
					       &fixture->error),
			 0);
	derive(fixture);
	assert_string_equal(text_of(fixture, "dirs"), "0,10,100,1000,10000");
	assert_string_equal(text_of(fixture, "descriptors"), "");
}

/* Of several numbers those that the person set are open; one alone is. */
static void numbers_fold(void **state)
{
	struct fixture *fixture = *state;

	assert_false(group_of(fixture, PANE_NUMBERS, "dirs", "dirs")->folded);
	assert_int_equal(pick(fixture, PANE_OPERATIONS, "suite", SUITE_LMBENCH), 0);
	assert_true(group_of(fixture, PANE_NUMBERS, "sizes", "sizes")->folded);
	assert_true(plan_rows_visible(&fixture->model.panes[PANE_NUMBERS]) <=
		    parameter_number_count);
	assert_int_equal(plan_set(&fixture->plan, "descriptors", "10", &fixture->error), 0);
	derive(fixture);
	assert_false(group_of(fixture, PANE_NUMBERS, "descriptors", "descriptors")->folded);
	assert_string_equal(group_of(fixture, PANE_NUMBERS, "descriptors", "descriptors")->note,
			    "1/4");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_PLAN(what_a_suite_runs_is_marked),
		WITH_PLAN(a_control_is_marked_as_added),
		WITH_PLAN(help_says_what_a_figure_is),
		WITH_PLAN(groups_are_folded_unless_a_part_is_picked),
		WITH_PLAN(groups_stay_as_they_were_left),
		WITH_PLAN(what_was_open_stays_open),
		WITH_PLAN(all_groups_fold_and_open),
		WITH_PLAN(places_count_what_is_shown),
		WITH_PLAN(numbers_follow_what_is_picked),
		WITH_PLAN(a_heading_takes_the_defaults_back),
		WITH_PLAN(differing_defaults_are_not_mixed),
		WITH_PLAN(what_a_suite_decides_is_not_picked),
		WITH_PLAN(numbers_left_out_are_shown),
		WITH_PLAN(all_numbers_of_a_key_are_picked),
		WITH_PLAN(numbers_fold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
