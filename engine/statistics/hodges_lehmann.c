/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hodges_lehmann.c - how deep an interval reaches into the ordered pairs, and what it then holds.
 */
#include "engine/statistics/hodges_lehmann.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/statistics/distribution.h"
#include "engine/statistics/pairs.h"
#include "engine/statistics/rank.h"
#include "engine/statistics/rank_sum.h"
#include "engine/statistics/rank_test.h"
#include "engine/statistics/summary.h"

/*
 * The largest k with P(statistic <= k - 1) <= tail, and that probability in *risk; 0: none.
 * ways[0..limit] is the distribution of the statistic.
 */
static uint64_t exact_rank(const double *ways, size_t limit, double tail, double *risk)
{
	const double rounding = 1e-12; /* a tail that is met exactly counts as met */
	double total = 0;
	double below = 0;
	size_t rank = 0;

	for (size_t i = 0; i <= limit; i++)
		total += ways[i];
	while (rank < limit && (below + ways[rank]) / total <= tail * (1 + rounding))
		below += ways[rank++];
	*risk = below / total;
	return rank;
}

static uint64_t normal_rank(double mean, double variance, double tail)
{
	double place = mean + normal_quantile(tail) * sqrt(variance);

	return place >= 1 ? (uint64_t)place : 0;
}

static size_t *ranks_from(size_t first, size_t count)
{
	size_t *ranks = calloc(count, sizeof(*ranks));

	for (size_t i = 0; ranks && i < count; i++)
		ranks[i] = first + i;
	return ranks;
}

/* Where U starts: the sum of the m lowest ranks counted from 0, which is left off. */
static int shift_rank_exact(size_t m, size_t n, double tail, uint64_t *rank, double *risk)
{
	size_t offset = m * (m - 1) / 2;
	size_t limit = offset + m * n;
	size_t *ranks = ranks_from(0, m + n);
	double *ways = calloc(limit + 1, sizeof(*ways));
	int status = -ENOMEM;

	if (ranks && ways)
		status = rank_sum_drawn(ranks, m + n, m, limit, ways);
	if (status == 0)
		*rank = exact_rank(ways + offset, m * n, tail, risk);
	free(ranks);
	free(ways);
	return status;
}

static int center_rank_exact(size_t n, double tail, uint64_t *rank, double *risk)
{
	size_t limit = n * (n + 1) / 2;
	size_t *ranks = ranks_from(1, n);
	double *ways = calloc(limit + 1, sizeof(*ways));
	int status = -ENOMEM;

	if (ranks && ways) {
		rank_sum_any(ranks, n, limit, ways);
		*rank = exact_rank(ways, limit, tail, risk);
		status = 0;
	}
	free(ranks);
	free(ways);
	return status;
}

/* Whether any two of all the values are equal. */
static bool any_tied(const struct pairs *pairs)
{
	size_t i = 0;
	size_t j = 0;

	while (i < pairs->x_count && j < pairs->y_count) {
		if (pairs->x[i] == pairs->y[j])
			return true;
		if (pairs->x[i] < pairs->y[j])
			i++;
		else
			j++;
	}
	return ties_of(pairs->x, pairs->x_count).any || ties_of(pairs->y, pairs->y_count).any;
}

static int shift_rank(const struct pairs *pairs, double tail, uint64_t *rank, double *risk)
{
	double m = (double)pairs->x_count;
	double n = (double)pairs->y_count;

	if (m < MANN_WHITNEY_EXACT_BELOW && n < MANN_WHITNEY_EXACT_BELOW && !any_tied(pairs))
		return shift_rank_exact(pairs->x_count, pairs->y_count, tail, rank, risk);
	*rank = normal_rank(m * n / 2, m * n * (m + n + 1) / 12, tail);
	return 0;
}

static int center_rank(size_t count, double tail, uint64_t *rank, double *risk)
{
	double n = (double)count;

	if (count <= SIGNED_RANK_EXACT_UP_TO)
		return center_rank_exact(count, tail, rank, risk);
	*rank = normal_rank(n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24, tail);
	return 0;
}

static double *sorted_copy(const double *values, size_t count)
{
	double *copy = malloc(count * sizeof(*copy));

	if (copy) {
		memcpy(copy, values, count * sizeof(*copy));
		sort_values(copy, count);
	}
	return copy;
}

/* Fill in what the pairs say; rank and risk are those of the interval. */
static void fill(const struct pairs *pairs, uint64_t rank, double risk,
		 struct hodges_lehmann *result)
{
	*result = (struct hodges_lehmann){pairs_median(pairs), NAN, NAN, rank, NAN};
	if (rank == 0)
		return;
	result->low = pairs_select(pairs, rank);
	result->high = pairs_select(pairs, pairs_count(pairs) + 1 - rank);
	result->confidence = 1 - 2 * risk;
}

int hodges_lehmann_shift(const double *x, size_t x_count, const double *y, size_t y_count,
			 double confidence, struct hodges_lehmann *shift)
{
	double tail = (1 - confidence) / 2;
	double risk = tail;
	uint64_t rank = 0;
	double *sorted_x;
	double *sorted_y;
	int status = -ENOMEM;

	if (x_count == 0 || y_count == 0)
		return -EINVAL;
	sorted_x = sorted_copy(x, x_count);
	sorted_y = sorted_copy(y, y_count);
	if (sorted_x && sorted_y) {
		struct pairs pairs = {sorted_x, x_count, sorted_y, y_count};

		status = shift_rank(&pairs, tail, &rank, &risk);
		if (status == 0)
			fill(&pairs, rank, risk, shift);
	}
	free(sorted_x);
	free(sorted_y);
	return status;
}

int hodges_lehmann_center(const double *values, size_t count, double confidence,
			  struct hodges_lehmann *center)
{
	double tail = (1 - confidence) / 2;
	double risk = tail;
	uint64_t rank = 0;
	double *sorted;
	int status;

	if (count == 0)
		return -EINVAL;
	sorted = sorted_copy(values, count);
	if (!sorted)
		return -ENOMEM;
	status = center_rank(count, tail, &rank, &risk);
	if (status == 0) {
		struct pairs pairs = {sorted, count, NULL, 0};

		fill(&pairs, rank, risk, center);
	}
	free(sorted);
	return status;
}
