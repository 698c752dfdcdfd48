/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_sessions.c - groups of sessions: what a verdict needs, what stands in its way, and
 * that naming the sides the other way round mirrors the answer.
 */
#include <math.h>

#include "tests/unit/made_comparison.h"

#include "engine/compare.h"

#define GROUP 6

/* Sessions of a kernel: stat and open-close (or only stat), each session a seed of its own. */
struct group {
	struct figures figures[GROUP];
	const struct figures *sessions[GROUP];
	size_t count;
};

static double faster_open; /* what truth() multiplies open-close with */

static double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	(void)variant;
	(void)pass;
	return strcmp(entry->operation->name, "open-close") == 0 ? 1200 * faster_open : 400;
}

static void make_group(struct group *group, const char *const *keys, uint64_t seed, double factor,
		       size_t count)
{
	static const char *const alone[] = {"none", NULL};
	struct error error = {""};

	faster_open = factor;
	group->count = count;
	for (size_t i = 0; i < count; i++) {
		const struct made_plan made = {.keys = keys,
					       .variants = alone,
					       .truth = truth,
					       .noise = 0.01,
					       .noise_passes = 0.01,
					       .seed = seed + i};
		struct result result;

		made_compared(&made, &result);
		made_check(figures_of_result(&result, "made", &group->figures[i], &error), &error);
		group->sessions[i] = &group->figures[i];
		result_clear(&result);
	}
}

static void clear_group(struct group *group)
{
	for (size_t i = 0; i < group->count; i++)
		figures_clear(&group->figures[i]);
}

static const char *const both[] = {"cases",  "stat FFF", "cases", "open-close FFF", "runs", "40",
				   "passes", "3",        NULL};
static const char *const only_stat[] = {"cases", "stat FFF", "cases", "chmod DIR0",
					"runs",  "20",       NULL};

static void compare(const struct group *base, const struct group *other,
		    const struct comparison_options *options, struct comparison *comparison)
{
	const struct comparison_group groups[] = {{"A", base->sessions, base->count},
						  {"B", other->sessions, other->count}};
	struct error error = {""};

	made_check(compare_sessions(groups, 2, options, comparison, &error), &error);
}

static void assert_near(double actual, double expected, double distance)
{
	if (!(fabs(actual - expected) <= distance))
		fail_msg("%g is not %g within %g", actual, expected, distance);
}

static const struct comparison_options usual = {0};

static void test_five_a_side(void **state)
{
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[256];

	(void)state;
	make_group(&base, both, 1, 1, 5);
	make_group(&other, both, 100, 1.5, 5);
	compare(&base, &other, &usual, &comparison);
	assert_int_equal(comparison.row_count, 2);
	assert_int_equal(comparison.tests, 2);
	assert_int_equal(comparison.needed, 5);
	assert_int_equal(comparison.rows[1].verdict, VERDICT_SLOWER);
	assert_near(comparison_percent(comparison.rows[1].estimate), 50, 15);
	assert_true(comparison.rows[1].low < log(1.5) && log(1.5) < comparison.rows[1].high);
	assert_near(comparison.rows[1].p, 2.0 / 252, 1e-9);
	assert_near(comparison.rows[1].p_adjusted, 4.0 / 252, 1e-9);
	assert_int_equal(comparison.rows[0].verdict, VERDICT_NO_DIFFERENCE);
	assert_true(comparison.rows[0].limit > 0 && comparison.rows[0].limit < 0.5);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)), "");
	comparison_clear(&comparison);
	clear_group(&base);
	clear_group(&other);
}

static void test_too_few_sessions(void **state)
{
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[256];

	(void)state;
	make_group(&base, both, 1, 1, 3);
	make_group(&other, both, 100, 1.5, 3);
	compare(&base, &other, &usual, &comparison);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "no verdict: needs 5 sessions a side for 2 tests, has 3 and 3");
	comparison_clear(&comparison);
	/* Narrowed to one case, four would do. */
	{
		struct text_list cases = {0};
		const struct comparison_options narrow = {.cases = &cases};

		assert_int_equal(text_list_add(&cases, "open-close*"), 0);
		compare(&base, &other, &narrow, &comparison);
		assert_int_equal(comparison.row_count, 1);
		assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
				    "no verdict: needs 4 sessions a side for 1 test, has 3 and 3");
		text_list_clear(&cases);
	}
	comparison_clear(&comparison);
	base.count = 1;
	other.count = 1;
	compare(&base, &other, &usual, &comparison);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "no verdict: one boot each");
	comparison_clear(&comparison);
	base.count = 3;
	other.count = 3;
	clear_group(&base);
	clear_group(&other);
}

