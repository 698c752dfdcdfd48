/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * moments.h - mean, variance and autocorrelation to the digits that doubles allow.
 */
#ifndef LSMBENCH_ENGINE_MOMENTS_H
#define LSMBENCH_ENGINE_MOMENTS_H

#include <stddef.h>

/* The mean: a compensated sum (Neumaier 1974). NaN for no values. */
double mean_of(const double *values, size_t count);

/*
 * The variance (divides by n - 1) around mean_of(): two passes, with the second one's rounding
 * corrected (Chan, Golub, LeVeque 1983). NaN below two values.
 */
double variance_of(const double *values, size_t count, double mean);

/*
 * The autocorrelation at a lag: the sum of (x[i] - mean)(x[i + lag] - mean) over the sum of
 * (x[i] - mean)^2, as NIST and R define it. 0 when all values are equal: what never moves does
 * not follow itself either. NaN when there are no more values than lag.
 */
double autocorrelation_of(const double *values, size_t count, size_t lag);

#endif
