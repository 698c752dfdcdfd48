/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_variants.c - variants of one session: known differences are found, none is made up,
 * and what happened in another order or at another speed changes nothing.
 */
#include <math.h>

#include "tests/unit/compare_small.h"

static void test_known_differences(void **state)
{
	const struct comparison_row *row;
	struct comparison comparison;
	struct result result;
	char text[256];

	(void)state;
	made_compared(&usual, &result);
	compare(&result, &comparison);
	assert_int_equal(comparison.row_count, 9);
	assert_int_equal(comparison.tests, 4); /* landlock 1, seccomp 3 */
	assert_int_equal(comparison.needed, 8);
	row = row_of(&comparison, "open-close FFF", "landlock:1");
	assert_int_equal(row->role, ROW_TEST);
	assert_int_equal(row->verdict, VERDICT_SLOWER);
	assert_int_equal(row->part_count, 12);
	assert_int_equal(row->pairs, 240);
	assert_near(comparison_percent(row->estimate), 30, 1);
	assert_true(row->low < log(1.3) && log(1.3) < row->high);
	assert_near(comparison_ns(row) / row->base_ns, 0.3, 0.01);
	row = row_of(&comparison, "stat FFF", "landlock:1");
	assert_int_equal(row->role, ROW_CONTROL);
	assert_int_equal(row->verdict, VERDICT_NO_DIFFERENCE);
	assert_true(row->limit > 0 && row->limit < 0.02);
	assert_non_null(strstr(comparison_verdict(row, text, sizeof(text)),
			       "no difference detected (limit "));
	row = row_of(&comparison, "chmod DIR0", "same");
	assert_int_equal(row->role, ROW_AA);
	assert_int_equal(row->verdict, VERDICT_NO_DIFFERENCE);
	assert_int_equal(row_of(&comparison, "chmod DIR0", "seccomp:1")->role, ROW_TEST);
	assert_near(comparison.aa_estimate, 0, 0.005);
	assert_true(comparison.aa_limit > 0 && comparison.aa_limit < 0.02);
	comparison_headline(&comparison, 20, text, sizeof(text));
	assert_string_equal(
		text, "4 slower, 0 faster, 0 no difference; 1 of 4 "
		      "comparisons above 20%, worst +29.9% (open-close FFF under landlock:1)");
	comparison_clear(&comparison);
	result_clear(&result);
}

/* What the file system does every other pass makes both 80 times slower; seccomp adds 100 ns. */
static double jumps(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	double base = strcmp(entry->operation->name, "stat") == 0 && pass % 2 == 0 ? 32000 : 400;

	return strcmp(variant, "seccomp:1") == 0 ? base + 100 : base;
}

/* Percent of a base that jumped is nobody's ns: they come from the passes, each of its own base. */
static void test_jumping_base(void **state)
{
	const struct comparison_row *row;
	struct made_plan made = usual;
	struct comparison comparison;
	char jump[COMPARISON_PERCENT_SIZE];
	struct result result;

	(void)state;
	made.truth = jumps;
	made.noise_passes = 0.0002;
	made.is_calm = true;
	made_compared(&made, &result);
	compare(&result, &comparison);
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_true(row->base_ns > 10000);
	assert_near(comparison_ns(row), 100, 15);
	assert_near(comparison_ns_per_call(row), 100, 15);
	/* In percent it is another estimate, of whatever sign: tables show that alone. */
	assert_true(isnan(comparison_shown_difference(row)));
	assert_true(isnan(comparison_shown_per_call(row)));
	assert_near(comparison_kept_difference(row), 100, 15);
	assert_string_equal(comparison_show_jump(row, jump), "base x80");
	assert_non_null(strstr(row->reason, "the base itself changed 80-fold between passes"));
	row = row_of(&comparison, "chmod DIR0", "seccomp:1");
	assert_near(comparison_ns(row), 100, 1);
	assert_near(comparison_shown_difference(row), 100, 1);
	assert_string_equal(comparison_show_jump(row, jump), "");
	assert_string_equal(row->reason, "");
	comparison_clear(&comparison);
	result_clear(&result);
}

