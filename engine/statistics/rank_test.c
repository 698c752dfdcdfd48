/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rank_test.c - the tests of Mann and Whitney and of Wilcoxon.
 *
 * Exact distributions are counted over doubled ranks counted from 0 or 1, which are whole numbers
 * also where ties share a half.
 */
#include "engine/statistics/rank_test.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/statistics/distribution.h"
#include "engine/statistics/rank.h"
#include "engine/statistics/rank_sum.h"
#include "engine/statistics/summary.h"

static void judge_by_normal(struct rank_test *test)
{
	double distance = test->statistic - test->mean;
	double nearer = fmax(0, fabs(distance) - 0.5);
	double sd = sqrt(test->variance);

	/* Without any spread of the ranks there is nothing that could differ. */
	test->z = sd > 0 ? distance / sd : 0;
	test->p_normal = normal_two_sided(test->z);
	test->p_corrected = sd > 0 ? normal_two_sided(nearer / sd) : 1;
	test->p = test->p_corrected;
}

/* ways[0..limit] is the distribution of a sum of doubled ranks of which sum was seen. */
static void judge_exactly(struct rank_test *test, const double *ways, size_t limit, size_t sum)
{
	double total = 0;
	double at_most = 0;
	double at_least = 0;

	for (size_t i = 0; i <= limit; i++) {
		total += ways[i];
		if (i <= sum)
			at_most += ways[i];
		if (i >= sum)
			at_least += ways[i];
	}
	test->exact = true;
	test->p_less = at_most / total;
	test->p_greater = at_least / total;
	test->p_exact = fmin(1, 2 * fmin(test->p_less, test->p_greater));
	test->p = test->p_exact;
}

/* The ranks of values, in ranks; their ties in *ties. 0 or -ENOMEM. */
static int rank_all(const double *values, size_t count, double *ranks, struct ties *ties)
{
	double *sorted = malloc((count + 1) * sizeof(*sorted));

	if (!sorted)
		return -ENOMEM;
	memcpy(sorted, values, count * sizeof(*sorted));
	sort_values(sorted, count);
	rank_values(values, sorted, count, ranks);
	*ties = ties_of(sorted, count);
	free(sorted);
	return 0;
}

/* Judge by all choices of first_count among the ranks, of which the first ones were seen. */
static int judge_drawn(struct rank_test *test, const double *ranks, size_t first_count,
		       size_t count)
{
	size_t *doubled = calloc(count, sizeof(*doubled));
	size_t limit = first_count * (2 * count - first_count - 1); /* the highest ranks */
	double *ways = calloc(limit + 1, sizeof(*ways));
	size_t seen = 0;
	int status = -ENOMEM;

	if (doubled && ways) {
		for (size_t i = 0; i < count; i++) {
			doubled[i] = (size_t)(2 * (ranks[i] - 1));
			if (i < first_count)
				seen += doubled[i];
		}
		status = rank_sum_drawn(doubled, count, first_count, limit, ways);
	}
	if (status == 0)
		judge_exactly(test, ways, limit, seen);
	free(doubled);
	free(ways);
	return status;
}

static void describe_mann_whitney(struct rank_test *test, const double *ranks, size_t x_count,
				  size_t y_count, const struct ties *ties)
{
	double m = (double)x_count;
	double n = (double)y_count;
	double total = m + n;
	double sum = 0;

	for (size_t i = 0; i < x_count; i++)
		sum += ranks[i];
	test->statistic = sum - m * (m + 1) / 2;
	test->mean = m * n / 2;
	test->variance = m * n / 12 * (total + 1 - ties->cubes / (total * (total - 1)));
	test->tied = ties->any;
}

int mann_whitney_of(const double *x, size_t x_count, const double *y, size_t y_count,
		    struct rank_test *test)
{
	size_t count = x_count + y_count;
	double *both;
	struct ties ties;
	int status;

	*test = (struct rank_test){.p_exact = NAN, .p_less = NAN, .p_greater = NAN};
	if (x_count == 0 || y_count == 0)
		return -EINVAL;
	both = calloc(count, 2 * sizeof(*both));
	if (!both)
		return -ENOMEM;
	memcpy(both, x, x_count * sizeof(*both));
	memcpy(both + x_count, y, y_count * sizeof(*both));
	status = rank_all(both, count, both + count, &ties);
	if (status == 0) {
		describe_mann_whitney(test, both + count, x_count, y_count, &ties);
		judge_by_normal(test);
		if (x_count < MANN_WHITNEY_EXACT_BELOW && y_count < MANN_WHITNEY_EXACT_BELOW)
			status = judge_drawn(test, both + count, x_count, count);
	}
	free(both);
	return status;
}

/* Judge by all choices of signs for the ranks, of which those of positive differences were seen. */
static int judge_signs(struct rank_test *test, const double *ranks, size_t count)
{
	size_t *doubled = calloc(count, sizeof(*doubled));
	size_t limit = count * (count + 1);
	double *ways = calloc(limit + 1, sizeof(*ways));
	int status = -ENOMEM;

	if (doubled && ways) {
		for (size_t i = 0; i < count; i++)
			doubled[i] = (size_t)(2 * ranks[i]);
		rank_sum_any(doubled, count, limit, ways);
		judge_exactly(test, ways, limit, (size_t)(2 * test->statistic));
		status = 0;
	}
	free(doubled);
	free(ways);
	return status;
}

static void describe_signed_rank(struct rank_test *test, const double *differences,
				 const double *ranks, size_t count, const struct ties *ties)
{
	double n = (double)count;

	test->statistic = 0;
	for (size_t i = 0; i < count; i++)
		if (differences[i] > 0)
			test->statistic += ranks[i];
	test->mean = n * (n + 1) / 4;
	test->variance = n * (n + 1) * (2 * n + 1) / 24 - ties->cubes / 48;
	test->tied = ties->any;
}

/* The differences other than 0 in left, their sizes in sizes; how many. */
static size_t leave_out_zeros(const double *differences, size_t count, double *left, double *sizes)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (differences[i] == 0)
			continue;
		left[kept] = differences[i];
		sizes[kept++] = fabs(differences[i]);
	}
	return kept;
}

int signed_rank_of(const double *differences, size_t count, struct rank_test *test)
{
	double *left = calloc(count + 1, 3 * sizeof(*left));
	double *sizes;
	double *ranks;
	struct ties ties;
	size_t kept;
	int status;

	*test = (struct rank_test){.p_exact = NAN, .p_less = NAN, .p_greater = NAN};
	if (!left)
		return -ENOMEM;
	sizes = left + count;
	ranks = sizes + count;
	kept = leave_out_zeros(differences, count, left, sizes);
	status = rank_all(sizes, kept, ranks, &ties);
	if (status == 0) {
		describe_signed_rank(test, left, ranks, kept, &ties);
		judge_by_normal(test);
		if (kept > 0 && kept <= SIGNED_RANK_EXACT_UP_TO)
			status = judge_signs(test, ranks, kept);
	}
	free(left);
	return status;
}
