/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_boots.c - what counts as one boot: files of one, and one file given twice.
 */
#include "tests/unit/session_groups.h"

static bool has_note(const struct comparison *comparison, const char *part)
{
	for (size_t i = 0; i < comparison->notes.count; i++) {
		if (strstr(comparison->notes.items[i], part))
			return true;
	}
	return false;
}

/* Five files of one boot are one boot, whatever their figures. */
static void test_files_of_one_boot(void **state)
{
	struct comparison comparison;
	struct group base;
	struct group other;
	char text[256];

	(void)state;
	make_group(&base, both, 1, 1, 5);
	make_group(&other, both, 100, 1.5, 5);
	set_all(&other, "kernel.boot", "0123456789abcdef");
	compare(&base, &other, &usual, &comparison);
	assert_int_equal(comparison.rows[1].base_count, 5);
	assert_int_equal(comparison.rows[1].part_count, 1);
	assert_int_equal(comparison.other_sessions, 1);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "no verdict: needs 5 sessions a side for 2 tests, has 5 and 1");
	assert_int_equal(comparison.notes.count, 1);
	assert_true(has_note(&comparison, "B: 5 sessions of one boot count as one boot"));
	comparison_clear(&comparison);
	set_all(&base, "kernel.boot", "fedcba9876543210");
	compare(&base, &other, &usual, &comparison);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "no verdict: one boot each");
	assert_false(has_note(&comparison, "are of one boot"));
	comparison_clear(&comparison);
	/* Nothing was booted in between. */
	set_all(&base, "kernel.boot", "0123456789abcdef");
	compare(&base, &other, &usual, &comparison);
	assert_true(has_note(&comparison, "A and B are of one boot"));
	comparison_clear(&comparison);
	/* A boot a file: as before. */
	for (size_t i = 0; i < 5; i++) {
		snprintf(text, sizeof(text), "boot%zu", i);
		environment_set(&other.figures[i].environment, "kernel.boot", text, "test");
		snprintf(text, sizeof(text), "another%zu", i);
		environment_set(&base.figures[i].environment, "kernel.boot", text, "test");
	}
	compare(&base, &other, &usual, &comparison);
	assert_int_equal(comparison.rows[1].verdict, VERDICT_SLOWER);
	assert_int_equal(comparison.notes.count, 0);
	comparison_clear(&comparison);
	clear_group(&base);
	clear_group(&other);
}

/* The boot's figure is the median of all its passes, whichever file they stand in. */
static void test_passes_of_one_boot_are_pooled(void **state)
{
	static const double medians[2][3] = {{100, 500, 600}, {200, 300, 700}};
	struct comparison comparison;
	struct group base;
	struct group other;

	(void)state;
	make_group(&base, both, 1, 1, 2);
	make_group(&other, both, 100, 1, 1);
	set_all(&base, "kernel.boot", "0123456789abcdef");
	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < 3; j++)
			base.figures[i].cases[0].passes[j].median = medians[i][j];
	}
	compare(&base, &other, &usual, &comparison);
	assert_near(comparison.rows[0].base_ns, 400, 1e-9);
	comparison_clear(&comparison);
	clear_group(&base);
	clear_group(&other);
}

/* One file on both sides, or twice on one, is never silently two boots. */
static void test_the_same_file_twice(void **state)
{
	struct comparison comparison;
	struct group base;
	struct group copy;
	char text[256];

	(void)state;
	make_group(&base, both, 1, 1, 5);
	make_group(&copy, both, 1, 1, 5);
	free(copy.figures[0].source);
	copy.figures[0].source = strdup("copy.csv");
	compare(&base, &copy, &usual, &comparison);
	assert_true(has_note(&comparison,
			     "made stands on both sides: copy.csv holds the same figures"));
	assert_true(has_note(&comparison, "made stands on both sides"));
	comparison_clear(&comparison);
	/* Twice on one side, and elsewhere not at all. */
	clear_group(&copy);
	make_group(&copy, both, 100, 1, 5);
	base.sessions[1] = base.sessions[0];
	base.count = 2;
	compare(&base, &copy, &usual, &comparison);
	assert_true(has_note(&comparison, "made is given twice"));
	assert_int_equal(comparison.rows[0].base_count, 1);
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "no verdict: needs 5 sessions a side for 2 tests, has 1 and 5");
	comparison_clear(&comparison);
	base.count = 5;
	clear_group(&base);
	clear_group(&copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files_of_one_boot),
		cmocka_unit_test(test_passes_of_one_boot_are_pooled),
		cmocka_unit_test(test_the_same_file_twice),
	};

	return cmocka_run_group_tests_name("compare_boots", tests, NULL, NULL);
}
