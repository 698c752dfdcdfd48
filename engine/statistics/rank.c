/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rank.c - ranks with ties, the sums that ties enter, and autocorrelation of ranks.
 */
#include "engine/statistics/rank.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "engine/statistics/moments.h"

/*
 * How many of the sorted values are below value, or (with_equal) not above it. Written so that even
 * a NaN gets a rank from 1 to count.
 */
static size_t count_below(const double *sorted, size_t count, double value, bool with_equal)
{
	size_t low = 0;
	size_t high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		bool below = with_equal ? !(sorted[middle] > value) : sorted[middle] < value;

		if (below)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void rank_values(const double *values, const double *sorted, size_t count, double *ranks)
{
	for (size_t i = 0; i < count; i++) {
		size_t below = count_below(sorted, count, values[i], false);
		size_t up_to = below + count_below(sorted + below, count - below, values[i], true);

		ranks[i] = (double)(below + up_to + 1) / 2;
	}
}

void ties_add(struct ties *ties, size_t size)
{
	double t = (double)size;

	if (size < 2)
		return;
	ties->any = true;
	ties->pairs += t * (t - 1) / 2;
	ties->triples += t * (t - 1) * (t - 2);
	ties->kendall += t * (t - 1) * (2 * t + 5);
	ties->cubes += t * (t - 1) * (t + 1);
}

struct ties ties_of(const double *sorted, size_t count)
{
	struct ties ties = {0};

	for (size_t start = 0, end; start < count; start = end) {
		for (end = start + 1; end < count && sorted[end] == sorted[start]; end++)
			;
		ties_add(&ties, end - start);
	}
	return ties;
}

int rank_autocorrelation(const double *values, const double *sorted, size_t count, double *result)
{
	double *ranks;

	*result = NAN;
	if (count < 2)
		return 0;
	ranks = malloc(count * sizeof(*ranks));
	if (!ranks)
		return -ENOMEM;
	rank_values(values, sorted, count, ranks);
	*result = autocorrelation_of(ranks, count, 1);
	free(ranks);
	return 0;
}
