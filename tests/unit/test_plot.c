/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plot.c - points stand where their figures say, at any size of the plot.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tui/plot.h"

#define ROW_SIZE 512

static void show_number(double x, char *buffer, size_t size)
{
	snprintf(buffer, size, "%g", x);
}

static const struct plot_point slow[] = {{1, 10}, {10, 100}, {100, 1000}};
static const struct plot_point fast[] = {{1, 10}, {10, NAN}, {100, 10}};
static const struct plot_series series[] = {{'o', slow, 3}, {'#', fast, 3}};
static const struct plot_line lines[] = {{10, "L2"}, {1000, "beyond"}};
static const struct plot plot = {series, 2, lines, 2, "ns", show_number};

static void points_stand_in_their_places(void **state)
{
	/* 8 columns of scale and 21 of curves, 11 rows of curves. */
	struct plot_scale scale = plot_scale_of(&plot, 13, 29);
	char row[ROW_SIZE];

	(void)state;
	assert_int_equal(scale.columns, 21);
	assert_int_equal(scale.rows, 11);
	plot_row(&plot, &scale, 0, row, sizeof(row));
	assert_string_equal(row, "    ns            L2         ");
	plot_row(&plot, &scale, 1, row, sizeof(row));
	assert_string_equal(row, "  1000 +          |         o");
	plot_row(&plot, &scale, 6, row, sizeof(row));
	assert_string_equal(row, "   100 +         .o.         ");
	/* Both begin at 10, and there one hides the other; a curve hides a line. */
	plot_row(&plot, &scale, 11, row, sizeof(row));
	assert_string_equal(row, "    10 +&...................#");
	plot_row(&plot, &scale, 12, row, sizeof(row));
	assert_string_equal(row, "        1         10      100");
}

static void every_size_is_drawn_within_itself(void **state)
{
	(void)state;
	for (int rows = 0; rows < 40; rows++) {
		for (int columns = 0; columns < 500; columns += 7) {
			struct plot_scale scale = plot_scale_of(&plot, rows, columns);
			unsigned int points = 0;
			char row[ROW_SIZE];

			for (int i = 0; i < rows; i++) {
				plot_row(&plot, &scale, i, row, sizeof(row));
				assert_true((int)strlen(row) <= columns);
				points += strchr(row, 'o') != NULL;
			}
			/* Slow's second and third points stand apart from all others. */
			assert_true(scale.columns == 0 || points >= 1);
		}
	}
}

static void nothing_known_is_nothing_drawn(void **state)
{
	const struct plot_point unknown[] = {{1, NAN}, {2, 0}};
	const struct plot_series one = {'o', unknown, 2};
	const struct plot empty = {&one, 1, NULL, 0, "ns", show_number};
	struct plot_scale scale = plot_scale_of(&empty, 20, 80);
	char row[ROW_SIZE];

	(void)state;
	assert_int_equal(scale.columns, 0);
	plot_row(&empty, &scale, 3, row, sizeof(row));
	assert_string_equal(row, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_stand_in_their_places),
		cmocka_unit_test(every_size_is_drawn_within_itself),
		cmocka_unit_test(nothing_known_is_nothing_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
