/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rank_sum.c - counts the ways to reach each sum of ranks.
 */
#include "engine/statistics/rank_sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Every choice that with had without this rank, it now has with it too, rank further up. */
static void shift_into(double *with, const double *without, size_t rank, size_t limit)
{
	/* Downwards: with and without may be the same row, and a rank is drawn once. */
	for (size_t sum = limit + 1; sum-- > rank;)
		with[sum] += without[sum - rank];
}

void rank_sum_any(const size_t *ranks, size_t count, size_t limit, double *ways)
{
	memset(ways, 0, (limit + 1) * sizeof(*ways));
	ways[0] = 1;
	for (size_t i = 0; i < count; i++)
		shift_into(ways, ways, ranks[i], limit);
}

int rank_sum_drawn(const size_t *ranks, size_t count, size_t drawn, size_t limit, double *ways)
{
	/* Row k holds the choices of k ranks among those looked at so far. */
	size_t width = limit + 1;
	double *rows = calloc(drawn + 1, width * sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	rows[0] = 1;
	for (size_t i = 0; i < count; i++)
		for (size_t k = drawn; k > 0; k--)
			shift_into(rows + k * width, rows + (k - 1) * width, ranks[i], limit);
	memcpy(ways, rows + drawn * width, width * sizeof(*ways));
	free(rows);
	return 0;
}
