/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_chart.c - an axis of round numbers and bars with intervals on it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/compare_chart.h"

/* Columns that a mark's number needs, the blank behind it included. */
#define MARK_ROOM 5

/* The smallest of 1, 2, 2.5, 5 times a power of ten that is at least value. */
static double round_up(double value)
{
	static const double steps[] = {1, 2, 2.5, 5, 10};
	double power = pow(10, floor(log10(value)));
	size_t i;

	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (value <= steps[i] * power * (1 + 1e-9))
			return steps[i] * power;
	return 10 * power;
}

void chart_axis_fit(struct chart_axis *axis, double low, double high, int width)
{
	int marks = width / MARK_ROOM > 1 ? width / MARK_ROOM : 1;
	double span;

	low = isfinite(low) ? fmin(low, 0) : 0;
	high = isfinite(high) ? fmax(high, 0) : 0;
	/* Less than a percent is drawn as little, not as much. */
	span = fmax(high - low, 1);
	high = fmax(high, low + span);
	axis->step = round_up(span / marks);
	axis->high = ceil(high / axis->step * 4) * axis->step / 4;
	/* What would be less than a column to the left of zero needs no room there. */
	axis->low = -low * width < 1.5 * span ? 0 : floor(low / axis->step * 4) * axis->step / 4;
	if (axis->high - axis->low < axis->step)
		axis->high = axis->low + axis->step;
}

int chart_axis_column(const struct chart_axis *axis, double value, int width)
{
	double place = (value - axis->low) / (axis->high - axis->low) * (width - 1);

	if (!(place > 0))
		return 0;
	return place > width - 1 ? width - 1 : (int)lround(place);
}

void chart_axis_marks(const struct chart_axis *axis, int width, char *buffer, size_t size)
{
	int first = (int)ceil(axis->low / axis->step - 1e-9);
	int last = (int)floor(axis->high / axis->step + 1e-9);
	int end = 0;
	int i;

	if (size == 0)
		return;
	buffer[0] = '\0';
	for (i = first; i <= last; i++) {
		char number[32];
		int column = chart_axis_column(axis, i * axis->step, width);
		int length = snprintf(number, sizeof(number), "%g", i * axis->step);

		/* The last one may stand at the end, before its mark; a column is the percent's. */
		if (column + length >= width)
			column = width - 1 - length;
		if (column < end || (size_t)(column + length) >= size)
			continue;
		snprintf(buffer + strlen(buffer), size - strlen(buffer), "%*s%s",
			 column - (int)strlen(buffer), "", number);
		end = column + length + 1;
	}
	if (buffer[0] != '\0' && strlen(buffer) + 1 < size)
		strcat(buffer, "%");
}

enum cell { BLANK, ZERO, BODY, UNSURE, LOW, BETWEEN, HIGH, ESTIMATE, BELOW, ABOVE };

static const char *const ascii[] = {" ", "|", "=", ".", "[", "-", "]", "o", "<", ">"};
static const char *const drawn[] = {" ", "│", "█", "░", "├", "─", "┤", "●", "<", ">"};

static void fill(enum cell *cells, int from, int to, enum cell cell)
{
	int i;

	for (i = from < to ? from : to; i <= (from < to ? to : from); i++)
		cells[i] = cell;
}

/* The end of the axis that value lies beyond; what would be on it stands as it is. */
static enum cell mark_of(const struct chart_axis *axis, double value, int width, enum cell cell)
{
	double column = (value - axis->low) / (axis->high - axis->low) * (width - 1);

	/* The axis leaves out what is less than a column and a half to the left of zero. */
	return column > width - 0.5 ? ABOVE : column < -1.5 ? BELOW : cell;
}

static void place(enum cell *cells, int width, const struct chart_axis *axis, double estimate,
		  double low, double high)
{
	int zero = chart_axis_column(axis, 0, width);
	int at = chart_axis_column(axis, estimate, width);
	bool sure = isfinite(low) && isfinite(high);

	fill(cells, zero, at, sure ? BODY : UNSURE);
	cells[zero] = ZERO;
	if (sure) {
		int from = chart_axis_column(axis, low, width);
		int to = chart_axis_column(axis, high, width);

		fill(cells, from, to, BETWEEN);
		cells[from] = mark_of(axis, low, width, LOW);
		cells[to] = mark_of(axis, high, width, HIGH);
	}
	cells[at] = mark_of(axis, estimate, width, ESTIMATE);
}

void compare_bar(char *buffer, size_t size, int width, const struct chart_axis *axis,
		 double estimate, double low, double high, bool blocks)
{
	enum cell cells[COMPARE_BAR_MAXIMUM] = {BLANK};
	size_t used = 0;
	int i;

	if (size == 0)
		return;
	buffer[0] = '\0';
	if (width < 1)
		return;
	if (width > COMPARE_BAR_MAXIMUM)
		width = COMPARE_BAR_MAXIMUM;
	if (isfinite(estimate))
		place(cells, width, axis, estimate, low, high);
	else
		cells[chart_axis_column(axis, 0, width)] = ZERO;
	for (i = 0; i < width && used < size; i++)
		used += (size_t)snprintf(buffer + used, size - used, "%s",
					 blocks ? drawn[cells[i]] : ascii[cells[i]]);
}

int compare_columns_width(const struct compare_columns *columns)
{
	const int widths[] = {columns->base,     columns->ns,  columns->per_call, columns->percent,
			      columns->interval, columns->bar, columns->passes,   columns->verdict};
	int sum = columns->name;
	size_t i;

	for (i = 0; i < sizeof(widths) / sizeof(widths[0]); i++)
		if (widths[i] > 0)
			sum += widths[i] + 1;
	return sum;
}

/* Show a column when its share of the table's width is free; *left shrinks. */
static bool add_column(int *column, int width, int *left)
{
	if (*left < width + 1)
		return false;
	*column = width;
	*left -= width + 1;
	return true;
}

/* Give the name what it lacks, as far as there is room. */
static void widen_name(struct compare_columns *columns, int name, int *left)
{
	int more = name - columns->name < *left ? name - columns->name : *left;

	if (more <= 0)
		return;
	columns->name += more;
	*left -= more;
}

/* What is left goes to the bar, but a large verdict column tells reasons. */
static void share_rest(struct compare_columns *columns, int width, int left)
{
	int more;

	if (width >= 150) {
		add_column(&columns->base, 9, &left);
		more = left > 44 ? 22 : left / 2;
		columns->verdict += more > 0 ? more : 0;
		left -= more > 0 ? more : 0;
	}
	if (left <= 0)
		return;
	if (columns->bar == 0)
		columns->name += left;
	else
		columns->bar += left < COMPARE_BAR_MAXIMUM - 12 ? left : COMPARE_BAR_MAXIMUM - 12;
}

void compare_columns_fit(struct compare_columns *columns, int width, int name)
{
	int left;

	*columns = (struct compare_columns){.name = 16, .percent = 7, .verdict = 14};
	left = width - compare_columns_width(columns);
	if (left < 0)
		columns->name = columns->name + left > 6 ? columns->name + left : 6;
	/* In the order of their worth; what comes later never takes the place of the earlier. */
	if (add_column(&columns->bar, 12, &left) && add_column(&columns->ns, 8, &left)) {
		widen_name(columns, name < 36 ? name : 36, &left);
		if (add_column(&columns->per_call, 8, &left) && width >= 110 &&
		    add_column(&columns->interval, 16, &left))
			add_column(&columns->passes, 6, &left);
	}
	share_rest(columns, width, left);
}
