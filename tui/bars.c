/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bars.c - progress bars, bars, sparklines, histograms.
 */
#include <math.h>
#include <string.h>

#include "engine/statistics/summary.h"
#include "tui/bars.h"

static const char *const eighths_across[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
static const char *const eighths_up[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static const char *const heights[] = {"_", ".", ":", "-", "=", "+", "*", "#"};

static double between_0_and_1(double fraction)
{
	if (!(fraction > 0))
		return 0;
	return fraction > 1 ? 1 : fraction;
}

static void append(char *buffer, size_t size, const char *text)
{
	size_t used = strlen(buffer);

	if (used + strlen(text) < size)
		memcpy(buffer + used, text, strlen(text) + 1);
}

void bars_progress(char *buffer, size_t size, int width, double fraction)
{
	int room = width - 2;
	int full = (int)lround(between_0_and_1(fraction) * room);
	int i;

	if (size == 0)
		return;
	buffer[0] = '\0';
	if (room < 1)
		return;
	append(buffer, size, "[");
	for (i = 0; i < room; i++)
		append(buffer, size, i < full ? "#" : ".");
	append(buffer, size, "]");
}

void bars_horizontal(char *buffer, size_t size, int width, double fraction, bool blocks)
{
	int eighths = (int)lround(between_0_and_1(fraction) * width * 8);
	int i;

	if (size == 0)
		return;
	buffer[0] = '\0';
	/* Something is never shown as nothing. */
	if (fraction > 0 && eighths == 0)
		eighths = 1;
	for (i = 0; i < eighths / 8; i++)
		append(buffer, size, blocks ? eighths_across[8] : "#");
	if (blocks)
		append(buffer, size, eighths_across[eighths % 8]);
	else if (eighths % 8 >= 4 || (fraction > 0 && eighths < 8))
		append(buffer, size, "#");
}

static double mean_of(const double *values, size_t from, size_t to)
{
	double sum = 0;
	size_t i;

	for (i = from; i < to; i++)
		sum += values[i];
	return sum / (double)(to - from);
}

/*
 * How high value stands in the chart, in eighths of a line: from 1 to 8 times rows; 0 of what is no
 * value.
 */
static int level_of(double value, const struct sequence_chart *chart)
{
	double fraction = 0;

	if (isnan(value))
		return 0;
	if (chart->high > chart->low)
		fraction = between_0_and_1((value - chart->low) / (chart->high - chart->low));
	return 1 + (int)(fraction * (chart->rows * 8 - 0.001));
}

void bars_sequence(char *buffer, size_t size, int width, const double *values, size_t count,
		   const struct sequence_chart *chart, int row)
{
	size_t columns = width > 0 ? (size_t)width : 0;
	size_t column;

	if (size == 0)
		return;
	buffer[0] = '\0';
	if (columns > count)
		columns = count;
	for (column = 0; column < columns; column++) {
		double value =
			mean_of(values, column * count / columns, (column + 1) * count / columns);
		int here = level_of(value, chart) - (chart->rows - 1 - row) * 8;

		if (here > 8)
			here = 8;
		if (here <= 0)
			append(buffer, size, " ");
		else
			append(buffer, size,
			       chart->blocks ? eighths_up[here - 1] : heights[here - 1]);
	}
}

/* The smallest of 1, 2, 5 times a power of ten that is at least width. */
static double round_width(double width)
{
	double power = pow(10, floor(log10(width)));

	if (width <= power)
		return power;
	if (width <= 2 * power)
		return 2 * power;
	return width <= 5 * power ? 5 * power : 10 * power;
}

void histogram_fill(struct histogram *histogram, const double *sorted, size_t count, size_t bins)
{
	double low;
	double high;
	double q3;
	size_t i;

	memset(histogram, 0, sizeof(*histogram));
	if (count == 0 || bins == 0)
		return;
	if (bins > HISTOGRAM_BINS_MAXIMUM)
		bins = HISTOGRAM_BINS_MAXIMUM;
	low = sorted[0];
	q3 = quantile(sorted, count, 0.75);
	high = fmin(sorted[count - 1], q3 + 3 * (q3 - quantile(sorted, count, 0.25)));
	histogram->step = high > low ? round_width((high - low) / (double)bins) : 1;
	/* Rounding the bounds outwards may need one bin more than there is room for. */
	while (floor(high / histogram->step) - floor(low / histogram->step) >= (double)bins)
		histogram->step = round_width(histogram->step * 1.01);
	histogram->low = floor(low / histogram->step) * histogram->step;
	histogram->bins =
		(size_t)(floor(high / histogram->step) - floor(low / histogram->step)) + 1;
	for (i = 0; i < count; i++) {
		double place = floor((sorted[i] - histogram->low) / histogram->step);

		if (place >= (double)histogram->bins) {
			histogram->above = count - i;
			break;
		}
		histogram->counts[place < 0 ? 0 : (size_t)place]++;
	}
	for (i = 0; i < histogram->bins; i++)
		if (histogram->counts[i] > histogram->largest)
			histogram->largest = histogram->counts[i];
}
