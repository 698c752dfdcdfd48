/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_summary_cell.c - what a cell of LMbench's summary says of a record: by the rules of its
 * scripts, which cut digits off, or by ours, which round.
 */
#include "exports/lmbench/lmbench_summary_cell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exports/lmbench/lmbench_cell.h"

double lmbench_exact_number(const struct lmbench_record *record, enum lmbench_column column,
			    enum lmbench_generation generation)
{
	const char *text = record->values[generation][column];

	return text ? lmbench_number(text) : -1;
}

/* The script of 3.0 takes a number for one when it holds digits and points and nothing else. */
static bool is_plain(const char *text)
{
	return text[0] && strspn(text, "0123456789.") == strlen(text);
}

static double value_of(const struct lmbench_record *record, enum lmbench_column column)
{
	const char *text = lmbench_record_value(record, column);
	double value = text ? lmbench_number(text) : (double)NAN;

	return value > 0 ? value : (double)NAN;
}

/* Several copies at once measure something else. */
static bool is_loaded(const struct lmbench_record *record, const struct lmbench_cell_layout *cell)
{
	return cell->is_scaled && value_of(record, LMBENCH_LOAD) > 1;
}

double lmbench_cell_figure(const struct lmbench_record *record,
			   const struct lmbench_cell_layout *cell)
{
	double value = value_of(record, cell->column);

	if (is_loaded(record, cell))
		return (double)NAN;
	if (cell->kind == LMBENCH_CELL_INVERSE)
		return 1e6 / value;
	if (cell->kind == LMBENCH_CELL_IO) {
		double written = value_of(record, LMBENCH_WRITE);

		/* Without a figure for reading it is writing alone; without one for writing it
		 * would be something else. */
		return lmbench_record_has(record, LMBENCH_READ) ? (value + written) / 2 : written;
	}
	return value;
}

/* Whether the cell's figure is a count, which has no decimals. */
static bool is_count(const struct lmbench_cell_layout *cell)
{
	return cell->kind == LMBENCH_CELL_WHOLE || cell->kind == LMBENCH_CELL_TEXT ||
	       cell->kind == LMBENCH_CELL_ROUNDED || cell->kind == LMBENCH_CELL_CUT;
}

const char *lmbench_cell_show(const struct lmbench_cell_layout *cell, double figure,
			      char text[LMBENCH_SHOWN_SIZE])
{
	if (!is_count(cell) || !(figure >= 0.5 && figure < pow(10, cell->shown) - 0.5))
		return lmbench_cell(figure, cell->shown, text);
	snprintf(text, LMBENCH_SHOWN_SIZE, "%*.0f", cell->shown, figure);
	return text;
}

/* value, whose text is number, as the scripts print numbers. */
static const char *show_number(const char *number, double value,
			       const struct lmbench_cell_layout *cell,
			       enum lmbench_generation generation, char text[LMBENCH_SHOWN_SIZE])
{
	char whole[LMBENCH_CELL_SIZE];

	if (generation == LMBENCH_2)
		lmbench_cell_original(value, cell->width, whole);
	else
		lmbench_cell_original_3(is_plain(number) ? value : -1, cell->width, whole);
	snprintf(text, LMBENCH_SHOWN_SIZE, "%*.*s", cell->shown, cell->shown, whole);
	return text;
}

/* The same of what the script has computed, and so has written itself. */
static const char *show_computed(double value, const struct lmbench_cell_layout *cell,
				 enum lmbench_generation generation, char text[LMBENCH_SHOWN_SIZE])
{
	char number[40];

	snprintf(number, sizeof(number), "%.15g", value);
	return show_number(number, value, cell, generation, text);
}

static const char *show_io(const struct lmbench_record *record,
			   const struct lmbench_cell_layout *cell,
			   enum lmbench_generation generation, char text[LMBENCH_SHOWN_SIZE])
{
	double read = lmbench_exact_number(record, LMBENCH_READ, generation);
	double written = lmbench_exact_number(record, LMBENCH_WRITE, generation);

	/* -1 is how the scripts say that there is none. */
	return show_computed(read == -1 ? written : (read + written) / 2, cell, generation, text);
}

/* Digits before the point, or blanks. */
static const char *show_whole(const char *number, const struct lmbench_cell_layout *cell,
			      char text[LMBENCH_SHOWN_SIZE])
{
	char whole[LMBENCH_SHOWN_SIZE] = "";

	if (number && is_plain(number) && lmbench_number(number) > 0)
		snprintf(whole, sizeof(whole), "%.0f", trunc(lmbench_number(number)));
	snprintf(text, LMBENCH_SHOWN_SIZE, "%*.*s", cell->shown, cell->shown, whole);
	return text;
}

const char *lmbench_cell_exact(const struct lmbench_record *record,
			       const struct lmbench_cell_layout *cell,
			       enum lmbench_generation generation, char text[LMBENCH_SHOWN_SIZE])
{
	const char *number = record->values[generation][cell->column];
	double value = lmbench_exact_number(record, cell->column, generation);

	if (is_loaded(record, cell))
		return show_number("", -1, cell, generation, text);
	switch (cell->kind) {
	case LMBENCH_CELL_NUMBER:
		break;
	case LMBENCH_CELL_INVERSE:
		return show_computed(value <= 0 ? -1 : 1e6 / value, cell, generation, text);
	case LMBENCH_CELL_IO:
		return show_io(record, cell, generation, text);
	case LMBENCH_CELL_WHOLE:
		return show_whole(number, cell, text);
	case LMBENCH_CELL_TEXT:
		snprintf(text, LMBENCH_SHOWN_SIZE, "%*.*s", cell->shown, cell->shown,
			 number ? number : "-1");
		return text;
	case LMBENCH_CELL_ROUNDED:
		snprintf(text, LMBENCH_SHOWN_SIZE, "%*.0f", cell->shown, value);
		return text;
	case LMBENCH_CELL_CUT:
		snprintf(text, LMBENCH_SHOWN_SIZE, "%*.0f", cell->shown, trunc(value));
		return text;
	}
	return show_number(number ? number : "", value, cell, generation, text);
}

const char *lmbench_cell_cut(const struct lmbench_cell_layout *cell, double figure,
			     enum lmbench_generation generation, char text[LMBENCH_SHOWN_SIZE])
{
	if (is_count(cell) || !(figure > 0))
		return lmbench_cell_show(cell, figure, text);
	return show_computed(figure, cell, generation, text);
}

static bool is_same(double a, double b)
{
	double larger = a > b ? a : b;

	return fabs(a - b) / larger * 100 <= 20;
}

const char *lmbench_guess(double l1, double l2, double memory)
{
	if (l1 < 0)
		return "    Bad mhz?";
	if (is_same(l1, l2))
		return "    No L1 cache?";
	return is_same(l2, memory) ? "    No L2 cache?" : "";
}
