/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kendall.h - Kendall's tau: whether two series rise together, or one series drifts with time.
 */
#ifndef LSMBENCH_ENGINE_KENDALL_H
#define LSMBENCH_ENGINE_KENDALL_H

#include <stdbool.h>
#include <stddef.h>

struct kendall {
	double s;   /* concordant minus discordant pairs */
	double tau; /* tau-b: s over the geometric mean of the pairs that are not tied */
	double z; /* s over its standard deviation, corrected for ties, no continuity correction */
	double p_normal; /* two-sided, of z */
	double p;        /* exact below 50 values without ties, else p_normal */
	bool exact;
};

/*
 * Compare x[0..count-1] with y[0..count-1]; x NULL stands for the place in the series, which makes
 * it the trend test of Mann and Kendall. O(count log count) by merge sort (Knight 1966). A series
 * whose values are all equal goes along with nothing: tau 0, z 0, p 1. Below two values
 * everything is NaN. 0 or -ENOMEM.
 */
int kendall_of(const double *x, const double *y, size_t count, struct kendall *kendall);

#endif
