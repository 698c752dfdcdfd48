/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plot.c - curves drawn with characters. */
#include "tui/plot.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Columns of the scale on the left: "1000.0 |". */
#define SCALE_COLUMNS 8
/* The row of names above and that of x below. */
#define OTHER_ROWS 2
#define LABEL_SIZE 24
/* Of the ends of the scale of y; the labels' own ratio is at most 2.5. */
#define LEAST_RATIO 4

static bool is_known(const struct plot_point *point)
{
	return isfinite(point->y) && point->y > 0 && point->x > 0;
}

static void widen(struct plot_scale *scale, const struct plot_series *series)
{
	for (size_t i = 0; i < series->count; i++) {
		const struct plot_point *point = &series->points[i];

		if (!is_known(point))
			continue;
		scale->x_low = fmin(scale->x_low, point->x);
		scale->x_high = fmax(scale->x_high, point->x);
		scale->y_low = fmin(scale->y_low, point->y);
		scale->y_high = fmax(scale->y_high, point->y);
	}
}

/* A tenth of room above and below; and so high that one label at least has its place. */
static void widen_to_labels(struct plot_scale *scale)
{
	double middle = sqrt(scale->y_low * scale->y_high);

	scale->y_low = fmin(scale->y_low / 1.1, middle / sqrt(LEAST_RATIO));
	scale->y_high = fmax(scale->y_high * 1.1, middle * sqrt(LEAST_RATIO));
}

struct plot_scale plot_scale_of(const struct plot *plot, int rows, int columns)
{
	struct plot_scale scale = {INFINITY,         0, INFINITY, 0, columns - SCALE_COLUMNS,
				   rows - OTHER_ROWS};

	for (size_t i = 0; i < plot->series_count; i++)
		widen(&scale, &plot->series[i]);
	if (scale.columns > PLOT_COLUMNS_MAXIMUM)
		scale.columns = PLOT_COLUMNS_MAXIMUM;
	if (scale.columns < 2 || scale.rows < 2 || scale.x_high <= 0)
		scale.columns = 0;
	widen_to_labels(&scale);
	if (scale.x_high <= scale.x_low)
		scale.x_high = 2 * scale.x_low;
	return scale;
}

static int column_of(const struct plot_scale *scale, double x)
{
	double part = log(x / scale->x_low) / log(scale->x_high / scale->x_low);

	return (int)lround(part * (scale->columns - 1));
}

/* From the top. */
static int row_of(const struct plot_scale *scale, double y)
{
	double part = log(y / scale->y_low) / log(scale->y_high / scale->y_low);

	return (int)lround((1 - part) * (scale->rows - 1));
}

static void put(char *cells, const struct plot_scale *scale, int column, char mark)
{
	if (column < 0 || column >= scale->columns)
		return;
	cells[column] = cells[column] == ' ' || cells[column] == '|' || cells[column] == '.' ||
					cells[column] == mark
				? mark
				: '&';
}

/* Between two points the curve is a straight line on the scales: dots, as nothing was measured. */
static void put_between(char *cells, const struct plot_scale *scale, int row,
			const struct plot_point *from, const struct plot_point *to)
{
	int first = column_of(scale, from->x);
	int last = column_of(scale, to->x);
	double slope = log(to->y / from->y) / log(to->x / from->x);

	for (int column = first + 1; column < last; column++) {
		double x = scale->x_low *
			   pow(scale->x_high / scale->x_low, (double)column / (scale->columns - 1));

		if (row_of(scale, from->y * pow(x / from->x, slope)) == row && cells[column] == ' ')
			cells[column] = '.';
	}
}

static void put_series(char *cells, const struct plot_scale *scale, int row,
		       const struct plot_series *series)
{
	const struct plot_point *last = NULL;

	for (size_t i = 0; i < series->count; i++) {
		if (!is_known(&series->points[i]))
			continue;
		if (last)
			put_between(cells, scale, row, last, &series->points[i]);
		last = &series->points[i];
	}
	for (size_t i = 0; i < series->count; i++)
		if (is_known(&series->points[i]) && row_of(scale, series->points[i].y) == row)
			put(cells, scale, column_of(scale, series->points[i].x), series->mark);
}

