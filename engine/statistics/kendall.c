/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kendall.c - counts discordant pairs by the exchanges that a merge sort makes, and judges the
 * count by the exact distribution of inversions or its normal limit.
 */
#include "engine/statistics/kendall.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/statistics/distribution.h"
#include "engine/statistics/rank.h"

/* Where R changes from the exact distribution to the normal one, too. */
#define EXACT_BELOW 50
#define EXACT_INVERSIONS ((EXACT_BELOW - 1) * (EXACT_BELOW - 2) / 2 + 1)

struct pair {
	double x;
	double y;
};

static int compare_pairs(const void *left, const void *right)
{
	const struct pair *a = left;
	const struct pair *b = right;

	if (a->x != b->x)
		return (a->x > b->x) - (a->x < b->x);
	return (a->y > b->y) - (a->y < b->y);
}

/* Merge two sorted neighbours into target; how many pairs stood in the wrong order. */
static uint64_t merge(const double *left, size_t left_count, const double *right,
		      size_t right_count, double *target)
{
	uint64_t inversions = 0;

	while (left_count && right_count) {
		if (*right < *left) {
			inversions += left_count;
			*target++ = *right++;
			right_count--;
		} else {
			*target++ = *left++;
			left_count--;
		}
	}
	memcpy(target, left, left_count * sizeof(*left));
	memcpy(target + left_count, right, right_count * sizeof(*right));
	return inversions;
}

/* Sort values, with room for as many in scratch; how many pairs stood in the wrong order. */
static uint64_t sort_counting(double *values, double *scratch, size_t count)
{
	double *from = values;
	double *to = scratch;
	uint64_t inversions = 0;

	for (size_t width = 1; width < count; width *= 2) {
		double *swap = from;

		for (size_t start = 0; start < count; start += 2 * width) {
			size_t left = count - start < width ? count - start : width;
			size_t rest = count - start - left;
			size_t right = rest < width ? rest : width;

			inversions +=
				merge(from + start, left, from + start + left, right, to + start);
		}
		from = to;
		to = swap;
	}
	if (from != values)
		memcpy(values, from, count * sizeof(*values));
	return inversions;
}

/* Put y in the order of x (among equal x, in its own) and count the ties of x and of pairs. */
static int order_by(const double *x, double *y, size_t count, struct ties *ties_x,
		    struct ties *ties_both)
{
	struct pair *pairs = malloc(count * sizeof(*pairs));
	size_t same_x = 1;
	size_t same_both = 1;

	if (!pairs)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		pairs[i] = (struct pair){x[i], y[i]};
	qsort(pairs, count, sizeof(*pairs), compare_pairs);
	for (size_t i = 1; i <= count; i++) {
		bool equal_x = i < count && pairs[i].x == pairs[i - 1].x;
		bool equal_both = equal_x && pairs[i].y == pairs[i - 1].y;

		y[i - 1] = pairs[i - 1].y;
		if (!equal_x)
			ties_add(ties_x, same_x);
		if (!equal_both)
			ties_add(ties_both, same_both);
		same_x = equal_x ? same_x + 1 : 1;
		same_both = equal_both ? same_both + 1 : 1;
	}
	free(pairs);
	return 0;
}

/*
 * P(a random order of count values has at most limit inversions). Adding the k-th value makes 0 to
 * k - 1 new ones, all equally likely. Only sums of positive terms: no digits are lost.
 */
static double inversions_cumulative(size_t limit, size_t count)
{
	double chance[EXACT_INVERSIONS] = {1};
	double next[EXACT_INVERSIONS];
	double total = 0;

	for (size_t k = 2; k <= count; k++) {
		for (size_t d = 0; d <= limit; d++) {
			next[d] = 0;
			for (size_t added = 0; added < k && added <= d; added++)
				next[d] += chance[d - added] / (double)k;
		}
		memcpy(chance, next, (limit + 1) * sizeof(*chance));
	}
	for (size_t d = 0; d <= limit; d++)
		total += chance[d];
	return total;
}

/* Two-sided: twice the smaller tail, which ends at the scarcer kind of pair. */
static double exact_p(double s, size_t count)
{
	double pairs = (double)count * (double)(count - 1) / 2;
	size_t scarcer = (size_t)((pairs - fabs(s)) / 2);

	return fmin(1, 2 * inversions_cumulative(scarcer, count));
}

/* Variance of s when the series have nothing to do with each other (Kendall 1970). */
static double variance_of_s(double n, const struct ties *x, const struct ties *y)
{
	double variance = (n * (n - 1) * (2 * n + 5) - x->kendall - y->kendall) / 18;

	variance += 2 * x->pairs * y->pairs / (n * (n - 1));
	if (n > 2)
		variance += x->triples * y->triples / (9 * n * (n - 1) * (n - 2));
	return variance;
}

static void judge(double s, size_t count, const struct ties *x, const struct ties *y,
		  struct kendall *kendall)
{
	double n = (double)count;
	double pairs = n * (n - 1) / 2;
	double untied_x = pairs - x->pairs;
	double untied_y = pairs - y->pairs;

	*kendall = (struct kendall){.s = s, .p = 1, .p_normal = 1};
	if (untied_x == 0 || untied_y == 0)
		return;
	kendall->tau = s / (sqrt(untied_x) * sqrt(untied_y));
	kendall->z = s / sqrt(variance_of_s(n, x, y));
	kendall->p_normal = normal_two_sided(kendall->z);
	kendall->exact = count < EXACT_BELOW && !x->any && !y->any;
	kendall->p = kendall->exact ? exact_p(s, count) : kendall->p_normal;
}

int kendall_of(const double *x, const double *y, size_t count, struct kendall *kendall)
{
	struct ties ties_x = {0};
	struct ties ties_y;
	struct ties ties_both = {0};
	double n = (double)count;
	double s = n * (n - 1) / 2;
	double *copy;
	int status = 0;

	*kendall = (struct kendall){NAN, NAN, NAN, NAN, NAN, false};
	if (count < 2)
		return 0;
	copy = calloc(count, 2 * sizeof(*copy));
	if (!copy)
		return -ENOMEM;
	memcpy(copy, y, count * sizeof(*copy));
	if (x)
		status = order_by(x, copy, count, &ties_x, &ties_both);
	if (status == 0) {
		s -= 2 * (double)sort_counting(copy, copy + count, count);
		ties_y = ties_of(copy, count);
		s -= ties_x.pairs + ties_y.pairs - ties_both.pairs;
		judge(s, count, &ties_x, &ties_y, kendall);
	}
	free(copy);
	return status;
}
