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

/* A/A 0.15% apart, which the passes find though they would not find it in four of five sessions. */
static double biased_little(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	double value = truth(entry, "none", pass);

	if (strcmp(variant, "same") == 0)
		return value * 1.0015;
	if (strcmp(variant, "landlock:1") == 0)
		return value * (strcmp(entry->operation->name, "open-close") == 0 ? 1.3 : 1.0015);
	return strcmp(variant, "seccomp:1") == 0 ? value * 1.0028 : value;
}

/* However small it is, what was found to move is no verdict on equal things, and is counted. */
static void test_small_moves_count(void **state)
{
	const struct comparison_row *row;
	struct comparison_headline headline;
	struct made_plan made = usual;
	struct comparison comparison;
	struct result result;
	char text[512];

	(void)state;
	made.truth = biased_little;
	made.seed = 2; /* of those in which the move is found below the limit */
	made_compared(&made, &result);
	compare(&result, &comparison);
	row = row_of(&comparison, "stat FFF", "same");
	assert_true(row->estimate < row->limit);
	assert_int_equal(row->verdict, VERDICT_UNTRUSTWORTHY);
	assert_non_null(strstr(row->reason, "the baseline differs from itself by +0."));
	row = row_of(&comparison, "stat FFF", "landlock:1");
	assert_int_equal(row->verdict, VERDICT_UNTRUSTWORTHY);
	assert_non_null(strstr(row->reason, ", which landlock:1 cannot cause"));
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_int_equal(row->verdict, VERDICT_UNTRUSTWORTHY);
	assert_non_null(strstr(row->reason, "A/A moved +0."));
	row = row_of(&comparison, "open-close FFF", "landlock:1");
	assert_int_equal(row->verdict, VERDICT_SLOWER);
	comparison_headline_of(&comparison, 20, &headline);
	assert_true(headline.aa_moved > 0 && headline.controls_moved > 0);
	comparison_headline(&comparison, 20, text, sizeof(text));
	assert_non_null(strstr(text, "; moved though equal: "));
	assert_non_null(strstr(text, " control"));
	comparison_clear(&comparison);
	result_clear(&result);
}

/* landlock:1 moves one control, by 0.5% of its time, among 14 of which seccomp:1 has none. */
static double moves_one_of_many(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	(void)pass;
	if (strcmp(variant, "landlock:1") == 0 && strcmp(entry->parameter, "FFF") == 0)
		return strcmp(entry->operation->name, "stat") == 0 ? 402 : 520;
	return strncmp(variant, "landlock:", 9) == 0 &&
			       strcmp(entry->operation->name, "open-close") == 0
		       ? 520
		       : 400;
}

static const char *const one_layer[] = {"none", "same", "landlock:1", NULL};
static const char *const four_layers[] = {"none",       "same",       "landlock:1", "landlock:2",
					  "landlock:3", "landlock:4", NULL};

static void compare_many(const char *passes, const char *const *variants, struct result *result,
			 struct comparison *comparison)
{
	const char *const keys[] = {"ops",    "stat,chmod,open-close",
				    "paths",  "FFF,XXX/FFF",
				    "dirs",   "0,10,100,1000",
				    "passes", passes,
				    "runs",   "20",
				    NULL};
	struct made_plan made = usual;

	made.keys = keys;
	made.variants = variants;
	made.truth = moves_one_of_many;
	made.noise_passes = 0.0005;
	made_compared(&made, result);
	compare(result, comparison);
}

static bool has_note(const struct comparison *comparison, const char *text)
{
	for (size_t i = 0; i < comparison->notes.count; i++) {
		if (strstr(comparison->notes.items[i], text))
			return true;
	}
	return false;
}

/* A control vouches for its own variant: those of others do not make it harder to convict. */
static void test_a_control_among_many(void **state)
{
	struct comparison comparison;
	struct result result;

	(void)state;
	compare_many("9", four_layers, &result, &comparison);
	assert_int_equal(row_of(&comparison, "stat FFF", "landlock:1")->verdict,
			 VERDICT_UNTRUSTWORTHY);
	assert_int_equal(row_of(&comparison, "stat FFF", "landlock:2")->verdict,
			 VERDICT_NO_DIFFERENCE);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* Where passes are too few for so many controls, nobody may think that they stood still. */
static void test_silent_controls_are_told(void **state)
{
	struct comparison comparison;
	struct result result;

	(void)state;
	compare_many("7", one_layer, &result, &comparison);
	assert_int_equal(row_of(&comparison, "open-close FFF", "landlock:1")->verdict,
			 VERDICT_SLOWER);
	assert_true(has_note(&comparison, "6 controls of landlock:1 need 8 passes to show that one "
					  "moved, they have 7"));
	assert_true(has_note(&comparison, "8 A/A rows need 9 passes"));
	comparison_clear(&comparison);
	result_clear(&result);
	compare_many("9", one_layer, &result, &comparison);
	assert_int_equal(comparison.notes.count, 0);
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
		cmocka_unit_test(test_small_moves_count),
		cmocka_unit_test(test_a_control_among_many),
		cmocka_unit_test(test_silent_controls_are_told),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_controls_of_variants),
	};

	return cmocka_run_group_tests_name("compare_doubt", tests, NULL, NULL);
}
