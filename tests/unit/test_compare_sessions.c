/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_sessions.c - groups of sessions: what a verdict needs, what stands in its way, and
 * that naming the sides the other way round mirrors the answer.
 */
#include "tests/unit/session_groups.h"

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
			    "not comparable: kernel.release differs; --despite kernel.release "
			    "compares all the same");
	comparison_clear(&comparison);
	assert_int_equal(text_list_add(&despite, "kernel.release"), 0);
	compare(&base, &other, &excused, &comparison);
	assert_int_equal(comparison.rows[1].verdict, VERDICT_SLOWER);
	comparison_clear(&comparison);
	/* What is known nowhere cannot differ, and is said. */
	for (size_t i = 0; i < 5; i++)
		environment_clear(&other.figures[i].environment);
	compare(&base, &other, &excused, &comparison);
	assert_string_equal(comparison_verdict(&comparison.rows[1], text, sizeof(text)),
			    "slower; environment unknown");
	comparison_clear(&comparison);
	text_list_clear(&despite);
	clear_group(&base);
	clear_group(&other);
}

/* What it takes to compare is told by name, or by group where that is long. */
static void test_despite_is_told(void **state)
{
	static const char *const keys[] = {"cpu.model", "cpu.smt", "config.hz", "kernel.version"};
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[512];

	(void)state;
	make_group(&base, both, 1, 1, 1);
	make_group(&other, both, 100, 1.5, 1);
	for (size_t i = 0; i < 4; i++) {
		set_all(&base, keys[i], "a");
		set_all(&other, keys[i], i < 2 ? "b" : "a");
	}
	compare(&base, &other, &usual, &comparison);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "not comparable: cpu.model and 1 more field differ; --despite "
			    "cpu.model,cpu.smt compares all the same");
	comparison_clear(&comparison);
	for (size_t i = 0; i < 4; i++)
		set_all(&other, keys[i], "b");
	set_all(&other, "kernel.release", "6.13");
	compare(&base, &other, &usual, &comparison);
	comparison_state(&comparison, text, sizeof(text));
	assert_non_null(strstr(text, " and 4 more fields differ; --despite '"));
	assert_non_null(strstr(text, "cpu.*"));
	assert_non_null(strstr(text, "config.*"));
	assert_non_null(strstr(text, "kernel.*"));
	assert_int_equal(comparison.notes.count, 0);
	comparison_clear(&comparison);
	clear_group(&base);
	clear_group(&other);
}

/* Where all took less time, none is the worst. */
static void test_headline_of_a_fall(void **state)
{
	struct comparison_headline headline;
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[256];

	(void)state;
	make_group(&base, both, 1, 1, 2);
	make_group(&other, both, 100, 0.5, 2);
	compare(&base, &other, &usual, &comparison);
	comparison.rows[0].estimate = -0.01;
	comparison.rows[1].estimate = log(0.5);
	comparison_headline_of(&comparison, 20, &headline);
	assert_ptr_equal(headline.best, &comparison.rows[1]);
	comparison_headline(&comparison, 20, text, sizeof(text));
	assert_string_equal(text, "0 of 2 cases above 20%, none slower, fastest -50.0% "
				  "(open-close FFF)");
	comparison.rows[0].estimate = 0.1;
	comparison_headline(&comparison, 20, text, sizeof(text));
	assert_string_equal(text, "0 of 2 cases above 20%, worst +10.5% (stat FFF)");
	comparison.rows[0].estimate = 0;
	comparison.rows[1].estimate = 0;
	comparison_headline(&comparison, 20, text, sizeof(text));
	assert_string_equal(text, "0 of 2 cases above 20%, none differs");
	comparison_clear(&comparison);
	clear_group(&base);
	clear_group(&other);
}

static bool has_note(const struct comparison *comparison, const char *note)
{
	for (size_t i = 0; i < comparison->notes.count; i++) {
		if (strcmp(comparison->notes.items[i], note) == 0)
			return true;
	}
	return false;
}

