/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * moments.c - sums over a sample, guarded against the digits that plain summing loses.
 */
#include "engine/statistics/moments.h"

#include <math.h>

/* A sum and the low digits that did not fit into it. */
struct sum {
	double high;
	double low;
};

static void sum_add(struct sum *sum, double value)
{
	double next = sum->high + value;

	if (fabs(sum->high) >= fabs(value))
		sum->low += (sum->high - next) + value;
	else
		sum->low += (value - next) + sum->high;
	sum->high = next;
}

static double sum_total(const struct sum *sum)
{
	/* Beyond the range of doubles the low digits are NaN and mean nothing. */
	return isfinite(sum->high) ? sum->high + sum->low : sum->high;
}

double mean_of(const double *values, size_t count)
{
	struct sum sum = {0, 0};

	for (size_t i = 0; i < count; i++)
		sum_add(&sum, values[i]);
	return count ? sum_total(&sum) / (double)count : NAN;
}

double variance_of(const double *values, size_t count, double mean)
{
	struct sum squares = {0, 0};
	struct sum differences = {0, 0};
	double rest;

	if (count < 2)
		return NAN;
	for (size_t i = 0; i < count; i++) {
		double difference = values[i] - mean;

		sum_add(&squares, difference * difference);
		sum_add(&differences, difference);
	}
	/* What is left of the differences shows by how much mean itself was rounded. */
	rest = sum_total(&differences);
	return (sum_total(&squares) - rest * rest / (double)count) / (double)(count - 1);
}

double autocorrelation_of(const double *values, size_t count, size_t lag)
{
	double mean = mean_of(values, count);
	struct sum products = {0, 0};
	struct sum squares = {0, 0};

	if (count <= lag)
		return NAN;
	for (size_t i = 0; i < count; i++) {
		double difference = values[i] - mean;

		sum_add(&squares, difference * difference);
		if (i + lag < count)
			sum_add(&products, difference * (values[i + lag] - mean));
	}
	if (sum_total(&squares) == 0)
		return 0;
	return sum_total(&products) / sum_total(&squares);
}
