/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_model.c - the Compare page's figures are those of the comparison, however the
 * samples arrive; it compares seldom while they do; and its lines follow order and filter.
 */
#include <math.h>

#include "tests/unit/made_comparison.h"
#include "tests/unit/published.h"

#include "tui/compare_model.h"
#include "tui/compare_pair.h"

#define RUNS 20
#define PASSES 12

static const char *const plan_keys_small[] = {"cases",  "stat FFF",   "cases", "open-close FFF",
					      "cases",  "chmod DIR0", "runs",  "20",
					      "passes", "12",         NULL};
static const char *const four[] = {"none", "same", "landlock:1", "seccomp:1", NULL};

static double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	double base = strcmp(entry->operation->name, "open-close") == 0 ? 1200 : 400;

	(void)pass;
	if (strcmp(variant, "landlock:1") == 0 && base > 1000)
		return base * 1.3;
	return strcmp(variant, "seccomp:1") == 0 ? base * 0.9 : base;
}

static const struct made_plan usual = {
	.keys = plan_keys_small,
	.variants = four,
	.truth = truth,
	.noise = 0.01,
	.noise_passes = 0.002,
	.seed = 1,
};

/* A session of the same plan that has measured nothing yet. */
static void begin_live(struct result *live, const struct result *whole)
{
	struct error error = {0};
	struct plan plan;

	assert_int_equal(plan_copy(&plan, &whole->plan), 0);
	result_init(live);
	made_check(result_begin(live, &plan, &error), &error);
	plan_clear(&plan);
}

static void feed(struct result *live, const struct result *whole, size_t count)
{
	while (count-- > 0 && live->sample_count < whole->sample_count) {
		const struct sample *sample = &whole->samples[live->sample_count];

		live->steps[sample->step].state = STEP_RUNNING;
		assert_int_equal(result_add(live, sample), 0);
	}
}

static void assert_same_comparison(const struct comparison *a, const struct comparison *b)
{
	size_t i;

	assert_int_equal(a->row_count, b->row_count);
	for (i = 0; i < a->row_count; i++) {
		assert_true(a->rows[i].estimate == b->rows[i].estimate);
		assert_true(a->rows[i].low == b->rows[i].low);
		assert_int_equal(a->rows[i].verdict, b->rows[i].verdict);
		assert_string_equal(a->rows[i].reason, b->rows[i].reason);
	}
}

static void the_end_is_the_comparison_of_the_result(void **state)
{
	struct compare_model model = {0};
	struct comparison comparison;
	struct result whole;
	struct result live;
	struct error error = {0};
	int64_t now = 0;
	size_t i;

	(void)state;
	made_compared(&usual, &whole);
	begin_live(&live, &whole);
	compare_model_begin(&model, &live, true);
	while (live.sample_count < whole.sample_count) {
		feed(&live, &whole, 37);
		compare_model_update(&model, now += 100);
	}
	for (i = 0; i < plan_step_count(&live.plan); i++)
		live.steps[i].state = STEP_DONE;
	compare_model_ended(&model, &live);
	assert_true(compare_model_update(&model, now));
	assert_false(compare_model_update(&model, now + 100000));
	made_check(compare_variants(&whole, &comparison, &error), &error);
	assert_same_comparison(&model.comparison, &comparison);
	comparison_clear(&comparison);
	compare_model_clear(&model);
	result_clear(&live);
	result_clear(&whole);
}

/* Whatever comes, at most twice a second, and only when there is something new to see. */
static void it_compares_seldom(void **state)
{
	struct compare_model model = {0};
	struct result whole;
	struct result live;
	int64_t now = 0;
	int64_t last = -COMPARE_INTERVAL_MS;
	size_t done = 0;

	(void)state;
	made_compared(&usual, &whole);
	begin_live(&live, &whole);
	compare_model_begin(&model, &live, true);
	assert_false(compare_model_update(&model, now));
	for (; live.sample_count < whole.sample_count; now += 20) {
		feed(&live, &whole, 3);
		if (!compare_model_update(&model, now))
			continue;
		done++;
		assert_true(now - last >= COMPARE_INTERVAL_MS);
		last = now;
		/* Nothing new: nothing to do, however long it takes. */
		assert_false(compare_model_update(&model, now + 100000));
	}
	assert_in_range(done, 4, (size_t)(now / COMPARE_INTERVAL_MS) + 1);
	compare_model_clear(&model);
	result_clear(&live);
	result_clear(&whole);
}

