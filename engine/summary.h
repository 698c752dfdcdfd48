/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * summary.h - what a case's samples say: place, spread, intervals, and whether they drift.
 */
#ifndef LSMBENCH_ENGINE_SUMMARY_H
#define LSMBENCH_ENGINE_SUMMARY_H

#include <stddef.h>

/* All in the unit of the values (ns). NaN where a figure needs more values than there are. */
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
	size_t outliers_mild;       /* beyond 1.5 IQR and not severe (Tukey) */
	size_t outliers_severe;     /* beyond 3 IQR */
	size_t outliers_modified_z; /* |0.6745 (x - median) / MAD| > 3.5, the MAD floored at step */
	double lag1;                /* rank lag-1 autocorrelation */
	double drift;               /* Kendall's tau of value against place */
	double drift_p;             /* two-sided, of drift */
};

/*
 * Summarise values[0..count-1], in the order in which they were measured. step is the clock's step
 * per iteration, the least spread that can be told apart (0: unknown). Allocates a sorted copy; 0
 * or -ENOMEM. count 0 gives all NaN.
 */
int summary_of(const double *values, size_t count, double step, struct summary *summary);

/* The figures that a live display shows: count, minimum, maximum, mean, median and its interval. */
struct running {
	size_t count;
	double mean;
	double sum_of_squares; /* of differences from the mean: Welford 1962 */
	double minimum;
	double maximum;
};

void running_add(struct running *running, double value);
double running_variance(const struct running *running); /* n - 1; NaN below 2 */

/* Half-width of the mean's 95% interval, by the rule of struct summary. */
double mean_half_width(double sd, size_t count);

/*
 * Ranks (from 1) of the order statistics that bound the median's interval at the given
 * confidence: [x_low, x_high], high = n + 1 - low, low = max{k: P(Bin(n, 1/2) <= k - 1) <= alpha /
 * 2}. 0 and *low = 0 when there is none.
 */
void median_interval_ranks(size_t count, double confidence, size_t *low, size_t *high);

/* Quantile of type 7 (linear interpolation of order statistics) of sorted values. */
double quantile(const double *sorted, size_t count, double probability);

/* Sort ascending, in place. */
void sort_values(double *values, size_t count);

#endif
