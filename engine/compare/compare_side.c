/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compare_side.c - sessions of one boot become one figure, boots of a group a side. */
#include "engine/compare/compare_side.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "engine/compare/compare_private.h"

/* The passes' medians of the case in all sessions of the boot that begins at first. */
static size_t gather_boot(const struct member *member, size_t first,
			  const struct case_figures *which, double *values)
{
	size_t count = 0;

	for (size_t i = first; i < member->group->count; i++) {
		const struct case_figures *found =
			member->boots->of[i] == first
				? figures_find_same(member->group->sessions[i], which)
				: NULL;

		for (size_t j = 0; found && j < found->pass_count; j++) {
			if (values)
				values[count] = found->passes[j].median;
			count++;
		}
	}
	return count;
}

static bool has_zero(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fabs(values[i]) <= 0)
			return true;
	return false;
}

static void widen(struct side *side, double value)
{
	side->low = fmin(side->low, value);
	side->high = fmax(side->high, value);
}

/* Add the boot's figure to side, unless it has none. 0 or -ENOMEM. */
static int add_boot(const struct member *member, size_t first, const struct case_figures *which,
		    struct side *side)
{
	size_t count = gather_boot(member, first, which, NULL);
	double *values = malloc((count ? count : 1) * sizeof(*values));
	double median;

	if (!values)
		return -ENOMEM;
	gather_boot(member, first, which, values);
	median = comparison_median(values, count);
	if (which->metric && has_zero(values, count)) {
		side->has_zeros = true;
		side->told[side->told_count++] = median;
	} else if (median > 0) {
		side->told[side->told_count++] = median;
		side->medians[side->count++] = log(comparison_inner(which->metric, median));
		side->passes += count;
		widen(side, comparison_inner(which->metric, values[0]));
		widen(side, comparison_inner(which->metric, values[count - 1]));
	}
	free(values);
	return 0;
}

int side_gather(const struct member *member, const struct case_figures *which, struct side *side)
{
	int status = 0;

	*side = (struct side){.low = INFINITY, .high = -INFINITY};
	side->medians = calloc(member->group->count, sizeof(*side->medians));
	side->told = calloc(member->group->count, sizeof(*side->told));
	if (!side->medians || !side->told)
		return -ENOMEM;
	for (size_t i = 0; i < member->group->count && status == 0; i++) {
		if (member->boots->of[i] == i)
			status = add_boot(member, i, which, side);
	}
	side->first = side->count ? side->medians[0] : NAN;
	side->sd = comparison_sd(side->medians, side->count);
	return status;
}

void side_clear(struct side *side)
{
	free(side->medians);
	free(side->told);
}
