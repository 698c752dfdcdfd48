/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_run_readings.c - the lines of readings that the Run page shows: figures over the runs, the
 * difference from the baseline with its direction, commands in seconds.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/run_readings.h"
#include "tui/text.h"

struct fixture {
	struct result result;
	struct run_model model;
};

/* A command under two variants, of which nothing has run. */
static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));
	struct plan plan;
	struct error error;

	assert_non_null(fixture);
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "command", &error), 0);
	assert_int_equal(plan_set(&plan, "command", "true", &error), 0);
	assert_int_equal(plan_set(&plan, "variants", "none,same", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), 0);
	result_init(&fixture->result);
	assert_int_equal(result_begin(&fixture->result, &plan, &error), 0);
	plan_clear(&plan);
	assert_int_equal(run_model_begin(&fixture->model, &fixture->result), 0);
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;

	run_model_clear(&fixture->model);
	result_clear(&fixture->result);
	free(fixture);
	return 0;
}

static void tell(struct fixture *fixture, const struct sample *sample, enum metric_id metric,
		 double value)
{
	const struct reading reading = {.step = sample->step,
					.pass = sample->pass,
					.run = sample->run,
					.metric = (uint16_t)metric,
					.value = value};

	assert_int_equal(result_add_reading(&fixture->result, &reading), 0);
}

/* One run of a pass: elapsed and user in seconds, percent of a CPU. */
static void run(struct fixture *fixture, uint32_t step, uint16_t pass, double elapsed, double user)
{
	const struct sample sample = {.step = step,
				      .pass = pass,
				      .order = step,
				      .iterations = 1,
				      .duration_ns = (uint64_t)llround(elapsed * 1e9)};

	assert_int_equal(result_add(&fixture->result, &sample), 0);
	tell(fixture, &sample, METRIC_USER, user);
	tell(fixture, &sample, METRIC_WALK_READ_RATE, 100 / user);
	assert_int_equal(run_model_update(&fixture->model), 0);
}

static void measure(struct fixture *fixture)
{
	run(fixture, 0, 0, 2, 1);
	run(fixture, 1, 0, 2.2, 2);
	run(fixture, 0, 1, 1, 1);
	run(fixture, 1, 1, 3.3, 2);
	run(fixture, 0, 2, 3, 4);
	run(fixture, 1, 2, 1.1, 5);
}

static void line_of(struct fixture *fixture, size_t step, size_t line, struct run_reading *reading)
{
	struct run_readings readings;

	run_readings_begin(&readings, &fixture->model, step);
	assert_int_equal(readings.count, 3);
	run_readings_line(&readings, &fixture->model, line, true, reading);
}

static void the_own_figure_comes_first(void **state)
{
	struct fixture *fixture = *state;
	char text[RUN_READING_DIFFERENCE_SIZE];
	struct run_reading reading;

	assert_true(run_readings_has(&fixture->model, 0));
	measure(fixture);
	line_of(fixture, 0, 0, &reading);
	assert_string_equal(reading.name, "elapsed");
	assert_string_equal(reading.unit, "s");
	assert_int_equal(reading.count, 3);
	assert_float_equal(reading.median, 2, 1e-6);
	assert_float_equal(reading.minimum, 1, 1e-6);
	assert_float_equal(reading.maximum, 3, 1e-6);
	/* The baseline differs from nothing. */
	assert_string_equal(run_reading_difference(&reading, text), "");
	line_of(fixture, 1, 0, &reading);
	assert_string_equal(run_reading_difference(&reading, text), "+10.0% worse");
}

static void a_difference_has_a_direction(void **state)
{
	struct fixture *fixture = *state;
	char text[RUN_READING_DIFFERENCE_SIZE];
	struct run_reading reading;

	measure(fixture);
	line_of(fixture, 1, 1, &reading);
	assert_string_equal(reading.name, "user");
	assert_float_equal(reading.median, 2, 1e-6);
	assert_float_equal(reading.maximum, 5, 1e-6);
	assert_float_equal(reading.base, 1, 1e-6);
	assert_string_equal(run_reading_difference(&reading, text), "+100.0% worse");
	/* Of a rate more is better. */
	line_of(fixture, 1, 2, &reading);
	assert_string_equal(reading.name, "read-rate");
	assert_string_equal(run_reading_difference(&reading, text), "-50.0% worse");
	reading.median = 2 * reading.base;
	assert_string_equal(run_reading_difference(&reading, text), "+100.0% better");
	reading.median = reading.base;
	assert_string_equal(run_reading_difference(&reading, text), "same");
	reading.base = 0;
	reading.median = 3;
	assert_string_equal(run_reading_difference(&reading, text), "+3 better");
	reading.bigger_is_better = false;
	assert_string_equal(run_reading_difference(&reading, text), "+3 worse");
}

/* Before the first run, and of a variant that has told nothing. */
static void nothing_told_is_no_figure(void **state)
{
	struct fixture *fixture = *state;
	char text[RUN_READING_DIFFERENCE_SIZE];
	struct run_readings readings;
	struct run_reading reading;

	run_readings_begin(&readings, &fixture->model, 1);
	assert_int_equal(readings.count, 1);
	run_readings_line(&readings, &fixture->model, 0, true, &reading);
	assert_int_equal(reading.count, 0);
	assert_true(isnan(reading.median));
	run(fixture, 0, 0, 2, 1);
	line_of(fixture, 1, 1, &reading);
	assert_int_equal(reading.count, 0);
	assert_true(isnan(reading.maximum));
	assert_string_equal(run_reading_difference(&reading, text), "");
	assert_true(isnan(run_readings_median(&fixture->model, 1, METRIC_USER)));
}

static void assert_digits(double value, int width, const char *expected)
{
	char text[32];

	text_significant(text, sizeof(text), value, width);
	assert_string_equal(text, expected);
}

static void digits_are_kept(void **state)
{
	(void)state;
	assert_digits(0, 10, "0");
	assert_digits(42, 10, "42");
	assert_digits(1.23456, 10, "1.235");
	assert_digits(0.0312049, 10, "0.03120");
	assert_digits(-0.5, 10, "-0.5000");
	assert_digits(49361.5, 10, "49362");
	assert_digits(1.23456, 4, "1.23");
	/* What is not zero is not shown as such. */
	assert_digits(1e-12, 10, "1.0e-12");
	assert_digits(0.000302, 5, "3e-04");
	assert_digits(-0.0000002, 8, "-2.0e-07");
	assert_digits(123456789, 6, "1e+08");
	assert_digits(NAN, 10, "-");
}

#define WITH_RESULT(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_RESULT(the_own_figure_comes_first),
		WITH_RESULT(a_difference_has_a_direction),
		WITH_RESULT(nothing_told_is_no_figure),
		cmocka_unit_test(digits_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
