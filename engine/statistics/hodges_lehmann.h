/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hodges_lehmann.h - by how much samples differ, with the interval that goes with the rank tests
 * (Hodges and Lehmann 1963): the interval holds exactly the shifts that the test would not reject.
 *
 * Estimates and bounds are order statistics of all pairs, found without listing them: memory for
 * two sorted copies, O((m + n) log(m + n)), so a million values a side will do. Values are finite.
 */
#ifndef LSMBENCH_ENGINE_HODGES_LEHMANN_H
#define LSMBENCH_ENGINE_HODGES_LEHMANN_H

#include <stddef.h>
#include <stdint.h>

struct hodges_lehmann {
	double estimate;
	double low; /* NaN when there are too few values for the confidence asked for */
	double high;
	uint64_t rank;     /* low and high are the pairs of this rank from below and from above */
	double confidence; /* of the interval, at least what was asked for; NaN without one */
};

/*
 * How far x lies above y: the median of all differences x - y. The rank is exact where no two
 * values are equal and mann_whitney_of() is exact; else it comes from the normal limit, as in R.
 * -EINVAL when a sample is empty, -ENOMEM, or 0.
 */
int hodges_lehmann_shift(const double *x, size_t x_count, const double *y, size_t y_count,
			 double confidence, struct hodges_lehmann *shift);

/*
 * The center of values: the median of the means of all pairs, each value with itself included. The
 * rank is exact where signed_rank_of() is; with ties the interval then covers rather more than it
 * says (Noether 1967). Values of 0 count like others. -EINVAL when there are no values, -ENOMEM,
 * or 0.
 */
int hodges_lehmann_center(const double *values, size_t count, double confidence,
			  struct hodges_lehmann *center);

#endif
