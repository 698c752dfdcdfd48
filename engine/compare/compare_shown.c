/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_shown.c - a row's figures as people are shown them: times, rates where bytes move, or
 * metrics.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/compare/compare_private.h"
#include "engine/statistics/summary.h"
#include "engine/text/time_unit.h"

#define NS_IN_SECOND 1e9

/* Runs of what takes so long, and metrics in seconds. */
static bool is_in_seconds(const struct comparison_row *row)
{
	if (row->metric)
		return strcmp(row->metric->unit, "s") == 0;
	return row->operation && row->operation->in_seconds && row->unit == RESULT_NS;
}

/* The unit that suits the base, which the others of its case have, too. */
static struct time_unit time_unit_of_row(const struct comparison_row *row)
{
	const double size = row->base_ns > 0 ? row->base_ns : row->other_ns;

	return time_unit_of(row->metric ? size : size / NS_IN_SECOND);
}

const char *comparison_unit(const struct comparison_row *row)
{
	return is_in_seconds(row) ? time_unit_of_row(row).name : comparison_kept_unit(row);
}

const char *comparison_kept_unit(const struct comparison_row *row)
{
	if (!row->metric)
		return result_unit_shown(row->unit, row->bytes);
	return strcmp(row->metric->unit, "1") == 0 ? "count" : row->metric->unit;
}

bool comparison_is_rate(const struct comparison_row *row)
{
	return row->bytes > 0 || (row->metric && row->metric->bigger_is_better);
}

bool comparison_has_own_unit(const struct comparison_row *row)
{
	return row->bytes > 0 || row->metric || is_in_seconds(row);
}

double comparison_inner(const struct metric *metric, double value)
{
	return metric && metric->bigger_is_better ? 1 / value : value;
}

/* What a figure that is kept is divided by to be shown. */
static double shown_scale(const struct comparison_row *row)
{
	if (!is_in_seconds(row))
		return 1;
	return time_unit_of_row(row).seconds * (row->metric ? 1 : NS_IN_SECOND);
}

double comparison_shown(const struct comparison_row *row, double ns)
{
	return comparison_kept(row, ns) / shown_scale(row);
}

double comparison_kept(const struct comparison_row *row, double ns)
{
	if (row->metric)
		return comparison_inner(row->metric, ns);
	return row->bytes > 0 ? operation_rate(row->bytes, ns) : ns;
}

double comparison_center(const struct comparison_row *row, double *values, size_t count)
{
	double low;
	double high;

	if (count == 0)
		return NAN;
	sort_values(values, count);
	if (count % 2 == 1)
		return values[count / 2];
	low = comparison_kept(row, values[count / 2 - 1]);
	high = comparison_kept(row, values[count / 2]);
	/* Showing is its own inverse. */
	return comparison_kept(row, (low + high) / 2);
}

int comparison_shown_decimals(const struct comparison_row *row, double figure)
{
	const double size = fabs(figure);
	const struct time_unit unit = time_unit_of_row(row);
	const bool is_whole = fabs(figure - round(figure)) < 0.05;

	if (is_in_seconds(row))
		return time_unit_decimals(&unit, figure);
	/* Nobody counts halves, but a median may be one. */
	if (row->metric && strcmp(row->metric->unit, "1") == 0)
		return is_whole ? 0 : 1;
	return result_unit_decimals(row->unit, figure,
				    size < 0.1     ? 3
				    : size < 10    ? 2
				    : size < 10000 ? 1
						   : 0);
}

double comparison_row_percent(const struct comparison_row *row, double ln)
{
	return comparison_percent(comparison_is_rate(row) ? -ln : ln);
}

double comparison_shown_difference(const struct comparison_row *row)
{
	/* Beside percent of another estimate it would say another thing, even of another sign. */
	if (comparison_base_jumps(row) && !row->has_zeros)
		return NAN;
	return comparison_kept_difference(row) / shown_scale(row);
}

double comparison_shown_per_call(const struct comparison_row *row)
{
	return comparison_base_jumps(row) ? NAN : comparison_ns_per_call(row);
}

const char *comparison_show_jump(const struct comparison_row *row,
				 char buffer[COMPARISON_PERCENT_SIZE])
{
	const double factor = exp(row->base_range);

	buffer[0] = '\0';
	if (comparison_base_jumps(row) && !row->has_zeros)
		snprintf(buffer, COMPARISON_PERCENT_SIZE,
			 factor < 1e4 ? "base x%.*f" : "base x%.*e", factor < 10 ? 1 : 0, factor);
	return buffer;
}

double comparison_kept_difference(const struct comparison_row *row)
{
	if (row->has_zeros)
		return comparison_kept(row, row->other_ns) - comparison_kept(row, row->base_ns);
	if (!comparison_is_rate(row))
		return comparison_ns(row);
	if (comparison_base_jumps(row))
		return row->paired_shown;
	if (isnan(row->base_range) && isfinite(row->other_ns))
		return comparison_kept(row, row->other_ns) - comparison_kept(row, row->base_ns);
	return comparison_kept(row, row->base_ns) * expm1(-row->estimate);
}

struct comparison_span comparison_shown_span(const struct comparison_row *row, double low,
					     double high)
{
	double a = comparison_row_percent(row, low);
	double b = comparison_row_percent(row, high);

	return comparison_is_rate(row) ? (struct comparison_span){b, a}
				       : (struct comparison_span){a, b};
}

bool comparison_is_same(const struct comparison_row *row)
{
	return row->has_zeros && fabs(comparison_kept_difference(row)) <= 0;
}

double comparison_loss(const struct comparison_row *row)
{
	double percent = comparison_row_percent(row, row->estimate);

	return comparison_is_rate(row) ? -percent : percent;
}

const char *comparison_show_percent(double ln, char buffer[COMPARISON_PERCENT_SIZE])
{
	double percent = comparison_percent(ln);

	if (!isfinite(percent) || fabs(percent) >= 1e9)
		return strcpy(buffer, "-");
	/* No sign where no digit shows one. */
	if (fabs(percent) < 0.005)
		return strcpy(buffer, "0.00%");
	/* Differences below a tenth need the second decimal to be one at all. */
	snprintf(buffer, COMPARISON_PERCENT_SIZE, fabs(percent) < 0.1 ? "%+.2f%%" : "%+.1f%%",
		 percent);
	return buffer;
}

const char *comparison_show_row_percent(const struct comparison_row *row, double ln,
					char buffer[COMPARISON_PERCENT_SIZE])
{
	if (row->has_zeros)
		return strcpy(buffer, comparison_is_same(row) ? "same" : "-");
	return comparison_show_percent(comparison_is_rate(row) ? -ln : ln, buffer);
}

const char *comparison_show_limit(double ln, char buffer[COMPARISON_PERCENT_SIZE])
{
	double percent = comparison_percent(fabs(ln));
	int decimals = percent <= 0.09 ? 2 : 1;
	double step = decimals == 2 ? 0.01 : 0.1;

	if (!isfinite(percent))
		return strcpy(buffer, "-");
	percent = fmax(step, ceil(percent / step - 1e-9) * step);
	snprintf(buffer, COMPARISON_PERCENT_SIZE, "%.*f%%", decimals, percent);
	return buffer;
}
