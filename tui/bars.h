/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bars.h - figures drawn with characters: progress bars, horizontal bars, sparklines, and the
 * histogram behind the bars. Pure: numbers in, text out.
 */
#ifndef LSMBENCH_TUI_BARS_H
#define LSMBENCH_TUI_BARS_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes that a bar of so many columns can take: three a column and the final NUL. */
#define BARS_BYTES(columns) ((size_t)(columns)*3 + 1)

/* "[#####.....]" of width columns. */
void bars_progress(char *buffer, size_t size, int width, double fraction);

/* A bar from the left, up to width columns: eighth blocks, or "#" when blocks is false. */
void bars_horizontal(char *buffer, size_t size, int width, double fraction, bool blocks);

/*
 * One line of a chart of values in order, squeezed into width columns (each is the mean of its
 * share of the values). The chart is rows lines high, from low to high; row counts from the top.
 * With rows 1 it is a sparkline. Where a value is NaN it stays blank. Without blocks the eight
 * heights of a line are "_.:-=+*#".
 */
struct sequence_chart {
	double low;
	double high;
	int rows;
	bool blocks;
};
void bars_sequence(char *buffer, size_t size, int width, const double *values, size_t count,
		   const struct sequence_chart *chart, int row);

#define HISTOGRAM_BINS_MAXIMUM 64

struct histogram {
	size_t bins;
	double low;  /* lower bound of the first bin */
	double step; /* width of a bin */
	size_t counts[HISTOGRAM_BINS_MAXIMUM];
	size_t largest; /* of counts */
	size_t above;   /* values beyond the last bin */
};

/*
 * Count sorted values into at most bins bins from the minimum up to the severe outliers'
 * fence (Q3 + 3 IQR, Tukey), or to the maximum when that is nearer. The width of a bin is 1, 2 or
 * 5 times a power of ten.
 */
void histogram_fill(struct histogram *histogram, const double *sorted, size_t count, size_t bins);

#endif
