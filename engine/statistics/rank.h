/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rank.h - places of values in their order. Equal values share the mean of their places.
 */
#ifndef LSMBENCH_ENGINE_RANK_H
#define LSMBENCH_ENGINE_RANK_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Rank (from 1) of each of values[0..count-1] in ranks; sorted holds the same values ascending.
 * O(count log count), allocates nothing.
 */
void rank_values(const double *values, const double *sorted, size_t count, double *ranks);

/* Sums over the groups of t equal values that the corrections for ties are made of. */
struct ties {
	bool any;
	double pairs;   /* sum of t (t - 1) / 2 */
	double triples; /* sum of t (t - 1)(t - 2) */
	double kendall; /* sum of t (t - 1)(2 t + 5) */
	double cubes;   /* sum of t^3 - t */
};

/* Count a group of size equal values. */
void ties_add(struct ties *ties, size_t size);

/* The ties of sorted values. */
struct ties ties_of(const double *sorted, size_t count);

/*
 * Autocorrelation of the ranks at lag 1: by how much a value's neighbour tells of it, whatever
 * the outliers do. 0 when all values are equal, NaN below two values. sorted holds the values
 * ascending. 0 or -ENOMEM.
 */
int rank_autocorrelation(const double *values, const double *sorted, size_t count, double *result);

#endif
