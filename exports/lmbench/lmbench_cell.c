/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_cell.c - a number in the few characters that a column of LMbench's summary gives it.
 */
#include "exports/lmbench/lmbench_cell.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Longer than any number below: a double has at most 309 digits before the point. */
#define TEXT_SIZE 340

static const char *right(const char *text, int width, char cell[LMBENCH_CELL_SIZE])
{
	snprintf(cell, LMBENCH_CELL_SIZE, "%*.*s", width, width, text);
	return cell;
}

/* What is too small for width - 2 decimals: without the leading zero, or as an upper bound. */
static const char *small_cell(double value, int width, char cell[LMBENCH_CELL_SIZE])
{
	char text[TEXT_SIZE];

	snprintf(text, sizeof(text), "%.*f", width - 1, value);
	if (strspn(text, "0.") < strlen(text))
		return right(text + 1, width, cell);
	snprintf(text, sizeof(text), "%.*f", width - 2, pow(10, 2 - width));
	text[0] = '<';
	return right(text, width, cell);
}

/* The most exact of "12.3", "12." and "12" that fits, correctly rounded; false when none does. */
static bool fits(double value, int width, char text[TEXT_SIZE])
{
	snprintf(text, TEXT_SIZE, "%.1f", value);
	if (strlen(text) <= (size_t)width)
		return true;
	snprintf(text, TEXT_SIZE, "%.0f.", value);
	if (strlen(text) <= (size_t)width)
		return true;
	text[strlen(text) - 1] = '\0';
	return strlen(text) <= (size_t)width;
}

static const char *big_cell(double value, int width, char cell[LMBENCH_CELL_SIZE])
{
	char text[TEXT_SIZE];

	for (const char *unit = "KMGTPE"; *unit; unit++) {
		value /= 1e3;
		if (value >= 9999.5 || !fits(value, width - 1, text))
			continue;
		right(text, width - 1, cell);
		cell[width - 1] = *unit;
		cell[width] = '\0';
		return cell;
	}
	return right("**************", width, cell);
}

const char *lmbench_cell(double value, int width, char cell[LMBENCH_CELL_SIZE])
{
	char text[TEXT_SIZE];

	if (!(value > 0) || !isfinite(value))
		return right("", width, cell);
	if (value < pow(10, 2 - width))
		return small_cell(value, width, cell);
	if (value < 10) {
		snprintf(text, sizeof(text), "%.*f", width - 2, value);
		if (strlen(text) <= (size_t)width)
			return right(text, width, cell);
	}
	if (value < 9999.5 && fits(value, width, text))
		return right(text, width, cell);
	return big_cell(value, width, cell);
}

const char *lmbench_cell_spread(double value, int width, char cell[LMBENCH_CELL_SIZE])
{
	return value == 0 ? right("0", width, cell) : lmbench_cell(value, width, cell);
}

const char *lmbench_cell_original(double value, int width, char cell[LMBENCH_CELL_SIZE])
{
	char text[TEXT_SIZE];

	if (!(value > 0))
		return right("", width, cell);
	if (value < 1e1) {
		snprintf(text, sizeof(text), "%*.*f", width, width - 2, value);
		return right(text, width, cell);
	}
	snprintf(text, sizeof(text), "%.1f",
		 value >= 1e7   ? value / 1e6
		 : value >= 1e4 ? value / 1e3
				: value);
	if (value < 1e4)
		return right(text, width, cell);
	right(text, width - 1, cell);
	cell[width - 1] = value >= 1e7 ? 'M' : 'K';
	cell[width] = '\0';
	return cell;
}

const char *lmbench_cell_original_3(double value, int width, char cell[LMBENCH_CELL_SIZE])
{
	char text[TEXT_SIZE];

	if (!(value > 0) || value >= 1e-3)
		return lmbench_cell_original(value, width, cell);
	/* It asks for width - 6 digits; below 0 that is no format, which Perl prints as it is. */
	if (width < 6)
		snprintf(text, sizeof(text), "%%%d.%de", width, width - 6);
	else
		snprintf(text, sizeof(text), "%*.*e", width, width - 6, value);
	snprintf(cell, LMBENCH_CELL_SIZE, "%.*s", width, text);
	return cell;
}
