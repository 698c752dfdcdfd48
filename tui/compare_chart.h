/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_chart.h - the bars of the Compare page: their axis, what is drawn on it, and which
 * columns stand beside them. Pure: numbers in, text out.
 */
#ifndef LSMBENCH_TUI_COMPARE_CHART_H
#define LSMBENCH_TUI_COMPARE_CHART_H

#include <stdbool.h>
#include <stddef.h>

/* In percent; low <= 0 <= high, and zero is always on it. */
struct chart_axis {
	double low;
	double high;
	double step; /* between two marks */
};

/* An axis of round numbers for values from low to high, with room for its marks in width columns.
 */
void chart_axis_fit(struct chart_axis *axis, double low, double high, int width);

/* The column of value, 0 to width - 1; what lies outside stands at the edge. */
int chart_axis_column(const struct chart_axis *axis, double value, int width);

/* The numbers above the bars: "0   25   50   75  100%", each with its first digit over its mark. */
void chart_axis_marks(const struct chart_axis *axis, int width, char *buffer, size_t size);

/* The longest bar, and the bytes that it can take. */
#define COMPARE_BAR_MAXIMUM 200
#define COMPARE_BAR_BYTES (COMPARE_BAR_MAXIMUM * 3 + 1)

/*
 * A bar of width columns from zero to estimate, with its interval: "|=====[-o-]". An interval that
 * is narrower than a column shows as "o" alone; without one (NaN) the bar is "....o". Blank
 * but for the zero when estimate is NaN. ">" and "<" stand for what lies beyond the axis.
 */
void compare_bar(char *buffer, size_t size, int width, const struct chart_axis *axis,
		 double estimate, double low, double high, bool blocks);

/* Widths of the columns of the table of bars; 0: not shown. A blank stands between two. */
struct compare_columns {
	int name;
	int base;
	int ns;
	int per_call;
	int percent;
	int interval;
	int bar;
	int passes;
	int verdict;
};

/*
 * Wider tables show more; the name, the percent and the verdict are always there. name is how
 * wide the longest name is, which goes before the less important columns.
 */
void compare_columns_fit(struct compare_columns *columns, int width, int name);
/* What they take together, with the blanks between. */
int compare_columns_width(const struct compare_columns *columns);

#endif
