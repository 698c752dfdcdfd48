/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * summary.h - what a case's samples say: place, spread, intervals, and whether they drift. The
 * parts that others need alone are in running.c, interval.c and quantile.c.
 */
#ifndef LSMBENCH_ENGINE_SUMMARY_H
#define LSMBENCH_ENGINE_SUMMARY_H

#include <stddef.h>

/*
 * All in the unit of the values (ns). NaN where a figure needs more values than there are: the
 * spread, the mean's interval, lag1 and drift need two, the median's interval needs six. When all
 * values are equal the spreads, lag1 and drift are 0 and drift_p is 1.
 */
struct summary {
	size_t count;
	double minimum;
	double maximum;
	double median;
	double mean;
	double variance; /* divides by n - 1 */
	double sd;
	double mean_half_width; /* 95%: 1.96 sd / sqrt(n) from n = 120 on, Student's t below */
	double median_low;      /* 95%, order statistics; NaN for n <= 5 */
	double median_high;
	double mad; /* median absolute deviation, times 1.4826 */
	double p95; /* quantiles of type 7 */
	double p99;
	double q1;
	double q3;
	/*
	 * Outliers are counted, never left out of anything. Where the middle half of the values is
	 * one and the same, every other value is one.
	 */
	size_t outliers_mild;   /* beyond 1.5 IQR from the quartiles, and not severe (Tukey 1977) */
	size_t outliers_severe; /* beyond 3 IQR */
	/* |0.6745 (x - median) / m| > 3.5, m the unscaled MAD, at least step (Iglewicz 1993) */
	size_t outliers_modified_z;
	double lag1;    /* rank lag-1 autocorrelation */
	double drift;   /* Kendall's tau-b of value against place */
	double drift_p; /* two-sided, of drift: kendall.h says when it is exact */
};

/*
 * Summarise values[0..count-1], in the order in which they were measured. step is the clock's step
 * per iteration, the least spread that can be told apart (0: unknown). O(count log count);
 * allocates copies while it works. 0 or -ENOMEM. count 0 gives all NaN. Values are finite: with
 * others it neither fails nor hangs, but its figures mean nothing.
 */
int summary_of(const double *values, size_t count, double step, struct summary *summary);

/* The summary of the same values in another unit: all of them times factor, which is above 0. */
void summary_scale(struct summary *summary, double factor);

/* What can be kept up to date value by value. All zero before the first one. */
struct running {
	size_t count;
	double mean;
	double sum_of_squares; /* of differences from the mean: Welford 1962 */
	double minimum;
	double maximum;
};

void running_add(struct running *running, double value);
double running_variance(const struct running *running); /* n - 1; NaN below 2 */

/* Half-width of the mean's 95% interval, by the rule of struct summary. NaN below 2 values. */
double mean_half_width(double sd, size_t count);

/*
 * Ranks (from 1) of the order statistics that bound the median's interval at the given confidence
 * (at least 0.5): [x_low, x_high], high = n + 1 - low, low = max{k: P(Bin(n, 1/2) <= k - 1) <=
 * alpha / 2}. When there is none, *low is 0 and *high n + 1. count is below 2^32.
 */
void median_interval_ranks(size_t count, double confidence, size_t *low, size_t *high);

/* Quantile of type 7 (linear interpolation of order statistics) of sorted values; NaN of none. */
double quantile(const double *sorted, size_t count, double probability);

/* Sort ascending, in place. */
void sort_values(double *values, size_t count);

#endif
