/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_pair.h - a row of a comparison in detail: how the runs of both sides are distributed, on
 * one scale. Pure: values in, counts out.
 */
#ifndef LSMBENCH_TUI_COMPARE_PAIR_H
#define LSMBENCH_TUI_COMPARE_PAIR_H

#include <stddef.h>

#include "engine/compare/compare.h"
#include "engine/result/result.h"
#include "tui/bars.h"

#define PAIR_BASE 0
#define PAIR_OTHER 1

struct compare_pair {
	struct histogram sides[2]; /* the same low, step and bins; largest is that of both */
	size_t counts[2];          /* of values */
};

/*
 * Count the good runs of two steps of results (which may be the same one) into at most bins bins.
 * 0; -ENODATA when a side has none; -ENOMEM.
 */
int compare_pair_fill(struct compare_pair *pair, const struct result *base, size_t base_step,
		      const struct result *other, size_t other_step, size_t bins);

/*
 * The steps of result that a row of compare_variants() compares. 0, or -ENOENT when it is not of
 * this result.
 */
int compare_pair_steps(const struct result *result, const struct comparison_row *row, size_t *base,
		       size_t *other);

#endif
