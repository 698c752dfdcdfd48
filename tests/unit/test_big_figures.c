/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_big_figures.c - big digits are as wide as they say, can be told apart, and as many of them
 * stand on a screen as fit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tui/big_figures.h"

static void every_row_is_as_wide_as_the_figure(void **state)
{
	const char *text = "+0123456789.-~%? x";
	char row[2048];
	int scale;
	int i;

	(void)state;
	for (scale = 1; scale <= 4; scale++) {
		for (i = 0; i < BIG_ROWS * scale; i++) {
			big_row(row, sizeof(row), text, scale, i, false);
			assert_int_equal(strlen(row), big_width(text, scale));
			assert_int_equal(strspn(row, " #"), strlen(row));
		}
	}
	assert_int_equal(big_width("", 3), 0);
	big_row(row, sizeof(row), text, 2, 2 * BIG_ROWS, false);
	assert_string_equal(row, "");
	big_row(row, sizeof(row), text, 2, -1, false);
	assert_string_equal(row, "");
}

/* All rows of a character in one text. */
static void picture_of(char character, char *buffer, size_t size)
{
	const char text[] = {character, '\0'};
	size_t used = 0;
	int i;

	for (i = 0; i < BIG_ROWS; i++) {
		big_row(buffer + used, size - used, text, 1, i, false);
		used += strlen(buffer + used);
		used += (size_t)snprintf(buffer + used, size - used, "\n");
	}
}

static void characters_differ(void **state)
{
	const char *text = "0123456789+-.%~? ";
	char a[256];
	char b[256];
	size_t i;
	size_t j;

	(void)state;
	for (i = 0; text[i] != '\0'; i++) {
		picture_of(text[i], a, sizeof(a));
		for (j = 0; j < i; j++) {
			picture_of(text[j], b, sizeof(b));
			assert_string_not_equal(a, b);
		}
	}
	picture_of('4', a, sizeof(a));
	assert_string_equal(a, "#  #\n#  #\n####\n   #\n   #\n");
}

static void cells_are_scaled_whole(void **state)
{
	char row[64];

	(void)state;
	big_row(row, sizeof(row), "4.", 2, 0, false);
	assert_string_equal(row, "##    ##    ");
	big_row(row, sizeof(row), "4", 2, 5, false);
	assert_string_equal(row, "########");
	/* No part of a character that takes three bytes. */
	big_row(row, 8, "4", 1, 2, true);
	assert_string_equal(row, "██");
}

static void check_grid(int rows, int columns, size_t count, int width)
{
	struct big_grid grid;

	big_grid_fit(rows, columns, count, width, 30, &grid);
	if (grid.scale == 0) {
		assert_true(count == 0 || columns < width || rows < BIG_ROWS + 1);
		return;
	}
	assert_true(grid.across >= 1 && grid.down >= 1);
	assert_true(grid.across * grid.cell_columns <= columns);
	assert_true(grid.down * grid.cell_rows <= rows + 1);
	assert_true(width * grid.scale <= grid.cell_columns);
	assert_true(grid.cell_rows == BIG_ROWS * grid.scale + 2);
	/* A larger scale is only taken when nothing is lost by it. */
	if (grid.scale > 1)
		assert_true((size_t)(grid.across * grid.down) >= count);
}

static void grids_fit_every_screen(void **state)
{
	int rows;
	int columns;
	size_t count;

	(void)state;
	for (rows = 0; rows <= 70; rows += 3)
		for (columns = 0; columns <= 240; columns += 7)
			for (count = 0; count <= 20; count++)
				check_grid(rows, columns, count, 29);
}

/* The demonstration's five figures on the usual and on a large screen. */
static void demo_fits(void **state)
{
	struct big_grid grid;
	int width = big_width("+113.6%", 1);

	(void)state;
	big_grid_fit(21, 80, 5, width, 30, &grid);
	assert_int_equal(grid.scale, 1);
	assert_true(grid.across * grid.down >= 5);
	big_grid_fit(57, 200, 5, width, 30, &grid);
	assert_int_equal(grid.scale, 3);
	big_grid_fit(57, 200, 1, width, 30, &grid);
	assert_true(grid.scale >= 5);
	assert_int_equal(grid.across, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_as_wide_as_the_figure),
		cmocka_unit_test(characters_differ),
		cmocka_unit_test(cells_are_scaled_whole),
		cmocka_unit_test(grids_fit_every_screen),
		cmocka_unit_test(demo_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
