/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pairs.c - selects among all pairs of values.
 *
 * The k-th smallest of the pairs is the smallest double that at least k of them do not exceed. How
 * many do not exceed it is counted in one walk along the sorted values, and bisection over the
 * doubles, which are ordered like whole numbers, takes at most 64 such walks.
 */
#include "engine/statistics/pairs.h"

#include <string.h>

uint64_t pairs_count(const struct pairs *pairs)
{
	uint64_t n = pairs->x_count;

	return pairs->y ? n * pairs->y_count : n * (n + 1) / 2;
}

static uint64_t differences_up_to(const struct pairs *pairs, double bound)
{
	uint64_t found = 0;
	size_t j = 0;

	for (size_t i = 0; i < pairs->x_count; i++) {
		while (j < pairs->y_count && pairs->x[i] - pairs->y[j] > bound)
			j++;
		found += pairs->y_count - j;
	}
	return found;
}

static uint64_t means_up_to(const struct pairs *pairs, double bound)
{
	uint64_t found = 0;
	size_t end = pairs->x_count;

	for (size_t i = 0; i < end; i++) {
		while (end > i && (pairs->x[i] + pairs->x[end - 1]) / 2 > bound)
			end--;
		found += end - i;
	}
	return found;
}

/* Doubles as whole numbers of the same order, and back. */
static uint64_t to_ordinal(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static double from_ordinal(uint64_t ordinal)
{
	uint64_t bits = ordinal >> 63 ? ordinal & ~((uint64_t)1 << 63) : ~ordinal;
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

double pairs_select(const struct pairs *pairs, uint64_t k)
{
	const double *x = pairs->x;
	size_t last = pairs->x_count - 1;
	uint64_t low = to_ordinal(pairs->y ? x[0] - pairs->y[pairs->y_count - 1] : x[0]);
	uint64_t high = to_ordinal(pairs->y ? x[last] - pairs->y[0] : x[last]);

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		double bound = from_ordinal(middle);
		uint64_t found =
			pairs->y ? differences_up_to(pairs, bound) : means_up_to(pairs, bound);

		if (found >= k)
			high = middle;
		else
			low = middle + 1;
	}
	return from_ordinal(low) + 0.0; /* makes -0 a plain 0 */
}

double pairs_median(const struct pairs *pairs)
{
	uint64_t count = pairs_count(pairs);
	double upper = pairs_select(pairs, count / 2 + 1);

	return count % 2 ? upper : (pairs_select(pairs, count / 2) + upper) / 2;
}