/* 1, 2 or 5 times a power of ten that belongs to this row and to none above; 0: none. */
static double label_of(const struct plot_scale *scale, int row)
{
	static const double steps[] = {1, 2, 5};
	const int step_count = sizeof(steps) / sizeof(steps[0]);
	int first = (int)floor(log10(scale->y_low)) * step_count;
	int last = ((int)floor(log10(scale->y_high)) + 1) * step_count;

	for (int i = first; i < last; i++) {
		int power = (int)floor((double)i / step_count);
		double value = steps[i - power * step_count] * pow(10, power);

		if (value >= scale->y_low && value <= scale->y_high && row_of(scale, value) == row)
			return value;
	}
	return 0;
}

static void curve_row(const struct plot *plot, const struct plot_scale *scale, int row,
		      char *buffer, size_t size)
{
	char cells[PLOT_COLUMNS_MAXIMUM + 1];
	double label = label_of(scale, row);
	char number[LABEL_SIZE] = "";

	memset(cells, ' ', (size_t)scale->columns);
	cells[scale->columns] = '\0';
	for (size_t i = 0; i < plot->series_count; i++)
		put_series(cells, scale, row, &plot->series[i]);
	for (size_t i = 0; i < plot->line_count; i++) {
		int column = column_of(scale, plot->lines[i].x);

		if (plot->lines[i].x > 0 && column >= 0 && column < scale->columns &&
		    cells[column] == ' ')
			cells[column] = '|';
	}
	if (label > 0)
		snprintf(number, sizeof(number), "%.4g", label);
	snprintf(buffer, size, "%*s %c%s", SCALE_COLUMNS - 2, number, label > 0 ? '+' : '|', cells);
}

/* Put text over blanks, at column or left of it where it would not fit; not over another. */
static void put_text(char *cells, int columns, int column, const char *text)
{
	int length = (int)strlen(text);

	if (column + length > columns)
		column = columns - length;
	if (column < 0)
		return;
	for (int i = -1; i <= length; i++)
		if (column + i >= 0 && column + i < columns && cells[column + i] != ' ')
			return;
	memcpy(cells + column, text, (size_t)length);
}

static void names_row(const struct plot *plot, const struct plot_scale *scale, char *buffer,
		      size_t size)
{
	char cells[PLOT_COLUMNS_MAXIMUM + 1];

	memset(cells, ' ', (size_t)scale->columns);
	cells[scale->columns] = '\0';
	for (size_t i = 0; i < plot->line_count; i++) {
		int column = plot->lines[i].x > 0 ? column_of(scale, plot->lines[i].x) : -1;

		if (column >= 0 && column < scale->columns)
			put_text(cells, scale->columns, column, plot->lines[i].name);
	}
	snprintf(buffer, size, "%*s  %s", SCALE_COLUMNS - 2, plot->unit, cells);
}

static void sizes_row(const struct plot *plot, const struct plot_scale *scale, char *buffer,
		      size_t size)
{
	char cells[PLOT_COLUMNS_MAXIMUM + 1];

	memset(cells, ' ', (size_t)scale->columns);
	cells[scale->columns] = '\0';
	for (size_t i = 0; i < plot->series_count; i++) {
		for (size_t j = 0; j < plot->series[i].count; j++) {
			double x = plot->series[i].points[j].x;
			char text[LABEL_SIZE];

			plot->show_x(x, text, sizeof(text));
			put_text(cells, scale->columns, column_of(scale, x), text);
		}
	}
	snprintf(buffer, size, "%*s  %s", SCALE_COLUMNS - 2, "", cells);
}

void plot_row(const struct plot *plot, const struct plot_scale *scale, int row, char *buffer,
	      size_t size)
{
	buffer[0] = '\0';
	if (scale->columns == 0)
		return;
	if (row == 0)
		names_row(plot, scale, buffer, size);
	else if (row <= scale->rows)
		curve_row(plot, scale, row - 1, buffer, size);
	else
		sizes_row(plot, scale, buffer, size);
}
