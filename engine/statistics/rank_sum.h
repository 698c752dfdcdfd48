/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rank_sum.h - in how many ways ranks add up to a sum: the exact distributions behind the rank
 * tests.
 *
 * Counted by adding one rank after the other; only sums of positive terms, so nothing cancels. The
 * counts are exact up to 2^53 and good to 14 digits beyond. Ranks are non-negative whole numbers:
 * ranks with ties are doubled first.
 */
#ifndef LSMBENCH_ENGINE_RANK_SUM_H
#define LSMBENCH_ENGINE_RANK_SUM_H

#include <stddef.h>

/*
 * ways[s], s = 0..limit: how many of the choices of exactly drawn among count ranks have the sum s.
 * 0 or -ENOMEM. O(count * drawn * limit).
 */
int rank_sum_drawn(const size_t *ranks, size_t count, size_t drawn, size_t limit, double *ways);

/* The same over the choices of any number of ranks, none and all included. O(count * limit). */
void rank_sum_any(const size_t *ranks, size_t count, size_t limit, double *ways);

#endif
