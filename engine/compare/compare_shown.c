/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_shown.c - a row's figures as people are shown them: times, rates where bytes move, or
 * metrics.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/compare/compare.h"

#define NS_IN_SECOND 1e9

/* Commands of a person's own take long enough. */
static bool is_in_seconds(const struct comparison_row *row)
{
	return row->operation && row->operation->starts_commands && !row->metric &&
	       row->unit == RESULT_NS;
}

const char *comparison_unit(const struct comparison_row *row)
{
	if (is_in_seconds(row))
		return "s";
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

double comparison_shown(const struct comparison_row *row, double ns)
{
	if (row->metric)
		return comparison_inner(row->metric, ns);
	if (is_in_seconds(row))
		return ns / NS_IN_SECOND;
	return row->bytes > 0 ? operation_rate(row->bytes, ns) : ns;
}

double comparison_row_percent(const struct comparison_row *row, double ln)
{
	return comparison_percent(comparison_is_rate(row) ? -ln : ln);
}

double comparison_shown_difference(const struct comparison_row *row)
{
	if (!comparison_is_rate(row))
		return comparison_ns(row) / (is_in_seconds(row) ? NS_IN_SECOND : 1);
	if (comparison_base_jumps(row))
		return row->paired_shown;
	return comparison_shown(row, row->base_ns) * expm1(-row->estimate);
}

struct comparison_span comparison_shown_span(const struct comparison_row *row, double low,
					     double high)
{
	double a = comparison_row_percent(row, low);
	double b = comparison_row_percent(row, high);

	return comparison_is_rate(row) ? (struct comparison_span){b, a}
				       : (struct comparison_span){a, b};
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