/* Every pass of case index of session at ns. */
static void set_medians(struct group *group, size_t session, size_t index, double ns)
{
	struct case_figures *which = &group->figures[session].cases[index];

	for (size_t i = 0; i < which->pass_count; i++)
		which->passes[i].median = ns;
}

/* Three boots a side cannot carry two tests, and what they show all the same is said. */
static void test_remarks_without_a_verdict(void **state)
{
	struct comparison comparison;
	struct group base;
	struct group other;

	(void)state;
	make_group(&base, both, 1, 1, 3);
	make_group(&other, both, 100, 1, 3);
	for (size_t i = 0; i < 3; i++) {
		set_medians(&base, i, 0, 400 + (double)i);
		set_medians(&other, i, 0, 500 + (double)i);
		set_medians(&base, i, 1, 1000 * pow(2, (double)i));
		set_medians(&other, i, 1, 1100 * pow(2, (double)i));
	}
	compare(&base, &other, &usual, &comparison);
	assert_true(has_note(&comparison,
			     "no verdict, but slower by more than both sides scatter: stat FFF "
			     "+24.9%"));
	/* Fourfold on either side. */
	assert_true(has_note(&comparison, "unusable, for so much do sessions scatter: "
					  "open-close FFF 1500.0%"));
	assert_int_equal(comparison.notes.count, 2);
	comparison_clear(&comparison);
	/* With a session less of one case the rows no longer say the same: it is said of all. */
	base.figures[0].cases[1].pass_count = 0;
	compare(&base, &other, &usual, &comparison);
	assert_true(has_note(&comparison,
			     "3 and 3 sessions cannot carry 2 tests, that takes 5 a "
			     "side: --cases narrows them, if they are chosen before looking"));
	comparison_clear(&comparison);
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
		assert_non_null(
			strstr(error.text, "no case was measured on both sides: the base has "));
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
	make_group(&base, both_often, 1, 1, 3);
	make_group(&other, both_often, 100, 3, 1);
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

/* Two passes a side lie apart by chance in one of three cases, three in one of ten. */
static void test_quick_needs_passes(void **state)
{
	const struct comparison_options quick = {.quick = true};
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[256];

	(void)state;
	make_group(&base, both, 1, 1, 1);
	make_group(&other, both, 100, 3, 1);
	compare(&base, &other, &quick, &comparison);
	assert_true(comparison.rows[1].spread_low > 0);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "no verdict: one boot each, of too few passes: 2 cases need 5 a side, "
			    "3 and 3 are there");
	comparison_clear(&comparison);
	clear_group(&base);
	clear_group(&other);
}

static void scatter(struct group *group, double factor)
{
	struct case_figures *which = &group->figures[0].cases[0];

	for (size_t i = 0; i < which->pass_count; i++)
		which->passes[i].median *= pow(factor, (double)i);
}

/* What could have been twice as slow, or half as fast, did not "not move". */
static void test_what_cannot_be_told(void **state)
{
	const struct comparison_options quick = {.quick = true};
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[256];

	(void)state;
	make_group(&base, both_often, 1, 1, 1);
	make_group(&other, both_often, 100, 1, 1);
	scatter(&base, 1.3);
	scatter(&other, 1.3);
	compare(&base, &other, &quick, &comparison);
	comparison_verdict(&comparison.rows[0], text, sizeof(text));
	assert_non_null(strstr(text, "no verdict: cannot tell: up to 1"));
	assert_non_null(strstr(text, "% would have gone unseen; boots differ by themselves"));
	assert_int_equal(comparison.rows[1].verdict, VERDICT_NOT_MOVED);
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
		cmocka_unit_test(test_despite_is_told),
		cmocka_unit_test(test_headline_of_a_fall),
		cmocka_unit_test(test_remarks_without_a_verdict),
		cmocka_unit_test(test_cases_on_one_side),
		cmocka_unit_test(test_nothing_in_common),
		cmocka_unit_test(test_quick),
		cmocka_unit_test(test_quick_needs_passes),
		cmocka_unit_test(test_what_cannot_be_told),
		cmocka_unit_test(test_three_groups),
	};

	return cmocka_run_group_tests_name("compare_sessions", tests, NULL, NULL);
}
