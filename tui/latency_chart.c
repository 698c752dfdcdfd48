/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * latency_chart.c - latencies over a logarithmic axis.
 */
#include "tui/latency_chart.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A decade of so many columns has room for ticks at 2 and 5, too. */
#define COLUMNS_FOR_FIFTHS 24

static const struct mark {
	const char *name;
	double share;
} marks[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}};
#define MARKS (sizeof(marks) / sizeof(marks[0]))

void latency_axis_begin(struct latency_axis *axis, int columns)
{
	axis->low = INFINITY;
	axis->high = -INFINITY;
	axis->columns = columns < LATENCY_COLUMNS_MAXIMUM ? columns : LATENCY_COLUMNS_MAXIMUM;
}

/* The logarithm of a time; 0 ns stands where 1 ns does. */
static double place(double ns)
{
	return log10(fmax(ns, 1));
}

void latency_axis_cover(struct latency_axis *axis, const struct latencies *latencies)
{
	if (latencies->count == 0)
		return;
	axis->low = fmin(axis->low, place((double)latencies->minimum));
	axis->high = fmax(axis->high, place((double)latencies->maximum + 1));
	/* That of a single value has a width, too. */
	axis->high = fmax(axis->high, axis->low + 0.01);
}

/* Where a time lies, in columns from the left edge: 0 to columns. */
static double column_of(const struct latency_axis *axis, double ns)
{
	double column = (place(ns) - axis->low) / (axis->high - axis->low) * (double)axis->columns;

	return fmin(fmax(column, 0), axis->columns);
}

static void divide(const struct latency_axis *axis, double from, double to, double share,
		   double *shares)
{
	const int last = axis->columns - 1;
	int column = (int)from < last ? (int)from : last;

	if (to - from < 1e-9) {
		shares[column] += share;
		return;
	}
	for (; column <= last && column < to; column++) {
		double part = fmin(to, column + 1) - fmax(from, column);

		shares[column] += share * part / (to - from);
	}
}

void latency_axis_shares(const struct latency_axis *axis, const struct latencies *latencies,
			 double shares[LATENCY_COLUMNS_MAXIMUM])
{
	for (int i = 0; i < axis->columns; i++)
		shares[i] = 0;
	for (size_t i = 0; i < latencies->bucket_count && axis->columns > 0; i++) {
		const struct latency_bucket *bucket = &latencies->buckets[i];
		const double least = (double)latencies_least(bucket->number);
		const double end = least + (double)latencies_width(bucket->number);
		const double from = fmax(least, (double)latencies->minimum);
		const double to = fmin(end, (double)latencies->maximum + 1);

		divide(axis, column_of(axis, from), column_of(axis, to),
		       (double)bucket->count / (double)latencies->count, shares);
	}
}

/* Put text at column if it does not reach limit. */
static bool put(char *line, int column, int limit, const char *text)
{
	if (column < 0 || column + (int)strlen(text) > limit)
		return false;
	for (size_t i = 0; text[i]; i++)
		line[(size_t)column + i] = text[i];
	return true;
}

/* The unit that ns is shown in, which is divided by it. */
static const char *unit_of(double *ns)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	size_t unit = 0;

	while (*ns >= 999.5 && unit < 3) {
		*ns /= 1000;
		unit++;
	}
	return units[unit];
}

/* "|1us"; without its name where that has no room. Returns the first column behind it. */
static int put_tick(const struct latency_axis *axis, double ns, int column, char *line)
{
	const char *unit = unit_of(&ns);
	char text[24];

	snprintf(text, sizeof(text), "|%.3g%s", ns, unit);
	if (put(line, column, axis->columns, text))
		return column + (int)strlen(text) + 1;
	line[column] = '|';
	return column + 1;
}

void latency_axis_ticks(const struct latency_axis *axis, char *line)
{
	static const double steps[] = {1, 2, 5};
	const bool fine =
		(double)axis->columns / (axis->high - axis->low) >= (double)COLUMNS_FOR_FIFTHS;
	int from = 0;

	memset(line, ' ', (size_t)axis->columns);
	line[axis->columns] = '\0';
	for (int decade = (int)floor(axis->low); decade <= (int)ceil(axis->high); decade++)
		for (int i = 0; i < (fine ? 3 : 1); i++) {
			const double ns = steps[i] * pow(10, decade);
			/* Rounding must not lose the tick at the very edge. */
			const double at =
				(log10(ns) - axis->low) / (axis->high - axis->low) * axis->columns;
			const int column = (int)floor(at + 1e-6);

			if (at > -1e-6 && column >= from && column < axis->columns)
				from = put_tick(axis, ns, column, line);
		}
}

void latency_axis_marks(const struct latency_axis *axis, const struct latencies *latencies,
			char *line)
{
	int limit = axis->columns;

	memset(line, ' ', (size_t)axis->columns);
	line[axis->columns] = '\0';
	if (latencies->count == 0 || axis->columns == 0)
		return;
	/* From the right: the tail matters most. */
	for (size_t i = MARKS; i-- > 0;) {
		const double value = latencies_quantile(latencies, marks[i].share);
		int column = (int)column_of(axis, value);
		char text[16];

		column = column < axis->columns ? column : axis->columns - 1;
		if (column >= limit)
			continue;
		snprintf(text, sizeof(text), "^%s", marks[i].name);
		if (!put(line, column, limit, text))
			line[column] = '^';
		/* A blank between names. */
		limit = column > 0 ? column - 1 : 0;
	}
}

void latency_text(char *buffer, size_t size, double ns)
{
	const bool whole = ns < 999.5;
	const char *unit = unit_of(&ns);

	if (!isfinite(ns))
		snprintf(buffer, size, "-");
	else if (whole)
		snprintf(buffer, size, "%.3g%s", ns, unit);
	else
		snprintf(buffer, size, "%.*f%s", ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0, ns, unit);
}

/* "12345", "1.23e+06" where that is shorter than all digits. */
static void count_text(char *buffer, size_t size, uint64_t count)
{
	if (count < 1000000)
		snprintf(buffer, size, "%" PRIu64, count);
	else
		snprintf(buffer, size, "%.3gM", (double)count / 1e6);
}

void latency_figures(char *buffer, size_t size, const struct latencies *latencies)
{
	char text[2][24];
	char count[24];
	size_t used = 0;

	buffer[0] = '\0';
	if (latencies->count == 0) {
		snprintf(buffer, size, "nothing told");
		return;
	}
	for (size_t i = 0; i < MARKS && used < size; i++) {
		latency_text(text[0], sizeof(text[0]),
			     latencies_quantile(latencies, marks[i].share));
		used += (size_t)snprintf(buffer + used, size - used, "%s %s ", marks[i].name,
					 text[0]);
	}
	latency_text(text[0], sizeof(text[0]), (double)latencies->minimum);
	latency_text(text[1], sizeof(text[1]), (double)latencies->maximum);
	count_text(count, sizeof(count), latencies->count);
	if (used < size)
		snprintf(buffer + used, size - used, " %s-%s  n %s", text[0], text[1], count);
}
