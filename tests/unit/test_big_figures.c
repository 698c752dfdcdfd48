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
	const char *text = "+0123456789.-~%?:/= abcdefghijklmnopqrstuvwxyz_";
	char row[4096];
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
	const char *text = "0123456789+-.%~?:/= abcdefghijklmnopqrstuvwxyz";
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

static void letters_are_known(void **state)
{
	char small[64];
	char large[64];

	(void)state;
	assert_true(big_can("landlock:16 a/b"));
	assert_false(big_can("exec:my_box"));
	big_row(small, sizeof(small), "k", 1, 1, false);
	big_row(large, sizeof(large), "K", 1, 1, false);
	assert_string_equal(small, large);
}

static void check_grid(int rows, int columns, size_t count, const struct big_cell *cell)
{
	struct big_grid grid;
	int labels;

	big_grid_fit(rows, columns, count, cell, &grid);
	if (grid.scale == 0) {
		assert_true(count == 0 || columns < cell->figure + 2 || rows < BIG_ROWS + 1);
		return;
	}
	assert_true(grid.across >= 1 && grid.down >= 1);
	assert_true(grid.across * grid.cell_columns <= columns);
	assert_true(grid.down * grid.cell_rows <= rows + 1);
	assert_true(cell->figure * grid.scale <= grid.cell_columns);
	assert_true(cell->label * grid.label_scale <= grid.cell_columns);
	labels = grid.label_scale > 0 ? BIG_ROWS * grid.label_scale + 1 : 0;
	assert_int_equal(grid.cell_rows, BIG_ROWS * grid.scale + 2 + labels);
	/* A larger scale is only taken when nothing is lost by it. */
	if (grid.scale > 1)
		assert_true((size_t)(grid.across * grid.down) >= count);
	if (cell->label == 0)
		assert_int_equal(grid.label_scale, 0);
}

static void grids_fit_every_screen(void **state)
{
	const struct big_cell plain = {.figure = 29, .line = 30};
	const struct big_cell labelled = {.figure = 29, .label = 54, .line = 30};
	int rows;
	int columns;
	size_t count;

	(void)state;
	for (rows = 0; rows <= 70; rows += 3)
		for (columns = 0; columns <= 240; columns += 7)
			for (count = 0; count <= 20; count++) {
				check_grid(rows, columns, count, &plain);
				check_grid(rows, columns, count, &labelled);
			}
}

/* The demonstration's five figures on the usual and on a large screen. */
static void demo_fits(void **state)
{
	struct big_grid grid;
	const struct big_cell cell = {.figure = big_width("+113.6%", 1),
				      .label = big_width("landlock:16", 1),
				      .line = 30};

	(void)state;
	big_grid_fit(21, 80, 5, &cell, &grid);
	assert_int_equal(grid.scale, 1);
	assert_int_equal(grid.label_scale, 0);
	assert_true(grid.across * grid.down >= 5);
	big_grid_fit(57, 200, 5, &cell, &grid);
	assert_int_equal(grid.scale, 2);
	assert_int_equal(grid.label_scale, 1);
	big_grid_fit(57, 200, 1, &cell, &grid);
	assert_true(grid.scale >= 5 && grid.label_scale >= 2);
	assert_int_equal(grid.across, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_as_wide_as_the_figure),
		cmocka_unit_test(characters_differ),
		cmocka_unit_test(cells_are_scaled_whole),
		cmocka_unit_test(letters_are_known),
		cmocka_unit_test(grids_fit_every_screen),
		cmocka_unit_test(demo_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
