/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_run_model.c - the Run page's figures are those of the result, however the samples
 * arrive, and agree with what the exports compute.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/result/step_summary.h"
#include "tui/run_columns.h"
#include "tui/run_model.h"

#define RUNS 300
#define PASSES 3

/* A result of two cases and two variants, without samples. */
static void make_result(struct result *result)
{
	struct plan plan;
	struct error error;

	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "stat", &error), 0);
	assert_int_equal(plan_set(&plan, "paths", "FFF,XXX/FFF", &error), 0);
	assert_int_equal(plan_set(&plan, "variants", "none,same", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), 0);
	result_init(result);
	assert_int_equal(result_begin(result, &plan, &error), 0);
	plan_clear(&plan);
	result->loop_ns = 0.25;
}

/* The next sample of a step; values wander so that order matters, and a few fail. */
static void add_sample(struct result *result, uint32_t step, uint16_t pass, uint32_t run)
{
	struct sample sample = {.step = step, .pass = pass, .run = run, .iterations = 1000};

	sample.order = run * 2 + step % 2;
	sample.duration_ns =
		400000 + step * 50000 + (uint64_t)(run * 7919u % 1013u) * 10 + pass * 100u;
	if (run % 97 == 13)
		sample.flags = SAMPLE_FAILED;
	assert_int_equal(result_add(result, &sample), 0);
}

static void add_pass(struct result *result, uint32_t case_index, uint16_t pass)
{
	uint32_t run;

	for (run = 0; run < RUNS; run++) {
		add_sample(result, (uint32_t)plan_step(&result->plan, case_index, 0), pass, run);
		add_sample(result, (uint32_t)plan_step(&result->plan, case_index, 1), pass, run);
	}
}

static void check_step(struct run_model *model, const struct result *result, size_t step)
{
	struct summary expected;
	const struct run_order *order = run_model_order(model, step, true);
	const struct summary *summary = run_model_summary(model, step, true);
	struct running running = run_model_running(model, step);
	double *values;
	size_t count;

	assert_int_equal(step_summary(result, step, RESULT_ALL_PASSES, &expected), 0);
	assert_int_equal(result_values(result, step, RESULT_ALL_PASSES, &values, &count), 0);
	assert_int_equal(model->steps[step].count, count);
	assert_memory_equal(model->steps[step].values, values, count * sizeof(*values));
	assert_int_equal(order->count, count);
	assert_true(order->median == expected.median);
	assert_true(order->low == expected.median_low && order->high == expected.median_high);
	assert_true(order->p95 == expected.p95 && order->maximum == expected.maximum);
	assert_true(fabs(running.mean / expected.mean - 1) < 1e-12);
	assert_true(fabs(running_variance(&running) / expected.variance - 1) < 1e-9);
	assert_true(running.minimum == expected.minimum && running.maximum == expected.maximum);
	assert_non_null(summary);
	assert_true(summary->median == expected.median && summary->lag1 == expected.lag1);
	free(values);
}

static void figures_are_those_of_the_result(void **state)
{
	struct result result;
	struct run_model model = {0};
	size_t step;
	uint16_t pass;

	(void)state;
	make_result(&result);
	assert_int_equal(run_model_begin(&model, &result), 0);
	/* Pass by pass, with a look between, as on the screen. */
	for (pass = 0; pass < PASSES; pass++) {
		add_pass(&result, 0, pass);
		assert_int_equal(run_model_update(&model), 0);
		run_model_order(&model, 0, false);
		add_pass(&result, 1, pass);
		assert_int_equal(run_model_update(&model), 0);
	}
	for (step = 0; step < model.step_count; step++) {
		check_step(&model, &result, step);
		assert_int_equal(model.steps[step].pass_count, PASSES);
		assert_int_equal(model.steps[step].failed, PASSES * 3);
	}
	assert_int_equal(model.steps[1].pass_starts[1], RUNS - 3);
	run_model_clear(&model);
	/* And all at once, as when a file is opened. */
	assert_int_equal(run_model_begin(&model, &result), 0);
	for (step = 0; step < model.step_count; step++)
		check_step(&model, &result, step);
	run_model_clear(&model);
	result_clear(&result);
}

static void the_loop_is_subtracted_as_in_exports(void **state)
{
	struct result result;
	struct run_model model = {0};
	double first;
	size_t step;

	(void)state;
	make_result(&result);
	result.plan.subtract_loop = true;
	result.clock_step_ns = 40;
	result.steps[0].iterations = 1000;
	assert_int_equal(run_model_begin(&model, &result), 0);
	add_pass(&result, 0, 0);
	assert_int_equal(run_model_update(&model), 0);
	check_step(&model, &result, 0);
	first = run_model_histogram(&model, 0, 10, true)->low;
	/* Calibrating the next case showed a faster loop: it holds for all that was measured. */
	result.loop_ns = 0.125;
	add_pass(&result, 1, 0);
	assert_int_equal(run_model_update(&model), 0);
	for (step = 0; step < model.step_count; step++)
		check_step(&model, &result, step);
	result.loop_ns = -100;
	assert_int_equal(run_model_update(&model), 0);
	assert_true(run_model_histogram(&model, 0, 10, true)->low > first + 99);
	run_model_clear(&model);
	result_clear(&result);
}

