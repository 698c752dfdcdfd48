/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_readings.c - what runs tell beside their durations: kept in order, written to a native file
 * and read back bit for bit; damaged rows are named.
 */
#include "tests/unit/made_export.h"
#include "tests/unit/made_result.h"

#include <math.h>

#include "exports/csv/csv_read.h"

static int make(void **state)
{
	static const char *const keys[] = {"ops",    "stat", "paths", "FFF,XXX/FFF", "runs", "3",
					   "passes", "2",    "seed",  "1",           NULL};
	struct result *result = malloc(sizeof(*result));

	if (!result)
		return -1;
	made_result(result, keys, made_noise);
	*state = result;
	return 0;
}

static int drop(void **state)
{
	result_clear(*state);
	free(*state);
	return 0;
}

static void add(struct result *result, size_t index, enum metric_id metric, double value)
{
	const struct sample *sample = &result->samples[index];
	const struct reading reading = {.step = sample->step,
					.pass = sample->pass,
					.run = sample->run,
					.metric = (uint16_t)metric,
					.value = value};

	assert_int_equal(result_add_reading(result, &reading), 0);
}

/* Given in any order of runs, they stand by run, and within a run as they came. */
static void they_stand_with_their_runs(void **state)
{
	struct result *result = *state;
	const struct reading *readings;
	size_t count;

	add(result, 4, METRIC_USER, 4.5);
	add(result, 1, METRIC_USER, 1.5);
	add(result, 4, METRIC_CPU, 99);
	readings = result_readings_of(result, &result->samples[4], &count);
	assert_int_equal(count, 2);
	assert_int_equal(readings[0].metric, METRIC_USER);
	assert_int_equal(readings[1].metric, METRIC_CPU);
	assert_null(result_readings_of(result, &result->samples[0], &count));
	assert_int_equal(count, 0);
}

static void nonsense_is_refused(void **state)
{
	struct result *result = *state;
	struct reading reading = {.metric = METRIC_USER, .value = NAN};

	assert_int_equal(result_add_reading(result, &reading), -EINVAL);
	reading.value = 1;
	reading.metric = METRIC_COUNT;
	assert_int_equal(result_add_reading(result, &reading), -EINVAL);
	assert_int_equal(result->reading_count, 0);
}

/* The values of failed runs count in no statistic, their readings neither. */
static void failed_runs_do_not_count(void **state)
{
	struct result *result = *state;
	double *values;
	size_t count;
	size_t step = result->samples[0].step;

	for (size_t i = 0; i < result->sample_count; i++)
		if (result->samples[i].step == step)
			add(result, i, METRIC_SYSTEM, 0.5 * (double)result->samples[i].run);
	result->samples[0].flags |= SAMPLE_FAILED;
	assert_int_equal(result_metric_values(result, step, METRIC_SYSTEM, 0, &values, &count), 0);
	assert_int_equal(count, 2);
	assert_true(values[0] == 0.5 && values[1] == 1);
	free(values);
}

/* What a run told of a metric is its own. */
static double told(const struct sample *sample, enum metric_id metric)
{
	return 1e6 * sample->step + 1e5 * sample->pass + 10 * sample->run + (double)metric / 1000;
}

/* The values of a step's good samples, one by one. Returns how many. */
static size_t expected(const struct result *result, size_t step, int pass, enum metric_id metric,
		       double *values)
{
	size_t count = 0;

	for (size_t i = 0; i < result->sample_count; i++) {
		const struct sample *sample = &result->samples[i];

		if (sample->step == step && !(sample->flags & SAMPLE_FAILED) &&
		    (pass == RESULT_ALL_PASSES || sample->pass == pass))
			values[count++] = told(sample, metric);
	}
	return count;
}

static void assert_told(const struct result *result, size_t step, int pass, enum metric_id metric)
{
	double *wanted = calloc(result->sample_count + 1, sizeof(*wanted));
	double *values;
	size_t count;

	assert_non_null(wanted);
	assert_int_equal(result_metric_values(result, step, metric, pass, &values, &count), 0);
	assert_int_equal(count, expected(result, step, pass, metric, wanted));
	assert_true(count > 0);
	assert_memory_equal(values, wanted, count * sizeof(*values));
	free(values);
	free(wanted);
}

