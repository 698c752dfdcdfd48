/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plot.h - curves drawn with characters: figures over sizes, both on logarithmic scales. Pure:
 * numbers in, lines of text out.
 *
 * Series are told apart by their characters alone, so that no colour is needed; where two fall on
 * one place, "&" stands.
 */
#ifndef LSMBENCH_TUI_PLOT_H
#define LSMBENCH_TUI_PLOT_H

#include <stddef.h>

#define PLOT_SERIES_MAXIMUM 8
#define PLOT_COLUMNS_MAXIMUM 400

struct plot_point {
	double x; /* greater than 0 */
	double y; /* greater than 0; NaN: not known yet */
};

struct plot_series {
	char mark;
	const struct plot_point *points; /* sorted by x */
	size_t count;
};

/* A vertical line with a word at its top. */
struct plot_line {
	double x;
	const char *name; /* "L2 2M" */
};

struct plot {
	const struct plot_series *series;
	size_t series_count;
	const struct plot_line *lines;
	size_t line_count;
	const char *unit; /* of y, in the corner above its scale */
	/* x as text for the scale below, in buffer. */
	void (*show_x)(double x, char *buffer, size_t size);
};

/* Where the plot's figures lie, and the columns and rows that they are drawn in. */
struct plot_scale {
	double x_low;
	double x_high;
	double y_low;
	double y_high;
	int columns;
	int rows;
};

/* The scale of a plot of rows x columns characters, frame included; columns 0: nothing to draw. */
struct plot_scale plot_scale_of(const struct plot *plot, int rows, int columns);

/*
 * Row (from 0) of a plot of rows x columns characters in buffer: the names of the lines, then the
 * curves with the scale on their left, then the scale of x in the last row.
 */
void plot_row(const struct plot *plot, const struct plot_scale *scale, int row, char *buffer,
	      size_t size);

#endif
