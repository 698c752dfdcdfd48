/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * theil_sen.c - the median of all slopes, and the interval that Kendall's test gives it.
 *
 * Under no slope, the discordant pairs of points are distributed like the inversions of a shuffled
 * series in which those of equal x are alike. Their numbers are the coefficients of a product of
 * Gaussian binomials, made by adding one group of equal x after the other.
 */
#include "engine/statistics/theil_sen.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/statistics/distribution.h"
#include "engine/statistics/hodges_lehmann.h"
#include "engine/statistics/summary.h"

#define EXACT_UP_TO 60

static size_t collect_slopes(const double *x, const double *y, size_t count, double *slopes)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = i + 1; j < count; j++) {
			if (x[i] != x[j])
				slopes[found++] = (y[j] - y[i]) / (x[j] - x[i]);
		}
	}
	return found;
}

/* Multiply ways[0..limit] by (1 - q^power), or divide by it. */
static void multiply(double *ways, size_t limit, size_t power)
{
	for (size_t i = limit; i >= power && i <= limit; i--)
		ways[i] -= ways[i - power];
}

static void divide(double *ways, size_t limit, size_t power)
{
	for (size_t i = power; i <= limit; i++)
		ways[i] += ways[i - power];
}

/*
 * The inversions of count values, sorted x telling which are alike: the product over the groups of
 * (1 - q^(before + 1)) ... (1 - q^(before + size)) / ((1 - q) ... (1 - q^size)).
 */
static void count_inversions(const double *sorted, size_t count, double *ways, size_t limit)
{
	memset(ways, 0, (limit + 1) * sizeof(*ways));
	ways[0] = 1;
	for (size_t before = 0; before < count;) {
		size_t size = 1;

		while (before + size < count && sorted[before + size] == sorted[before])
			size++;
		for (size_t i = 1; i <= size; i++) {
			multiply(ways, limit, before + i);
			divide(ways, limit, i);
		}
		before += size;
	}
}

/* How many slopes lie outside each bound: the largest k with 2 P(inversions <= k - 1) <= alpha. */
static size_t rank_exact(const double *sorted, size_t count, size_t slopes, double alpha,
			 double *ways)
{
	double total = 0;
	double tail = 0;
	size_t rank = 0;

	count_inversions(sorted, count, ways, slopes);
	for (size_t i = 0; i <= slopes; i++)
		total += ways[i];
	for (; rank <= slopes; rank++) {
		tail += ways[rank];
		if (2 * tail > alpha * total)
			break;
	}
	return rank;
}

/* The same from the normal limit; variance as in Sen 1968. */
static size_t rank_normal(const double *sorted, size_t count, size_t slopes, double alpha)
{
	double n = (double)count;
	double variance = n * (n - 1) * (2 * n + 5);
	double reach;

	for (size_t i = 0; i < count;) {
		size_t end = i + 1;
		double size;

		while (end < count && sorted[end] == sorted[i])
			end++;
		size = (double)(end - i);
		variance -= size * (size - 1) * (2 * size + 5);
		i = end;
	}
	reach = -normal_quantile(alpha / 2) * sqrt(variance / 18);
	return (double)slopes <= reach ? 0 : (size_t)(((double)slopes - reach) / 2);
}

static int find_bounds(const double *x, const double *slopes, size_t slope_count, double confidence,
		       struct theil_sen *line)
{
	double *sorted = malloc(line->count * sizeof(*sorted));
	double *ways = malloc((slope_count + 1) * sizeof(*ways));
	size_t rank;

	if (!sorted || !ways) {
		free(sorted);
		free(ways);
		return -ENOMEM;
	}
	memcpy(sorted, x, line->count * sizeof(*sorted));
	sort_values(sorted, line->count);
	if (line->count <= EXACT_UP_TO)
		rank = rank_exact(sorted, line->count, slope_count, 1 - confidence, ways);
	else
		rank = rank_normal(sorted, line->count, slope_count, 1 - confidence);
	if (rank > 0 && 2 * rank <= slope_count) {
		line->slope_low = slopes[rank - 1];
		line->slope_high = slopes[slope_count - rank];
	}
	free(sorted);
	free(ways);
	return 0;
}

static int find_intercept(const double *x, const double *y, double confidence,
			  struct theil_sen *line)
{
	double *left = malloc(line->count * sizeof(*left));
	struct hodges_lehmann center;
	int status = -ENOMEM;

	if (left) {
		for (size_t i = 0; i < line->count; i++)
			left[i] = y[i] - line->slope * x[i];
		status = hodges_lehmann_center(left, line->count, confidence, &center);
		sort_values(left, line->count);
		line->intercept = quantile(left, line->count, 0.5);
	}
	free(left);
	if (status == 0) {
		line->intercept_low = center.low;
		line->intercept_high = center.high;
	}
	return status;
}

int theil_sen_of(const double *x, const double *y, size_t count, double confidence,
		 struct theil_sen *line)
{
	double *slopes;
	size_t found;
	int status;

	*line = (struct theil_sen){count, NAN, NAN, NAN, NAN, NAN, NAN};
	if (count < 2 || count > THEIL_SEN_MAXIMUM)
		return -EINVAL;
	slopes = malloc(count * (count - 1) / 2 * sizeof(*slopes));
	if (!slopes)
		return -ENOMEM;
	found = collect_slopes(x, y, count, slopes);
	status = found ? 0 : -EINVAL;
	if (status == 0) {
		sort_values(slopes, found);
		line->slope = quantile(slopes, found, 0.5);
		status = find_bounds(x, slopes, found, confidence, line);
	}
	if (status == 0)
		status = find_intercept(x, y, confidence, line);
	free(slopes);
	return status;
}
