/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_show.h - what the formats of a comparison share: text in plain ASCII, lines of bounded
 * width, the axis on which bars stand.
 */
#ifndef LSMBENCH_EXPORTS_COMPARE_SHOW_H
#define LSMBENCH_EXPORTS_COMPARE_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "exports/compare/compare_export.h"
#include "exports/number.h"

/* The width of a line in a mail. */
#define COMPARE_WIDTH 72

/* text with all but printable ASCII as \xNN; malloc'ed, NULL without memory. */
char *compare_ascii(const char *text);

/*
 * Write text in ASCII, in lines of at most COMPARE_WIDTH columns, the first behind first and the
 * others behind as many blanks; a word that is longer than a line is cut. 0 or -ENOMEM.
 */
int compare_write_wrapped(const char *first, const char *text, FILE *file);

/* Whether a row is shown as a rate: more is better there. */
bool compare_has_rates(const struct comparison *comparison);
/* Whether a row is shown in another unit than the comparison's. */
bool compare_has_units(const struct comparison *comparison);
/* Whether a row is of a metric. */
bool compare_has_metrics(const struct comparison *comparison);

/*
 * A figure of the row, in its unit, with as many decimals as it deserves, "+361.2" with a sign if
 * so asked. Returns buffer.
 */
const char *compare_show_figure(const struct comparison_row *row, double figure, bool sign,
				char buffer[NUMBER_SIZE]);

/* The ends of a row's bar: its 95% interval, or the spread of passes where there is none. */
struct compare_range {
	double low; /* percent; NaN: none */
	double high;
	bool is_interval;
};
struct compare_range compare_range_of(const struct comparison_row *row);

/*
 * How many percent from 0 a row may be to be on the axis: 4 times what the runs' own figures are at
 * most, or half of all rows. Rows of other operations than filter do not count; NULL: all do.
 */
double compare_reach_of(const struct comparison *comparison, const struct operation *filter);

/* From where to where the bars of a comparison reach, in percent; 0 is always on it. What is beyond
 * the reach is not. */
struct compare_axis {
	double low;
	double high;
};
struct compare_axis compare_axis_of(const struct comparison *comparison);
/* 1 of what lies beyond the high end, -1 beyond the low one, 0 else. */
int compare_axis_beyond(const struct compare_axis *axis, double percent);
/* Whether anything of the comparison lies beyond its axis. */
bool compare_is_cut(const struct comparison *comparison);
/* Where percent stands between 0 and width, at an end what lies beyond; width of NaN is 0. */
double compare_axis_at(const struct compare_axis *axis, double percent, double width);

/* True when the row is the first of its case: the same case's rows follow each other. */
bool compare_is_first(const struct comparison *comparison, size_t index);

#endif