static void test_swapped_groups_mirror(void **state)
{
	struct comparison forth;
	struct comparison back;
	struct group base;
	struct group other;

	(void)state;
	make_group(&base, both, 1, 1, 5);
	make_group(&other, both, 100, 1.1, 6);
	compare(&base, &other, &usual, &forth);
	compare(&other, &base, &usual, &back);
	for (size_t i = 0; i < forth.row_count; i++) {
		assert_near(forth.rows[i].estimate, -back.rows[i].estimate, 1e-12);
		assert_near(forth.rows[i].low, -back.rows[i].high, 1e-12);
		assert_near(forth.rows[i].high, -back.rows[i].low, 1e-12);
		assert_near(forth.rows[i].spread_low, -back.rows[i].spread_high, 1e-12);
		assert_near(forth.rows[i].p_adjusted, back.rows[i].p_adjusted, 1e-12);
		assert_near(forth.rows[i].limit, back.rows[i].limit, 1e-12);
	}
	comparison_clear(&forth);
	comparison_clear(&back);
	clear_group(&base);
	clear_group(&other);
}

/* All times eightfold, sessions and passes in another order. */
static void test_scale_and_order_change_nothing(void **state)
{
	struct comparison before;
	struct comparison after;
	struct group base;
	struct group other;

	(void)state;
	make_group(&base, both, 1, 1, 5);
	make_group(&other, both, 100, 1.1, 5);
	compare(&base, &other, &usual, &before);
	for (size_t i = 0; i < 5; i++) {
		struct figures *figures[] = {&base.figures[i], &other.figures[i]};

		for (size_t j = 0; j < 4; j++) {
			struct case_figures *which = &figures[j / 2]->cases[j % 2];
			struct pass_figures first = which->passes[0];

			which->passes[0] = which->passes[2];
			which->passes[2] = first;
			for (size_t k = 0; k < which->pass_count; k++)
				which->passes[k].median *= 8;
		}
	}
	base.sessions[0] = &base.figures[3];
	base.sessions[3] = &base.figures[0];
	compare(&base, &other, &usual, &after);
	for (size_t i = 0; i < before.row_count; i++) {
		assert_near(before.rows[i].estimate, after.rows[i].estimate, 1e-12);
		assert_near(before.rows[i].low, after.rows[i].low, 1e-12);
		assert_near(before.rows[i].spread_low, after.rows[i].spread_low, 1e-12);
		assert_near(before.rows[i].p, after.rows[i].p, 1e-12);
		assert_int_equal(before.rows[i].verdict, after.rows[i].verdict);
		assert_near(after.rows[i].base_ns / before.rows[i].base_ns, 8, 1e-9);
	}
	comparison_clear(&before);
	comparison_clear(&after);
	clear_group(&base);
	clear_group(&other);
}

static void test_environment_stands_in_the_way(void **state)
{
	struct text_list despite = {0};
	const struct comparison_options excused = {.despite = &despite};
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[256];

	(void)state;
	make_group(&base, both, 1, 1, 5);
	make_group(&other, both, 100, 1.5, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(environment_set(&other.figures[i].environment, "kernel.release",
						 "6.13", "test"),
				 0);
		assert_int_equal(environment_set(&other.figures[i].environment, "lsm.active",
						 "capability,selinux", "test"),
				 0);
	}
	compare(&base, &other, &usual, &comparison);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "not comparable: kernel.release differs");
	comparison_clear(&comparison);
	assert_int_equal(text_list_add(&despite, "kernel.release"), 0);
	compare(&base, &other, &excused, &comparison);
	assert_int_equal(comparison.rows[1].verdict, VERDICT_SLOWER);
	comparison_clear(&comparison);
	/* Known nowhere: not even then. */
	for (size_t i = 0; i < 5; i++)
		environment_clear(&other.figures[i].environment);
	compare(&base, &other, &excused, &comparison);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "no verdict: environment unknown");
	comparison_clear(&comparison);
	text_list_clear(&despite);
	clear_group(&base);
	clear_group(&other);
}

