/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * multiplicity.c - adjusts the p values of a family of tests.
 */
#include "engine/multiplicity.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct entry {
	double p;
	size_t index; /* where it came from */
};

static int compare_entries(const void *left, const void *right)
{
	const struct entry *a = left;
	const struct entry *b = right;

	return (a->p > b->p) - (a->p < b->p);
}

/* By how much the p value at place (from 0, ascending) among count is multiplied. */
static double factor(enum multiplicity method, size_t place, size_t count)
{
	switch (method) {
	case MULTIPLICITY_HOLM:
	case MULTIPLICITY_HOCHBERG:
		return (double)(count - place);
	case MULTIPLICITY_BENJAMINI_HOCHBERG:
		return (double)count / (double)(place + 1);
	case MULTIPLICITY_BONFERRONI:
		break;
	}
	return (double)count;
}

/* Start at the smallest: nothing is adjusted to less than what is smaller than it. */
static void step_down(enum multiplicity method, const struct entry *entries, size_t count,
		      double *adjusted)
{
	double highest = 0;

	for (size_t i = 0; i < count; i++) {
		highest = fmax(highest, factor(method, i, count) * entries[i].p);
		adjusted[entries[i].index] = fmin(1, highest);
	}
}

/* Start at the largest: nothing is adjusted to more than what is larger than it. */
static void step_up(enum multiplicity method, const struct entry *entries, size_t count,
		    double *adjusted)
{
	double lowest = 1;

	for (size_t i = count; i-- > 0;) {
		lowest = fmin(lowest, factor(method, i, count) * entries[i].p);
		adjusted[entries[i].index] = lowest;
	}
}

int multiplicity_adjust(enum multiplicity method, const double *p, size_t count, double *adjusted)
{
	struct entry *entries = malloc((count + 1) * sizeof(*entries));
	size_t tested = 0;

	if (!entries)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		if (isnan(p[i]))
			adjusted[i] = NAN;
		else
			entries[tested++] = (struct entry){p[i], i};
	}
	qsort(entries, tested, sizeof(*entries), compare_entries);
	if (method == MULTIPLICITY_BONFERRONI || method == MULTIPLICITY_HOLM)
		step_down(method, entries, tested, adjusted);
	else
		step_up(method, entries, tested, adjusted);
	free(entries);
	return 0;
}
