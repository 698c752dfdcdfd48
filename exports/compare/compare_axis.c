/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_axis.c - the one axis on which all bars of a comparison stand.
 *
 * What runs have told beside their own figure (a largest latency, a p99.9) can differ a
 * thousandfold where nothing else does. The axis is cut where such rows leave it, so that the
 * others can be read.
 */
#include "exports/compare/compare_show.h"

#include <math.h>
#include <stdlib.h>

#include "engine/statistics/summary.h"

/* Metrics stay on the axis up to so many times the reach of the runs' own figures. */
#define REACH 4.0

/* Less than a percent is drawn as little, not as much. */
#define REACH_LEAST 1.0

struct compare_range compare_range_of(const struct comparison_row *row)
{
	bool is_interval = isfinite(row->low) && isfinite(row->high);
	struct comparison_span span =
		is_interval ? comparison_shown_span(row, row->low, row->high)
			    : comparison_shown_span(row, row->spread_low, row->spread_high);

	return (struct compare_range){span.low, span.high, is_interval};
}

static bool is_shown(const struct comparison_row *row, const struct operation *filter)
{
	return (!filter || row->operation == filter) &&
	       isfinite(comparison_row_percent(row, row->estimate));
}

/* The most that own figures, or the ends of their intervals, are away from 0. */
static double own_reach(const struct comparison *comparison, const struct operation *filter)
{
	double reach = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];
		struct compare_range range = compare_range_of(row);

		if (row->metric || !is_shown(row, filter))
			continue;
		reach = fmax(reach, fabs(comparison_row_percent(row, row->estimate)));
		if (range.is_interval)
			reach = fmax(reach, fmax(fabs(range.low), fabs(range.high)));
	}
	return reach;
}

/* How far from 0 half of all rows are; 0 without memory or rows. */
static double usual_reach(const struct comparison *comparison, const struct operation *filter)
{
	double *values = malloc((comparison->row_count + 1) * sizeof(*values));
	double usual = 0;
	size_t count = 0;

	for (size_t i = 0; values && i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (is_shown(row, filter))
			values[count++] = fabs(comparison_row_percent(row, row->estimate));
	}
	if (count > 0) {
		sort_values(values, count);
		usual = quantile(values, count, 0.5);
	}
	free(values);
	return usual;
}

double compare_reach_of(const struct comparison *comparison, const struct operation *filter)
{
	return REACH * fmax(REACH_LEAST,
			    fmax(own_reach(comparison, filter), usual_reach(comparison, filter)));
}

/* Make room for a value that is on the axis; what is infinite, or none, is no place for an end. */
static void widen(struct compare_axis *axis, double percent, double reach)
{
	if (!isfinite(percent) || fabs(percent) > reach)
		return;
	axis->low = fmin(axis->low, percent);
	axis->high = fmax(axis->high, percent);
}

struct compare_axis compare_axis_of(const struct comparison *comparison)
{
	const double reach = compare_reach_of(comparison, NULL);
	struct compare_axis axis = {0, 0};

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];
		struct compare_range range = compare_range_of(row);

		if (!is_shown(row, NULL))
			continue;
		widen(&axis, comparison_row_percent(row, row->estimate), reach);
		if (isfinite(range.low) && isfinite(range.high)) {
			widen(&axis, range.low, reach);
			widen(&axis, range.high, reach);
		}
	}
	if (axis.high - axis.low < 1e-3)
		axis.high = axis.low + 1;
	return axis;
}

int compare_axis_beyond(const struct compare_axis *axis, double percent)
{
	const double tolerance = 1e-9 * (axis->high - axis->low);

	return percent > axis->high + tolerance ? 1 : percent < axis->low - tolerance ? -1 : 0;
}

bool compare_is_cut(const struct comparison *comparison)
{
	const struct compare_axis axis = compare_axis_of(comparison);

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];
		struct compare_range range = compare_range_of(row);

		if (is_shown(row, NULL) &&
		    (compare_axis_beyond(&axis, comparison_row_percent(row, row->estimate)) != 0 ||
		     compare_axis_beyond(&axis, range.low) != 0 ||
		     compare_axis_beyond(&axis, range.high) != 0))
			return true;
	}
	return false;
}

double compare_axis_at(const struct compare_axis *axis, double percent, double width)
{
	double place = (percent - axis->low) / (axis->high - axis->low);

	if (!isfinite(place))
		return 0;
	return width * fmin(1, fmax(0, place));
}