/* While samples arrive the sorting is done now and then; at the end it is exact. */
static void sorting_is_rare_and_the_end_exact(void **state)
{
	struct result result;
	struct run_model model = {0};
	size_t sorted = 0;
	size_t last = 0;
	uint32_t run;

	(void)state;
	make_result(&result);
	assert_int_equal(run_model_begin(&model, &result), 0);
	assert_int_equal(run_model_order(&model, 0, false)->count, 0);
	for (run = 0; run < 20000; run++) {
		add_sample(&result, 0, 0, run);
		assert_int_equal(run_model_update(&model), 0);
		if (run_model_order(&model, 0, false)->count != last)
			sorted++;
		last = run_model_order(&model, 0, false)->count;
		/* Never further behind than one part in 32. */
		assert_true(model.steps[0].count - last <= model.steps[0].count / 32 + 1);
	}
	assert_in_range(sorted, 32, 400);
	check_step(&model, &result, 0);
	run_model_clear(&model);
	result_clear(&result);
}

static void rows_are_cases_and_their_variants(void **state)
{
	struct result result;
	struct run_model model = {0};

	(void)state;
	make_result(&result);
	assert_int_equal(run_model_begin(&model, &result), 0);
	assert_int_equal(model.row_count, 6);
	assert_int_equal(model.rows[0].variant, -1);
	assert_int_equal(model.rows[4].case_index, 1);
	assert_int_equal(model.rows[4].variant, 0);
	assert_int_equal(run_model_step(&model, &model.rows[5]), plan_step(&result.plan, 1, 1));
	assert_int_equal(run_model_row_of_case(&model, 1), 3);
	run_model_clear(&model);
	assert_int_equal(run_model_begin(&model, NULL), 0);
	assert_int_equal(model.row_count, 0);
	assert_int_equal(run_model_update(&model), 0);
	result_clear(&result);
}

static void columns_fit_every_width(void **state)
{
	struct result result;
	struct run_model model = {0};
	int shown = 0;
	int width;

	(void)state;
	make_result(&result);
	add_pass(&result, 0, 0);
	assert_int_equal(run_model_begin(&model, &result), 0);
	for (width = 40; width <= 300; width++) {
		struct run_columns columns;
		char line[1024];
		size_t variants;

		for (variants = 1; variants <= 2; variants++) {
			run_columns_fit(&columns, width, variants);
			run_columns_heading(&columns, "instructions", line, sizeof(line));
			assert_null(strstr(line, "median ns"));
			assert_non_null(strstr(line, "   median"));
			assert_true((int)strlen(line) <= width);
			run_columns_heading(&columns, "ns", line, sizeof(line));
			assert_true((int)strlen(line) <= width);
			assert_true(columns.name_width >= 14);
			/* The median is never dropped, and a wider screen shows no less. */
			assert_non_null(strstr(line, "median ns"));
			assert_true(variants == 1 || columns.count >= shown);
		}
		shown = columns.count;
		line[0] = '\0';
		run_columns_figures(&columns, &model, 1, true, line, sizeof(line));
		assert_true((int)strlen(line) <= width - 3 - columns.name_width - RUN_COLUMNS_RUNS);
	}
	assert_int_equal(shown, 11);
	run_model_clear(&model);
	result_clear(&result);
}

static void each_state_has_a_mark(void **state)
{
	int a;
	int b;

	(void)state;
	for (a = STEP_WAITING; a <= STEP_FAILED; a++)
		assert_int_not_equal(run_model_mark((enum step_state)a), '?');
	/* What ended otherwise than well is told apart without colour. */
	for (a = STEP_DONE; a <= STEP_FAILED; a++)
		for (b = STEP_DONE; b < a; b++)
			if (!(a == STEP_STOPPED && b == STEP_EARLY))
				assert_int_not_equal(run_model_mark((enum step_state)a),
						     run_model_mark((enum step_state)b));
}

static void only_trouble_stands_in_the_place_of_figures(void **state)
{
	static char reason[] = "why";
	int a;

	(void)state;
	for (a = STEP_WAITING; a <= STEP_FAILED; a++) {
		struct step step = {.state = (enum step_state)a, .reason = reason};

		assert_int_equal(run_model_is_explained(&step),
				 a == STEP_FAILED || a == STEP_SKIPPED);
		step.reason = NULL;
		assert_false(run_model_is_explained(&step));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_are_those_of_the_result),
		cmocka_unit_test(the_loop_is_subtracted_as_in_exports),
		cmocka_unit_test(sorting_is_rare_and_the_end_exact),
		cmocka_unit_test(rows_are_cases_and_their_variants),
		cmocka_unit_test(columns_fit_every_width),
		cmocka_unit_test(each_state_has_a_mark),
		cmocka_unit_test(only_trouble_stands_in_the_place_of_figures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
