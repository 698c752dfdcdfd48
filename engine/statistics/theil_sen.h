/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * theil_sen.h - the line through points that a few wild ones cannot turn (Theil 1950, Sen 1968).
 */
#ifndef LSMBENCH_ENGINE_THEIL_SEN_H
#define LSMBENCH_ENGINE_THEIL_SEN_H

#include <stddef.h>

struct theil_sen {
	size_t count;         /* points */
	double slope;         /* the median of the slopes of all pairs with different x */
	double slope_low;     /* NaN when there are too few points for the confidence asked for */
	double slope_high;    /* the slopes between them are those that Kendall's test accepts */
	double intercept;     /* the median of y - slope * x */
	double intercept_low; /* signed-rank interval of y - slope * x; NaN below six points */
	double intercept_high;
};

/* More points than this are refused. */
#define THEIL_SEN_MAXIMUM 2048

/*
 * The interval of the slope counts all orders of y exactly up to 60 points, ties of x as they are;
 * beyond, it comes from the normal limit. -EINVAL below two different x or above the maximum,
 * -ENOMEM, or 0.
 */
int theil_sen_of(const double *x, const double *y, size_t count, double confidence,
		 struct theil_sen *line);

#endif
