/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rank_test.h - whether samples differ, judged by order alone: two independent samples (Mann and
 * Whitney 1947) and differences of pairs (Wilcoxon 1945).
 *
 * Small samples get exact p values by counting all outcomes, with ties as they are: the
 * distribution is that of the ranks observed. Two-sided p values are twice the smaller tail, at
 * most 1. Values are finite.
 */
#ifndef LSMBENCH_ENGINE_RANK_TEST_H
#define LSMBENCH_ENGINE_RANK_TEST_H

#include <stdbool.h>
#include <stddef.h>

struct rank_test {
	double statistic; /* U or V, described below */
	double mean;      /* of the statistic when nothing differs */
	double variance;  /* likewise, corrected for ties */
	double z;         /* (statistic - mean) / sqrt(variance) */
	bool tied;
	bool exact;         /* whether the samples are small enough for the next three */
	double p_exact;     /* two-sided; NaN when not exact */
	double p_less;      /* P(statistic or less), exact; NaN when not exact */
	double p_greater;   /* P(statistic or more), exact; NaN when not exact */
	double p_normal;    /* two-sided, of z */
	double p_corrected; /* likewise, z half a unit nearer to 0 (continuity) */
	double p;           /* to report: p_exact, or else p_corrected */
};

/* Exact below this many values a side. */
#define MANN_WHITNEY_EXACT_BELOW 50

/*
 * statistic U: in how many pairs x > y, plus half of those with x = y. All is exact when both
 * samples have fewer than MANN_WHITNEY_EXACT_BELOW values. When all values are equal z is 0 and
 * p 1. -EINVAL when a sample is empty, -ENOMEM, or 0.
 */
int mann_whitney_of(const double *x, size_t x_count, const double *y, size_t y_count,
		    struct rank_test *test);

/* Exact up to this many differences other than 0. */
#define SIGNED_RANK_EXACT_UP_TO 200

/*
 * statistic V: the sum of the ranks of |difference| that belong to positive differences.
 * Differences of 0 are left out. When none is left, z is 0 and p 1. -ENOMEM or 0.
 */
int signed_rank_of(const double *differences, size_t count, struct rank_test *test);

#endif
