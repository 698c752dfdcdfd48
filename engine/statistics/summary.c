/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * summary.c - puts together what a case's samples say.
 */
#include "engine/statistics/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/statistics/kendall.h"
#include "engine/statistics/moments.h"
#include "engine/statistics/rank.h"

/* Makes the MAD of normal values their standard deviation. */
#define MAD_TO_SD 1.4826
/* Iglewicz and Hoaglin (1993): the modified z score and where it marks an outlier. */
#define MODIFIED_Z 0.6745
#define MODIFIED_Z_LIMIT 3.5

static const struct summary nothing = {
	.minimum = NAN,
	.maximum = NAN,
	.median = NAN,
	.mean = NAN,
	.variance = NAN,
	.sd = NAN,
	.mean_half_width = NAN,
	.median_low = NAN,
	.median_high = NAN,
	.mad = NAN,
	.p95 = NAN,
	.p99 = NAN,
	.q1 = NAN,
	.q3 = NAN,
	.lag1 = NAN,
	.drift = NAN,
	.drift_p = NAN,
};

static void add_moments(const double *values, size_t count, struct summary *summary)
{
	summary->mean = mean_of(values, count);
	summary->variance = variance_of(values, count, summary->mean);
	summary->sd = sqrt(summary->variance);
	summary->mean_half_width = mean_half_width(summary->sd, count);
}

static void add_quantiles(const double *sorted, size_t count, struct summary *summary)
{
	size_t low;
	size_t high;

	summary->minimum = sorted[0];
	summary->maximum = sorted[count - 1];
	summary->median = quantile(sorted, count, 0.5);
	summary->p95 = quantile(sorted, count, 0.95);
	summary->p99 = quantile(sorted, count, 0.99);
	summary->q1 = quantile(sorted, count, 0.25);
	summary->q3 = quantile(sorted, count, 0.75);
	median_interval_ranks(count, 0.95, &low, &high);
	if (low > 0) {
		summary->median_low = sorted[low - 1];
		summary->median_high = sorted[high - 1];
	}
}

/*
 * The median of the distances from center. They grow to both sides of it, so the middle ones are
 * found by walking outwards.
 */
static double median_distance(const double *sorted, size_t count, double center)
{
	size_t right = 0;
	size_t left;
	double before = 0;
	double distance = 0;

	while (right < count && sorted[right] < center)
		right++;
	left = right;
	for (size_t taken = 0; taken <= count / 2; taken++) {
		double below = left > 0 ? center - sorted[left - 1] : INFINITY;
		double above = right < count ? sorted[right] - center : INFINITY;

		before = distance;
		distance = fmin(below, above);
		if (left > 0 && (right == count || below <= above))
			left--;
		else
			right++;
	}
	return count % 2 ? distance : before + (distance - before) / 2;
}

static void count_outliers(const double *sorted, size_t count, double step, struct summary *summary)
{
	double range = summary->q3 - summary->q1;
	double mad = median_distance(sorted, count, summary->median);
	double limit = MODIFIED_Z_LIMIT * fmax(mad, step);

	summary->mad = MAD_TO_SD * mad;
	for (size_t i = 0; i < count; i++) {
		double beyond = fmax(summary->q1 - sorted[i], sorted[i] - summary->q3);

		if (beyond > 3 * range)
			summary->outliers_severe++;
		else if (beyond > 1.5 * range)
			summary->outliers_mild++;
		if (MODIFIED_Z * fabs(sorted[i] - summary->median) > limit)
			summary->outliers_modified_z++;
	}
}

int summary_of(const double *values, size_t count, double step, struct summary *summary)
{
	struct kendall drift;
	double *sorted;
	int status;

	*summary = nothing;
	summary->count = count;
	if (count == 0)
		return 0;
	sorted = malloc(count * sizeof(*sorted));
	if (!sorted)
		return -ENOMEM;
	memcpy(sorted, values, count * sizeof(*sorted));
	sort_values(sorted, count);
	add_moments(values, count, summary);
	add_quantiles(sorted, count, summary);
	count_outliers(sorted, count, step, summary);
	status = rank_autocorrelation(values, sorted, count, &summary->lag1);
	if (status == 0)
		status = kendall_of(NULL, values, count, &drift);
	if (status == 0) {
		summary->drift = drift.tau;
		summary->drift_p = drift.p;
	}
	free(sorted);
	return status;
}

void summary_scale(struct summary *summary, double factor)
{
	double *const values[] = {
		&summary->minimum,    &summary->maximum,     &summary->median,
		&summary->mean,       &summary->sd,          &summary->mean_half_width,
		&summary->median_low, &summary->median_high, &summary->mad,
		&summary->p95,        &summary->p99,         &summary->q1,
		&summary->q3,
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		*values[i] *= factor;
	summary->variance *= factor * factor;
}
