/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_together_jobs.h - the derived numbers of reaim's table, for the same columns of ours.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_TOGETHER_JOBS_H
#define LSMBENCH_ENGINE_OPERATION_TOGETHER_JOBS_H

#include <stddef.h>

/*
 * The spread of the children's times, as reaim publishes it: the standard deviation divides by n,
 * not by n - 1 (of the times 3, 4 and 5 hundredths it printed 20.41 percent), and percent is of
 * the mean.
 */
struct together_spread {
	double sd; /* in the times' unit */
	double percent;
};

struct together_spread together_spread_of(const double *times, size_t count);

/* Jobs per minute of all children: processes * jobs of each / seconds * 60. 0 for no time. */
double together_jobs_per_minute(double processes, double jobs, double seconds);

/* Job timing index: floor(100 - percent). */
double together_jti(double percent);

#endif
