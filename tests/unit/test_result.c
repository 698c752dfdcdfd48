/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_result.c - samples find their place, and a step's values are all of its good ones.
 */
#include "tests/unit/made_result.h"

#include "engine/result/step_summary.h"

static const char *const keys[] = {"ops",    "stat", "paths",    "FFF,XXX/FFF", "runs", "4",
				   "passes", "3",    "variants", "none,same",   NULL};

/* Each sample of its own length, so that values tell where they come from. */
static uint64_t by_index(const struct sample *sample, size_t index)
{
	(void)sample;
	return 1000u * (index + 1);
}

static void test_values_of_a_pass_and_of_all(void **state)
{
	struct result result;
	double *values;
	size_t count;

	(void)state;
	made_result(&result, keys, by_index);
	/* A pass has 16 samples; step 3 is the second variant of the second case: 10, 12, 14, 16.
	 */
	assert_int_equal(result_values(&result, 3, 1, &values, &count), 0);
	assert_int_equal(count, 4);
	for (size_t i = 0; i < count; i++)
		assert_float_equal(values[i], (double)(16 + 10 + 2 * i), 0);
	free(values);
	assert_int_equal(result_values(&result, 3, RESULT_ALL_PASSES, &values, &count), 0);
	assert_int_equal(count, 12);
	for (size_t i = 0; i < count; i++)
		assert_int_equal((size_t)values[i], i / 4 * 16 + 10 + i % 4 * 2);
	free(values);
	assert_int_equal(result_pass_count(&result, 3), 3);
	result_clear(&result);
}

static void test_failed_runs_are_left_out(void **state)
{
	struct result result;
	double *values;
	size_t count;

	(void)state;
	made_result(&result, keys, by_index);
	result.samples[0].flags = SAMPLE_FAILED;
	result.samples[2].flags = SAMPLE_RESUMED;
	assert_int_equal(result_values(&result, 0, 0, &values, &count), 0);
	assert_int_equal(count, 3);
	assert_float_equal(values[0], 3, 0);
	free(values);
	result_clear(&result);
}

/* Values stay what was measured; figures for people are less the loop, if that is asked for. */
static void test_the_loop_is_subtracted_when_asked(void **state)
{
	struct result result;
	struct summary raw;
	struct summary summary;
	double *values;
	size_t count;

	(void)state;
	made_result(&result, keys, by_index);
	result.loop_ns = 0.25;
	assert_int_equal(step_summary(&result, 0, 0, &raw), 0);
	result.plan.subtract_loop = true;
	assert_int_equal(result_values(&result, 0, 0, &values, &count), 0);
	assert_float_equal(values[0], 1, 0);
	free(values);
	assert_int_equal(step_values(&result, 0, 0, &values, &count), 0);
	assert_float_equal(values[0], 0.75, 0);
	free(values);
	assert_int_equal(step_summary(&result, 0, 0, &summary), 0);
	assert_int_equal(summary.count, raw.count);
	assert_true(summary.median == raw.median - 0.25);
	assert_true(summary.mean == raw.mean - 0.25);
	assert_true(summary.sd == raw.sd);
	result_clear(&result);
}

static void test_nothing_measured(void **state)
{
	struct result result;
	double *values;
	size_t count = 1;

	(void)state;
	made_result(&result, keys, by_index);
	result.sample_count = 0;
	assert_int_equal(result_values(&result, 0, RESULT_ALL_PASSES, &values, &count), 0);
	assert_int_equal(count, 0);
	free(values);
	assert_int_equal(result_pass_count(&result, 0), 0);
	result.sample_count = 20;
	assert_int_equal(result_pass_count(&result, 0), 2);
	assert_int_equal(result_pass_count(&result, 2), 1);
	result_clear(&result);
}

/* Whatever order samples come in, they stand sorted; the second in a place is refused. */
static void test_samples_find_their_place(void **state)
{
	struct result result;
	struct result shuffled;

	(void)state;
	made_result(&result, keys, by_index);
	made_result(&shuffled, keys, by_index);
	shuffled.plan.seed = result.plan.seed;
	shuffled.sample_count = 0;
	for (size_t i = 0; i < result.sample_count; i++)
		assert_int_equal(
			result_add(&shuffled, &result.samples[i * 31 % result.sample_count]), 0);
	assert_true(result_equal(&result, &shuffled));
	assert_int_equal(result_add(&shuffled, &result.samples[5]), -EEXIST);
	assert_int_equal(shuffled.sample_count, result.sample_count);
	result_clear(&result);
	result_clear(&shuffled);
}

/* With one bit of field turned a and b must differ, and without it not. */
static void check_seen(const struct result *a, const struct result *b, void *field)
{
	unsigned char *byte = field;

	*byte ^= 1;
	assert_false(result_equal(a, b));
	*byte ^= 1;
	assert_true(result_equal(a, b));
}

static void test_every_difference_is_seen(void **state)
{
	struct result a;
	struct result b;
	struct step *step;
	struct sample *sample;

	(void)state;
	made_result(&a, keys, by_index);
	made_result(&b, keys, by_index);
	b.plan.seed = a.plan.seed;
	step = &b.steps[1];
	sample = &b.samples[3];
	void *fields[] = {&b.partial,
			  &b.suspended,
			  &b.started,
			  &b.ended,
			  &b.cpu,
			  &b.loop_ns,
			  &b.clock_cost_ns,
			  &b.clock_step_ns,
			  &b.sample_count,
			  &b.plan.runs,
			  &step->state,
			  &step->iterations,
			  &step->warmup,
			  &step->failed_runs,
			  &step->fixture_reused,
			  &sample->step,
			  &sample->pass,
			  &sample->run,
			  &sample->order,
			  &sample->flags,
			  &sample->start_ns,
			  &sample->duration_ns,
			  &sample->iterations,
			  b.version,
			  b.clock,
			  b.environment.items[0].value};
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		check_seen(&a, &b, fields[i]);
	step->reason = strdup("why");
	assert_false(result_equal(&a, &b));
	result_clear(&a);
	result_clear(&b);
}

static void test_states_have_words(void **state)
{
	enum step_state parsed;

	(void)state;
	for (enum step_state i = STEP_WAITING; i <= STEP_FAILED; i++) {
		assert_int_equal(step_state_parse(step_state_name(i), &parsed), 0);
		assert_int_equal(parsed, i);
	}
	assert_int_equal(step_state_parse("happy", &parsed), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values_of_a_pass_and_of_all),
		cmocka_unit_test(test_failed_runs_are_left_out),
		cmocka_unit_test(test_the_loop_is_subtracted_when_asked),
		cmocka_unit_test(test_nothing_measured),
		cmocka_unit_test(test_samples_find_their_place),
		cmocka_unit_test(test_every_difference_is_seen),
		cmocka_unit_test(test_states_have_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