/* A comparison that took long is followed by a longer pause. */
static void a_slow_comparison_waits(void **state)
{
	struct compare_model model = {0};
	struct result whole;

	(void)state;
	made_compared(&usual, &whole);
	compare_model_begin(&model, &whole, true);
	assert_true(compare_model_is_due(&model, 0));
	model.next_ms = 4000;
	assert_false(compare_model_is_due(&model, 3999));
	assert_true(compare_model_is_due(&model, 4000));
	/* The end does not wait. */
	compare_model_ended(&model, &whole);
	assert_true(compare_model_is_due(&model, 0));
	compare_model_clear(&model);
	result_clear(&whole);
}

static void a_pass_that_runs_is_left_out(void **state)
{
	struct compare_model model = {0};
	struct result whole;
	struct result live;
	const size_t block = (size_t)RUNS * 4;
	size_t i;

	(void)state;
	made_compared(&usual, &whole);
	begin_live(&live, &whole);
	compare_model_begin(&model, &live, true);
	assert_int_equal(compare_model_ripe(&model), 0);
	feed(&live, &whole, 30);
	assert_int_equal(compare_model_ripe(&model), 30);
	feed(&live, &whole, 4 * block - 10);
	assert_int_equal(live.sample_count, 4 * block + 20);
	assert_int_equal(compare_model_ripe(&model), 4 * block);
	assert_true(compare_model_update(&model, 0));
	/* What has not come yet is nobody's failure. */
	for (i = 0; i < model.comparison.row_count; i++)
		assert_null(strstr(model.comparison.rows[i].reason, "running"));
	assert_int_equal(model.comparison.rows[0].passes_short, 0);
	compare_model_clear(&model);
	result_clear(&live);
	result_clear(&whole);
}

static void verdicts_wait_for_passes(void **state)
{
	struct compare_model model = {0};
	struct result whole;
	struct result live;
	char text[64];

	(void)state;
	made_compared(&usual, &whole);
	begin_live(&live, &whole);
	compare_model_begin(&model, &live, true);
	feed(&live, &whole, (size_t)RUNS * 4);
	assert_true(compare_model_update(&model, 0));
	assert_string_equal(
		compare_model_verdict(&model, &model.comparison.rows[2], text, sizeof(text)),
		"pass 1/8");
	assert_string_equal(
		compare_model_verdict(&model, &model.comparison.rows[5], text, sizeof(text)),
		"waiting");
	feed(&live, &whole, (size_t)RUNS * 4 * 5);
	assert_true(compare_model_update(&model, 10000));
	assert_string_equal(
		compare_model_verdict(&model, &model.comparison.rows[4], text, sizeof(text)),
		"pass 2/8");
	feed(&live, &whole, whole.sample_count);
	compare_model_ended(&model, &live);
	assert_true(compare_model_update(&model, 10000));
	assert_string_equal(
		compare_model_verdict(&model, &model.comparison.rows[4], text, sizeof(text)),
		"slower");
	compare_model_clear(&model);
	result_clear(&live);
	result_clear(&whole);
}

static void open_whole(struct compare_model *model, struct result *whole)
{
	made_compared(&usual, whole);
	compare_model_begin(model, whole, false);
	assert_true(compare_model_update(model, 0));
}

static void lines_follow_the_plan(void **state)
{
	struct compare_model model = {0};
	struct result whole;
	size_t i;

	(void)state;
	open_whole(&model, &whole);
	assert_int_equal(model.line_count, 3 * 4);
	for (i = 0; i < model.line_count; i++) {
		assert_int_equal(model.lines[i].heading, i % 4 == 0);
		assert_int_equal(model.lines[i].row, i / 4 * 3 + (i % 4 == 0 ? 0 : i % 4 - 1));
		if (!model.lines[i].heading)
			assert_int_equal(compare_model_line_of(&model, model.lines[i].row), i);
	}
	assert_int_equal(compare_model_no_heading(&model, 4, 1), 5);
	assert_int_equal(compare_model_no_heading(&model, 4, -1), 3);
	assert_int_equal(compare_model_no_heading(&model, 0, -1), 1);
	assert_null(compare_model_row(&model, model.line_count));
	compare_model_clear(&model);
	result_clear(&whole);
}

