/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * distribution.h - the distributions that intervals and tests need: normal, Student's t, binomial.
 *
 * The only door to the GNU Scientific Library. Results are good to 13 digits, those of the
 * binomial to 12 for hundreds of trials and to 9 for 10^6. An argument outside a function's domain
 * gives NaN; nothing here aborts.
 */
#ifndef LSMBENCH_ENGINE_DISTRIBUTION_H
#define LSMBENCH_ENGINE_DISTRIBUTION_H

#include <stddef.h>

/* P(Z <= z) for the standard normal Z. Precise in the lower tail: ask for -z to get the upper. */
double normal_cumulative(double z);

/* The z with P(Z <= z) = probability; -inf at 0 and +inf at 1. */
double normal_quantile(double probability);

/* P(|Z| >= |z|): the two-sided p value of a normal statistic. */
double normal_two_sided(double z);

/*
 * The t with P(T <= t) = probability; degrees (of freedom), from 1 on, need not be whole. NaN for
 * some probabilities below 1e-100.
 */
double student_quantile(double probability, double degrees);

/*
 * P(X <= successes) for X ~ Bin(trials, chance). With more than 10^6 trials, up to 2^32, it may be
 * NaN within half a standard deviation of the mean.
 */
double binomial_cumulative(size_t successes, size_t trials, double chance);

#endif
