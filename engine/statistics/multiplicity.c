/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * multiplicity.c - adjusts the p values of a family of tests.
 */
#include "engine/statistics/multiplicity.h"

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

/* Start at the smallest: nothing is adjusted to less than what is smaller than it. */
static void step_down(const struct entry *entries, size_t count, double *adjusted)
{
	double highest = 0;

	for (size_t i = 0; i < count; i++) {
		highest = fmax(highest, (double)(count - i) * entries[i].p);
		adjusted[entries[i].index] = fmin(1, highest);
	}
}

int multiplicity_adjust(const double *p, size_t count, double *adjusted)
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
	step_down(entries, tested, adjusted);
	free(entries);
	return 0;
}