static void the_largest_comes_first(void **state)
{
	struct compare_model model = {0};
	struct result whole;
	size_t i;

	(void)state;
	open_whole(&model, &whole);
	model.order = COMPARE_LARGEST_FIRST;
	model.comparison.rows[0].estimate = NAN;
	compare_model_arrange(&model);
	assert_int_equal(model.line_count, 9);
	assert_string_equal(compare_model_row(&model, 0)->label, "landlock:1");
	assert_string_equal(compare_model_row(&model, 0)->name, "open-close FFF");
	for (i = 1; i < 8; i++) {
		assert_false(model.lines[i].heading);
		assert_true(compare_model_row(&model, i - 1)->estimate >=
			    compare_model_row(&model, i)->estimate);
	}
	assert_true(isnan(compare_model_row(&model, 8)->estimate));
	compare_model_clear(&model);
	result_clear(&whole);
}

static void the_filter_goes_round(void **state)
{
	struct compare_model model = {0};
	struct result whole;
	size_t seen = 0;
	size_t turns = 0;

	(void)state;
	open_whole(&model, &whole);
	for (compare_model_next_filter(&model); model.filter != NULL;
	     compare_model_next_filter(&model)) {
		assert_int_equal(model.line_count, 4);
		assert_ptr_equal(compare_model_row(&model, 1)->operation, model.filter);
		seen += strcmp(model.filter->name, "open-close") == 0;
		assert_true(++turns < 10);
	}
	assert_int_equal(turns, 3);
	assert_int_equal(seen, 1);
	assert_int_equal(model.line_count, 12);
	compare_model_clear(&model);
	result_clear(&whole);
}

static void the_range_ignores_absurd_intervals(void **state)
{
	struct compare_model model = {0};
	struct result whole;
	double low;
	double high;

	(void)state;
	open_whole(&model, &whole);
	compare_model_range(&model, &low, &high);
	assert_true(low < -9.5 && low > -12);
	assert_true(high > 29.5 && high < 32);
	model.comparison.rows[4].high = log(9);
	model.comparison.rows[0].estimate = NAN;
	compare_model_range(&model, &low, &high);
	assert_true(high > 29.5 && high < 32);
	compare_model_clear(&model);
	result_clear(&whole);
}

static void one_variant_is_nothing_to_compare(void **state)
{
	const char *const keys[] = {"cases", "stat FFF", "runs", "20", "passes", "2", NULL};
	struct compare_model model = {0};
	struct result result;

	(void)state;
	made_result(&result, keys, made_noise);
	assert_false(compare_model_can(&result));
	assert_false(compare_model_can(NULL));
	compare_model_begin(&model, &result, false);
	assert_null(model.result);
	assert_false(compare_model_update(&model, 0));
	compare_model_clear(&model);
	result_clear(&result);
}

static void groups_of_files_are_compared(void **state)
{
	struct compare_model model = {0};
	struct compare_inputs inputs = {0};
	struct error error;
	char text[512];
	size_t count;

	(void)state;
	assert_int_equal(compare_inputs_add(&inputs, "dac", PUBLISHED_BASE), 0);
	assert_int_equal(compare_inputs_add(&inputs, "mac", PUBLISHED_OTHER), 0);
	assert_int_equal(compare_inputs_read(&inputs, &error), 0);
	compare_model_begin_files(&model, &inputs);
	assert_int_equal(inputs.input_count, 0);
	assert_true(compare_model_update(&model, 0));
	assert_false(compare_model_update(&model, 1000));
	assert_true(model.valid);
	/* One label: every line is a row. */
	assert_int_equal(model.line_count, 47);
	assert_string_equal(model.comparison.base, "dac");
	assert_string_equal(compare_model_group(&model, "mac", &count)->figures.source,
			    PUBLISHED_OTHER);
	assert_int_equal(count, 1);
	assert_null(compare_model_group(&model, "x", &count));
	assert_int_equal(count, 0);
	assert_non_null(
		strstr(comparison_headline(&model.comparison, HEADLINE_ABOVE, text, sizeof(text)),
		       "31 of 47"));
	assert_non_null(
		strstr(compare_model_sentence(&model.comparison.rows[0], text, sizeof(text)),
		       "passes spread"));
	assert_true(model.sentences.count >= 3);
	compare_model_clear(&model);
}

