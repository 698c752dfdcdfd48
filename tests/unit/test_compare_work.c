/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_work.c - runs that time themselves are compared where they did the same work, and
 * the median of figures of which more is better is theirs, not that of their reciprocals.
 */
#include "tests/unit/made_result.h"

#include <math.h>

#include "engine/compare/compare_private.h"

#define PLAN_SIZE 24

/* A comparison of two sessions, made by plans that differ in one setting. */
struct made {
	struct figures figures[2];
	struct comparison comparison;
};

static void make_session(const char *const *plan, const char *key, const char *value,
			 const char *source, struct figures *figures)
{
	const char *keys[PLAN_SIZE] = {NULL};
	struct error error = {""};
	struct result result;
	size_t count = 0;

	for (; plan[count]; count++)
		keys[count] = plan[count];
	assert_true(count + 3 <= PLAN_SIZE);
	if (value) {
		keys[count++] = key;
		keys[count++] = value;
	}
	made_result(&result, keys, made_noise);
	made_check(figures_of_result(&result, source, figures, &error), &error);
	result_clear(&result);
}

static void make(struct made *made, const char *const *plan, const char *key, const char *was,
		 const char *is, const char *despite)
{
	const struct figures *sessions[2] = {&made->figures[0], &made->figures[1]};
	const struct comparison_group groups[2] = {{"base", &sessions[0], 1},
						   {"new", &sessions[1], 1}};
	struct text_list excused = {0};
	const struct comparison_options options = {.despite = &excused};
	struct error error = {""};

	if (despite)
		assert_int_equal(text_list_add(&excused, despite), 0);
	make_session(plan, key, was, "base.csv", &made->figures[0]);
	make_session(plan, key, is, "new.csv", &made->figures[1]);
	made_check(compare_sessions(groups, 2, &options, &made->comparison, &error), &error);
	text_list_clear(&excused);
}

static void clear(struct made *made)
{
	comparison_clear(&made->comparison);
	figures_clear(&made->figures[0]);
	figures_clear(&made->figures[1]);
}

static void expect(const char *const *plan, const char *key, const char *was, const char *is,
		   const char *despite, const char *reason)
{
	struct made made;

	make(&made, plan, key, was, is, despite);
	assert_true(made.comparison.row_count > 0);
	assert_int_equal(made.comparison.rows[0].verdict == VERDICT_NOT_COMPARABLE, reason != NULL);
	if (reason)
		assert_string_equal(made.comparison.rows[0].reason, reason);
	clear(&made);
}

static const char *const walk[] = {"ops",        "walk", "writers",  "0",  "passes", "2",
				   "tree-files", "100",  "interval", "1s", NULL};
static const char *const writers[] = {"ops",        "walk", "writers",  "6",  "passes", "2",
				      "tree-files", "100",  "interval", "1s", NULL};
static const char *const fsx[] = {"ops", "fsx", "passes", "2", NULL};
static const char *const fsx_steps[] = {"ops", "fsx", "steps", "1000", "passes", "2", NULL};
static const char *const fsx_within[] = {"ops", "fsx", "interval", "2s", "passes", "2", NULL};
static const char *const timed[] = {"ops", "command", "command", "make", "passes", "2", NULL};

static void other_work_is_not_compared(void **state)
{
	(void)state;
	expect(walk, "cold", NULL, "yes", NULL,
	       "other work: cold is no in base.csv, yes in new.csv; --despite plan.cold compares "
	       "all the same");
	expect(walk, "tree-size", "1M", "2M", NULL,
	       "other work: tree-size is 1048576 in base.csv, 2097152 in new.csv; --despite "
	       "plan.tree-size compares all the same");
	expect(walk, "tree-seed", "1", "2", NULL,
	       "other work: tree-seed is 1 in base.csv, 2 in new.csv; --despite plan.tree-seed "
	       "compares all the same");
	expect(writers, "sync", "yes", NULL, NULL,
	       "other work: sync is yes in base.csv, no in new.csv; --despite plan.sync compares "
	       "all the same");
	expect(fsx, "steps", "1000", "2000", NULL,
	       "other work: steps is 1000 in base.csv, 2000 in new.csv; --despite plan.steps "
	       "compares all the same");
	/* The interval ends what its steps do not. */
	expect(fsx_steps, "interval", NULL, "2s", NULL,
	       "other work: interval is not set in base.csv, 2s in new.csv; --despite "
	       "plan.interval compares all the same");
	expect(fsx_within, "steps", NULL, "2000", NULL,
	       "other work: steps is not set in base.csv, 2000 in new.csv; --despite plan.steps "
	       "compares all the same");
	expect(timed, "prepare", "make clean", NULL, NULL,
	       "other work: prepare is make clean in base.csv, not set in new.csv; --despite "
	       "plan.prepare compares all the same");
	expect(timed, "no-shell", NULL, "yes", NULL,
	       "other work: no-shell is no in base.csv, yes in new.csv; --despite plan.no-shell "
	       "compares all the same");
}

