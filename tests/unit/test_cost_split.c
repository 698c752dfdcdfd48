/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_cost_split.c - a price per call and per component is found again, entry cost is told from a
 * hook's, and what says nothing draws no line.
 */
#include <math.h>

#include "tests/unit/made_comparison.h"

#include "engine/compare/cost_split.h"

static const char *const keys[] = {
	"ops",    "stat,open-close,chmod",
	"paths",  "FFF,XXX/FFF,XXX/YYY/ZZZ/FFF,XXX/../FFF,XXX/YYY/ZZZ/NNN,default",
	"depths", "8,12",
	"dirs",   "0,10",
	"runs",   "10",
	"passes", "12",
	NULL};
static const char *const variants_made[] = {"none", "same", "landlock:1", "seccomp:1", NULL};

/* landlock: open-close +211 and +37 a component; seccomp: +41 a system call. */
static double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	bool is_path = entry->operation->parameter->type == PARAMETER_PATH;
	double components = is_path ? parameter_components(entry->parameter, NULL) : 0;
	double calls = operation_call_count(entry->operation, entry->parameter);
	double base = 300 * calls + 40 * components;

	(void)pass;
	if (strcmp(variant, "landlock:1") == 0 && strcmp(entry->operation->name, "open-close") == 0)
		return base + 211 + 37 * components;
	return strcmp(variant, "seccomp:1") == 0 ? base + 41 * calls : base;
}

static const struct made_plan usual = {
	.keys = keys,
	.variants = variants_made,
	.truth = truth,
	.noise = 0.002,
	.noise_passes = 0.0005,
	.is_calm = true,
	.seed = 3,
};

static void make(struct result *result, struct comparison *comparison, struct cost_split *split)
{
	struct error error = {""};

	made_compared(&usual, result);
	made_check(compare_variants(result, comparison, &error), &error);
	made_check(cost_split_of(comparison, split, &error), &error);
}

static void assert_near(double actual, double expected, double distance)
{
	if (!(fabs(actual - expected) <= distance))
		fail_msg("%g is not %g within %g", actual, expected, distance);
}

static void test_lines(void **state)
{
	const struct operation *open_close = operation_find("open-close");
	const struct cost_line *line;
	struct comparison comparison;
	struct cost_split split;
	struct result result;

	(void)state;
	make(&result, &comparison, &split);
	line = cost_split_line(&split, open_close, "landlock:1", COST_DIFFERENCE);
	assert_non_null(line);
	/* FFF, XXX/FFF, 3, 4, 8 and 12 components; the missing one and "default" are none. */
	assert_int_equal(line->line.count, 6);
	assert_near(line->line.slope, 37, 2);
	assert_near(line->line.intercept, 211, 10);
	assert_true(line->line.slope_low < 37 && 37 < line->line.slope_high);
	line = cost_split_line(&split, open_close, NULL, COST_BASE);
	assert_near(line->line.slope / line->line.intercept, 40.0 / 600, 0.02);
	line = cost_split_line(&split, open_close, "landlock:1", COST_OTHER);
	assert_near(line->line.slope / line->line.intercept, 77.0 / 811, 0.02);
	line = cost_split_line(&split, operation_find("stat"), "landlock:1", COST_DIFFERENCE);
	assert_near(line->line.slope, 0, 1);
	assert_null(
		cost_split_line(&split, operation_find("chmod"), "landlock:1", COST_DIFFERENCE));
	cost_split_clear(&split);
	comparison_clear(&comparison);
	result_clear(&result);
}