/* The same measurement with baseline and variant called the other way round. */
static void test_swapped_sides_mirror(void **state)
{
	static const char *const forth[] = {"none", "other", NULL};
	struct made_plan made = usual;
	struct comparison comparison[2];
	struct result result;

	(void)state;
	made.variants = forth;
	made_compared(&made, &result);
	compare(&result, &comparison[0]);
	for (size_t i = 0; i < result.sample_count; i++)
		result.samples[i].step ^= 1;
	compare(&result, &comparison[1]);
	for (size_t i = 0; i < comparison[0].row_count; i++) {
		const struct comparison_row *a = &comparison[0].rows[i];
		const struct comparison_row *b = &comparison[1].rows[i];

		assert_near(a->estimate, -b->estimate, 1e-12);
		assert_near(a->low, -b->high, 1e-12);
		assert_near(a->high, -b->low, 1e-12);
		assert_near(a->spread_low, -b->spread_high, 1e-12);
		assert_near(a->p_adjusted, b->p_adjusted, 1e-12);
		assert_near(a->limit, b->limit, 1e-12);
		assert_near(a->base_ns, b->other_ns, 1e-9);
	}
	comparison_clear(&comparison[0]);
	comparison_clear(&comparison[1]);
	result_clear(&result);
}

static void assert_same_answers(const struct comparison *a, const struct comparison *b)
{
	assert_int_equal(a->row_count, b->row_count);
	for (size_t i = 0; i < a->row_count; i++) {
		assert_near(a->rows[i].estimate, b->rows[i].estimate, 1e-12);
		assert_near(a->rows[i].low, b->rows[i].low, 1e-12);
		assert_near(a->rows[i].high, b->rows[i].high, 1e-12);
		assert_near(a->rows[i].p_adjusted, b->rows[i].p_adjusted, 1e-12);
		assert_near(a->rows[i].limit, b->rows[i].limit, 1e-12);
		assert_int_equal(a->rows[i].verdict, b->rows[i].verdict);
	}
}

static void test_scaling_changes_nothing(void **state)
{
	struct comparison comparison[2];
	struct result result;

	(void)state;
	made_compared(&usual, &result);
	compare(&result, &comparison[0]);
	for (size_t i = 0; i < result.sample_count; i++)
		result.samples[i].duration_ns *= 8;
	compare(&result, &comparison[1]);
	assert_same_answers(&comparison[0], &comparison[1]);
	assert_near(comparison[1].rows[0].base_ns / comparison[0].rows[0].base_ns, 8, 1e-12);
	comparison_clear(&comparison[0]);
	comparison_clear(&comparison[1]);
	result_clear(&result);
}

