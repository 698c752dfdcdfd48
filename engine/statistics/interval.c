/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interval.c - how far the mean and the median of a sample can be trusted.
 */
#include <math.h>
#include <stdbool.h>

#include "engine/statistics/distribution.h"
#include "engine/statistics/summary.h"

/* From here on the published suite takes 1.96 for Student's t. */
#define NORMAL_FROM_COUNT 120

double mean_half_width(double sd, size_t count)
{
	double factor = 1.96;

	if (count < 2)
		return NAN;
	if (count < NORMAL_FROM_COUNT)
		factor = student_quantile(0.975, (double)(count - 1));
	return factor * sd / sqrt((double)count);
}

/*
 * Whether leaving out the lowest k values risks no more than tail of losing the median. Near the
 * middle of very many values the risk is NaN, and so large that the answer is no.
 */
static bool may_leave_out(size_t k, size_t count, double tail)
{
	const double rounding = 1e-12; /* a tail that is met exactly counts as met */

	return binomial_cumulative(k - 1, count, 0.5) <= tail * (1 + rounding);
}

void median_interval_ranks(size_t count, double confidence, size_t *low, size_t *high)
{
	double tail = (1 - confidence) / 2;
	size_t fits = 0;
	size_t too_many = count / 2 + 1;

	while (too_many - fits > 1) {
		size_t middle = fits + (too_many - fits) / 2;

		if (may_leave_out(middle, count, tail))
			fits = middle;
		else
			too_many = middle;
	}
	*low = fits;
	*high = count + 1 - fits;
}
