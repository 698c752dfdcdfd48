/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_together_jobs.c - jobs per minute, the spread of times, and the job timing index. */
#include "engine/operation/operation_together_jobs.h"

#include <math.h>

struct together_spread together_spread_of(const double *times, size_t count)
{
	struct together_spread spread = {0};
	double mean = 0;
	double squares = 0;

	for (size_t i = 0; i < count; i++)
		mean += times[i] / (double)count;
	for (size_t i = 0; i < count; i++)
		squares += (times[i] - mean) * (times[i] - mean);
	if (count > 0)
		spread.sd = sqrt(squares / (double)count);
	if (mean > 0)
		spread.percent = 100 * spread.sd / mean;
	return spread;
}

double together_jobs_per_minute(double processes, double jobs, double seconds)
{
	return seconds > 0 ? processes * jobs / seconds * 60 : 0;
}

double together_jti(double percent)
{
	return floor(100 - percent);
}