static void test_cases_on_one_side(void **state)
{
	struct comparison comparison;
	struct group base;
	struct group other;

	(void)state;
	make_group(&base, both, 1, 1, 2);
	make_group(&other, only_stat, 100, 1, 2);
	compare(&base, &other, &usual, &comparison);
	assert_int_equal(comparison.row_count, 1);
	assert_string_equal(comparison.rows[0].name, "stat FFF");
	assert_int_equal(comparison.only_base.count, 1);
	assert_string_equal(comparison.only_base.items[0], "open-close FFF");
	assert_int_equal(comparison.only_other.count, 1);
	assert_string_equal(comparison.only_other.items[0], "chmod DIR0");
	comparison_clear(&comparison);
	clear_group(&base);
	clear_group(&other);
}

static void test_nothing_in_common(void **state)
{
	static const char *const only_chmod[] = {"cases", "chmod DIR10", "runs", "20", NULL};
	const struct comparison_options options = {0};
	struct comparison comparison;
	struct error error = {""};
	struct group base;
	struct group other;

	(void)state;
	make_group(&base, both, 1, 1, 1);
	make_group(&other, only_chmod, 100, 1, 1);
	{
		const struct comparison_group groups[] = {{"A", base.sessions, 1},
							  {"B", other.sessions, 1}};

		assert_int_equal(compare_sessions(groups, 2, &options, &comparison, &error),
				 -EINVAL);
		assert_non_null(strstr(error.text, "no case was measured on both sides"));
		assert_int_equal(compare_sessions(groups, 1, &options, &comparison, &error),
				 -EINVAL);
	}
	clear_group(&base);
	clear_group(&other);
}

/* One boot a side: weaker words, and saved sessions of the base widen what is known of it. */
static void test_quick(void **state)
{
	const struct comparison_options quick = {.quick = true};
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[256];
	double limit;

	(void)state;
	make_group(&base, both, 1, 1, 3);
	make_group(&other, both, 100, 3, 1);
	base.count = 1;
	compare(&base, &other, &quick, &comparison);
	assert_string_equal(comparison_verdict(&comparison.rows[1], text, sizeof(text)),
			    "moved beyond the spread of both sessions: boots differ by themselves");
	assert_int_equal(comparison.rows[0].verdict, VERDICT_NOT_MOVED);
	comparison_verdict(&comparison.rows[0], text, sizeof(text));
	assert_non_null(strstr(text, "did not move by more than "));
	limit = comparison.rows[0].limit;
	comparison_clear(&comparison);
	base.count = 3;
	compare(&base, &other, &quick, &comparison);
	assert_int_equal(comparison.rows[1].verdict, VERDICT_MOVED);
	assert_true(comparison.rows[0].limit >= limit);
	comparison_clear(&comparison);
	clear_group(&base);
	clear_group(&other);
}

static void test_three_groups(void **state)
{
	const struct comparison_options options = {0};
	struct comparison comparison;
	struct error error = {""};
	struct group a;
	struct group b;
	struct group c;

	(void)state;
	make_group(&a, both, 1, 1, 6);
	make_group(&b, both, 100, 1.5, 6);
	make_group(&c, both, 200, 0.6, 6);
	{
		const struct comparison_group groups[] = {
			{"A", a.sessions, 6}, {"B", b.sessions, 6}, {"C", c.sessions, 6}};

		made_check(compare_sessions(groups, 3, &options, &comparison, &error), &error);
	}
	assert_int_equal(comparison.row_count, 4);
	assert_int_equal(comparison.tests, 4);
	assert_string_equal(comparison.rows[2].label, "B");
	assert_int_equal(comparison.rows[2].verdict, VERDICT_SLOWER);
	assert_string_equal(comparison.rows[3].label, "C");
	assert_int_equal(comparison.rows[3].verdict, VERDICT_FASTER);
	comparison_clear(&comparison);
	clear_group(&a);
	clear_group(&b);
	clear_group(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_five_a_side),
		cmocka_unit_test(test_too_few_sessions),
		cmocka_unit_test(test_swapped_groups_mirror),
		cmocka_unit_test(test_scale_and_order_change_nothing),
		cmocka_unit_test(test_environment_stands_in_the_way),
		cmocka_unit_test(test_cases_on_one_side),
		cmocka_unit_test(test_nothing_in_common),
		cmocka_unit_test(test_quick),
		cmocka_unit_test(test_three_groups),
	};

	return cmocka_run_group_tests_name("compare_sessions", tests, NULL, NULL);
}