static void the_same_work_is(void **state)
{
	(void)state;
	expect(walk, "cold", "yes", "yes", NULL, NULL);
	/* Nobody writes. */
	expect(walk, "sync", NULL, "yes", NULL, NULL);
	/* One run differs from the next by its own choices anyway. */
	expect(fsx, "seed", "1", "2", NULL, NULL);
	expect(timed, "warmup", NULL, "1", NULL, NULL);
	expect(walk, "cold", NULL, "yes", "plan.cold", NULL);
	expect(walk, "cold", NULL, "yes", "plan.*", NULL);
}

static bool has_note(const struct comparison *comparison, const char *text)
{
	return text_list_has(&comparison->notes, text);
}

/* What was accepted, and what chance made different, is said all the same. */
static void what_is_accepted_is_noted(void **state)
{
	struct made made;
	char text[512];

	(void)state;
	make(&made, walk, "cold", NULL, "yes", NULL);
	assert_string_equal(comparison_headline(&made.comparison, 20, text, sizeof(text)),
			    "nothing was compared; 1 case did other work");
	clear(&made);
	make(&made, walk, "cold", NULL, "yes", "plan.cold");
	assert_true(has_note(&made.comparison,
			     "other work, accepted: cold is no in base.csv, yes in new.csv"));
	clear(&made);
	make(&made, fsx, "seed", "1", "2", NULL);
	assert_true(has_note(&made.comparison, "fsx drew other steps: seed is 1 in base.csv, 2 in "
					       "new.csv; --seed repeats the same"));
	clear(&made);
	make(&made, fsx, "seed", "1", "1", NULL);
	for (size_t i = 0; i < made.comparison.notes.count; i++)
		assert_null(strstr(made.comparison.notes.items[i], "seed"));
	clear(&made);
}

/* Steps or a time: what one run is counted in, the other is not. */
static void an_unsaid_setting_is_the_usual_one(void **state)
{
	(void)state;
	expect(fsx, "steps", NULL, "100000", NULL, NULL);
	expect(walk, "tree-seed", NULL, "1", NULL, NULL);
}

static const struct metric *find_metric(const char *name)
{
	const enum metric_id id = metric_find(name);

	assert_int_not_equal(id, METRIC_NONE);
	return &metrics[id];
}

static void medians_are_of_what_is_shown(void **state)
{
	struct comparison_row row = {.metric = find_metric("jti"), .unit = RESULT_NS};
	double printed[] = {1 / 73.0, 1 / 79.0};
	double times[] = {10, 20, 40, 60};
	double rates[] = {100, 200};

	(void)state;
	assert_true(fabs(comparison_kept(&row, comparison_center(&row, printed, 2)) - 76) < 1e-6);
	assert_true(fabs(comparison_kept(&row, comparison_center(&row, printed, 1)) - 79) < 1e-6);
	row = (struct comparison_row){.unit = RESULT_NS};
	assert_true(fabs(comparison_center(&row, times, 4) - 30) < 1e-6);
	assert_true(fabs(comparison_center(&row, times, 3) - 20) < 1e-6);
	assert_true(isnan(comparison_center(&row, times, 0)));
	row.bytes = 1000;
	/* 10000 and 5000 MB/s. */
	assert_true(fabs(comparison_kept(&row, comparison_center(&row, rates, 2)) - 7500) < 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_work_is_not_compared),
		cmocka_unit_test(the_same_work_is),
		cmocka_unit_test(what_is_accepted_is_noted),
		cmocka_unit_test(an_unsaid_setting_is_the_usual_one),
		cmocka_unit_test(medians_are_of_what_is_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