/* Variants in turn, some runs of which have failed; a reading without a sample counts nowhere. */
static void many_are_told_apart(void **state)
{
	static const char *const keys[] = {"ops",       "stat", "paths", "FFF,XXX/FFF", "variants",
					   "none,same", "runs", "1500",  "passes",      "3",
					   "seed",      "1",    NULL};
	const struct reading lost = {.step = 1, .pass = 1, .run = 99999, .metric = METRIC_USER};
	struct result result;

	(void)state;
	made_result(&result, keys, made_noise);
	assert_int_equal(result_add_reading(&result, &lost), 0);
	for (size_t i = 0; i < result.sample_count; i++) {
		if (made_noise(NULL, i) % 7 == 0)
			result.samples[i].flags |= SAMPLE_FAILED;
		add(&result, i, METRIC_USER, told(&result.samples[i], METRIC_USER));
		add(&result, i, METRIC_CPU, told(&result.samples[i], METRIC_CPU));
	}
	assert_false(result_reading_counts(&result, &lost));
	for (size_t step = 0; step < plan_step_count(&result.plan); step++) {
		for (int pass = RESULT_ALL_PASSES; pass < 3; pass++) {
			assert_told(&result, step, pass, METRIC_USER);
			assert_told(&result, step, pass, METRIC_CPU);
		}
	}
	result_clear(&result);
}

static char *write_all(const struct result *result)
{
	const struct export_options options = {0};
	const struct result *const results[] = {result};

	return made_export("csv", results, 1, &options);
}

static void they_read_back_bit_for_bit(void **state)
{
	struct result *result = *state;
	struct result back;
	struct error error;
	char *text;

	for (size_t i = 0; i < result->sample_count; i++) {
		add(result, i, METRIC_USER, 1.0 / (double)(i + 3));
		add(result, i, METRIC_WALK_LSTAT + LATENCY_P999, 1e9 + (double)i / 7);
	}
	text = write_all(result);
	made_check(csv_read_memory(text, strlen(text), "made", &back, &error), &error);
	assert_true(result_equal(result, &back));
	back.readings[3].value = nextafter(back.readings[3].value, 2);
	assert_false(result_equal(result, &back));
	result_clear(&back);
	free(text);
}

/* Replace the first old after the header in text, which has room, and expect words. */
static void spoil(const char *text, const char *old, const char *new, const char *words)
{
	char *copy = malloc(strlen(text) + strlen(new) + 1);
	const char *at = strstr(text, old);
	struct result back;
	struct error error;

	assert_non_null(copy);
	assert_non_null(at);
	memcpy(copy, text, (size_t)(at - text));
	strcpy(copy + (at - text), new);
	strcat(copy, at + strlen(old));
	assert_int_equal(csv_read_memory(copy, strlen(copy), "made", &back, &error), -EINVAL);
	if (!strstr(error.text, words))
		fail_msg("\"%s\" does not say \"%s\"", error.text, words);
	free(copy);
}

static void damage_is_named(void **state)
{
	struct result *result = *state;
	char *text;

	add(result, 0, METRIC_USER, 0.25);
	add(result, 1, METRIC_USER, 0.75);
	text = write_all(result);
	spoil(text, ",user,s,0.25,", ",user,ns,0.25,", "column unit");
	spoil(text, ",user,s,0.25,", ",user,s,nan,", "column value");
	spoil(text, ",user,s,0.25,", ",users,s,0.25,", "column metric");
	spoil(text, "# readings: 2", "# readings: 3", "2 of 3 readings");
	spoil(text, "# readings: 2", "# readings: 1", "more readings");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(they_stand_with_their_runs, make, drop),
		cmocka_unit_test_setup_teardown(nonsense_is_refused, make, drop),
		cmocka_unit_test_setup_teardown(failed_runs_do_not_count, make, drop),
		cmocka_unit_test(many_are_told_apart),
		cmocka_unit_test_setup_teardown(they_read_back_bit_for_bit, make, drop),
		cmocka_unit_test_setup_teardown(damage_is_named, make, drop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
