/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_pairs.c - from paired values of passes to a row's estimate.
 */
#include "engine/compare/compare_pairs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "engine/compare/compare_private.h"

/* What a pass of a case says of one row. */
struct pass_pairs {
	size_t pairs;
	double difference; /* ln of the median pair */
	double base;       /* medians, ns */
	double other;
};

void compare_pairs_clear(struct compare_pairs *row)
{
	free(row->passes);
	*row = (struct compare_pairs){0};
}

static int add_pass(struct compare_pairs *row, const struct pass_pairs *pass)
{
	struct pass_pairs *passes = realloc(row->passes, (row->count + 1) * sizeof(*passes));

	if (!passes)
		return -ENOMEM;
	row->passes = passes;
	passes[row->count++] = *pass;
	return 0;
}

int compare_pairs_add(struct compare_pairs *row, double *base, double *other, size_t runs)
{
	double *differences = malloc((runs + 1) * sizeof(*differences));
	struct pass_pairs pass = {0};
	int status = 0;

	if (!differences)
		return -ENOMEM;
	for (size_t run = 0; run < runs; run++) {
		/* Less than nothing is left when the loop's cost was subtracted from noise. */
		if (!(base[run] > 0) || !(other[run] > 0))
			continue;
		differences[pass.pairs] = log(other[run]) - log(base[run]);
		base[pass.pairs] = base[run];
		other[pass.pairs++] = other[run];
	}
	if (pass.pairs > 0) {
		pass.difference = comparison_median(differences, pass.pairs);
		pass.base = comparison_median(base, pass.pairs);
		pass.other = comparison_median(other, pass.pairs);
		status = add_pass(row, &pass);
	}
	free(differences);
	return status;
}

/* The passes that count: those with at least half as many pairs as the fullest. */
static size_t drop_short_passes(struct compare_pairs *row)
{
	size_t fullest = 0;
	size_t kept = 0;
	size_t all = row->count;

	for (size_t i = 0; i < all; i++) {
		if (row->passes[i].pairs > fullest)
			fullest = row->passes[i].pairs;
	}
	for (size_t i = 0; i < all; i++) {
		if (2 * row->passes[i].pairs >= fullest)
			row->passes[kept++] = row->passes[i];
	}
	row->count = kept;
	return all - kept;
}

/* Medians over passes, and the extremes of passes. values has room for all passes. */
static void place_row(const struct compare_pairs *passes, struct comparison_row *row,
		      double *values)
{
	double base_low;
	double base_high;

	for (size_t i = 0; i < passes->count; i++)
		values[i] = passes->passes[i].base;
	row->base_ns = comparison_center(row, values, passes->count);
	base_low = values[0];
	base_high = values[passes->count - 1];
	for (size_t i = 0; i < passes->count; i++)
		values[i] = passes->passes[i].other;
	row->other_ns = comparison_center(row, values, passes->count);
	row->base_range = log(base_high / base_low);
	/* One pass has no spread. */
	if (passes->count < 2)
		return;
	row->spread_low = log(values[0] / base_high);
	row->spread_high = log(values[passes->count - 1] / base_low);
}

/*
 * What the passes' differences come to, each of its own base. Their median, since those of the
 * slowest passes are as much larger as their noise is. values has room for all passes.
 */
static void pair_differences(const struct compare_pairs *passes, struct comparison_row *row,
			     double *values)
{
	if (!comparison_base_jumps(row))
		return;
	for (size_t i = 0; i < passes->count; i++)
		values[i] = passes->passes[i].base * expm1(passes->passes[i].difference);
	row->paired_ns = comparison_median(values, passes->count);
	for (size_t i = 0; i < passes->count && comparison_is_rate(row); i++)
		values[i] = comparison_shown(row, passes->passes[i].base) *
			    expm1(-passes->passes[i].difference);
	if (comparison_is_rate(row))
		row->paired_shown = comparison_median(values, passes->count);
}

int compare_pairs_finish(struct compare_pairs *passes, struct comparison_row *row)
{
	double *values;

	row->passes_short = drop_short_passes(passes);
	if (passes->count == 0)
		return 0;
	row->parts = malloc(passes->count * sizeof(*row->parts));
	values = malloc(passes->count * sizeof(*values));
	if (!row->parts || !values) {
		free(values);
		return -ENOMEM;
	}
	row->part_count = passes->count;
	row->base_count = passes->count;
	for (size_t i = 0; i < passes->count; i++) {
		row->parts[i] = passes->passes[i].difference;
		row->pairs += passes->passes[i].pairs;
	}
	place_row(passes, row, values);
	pair_differences(passes, row, values);
	free(values);
	return comparison_row_estimate(row);
}
