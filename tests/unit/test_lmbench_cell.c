/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_cell.c - cells as LMbench's own script prints them, and ours, which do not lie.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exports/lmbench/lmbench_cell.h"

static void test_original_cells_are_those_of_the_script(void **state)
{
	FILE *file = fopen("tests/data/lmbench/golden/num-format-2.0.tsv", "r");
	char cell[LMBENCH_CELL_SIZE];
	char expected[64];
	double value;
	int width;
	int count = 0;

	(void)state;
	assert_non_null(file);
	while (fscanf(file, "%lf\t%d\t[%63[^]]]\n", &value, &width, expected) == 3) {
		assert_string_equal(lmbench_cell_original(value, width, cell), expected);
		count++;
	}
	assert_true(feof(file));
	assert_int_equal(count, 185);
	fclose(file);
}

/* What a cell says: the number it shows, and the largest error that its last digit allows. */
static double value_of(const char *cell, double *allowed)
{
	char *end;
	double value = strtod(cell, &end);
	const char *point = strchr(cell, '.');
	double unit = 1;
	double scale = 1;

	while (point && *++point >= '0' && *point <= '9')
		unit /= 10;
	for (const char *letter = "KMGTPE"; *end && *letter; letter++) {
		scale *= 1e3;
		if (*letter == *end)
			break;
	}
	*allowed = unit * scale / 2 * (1 + 1e-9);
	return value * scale;
}

static void check_truth(double value, int width)
{
	char cell[LMBENCH_CELL_SIZE];
	double allowed;

	lmbench_cell(value, width, cell);
	assert_int_equal(strlen(cell), width);
	if (cell[0] == '<') {
		assert_true(value < strtod(cell + 1, NULL));
		return;
	}
	if (fabs(value_of(cell, &allowed) - value) > allowed)
		fail_msg("%.17g in %d characters is \"%s\"", value, width, cell);
	assert_true(value_of(cell, &allowed) > 0);
}

/* Whatever the size of the number, the cell is it, rounded to the digits that are shown. */
static void test_our_cells_tell_the_truth(void **state)
{
	(void)state;
	for (int width = 4; width <= 8; width++) {
		for (int i = 0; i < 4500; i++)
			check_truth(1e-9 * pow(1.0137, i), width);
		for (int power = -3; power < 12; power++) {
			for (int i = -3; i <= 3; i++)
				check_truth(pow(10, power) * (1 + i * 1e-4), width);
			check_truth(nextafter(pow(10, power), 0), width);
		}
	}
}

static void test_our_cells_look_like_lmbench(void **state)
{
	static const struct {
		double value;
		int width;
		const char *cell;
	} cases[] = {
		{0.5378, 4, "0.54"},      {0.5378, 5, "0.538"},
		{9.997, 4, "10.0"},       {12.34, 4, "12.3"},
		{134.96, 4, "135."},      {123.45, 5, "123.5"},
		{2580.4, 4, "2580"},      {999.96, 6, "1000.0"},
		{12345, 4, "12.K"},       {12345, 6, " 12.3K"},
		{999999, 4, "1.0M"},      {999999, 6, "1000.K"},
		{9999.9, 4, "10.K"},      {1234567, 4, "1.2M"},
		{0.0049, 4, ".005"},      {0.0004, 4, "<.01"},
		{0.00049, 5, ".0005"},    {0.004, 6, "0.0040"},
		{3575.5, 6, "3575.5"},    {12000000, 4, "12.M"},
		{1e300, 4, "****"},       {12345678, 8, "   12.3M"},
		{0, 4, "    "},           {-1, 5, "     "},
		{(double)NAN, 4, "    "}, {(double)INFINITY, 4, "    "},
	};
	char cell[LMBENCH_CELL_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(lmbench_cell(cases[i].value, cases[i].width, cell),
				    cases[i].cell);
	assert_string_equal(lmbench_cell_spread(0, 4, cell), "   0");
	assert_string_equal(lmbench_cell_spread(0.0049, 4, cell), ".005");
	assert_string_equal(lmbench_cell_spread((double)NAN, 4, cell), "    ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_original_cells_are_those_of_the_script),
		cmocka_unit_test(test_our_cells_tell_the_truth),
		cmocka_unit_test(test_our_cells_look_like_lmbench),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
