/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_pair.c - two distributions on one scale.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/step_summary.h"
#include "engine/statistics/summary.h"
#include "tui/compare_pair.h"

/* Count values into the bins that histogram has. */
static void count_values(struct histogram *histogram, const double *values, size_t count)
{
	size_t i;

	memset(histogram->counts, 0, sizeof(histogram->counts));
	histogram->above = 0;
	for (i = 0; i < count; i++) {
		double place = floor((values[i] - histogram->low) / histogram->step);

		if (place >= (double)histogram->bins)
			histogram->above++;
		else
			histogram->counts[place < 0 ? 0 : (size_t)place]++;
	}
}

static size_t largest_count(const struct compare_pair *pair)
{
	size_t largest = 0;
	size_t i;
	int side;

	for (side = PAIR_BASE; side <= PAIR_OTHER; side++)
		for (i = 0; i < pair->sides[side].bins; i++)
			if (pair->sides[side].counts[i] > largest)
				largest = pair->sides[side].counts[i];
	return largest;
}

/* Both sides in one array decide on the scale, so that neither falls off it. */
static int fill(struct compare_pair *pair, double *const values[2], size_t bins)
{
	size_t count = pair->counts[0] + pair->counts[1];
	double *pooled = malloc(count * sizeof(*pooled));
	int side;

	if (pooled == NULL)
		return -ENOMEM;
	memcpy(pooled, values[0], pair->counts[0] * sizeof(*pooled));
	memcpy(pooled + pair->counts[0], values[1], pair->counts[1] * sizeof(*pooled));
	sort_values(pooled, count);
	histogram_fill(&pair->sides[0], pooled, count, bins);
	free(pooled);
	pair->sides[1] = pair->sides[0];
	for (side = PAIR_BASE; side <= PAIR_OTHER; side++)
		count_values(&pair->sides[side], values[side], pair->counts[side]);
	pair->sides[0].largest = largest_count(pair);
	pair->sides[1].largest = pair->sides[0].largest;
	return 0;
}

int compare_pair_fill(struct compare_pair *pair, const struct result *base, size_t base_step,
		      const struct result *other, size_t other_step, size_t bins)
{
	double *values[2] = {NULL, NULL};
	int status;

	memset(pair, 0, sizeof(*pair));
	status = step_values(base, base_step, RESULT_ALL_PASSES, &values[0], &pair->counts[0]);
	if (status == 0)
		status = step_values(other, other_step, RESULT_ALL_PASSES, &values[1],
				     &pair->counts[1]);
	if (status == 0 && (pair->counts[0] == 0 || pair->counts[1] == 0 || bins == 0))
		status = -ENODATA;
	if (status == 0)
		status = fill(pair, values, bins);
	free(values[0]);
	free(values[1]);
	return status;
}

int compare_pair_steps(const struct result *result, const struct comparison_row *row, size_t *base,
		       size_t *other)
{
	const struct plan *plan = &result->plan;
	char cell[2 * PATH_MAX];
	size_t variant;
	long found;

	snprintf(cell, sizeof(cell), "%s%s%s", row->parameter, row->place[0] != '\0' ? " on " : "",
		 row->place);
	found = plan_find_case(plan, row->operation->name, cell);
	for (variant = 1; found >= 0 && variant < plan->variants.count; variant++) {
		if (strcmp(plan->variants.items[variant], row->label) != 0)
			continue;
		*base = plan_step(plan, (size_t)found, 0);
		*other = plan_step(plan, (size_t)found, variant);
		return 0;
	}
	return -ENOENT;
}