static void test_entry_cost_is_told_from_a_hooks(void **state)
{
	const struct cost_entry *entry;
	struct comparison comparison;
	struct cost_split split;
	struct result result;

	(void)state;
	make(&result, &comparison, &split);
	entry = cost_split_entry(&split, "seccomp:1");
	assert_true(entry->is_constant);
	assert_near(entry->ns, 41, 2);
	assert_int_equal(entry->agree, 3);
	assert_false(cost_split_entry(&split, "landlock:1")->is_constant);
	/* Differences of nothing may well agree by chance; they are no price. */
	assert_false(cost_split_entry(&split, "same")->is_constant);
	assert_null(cost_split_entry(&split, "bpf"));
	cost_split_clear(&split);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* One call each: a price per call cannot be told from one per operation. */
static void test_different_numbers_of_calls_are_needed(void **state)
{
	static const char *const alike[] = {
		"ops", "stat,access,fstatat", "paths", "FFF,XXX/FFF", "runs", "10", "passes", "12",
		NULL};
	struct made_plan made = usual;
	const struct cost_entry *entry;
	struct comparison comparison;
	struct error error = {""};
	struct cost_split split;
	struct result result;

	(void)state;
	made.keys = alike;
	made_compared(&made, &result);
	made_check(compare_variants(&result, &comparison, &error), &error);
	made_check(cost_split_of(&comparison, &split, &error), &error);
	entry = cost_split_entry(&split, "seccomp:1");
	assert_int_equal(entry->agree, 3);
	assert_false(entry->is_constant);
	cost_split_clear(&split);
	comparison_clear(&comparison);
	result_clear(&result);
}

static void test_sentences(void **state)
{
	struct text_list sentences = {0};
	struct comparison comparison;
	struct cost_split split;
	struct result result;

	(void)state;
	make(&result, &comparison, &split);
	assert_int_equal(cost_split_sentences(&split, &sentences), 0);
	/* One of entry cost, three lines: stat is a control of landlock, and A/A says nothing. */
	assert_int_equal(sentences.count, 4);
	assert_non_null(strstr(sentences.items[0], "seccomp:1 adds 4"));
	assert_non_null(strstr(sentences.items[0], " ns per system call in 3 of 3 operations"));
	assert_non_null(strstr(sentences.items[0], ": entry cost, not a hook's"));
	for (size_t i = 0; i < sentences.count; i++) {
		assert_null(strstr(sentences.items[i], "same adds"));
		/* Filters do not walk the path. */
		if (strncmp(sentences.items[i], "seccomp:1", 9) == 0 && i > 0)
			assert_non_null(
				strstr(sentences.items[i], "; per component: none found (95% "));
	}
	text_list_clear(&sentences);
	cost_split_clear(&split);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* Give the first count rows of the line one verdict, the others another. */
static void set_verdicts(struct comparison *comparison, size_t count, enum verdict first,
			 enum verdict others)
{
	size_t seen = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		struct comparison_row *row = &comparison->rows[i];

		if (strcmp(row->operation->name, "open-close") == 0 &&
		    parameter_fits_line(row->parameter) && strcmp(row->label, "landlock:1") == 0)
			row->verdict = seen++ < count ? first : others;
	}
	assert_true(seen > count);
}

/* The sentence about the line, or NULL. In buffer, returned. */
static const char *sentence_of(struct comparison *comparison, char *buffer, size_t size)
{
	struct text_list sentences = {0};
	struct error error = {""};
	struct cost_split split;
	const char *found = NULL;

	made_check(cost_split_of(comparison, &split, &error), &error);
	assert_int_equal(cost_split_sentences(&split, &sentences), 0);
	for (size_t i = 0; i < sentences.count && !found; i++) {
		if (strstr(sentences.items[i], "landlock:1") &&
		    strstr(sentences.items[i], "open-close")) {
			snprintf(buffer, size, "%s", sentences.items[i]);
			found = buffer;
		}
	}
	text_list_clear(&sentences);
	cost_split_clear(&split);
	return found;
}

/* What fewer than half of the cases bear out is not asserted. */
static void test_claims(void **state)
{
	struct comparison comparison;
	struct cost_split split;
	struct result result;
	char text[512];

	(void)state;
	make(&result, &comparison, &split);
	cost_split_clear(&split);
	assert_non_null(sentence_of(&comparison, text, sizeof(text)));
	assert_non_null(strstr(text, "landlock:1 adds "));
	set_verdicts(&comparison, 3, VERDICT_SLOWER, VERDICT_NO_DIFFERENCE);
	assert_non_null(sentence_of(&comparison, text, sizeof(text)));
	set_verdicts(&comparison, 1, VERDICT_SLOWER, VERDICT_NO_DIFFERENCE);
	assert_null(sentence_of(&comparison, text, sizeof(text)));
	set_verdicts(&comparison, 0, VERDICT_SLOWER, VERDICT_NONE);
	assert_null(sentence_of(&comparison, text, sizeof(text)));
	/* Across sessions the figures are told for what they are. */
	comparison.kind = COMPARISON_SESSIONS;
	assert_non_null(sentence_of(&comparison, text, sizeof(text)));
	assert_non_null(strstr(text, "medians of landlock:1 differ by +2"));
	assert_non_null(strstr(text, "in open-close; no verdict"));
	assert_null(strstr(text, "adds"));
	set_verdicts(&comparison, 1, VERDICT_SLOWER, VERDICT_NOT_COMPARABLE);
	assert_non_null(sentence_of(&comparison, text, sizeof(text)));
	assert_non_null(strstr(text, "in open-close; not comparable"));
	set_verdicts(&comparison, 1, VERDICT_SLOWER, VERDICT_MOVED);
	assert_non_null(sentence_of(&comparison, text, sizeof(text)));
	assert_non_null(strstr(text, "in open-close; no verdict: one boot"));
	set_verdicts(&comparison, 0, VERDICT_SLOWER, VERDICT_NO_DIFFERENCE);
	assert_null(sentence_of(&comparison, text, sizeof(text)));
	comparison_clear(&comparison);
	result_clear(&result);
}

/* Two depths make a line, but nobody knows how far it is off: its slope is not told. */
static void test_two_depths_are_no_price(void **state)
{
	static const char *const two[] = {"ops",  "open-close", "paths",  "FFF,XXX/YYY/ZZZ/FFF",
					  "runs", "10",         "passes", "12",
					  NULL};
	struct made_plan made = usual;
	struct text_list sentences = {0};
	struct comparison comparison;
	struct error error = {""};
	struct cost_split split;
	struct result result;

	(void)state;
	made.keys = two;
	made_compared(&made, &result);
	made_check(compare_variants(&result, &comparison, &error), &error);
	made_check(cost_split_of(&comparison, &split, &error), &error);
	assert_true(isnan(cost_split_line(&split, operation_find("open-close"), "landlock:1",
					  COST_DIFFERENCE)
				  ->line.slope_low) != 0);
	assert_int_equal(cost_split_sentences(&split, &sentences), 0);
	for (size_t i = 0; i < sentences.count; i++)
		assert_null(strstr(sentences.items[i], "ns per component"));
	assert_true(sentences.count >= 2);
	assert_non_null(strstr(sentences.items[0], "landlock:1 adds 3"));
	assert_non_null(strstr(sentences.items[0], " ns per iteration to open-close; per "
						   "component: not known from 2 depths"));
	text_list_clear(&sentences);
	cost_split_clear(&split);
	comparison_clear(&comparison);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_two_depths_are_no_price),
		cmocka_unit_test(test_entry_cost_is_told_from_a_hooks),
		cmocka_unit_test(test_different_numbers_of_calls_are_needed),
		cmocka_unit_test(test_sentences),
		cmocka_unit_test(test_claims),
	};

	return cmocka_run_group_tests_name("cost_split", tests, NULL, NULL);
}
