/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * distribution.c - thin wrappers around the GNU Scientific Library that keep its two habits away
 * from the rest: it aborts the program on a bad argument, and it counts in unsigned int.
 */
#include "engine/statistics/distribution.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>

/* Without this the library aborts where it should return NaN. */
static void return_errors(void)
{
	gsl_set_error_handler_off();
}

static bool is_probability(double value)
{
	return value >= 0 && value <= 1;
}

double normal_cumulative(double z)
{
	return_errors();
	return gsl_cdf_ugaussian_P(z);
}

double normal_quantile(double probability)
{
	if (!is_probability(probability))
		return NAN;
	return_errors();
	return gsl_cdf_ugaussian_Pinv(probability);
}

double normal_two_sided(double z)
{
	return fmin(1, 2 * normal_cumulative(-fabs(z)));
}

double student_quantile(double probability, double degrees)
{
	if (!is_probability(probability) || !(degrees >= 1))
		return NAN;
	return_errors();
	return gsl_cdf_tdist_Pinv(probability, degrees);
}

double binomial_cumulative(size_t successes, size_t trials, double chance)
{
	if (!is_probability(chance) || trials > UINT_MAX)
		return NAN;
	if (successes >= trials)
		return 1;
	return_errors();
	return gsl_cdf_binomial_P((unsigned int)successes, chance, (unsigned int)trials);
}
