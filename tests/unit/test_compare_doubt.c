/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_doubt.c - what makes a comparison untrustworthy: a baseline that differs from
 * itself, a control that moves, a difference that drifts.
 */
#include <math.h>

#include "tests/unit/compare_small.h"

/* A/A 3% apart: what is not twice as large cannot be trusted, what is 30% can. */
static double biased(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	double base = strcmp(entry->operation->name, "open-close") == 0 ? 1200 : 400;

	(void)pass;
	if (strcmp(variant, "same") == 0)
		return base * 1.03;
	if (strcmp(variant, "landlock:1") == 0)
		return base * (base == 1200 ? 1.3 : 1.04);
	return strcmp(variant, "seccomp:1") == 0 ? base * 1.02 : base;
}

static void test_untrustworthy(void **state)
{
	const struct comparison_row *row;
	struct made_plan made = usual;
	struct comparison comparison;
	struct result result;
	char text[256];

	(void)state;
	made.truth = biased;
	made_compared(&made, &result);
	compare(&result, &comparison);
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_int_equal(row->verdict, VERDICT_UNTRUSTWORTHY);
	comparison_verdict(row, text, sizeof(text));
	assert_non_null(strstr(text, "untrustworthy: A/A moved +"));
	row = row_of(&comparison, "open-close FFF", "landlock:1");
	assert_int_equal(row->verdict, VERDICT_SLOWER);
	assert_non_null(strstr(row->reason, " moved +")); /* said all the same */
	comparison_clear(&comparison);
	result_clear(&result);
}

/* landlock:1 moves its controls by 4%, and nothing is wrong with A/A. */
static double moves_control(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	double base = strcmp(entry->operation->name, "open-close") == 0 ? 1200 : 400;

	(void)pass;
	if (strcmp(variant, "landlock:1") == 0)
		return base * 1.04;
	return base;
}

static void test_control_moved(void **state)
{
	const struct comparison_row *row;
	struct made_plan made = usual;
	struct comparison comparison;
	struct result result;

	(void)state;
	made.truth = moves_control;
	made_compared(&made, &result);
	compare(&result, &comparison);
	row = row_of(&comparison, "open-close FFF", "landlock:1");
	assert_int_equal(row->verdict, VERDICT_UNTRUSTWORTHY);
	assert_non_null(strstr(row->reason, "control "));
	assert_non_null(strstr(row->reason, "which landlock:1 cannot cause"));
	comparison_clear(&comparison);
	result_clear(&result);
}

/* seccomp:1 starts 6% faster and ends 6% slower. */
static double drifts(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	double base = truth(entry, "none", pass);

	return strcmp(variant, "seccomp:1") == 0 ? base * (0.94 + 0.01 * pass) : base;
}

static void test_drift(void **state)
{
	const struct comparison_row *row;
	struct made_plan made = usual;
	struct comparison comparison;
	struct result result;

	(void)state;
	made.truth = drifts;
	made_compared(&made, &result);
	compare(&result, &comparison);
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_int_equal(row->verdict, VERDICT_UNTRUSTWORTHY);
	assert_non_null(strstr(row->reason, "drift: the difference moved by +1"));
	assert_true(row->drift > 0.8);
	comparison_clear(&comparison);
	result_clear(&result);
}

static bool is_control(const char *base, const char *variant, const char *operation)
{
	return compare_is_control(base, variant, operation_find(operation));
}

static void test_controls_of_variants(void **state)
{
	(void)state;
	assert_true(is_control("none", "landlock:16", "stat"));
	assert_true(is_control("none", "landlock:1", "chmod"));
	assert_false(is_control("none", "landlock:1", "open-close"));
	assert_false(is_control("none", "seccomp:1", "stat"));
	assert_true(is_control("none", "seccomp:1", "loop"));
	assert_true(is_control("none", "unheard:1", "loop"));
	assert_false(is_control("none", "unheard:1", "stat"));
	assert_false(is_control("none", "landlock:1+seccomp:1", "stat"));
	/* What the baseline is confined by can move a case as well. */
	assert_false(is_control("landlock:1", "none", "open-close"));
	assert_false(is_control("seccomp:1", "landlock:1", "stat"));
	assert_true(is_control("landlock:1", "landlock:4", "stat"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_untrustworthy),
		cmocka_unit_test(test_control_moved),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_controls_of_variants),
	};

	return cmocka_run_group_tests_name("compare_doubt", tests, NULL, NULL);
}
