/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_chart.c - axes hold what they are made for, bars stand where their values are, and
 * the columns of the table fit any width.
 */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/compare_chart.h"
#include "tui/text.h"

static void check_axis(double low, double high, int width)
{
	struct chart_axis axis;
	char marks[COMPARE_BAR_MAXIMUM + 1];

	chart_axis_fit(&axis, low, high, width);
	assert_true(axis.step > 0 && axis.low <= 0 && axis.high >= 0 && axis.high > axis.low);
	assert_true(axis.high >= high - 1e-9);
	/* Less than a column and a half may be missing on the left. */
	assert_true(axis.low <= low + 1e-9 || -low * width < 1.5 * fmax(high - low, 1));
	assert_int_equal(chart_axis_column(&axis, axis.low, width), 0);
	assert_int_equal(chart_axis_column(&axis, axis.high, width), width - 1);
	assert_in_range(chart_axis_column(&axis, NAN, width), 0, width - 1);
	chart_axis_marks(&axis, width, marks, sizeof(marks));
	assert_true((int)strlen(marks) <= width);
	if (width >= 12)
		assert_non_null(strchr(marks, '%'));
}

static void axes_hold_their_values(void **state)
{
	static const double values[] = {0, 0.01, 0.4, 1, 3.3, 24.9, 80.6, 113.6, 999, 12345};
	struct chart_axis axis;
	size_t i;
	size_t j;
	int width;

	(void)state;
	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		for (j = 0; j < sizeof(values) / sizeof(values[0]); j++)
			for (width = 4; width <= COMPARE_BAR_MAXIMUM; width += 3)
				check_axis(-values[i], values[j], width);
	chart_axis_fit(&axis, NAN, INFINITY, 20);
	assert_true(axis.low == 0 && axis.high >= 1 && axis.high <= 2);
}

static void marks_are_round(void **state)
{
	struct chart_axis axis;
	char marks[64];

	(void)state;
	chart_axis_fit(&axis, -0.4, 93, 25);
	chart_axis_marks(&axis, 25, marks, sizeof(marks));
	assert_string_equal(marks, "0    20   40   60   80%");
	chart_axis_fit(&axis, -10, 10, 21);
	chart_axis_marks(&axis, 21, marks, sizeof(marks));
	assert_string_equal(marks, "-10  -5   0    5  10%");
	chart_axis_marks(&axis, 21, marks, 8);
	assert_string_equal(marks, "-10  -5");
}

static const struct chart_axis hundred = {.low = 0, .high = 100, .step = 25};

static const char *bar(int width, double estimate, double low, double high)
{
	static char buffer[COMPARE_BAR_BYTES];

	compare_bar(buffer, sizeof(buffer), width, &hundred, estimate, low, high, false);
	return buffer;
}

static void bars_stand_at_their_values(void **state)
{
	static const struct chart_axis both = {.low = -50, .high = 50, .step = 25};
	char buffer[COMPARE_BAR_BYTES];

	(void)state;
	assert_string_equal(bar(21, 50, 30, 70), "|=====[---o---]      ");
	/* An interval within a column is the estimate alone. */
	assert_string_equal(bar(11, 50, 49.9, 50.1), "|====o     ");
	assert_string_equal(bar(11, 50, NAN, NAN), "|....o     ");
	assert_string_equal(bar(11, NAN, NAN, NAN), "|          ");
	assert_string_equal(bar(11, 0.1, -0.1, 0.3), "o          ");
	/* What the axis was cut below points there. */
	assert_string_equal(bar(11, 250, 200, 300), "|=========>");
	assert_string_equal(bar(11, 50, 30, 300), "|==[-o---->");
	assert_string_equal(bar(11, 100, 90, 100), "|========[o");
	assert_string_equal(bar(11, -30, -40, -20), "<          ");
	compare_bar(buffer, sizeof(buffer), 11, &both, -30, -40, -20, false);
	assert_string_equal(buffer, " [o]=|     ");
	assert_string_equal(bar(0, 50, 30, 70), "");
	compare_bar(buffer, 4, 11, &hundred, 50, 30, 70, false);
	assert_string_equal(buffer, "|==");
}

static void blocks_take_the_same_columns(void **state)
{
	char buffer[COMPARE_BAR_BYTES];
	int width;

	(void)state;
	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		skip();
	for (width = 1; width <= COMPARE_BAR_MAXIMUM; width++) {
		compare_bar(buffer, sizeof(buffer), width, &hundred, 60, 20, 90, true);
		assert_int_equal(text_width(buffer), width);
	}
	compare_bar(buffer, sizeof(buffer), COMPARE_BAR_MAXIMUM + 50, &hundred, 60, 20, 90, true);
	assert_int_equal(text_width(buffer), COMPARE_BAR_MAXIMUM);
}

static void check_columns(int width, int name, struct compare_columns *before)
{
	struct compare_columns columns;

	compare_columns_fit(&columns, width, name);
	if (width >= 30)
		assert_true(compare_columns_width(&columns) <= width);
	/* Most of a wide table is used. */
	if (width >= 40 && width <= 250)
		assert_true(compare_columns_width(&columns) >= width - 12);
	assert_true(columns.name >= 6 && columns.percent > 0 && columns.verdict >= 14);
	assert_true(columns.bar >= 0 && columns.bar <= COMPARE_BAR_MAXIMUM);
	/* More room never takes a column away. */
	assert_true((columns.bar > 0) >= (before->bar > 0));
	assert_true((columns.ns > 0) >= (before->ns > 0));
	assert_true((columns.per_call > 0) >= (before->per_call > 0));
	assert_true((columns.interval > 0) >= (before->interval > 0));
	*before = columns;
}

static void columns_fit_every_width(void **state)
{
	struct compare_columns columns;
	int width;
	int name;

	(void)state;
	for (name = 0; name <= 60; name += 12) {
		columns = (struct compare_columns){0};
		for (width = 1; width <= 400; width++)
			check_columns(width, name, &columns);
	}
	compare_columns_fit(&columns, 79, 16);
	assert_true(columns.bar >= 14 && columns.ns > 0 && columns.per_call > 0);
	assert_int_equal(columns.interval, 0);
	/* A long name takes the place of the difference per call. */
	compare_columns_fit(&columns, 79, 30);
	assert_true(columns.name >= 30 && columns.bar > 0 && columns.per_call == 0);
	compare_columns_fit(&columns, 199, 30);
	assert_true(columns.interval > 0 && columns.base > 0 && columns.passes > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(axes_hold_their_values),
		cmocka_unit_test(marks_are_round),
		cmocka_unit_test(bars_stand_at_their_values),
		cmocka_unit_test(blocks_take_the_same_columns),
		cmocka_unit_test(columns_fit_every_width),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