static int by_place(const void *a, const void *b)
{
	const struct sample *x = a;
	const struct sample *y = b;

	if (x->pass != y->pass)
		return x->pass < y->pass ? -1 : 1;
	if (x->step / 4 != y->step / 4)
		return x->step / 4 < y->step / 4 ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Passes in another order; and the runs of a pass, pair by pair, in another order. */
static void test_permuted_passes_change_nothing(void **state)
{
	struct comparison comparison[2];
	struct result result;

	(void)state;
	made_compared(&usual, &result);
	compare(&result, &comparison[0]);
	for (size_t i = 0; i < result.sample_count; i++) {
		struct sample *sample = &result.samples[i];

		sample->pass = (uint16_t)((sample->pass * 5u + 3) % 12);
		sample->run = (sample->run * 7u + 2) % 20;
		sample->order = sample->run * 4 + sample->step % 4;
	}
	qsort(result.samples, result.sample_count, sizeof(*result.samples), by_place);
	compare(&result, &comparison[1]);
	assert_same_answers(&comparison[0], &comparison[1]);
	comparison_clear(&comparison[0]);
	comparison_clear(&comparison[1]);
	result_clear(&result);
}

/* The machine's speed within a run is 30% up or down and must not matter; without pairs it would.
 */
static void test_equal_variants_are_not_told_apart(void **state)
{
	static const char *const forth[] = {"none", "same", "other", NULL};
	struct made_plan made = usual;
	size_t alarms = 0;
	size_t doubts = 0;

	(void)state;
	made.variants = forth;
	made.noise_passes = 0.005;
	for (made.seed = 1; made.seed <= 60; made.seed++) {
		struct comparison_headline headline;
		struct comparison comparison;
		struct result result;

		made_compared(&made, &result);
		compare(&result, &comparison);
		comparison_headline_of(&comparison, 20, &headline);
		alarms += headline.slower + headline.faster > 0;
		doubts += headline.aa_moved > 0;
		comparison_clear(&comparison);
		result_clear(&result);
	}
	/* 5% of 60 families at most: 9 or more happen once in a thousand tries. The seeds are
	 * fixed. */
	assert_true(alarms <= 8);
	/* The A/A rows are a family of their own, whose alarms are doubts. */
	assert_true(doubts <= 8);
}

/* One pass scatters by nothing that anybody knows: no range is told of it. */
static void test_one_pass_has_no_spread(void **state)
{
	static const char *const keys[] = {"cases", "stat FFF", "runs", "20", "passes", "1", NULL};
	struct made_plan made = usual;
	struct comparison comparison;
	struct result result;

	(void)state;
	made.keys = keys;
	made_compared(&made, &result);
	compare(&result, &comparison);
	assert_true(isfinite(comparison.rows[0].estimate));
	assert_true(isnan(comparison.rows[0].spread_low) != 0);
	assert_true(isnan(comparison.rows[0].spread_high) != 0);
	comparison_clear(&comparison);
	result_clear(&result);
}

static void test_too_few_passes(void **state)
{
	static const char *const keys[] = {
		"cases", "stat FFF", "cases", "open-close FFF", "runs", "20", "passes", "6", NULL};
	const struct comparison_row *row;
	struct made_plan made = usual;
	struct comparison comparison;
	struct result result;
	char text[128];

	(void)state;
	made.keys = keys;
	made_compared(&made, &result);
	compare(&result, &comparison);
	row = row_of(&comparison, "open-close FFF", "landlock:1");
	assert_int_equal(comparison.tests, 3);
	assert_string_equal(comparison_verdict(row, text, sizeof(text)),
			    "no verdict: needs 7 passes, has 6");
	assert_true(isfinite(row->low)); /* the interval is there all the same */
	assert_true(isinf(row->limit));
	assert_string_equal(comparison_state(&comparison, text, sizeof(text)),
			    "no verdict: needs 7 passes, has 6");
	/* Two controls need less; four of A/A... no more than what their number asks. */
	assert_int_equal(row_of(&comparison, "stat FFF", "landlock:1")->verdict,
			 VERDICT_NO_DIFFERENCE);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* The first samples only, as a session that was stopped saves them. */
static void test_cut_short(void **state)
{
	const struct comparison_row *row;
	struct comparison comparison;
	struct result result;
	char text[128];

	(void)state;
	made_compared(&usual, &result);
	result.partial = true;
	/* Ten passes of 3 cases x 4 variants x 20 runs, and 6 pairs of the first case of the next.
	 */
	result.sample_count = 10 * 240 + 4 * 6;
	compare(&result, &comparison);
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_int_equal(row->part_count, 10);
	assert_int_equal(row->passes_short, 1);
	assert_string_equal(comparison_verdict(row, text, sizeof(text)),
			    "slower; 1 pass cut short left out");
	comparison_clear(&comparison);

	/* One pass only: a figure, no interval, no verdict. */
	result.sample_count = 240;
	compare(&result, &comparison);
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_near(comparison_percent(row->estimate), 10, 1.5);
	assert_true(isnan(row->low) && isnan(row->high));
	assert_string_equal(comparison_verdict(row, text, sizeof(text)),
			    "no verdict: needs 8 passes, has 1; the session was cut short");
	comparison_clear(&comparison);

	/* Nothing at all. */
	result.sample_count = 0;
	compare(&result, &comparison);
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_true(isnan(row->estimate) && isnan(row->base_ns));
	assert_string_equal(comparison_verdict(row, text, sizeof(text)),
			    "no verdict: not measured");
	comparison_headline(&comparison, 20, text, sizeof(text));
	assert_non_null(strstr(text, "nothing was compared"));
	comparison_clear(&comparison);
	result_clear(&result);
}

static void test_failed_case(void **state)
{
	const struct comparison_row *row;
	struct comparison comparison;
	struct result result;
	size_t kept = 0;
	char text[128];

	(void)state;
	made_compared(&usual, &result);
	/* chmod under landlock:1 is step 2 of case 2: it fails from the beginning; one run of stat
	 * under seccomp:1 (step 3) fails. */
	result.steps[2 * 4 + 2].state = STEP_FAILED;
	result.steps[2 * 4 + 2].reason = strdup("EACCES: rule missing");
	result.steps[3].failed_runs = 1;
	for (size_t i = 0; i < result.sample_count; i++) {
		struct sample sample = result.samples[i];

		if (sample.step == 3 && sample.pass == 2 && sample.run == 5)
			sample.flags |= SAMPLE_FAILED;
		if (sample.step != 2 * 4 + 2)
			result.samples[kept++] = sample;
	}
	result.sample_count = kept;
	compare(&result, &comparison);
	row = row_of(&comparison, "chmod DIR0", "landlock:1");
	assert_string_equal(comparison_verdict(row, text, sizeof(text)),
			    "no verdict: it failed: EACCES: rule missing");
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_int_equal(row->pairs, 239);
	assert_string_equal(comparison_verdict(row, text, sizeof(text)),
			    "slower; 1 failed runs left out");
	assert_int_equal(row_of(&comparison, "chmod DIR0", "seccomp:1")->verdict, VERDICT_SLOWER);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* One case that failed does not cut the session short for the others, and says all that it knows.
 */
static void test_a_failure_is_no_cut(void **state)
{
	const struct comparison_row *row;
	struct comparison comparison;
	struct result result;
	char text[COMPARISON_REASON_SIZE + 64];
	char reason[700];

	(void)state;
	memset(reason, 'x', sizeof(reason) - 1);
	reason[sizeof(reason) - 1] = '\0';
	memcpy(reason + sizeof(reason) - 5, "end", 3);
	made_compared(&usual, &result);
	result.partial = true;
	result.steps[2 * 4 + 2].state = STEP_FAILED;
	result.steps[2 * 4 + 2].reason = strdup(reason);
	result.sample_count = 4 * 240;
	compare(&result, &comparison);
	assert_false(comparison.stopped);
	row = row_of(&comparison, "stat FFF", "seccomp:1");
	assert_string_equal(comparison_verdict(row, text, sizeof(text)),
			    "no verdict: needs 8 passes, has 4");
	row = row_of(&comparison, "chmod DIR0", "landlock:1");
	comparison_verdict(row, text, sizeof(text));
	assert_non_null(strstr(text, "it failed: xxx"));
	assert_non_null(strstr(text, reason));
	comparison_clear(&comparison);
	/* Stopped it is cut short, whatever failed before. */
	result.steps[0].state = STEP_STOPPED;
	compare(&result, &comparison);
	assert_true(comparison.stopped);
	row = row_of(&comparison, "open-close FFF", "seccomp:1");
	assert_string_equal(comparison_verdict(row, text, sizeof(text)),
			    "no verdict: needs 8 passes, has 4; the session was cut short");
	comparison_clear(&comparison);
	result_clear(&result);
}

/* A wrapper's command may be long; its name tells it from others. */
static void test_wrappers_go_by_their_name(void **state)
{
	static const char *const forth[] = {"none", "exec:a=true", "exec:a=false", "exec:b=x",
					    NULL};
	struct made_plan made = usual;
	struct comparison comparison;
	struct result result;

	(void)state;
	made.variants = forth;
	made_compared(&made, &result);
	compare(&result, &comparison);
	assert_string_equal(comparison.labels.items[0], "exec:a");
	assert_string_equal(comparison.labels.items[1], "exec:a=false");
	assert_string_equal(comparison.labels.items[2], "exec:b");
	comparison_clear(&comparison);
	result_clear(&result);
}

static void test_one_variant_is_refused(void **state)
{
	static const char *const alone[] = {"none", NULL};
	struct made_plan made = usual;
	struct comparison comparison;
	struct error error = {0};
	struct result result;

	(void)state;
	made.variants = alone;
	made_compared(&made, &result);
	assert_int_equal(compare_variants(&result, &comparison, &error), -EINVAL);
	assert_non_null(strstr(error.text, "one variant only"));
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known_differences),
		cmocka_unit_test(test_jumping_base),
		cmocka_unit_test(test_swapped_sides_mirror),
		cmocka_unit_test(test_scaling_changes_nothing),
		cmocka_unit_test(test_permuted_passes_change_nothing),
		cmocka_unit_test(test_equal_variants_are_not_told_apart),
		cmocka_unit_test(test_one_pass_has_no_spread),
		cmocka_unit_test(test_too_few_passes),
		cmocka_unit_test(test_cut_short),
		cmocka_unit_test(test_failed_case),
		cmocka_unit_test(test_a_failure_is_no_cut),
		cmocka_unit_test(test_wrappers_go_by_their_name),
		cmocka_unit_test(test_one_variant_is_refused),
	};

	return cmocka_run_group_tests_name("compare_variants", tests, NULL, NULL);
}
