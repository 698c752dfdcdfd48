/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pairs.h - order statistics of all pairs of values, without listing the pairs.
 */
#ifndef LSMBENCH_ENGINE_PAIRS_H
#define LSMBENCH_ENGINE_PAIRS_H

#include <stddef.h>
#include <stdint.h>

/*
 * All differences x - y, or, when y is NULL, the means of all pairs of x, each value with itself
 * included. Both samples are sorted, not empty, and belong to the caller.
 */
struct pairs {
	const double *x;
	size_t x_count;
	const double *y;
	size_t y_count;
};

uint64_t pairs_count(const struct pairs *pairs);

/* The k-th smallest, k from 1 to pairs_count(). O(x_count + y_count), allocates nothing. */
double pairs_select(const struct pairs *pairs, uint64_t k);

double pairs_median(const struct pairs *pairs);

#endif