/* What moves bytes is shown as a rate, and twice the time is half of it. */
static void bytes_are_shown_as_a_rate(void **state)
{
	char label[] = "new";
	char name[] = "copy-libc 1M";
	struct comparison_row row = {.label = label,
				     .name = name,
				     .bytes = 1000000,
				     .base_ns = 1000000,
				     .estimate = log(2),
				     .low = log(1.6),
				     .high = log(2.5),
				     .verdict = VERDICT_SLOWER};
	struct compare_line line = {0, false};
	struct compare_model model = {
		.comparison = {.rows = &row, .row_count = 1}, .lines = &line, .line_count = 1};
	double low;
	double high;
	char text[256];

	(void)state;
	assert_string_equal(compare_model_sentence(&row, text, sizeof(text)),
			    "new  copy-libc 1M: -50.00% (95% -60.00 to -37.50), -500.0 MB/s; "
			    "slower");
	/* No sign where no digit shows one. */
	row.estimate = log(1.000001);
	row.low = NAN;
	row.spread_low = log(0.9999);
	row.spread_high = log(1.1);
	assert_string_equal(compare_model_sentence(&row, text, sizeof(text)),
			    "new  copy-libc 1M: 0.00% (passes spread -9.1 to 0.0), -0.001 MB/s; "
			    "slower");
	row.estimate = log(2);
	row.low = log(1.6);
	compare_model_range(&model, &low, &high);
	assert_true(low < -59 && low > -61);
	assert_true(high == 0);
}

static void both_sides_have_one_scale(void **state)
{
	struct compare_model model = {0};
	struct compare_pair pair;
	struct result whole;
	size_t steps[2];
	size_t counted[2] = {0, 0};
	size_t i;

	(void)state;
	open_whole(&model, &whole);
	assert_int_equal(
		compare_pair_steps(&whole, &model.comparison.rows[4], &steps[0], &steps[1]), 0);
	assert_int_equal(steps[0], plan_step(&whole.plan, 1, 0));
	assert_int_equal(steps[1], plan_step(&whole.plan, 1, 2));
	assert_int_equal(compare_pair_fill(&pair, &whole, steps[0], &whole, steps[1], 12), 0);
	assert_int_equal(pair.counts[0], RUNS * PASSES);
	assert_true(pair.sides[0].bins >= 4 && pair.sides[0].bins <= 12);
	assert_int_equal(pair.sides[0].bins, pair.sides[1].bins);
	assert_true(pair.sides[0].low == pair.sides[1].low);
	for (i = 0; i < pair.sides[0].bins; i++) {
		counted[0] += pair.sides[0].counts[i];
		counted[1] += pair.sides[1].counts[i];
		assert_true(pair.sides[0].counts[i] <= pair.sides[0].largest);
		assert_true(pair.sides[1].counts[i] <= pair.sides[1].largest);
	}
	for (i = 0; i < 2; i++)
		assert_int_equal(counted[i] + pair.sides[i].above, pair.counts[i]);
	/* Neither side falls off the other's scale. */
	assert_int_equal(pair.sides[0].above + pair.sides[1].above, 0);
	assert_int_equal(compare_pair_fill(&pair, &whole, 0, &whole, 1, 0), -ENODATA);
	model.comparison.rows[4].label = "landlock:2";
	assert_int_equal(
		compare_pair_steps(&whole, &model.comparison.rows[4], &steps[0], &steps[1]),
		-ENOENT);
	compare_model_clear(&model);
	result_clear(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_end_is_the_comparison_of_the_result),
		cmocka_unit_test(it_compares_seldom),
		cmocka_unit_test(a_slow_comparison_waits),
		cmocka_unit_test(a_pass_that_runs_is_left_out),
		cmocka_unit_test(verdicts_wait_for_passes),
		cmocka_unit_test(lines_follow_the_plan),
		cmocka_unit_test(the_largest_comes_first),
		cmocka_unit_test(the_filter_goes_round),
		cmocka_unit_test(the_range_ignores_absurd_intervals),
		cmocka_unit_test(one_variant_is_nothing_to_compare),
		cmocka_unit_test(groups_of_files_are_compared),
		cmocka_unit_test(bytes_are_shown_as_a_rate),
		cmocka_unit_test(both_sides_have_one_scale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
