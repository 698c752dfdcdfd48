/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * quantile.c - sorting, and quantiles of what is sorted.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/statistics/summary.h"

/* A total order, so that a NaN that should not be there cannot lead qsort astray: it goes last. */
static int compare_values(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	if (isnan(a) || isnan(b))
		return !!isnan(a) - !!isnan(b);
	return (a > b) - (a < b);
}

void sort_values(double *values, size_t count)
{
	if (count > 1)
		qsort(values, count, sizeof(*values), compare_values);
}

double quantile(const double *sorted, size_t count, double probability)
{
	double place;
	size_t below;

	if (count == 0 || !(probability >= 0 && probability <= 1))
		return NAN;
	place = probability * (double)(count - 1);
	below = (size_t)place;
	if (below + 1 >= count || sorted[below] == sorted[below + 1])
		return sorted[below];
	return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}
