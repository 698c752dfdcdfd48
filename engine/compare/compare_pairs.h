/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_pairs.h - the runs of a variant paired with those of the baseline, pass by pass, and what
 * a row of COMPARISON_VARIANTS comes to by them. And the rows of metrics, which are made of them.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_PAIRS_H
#define LSMBENCH_ENGINE_COMPARE_PAIRS_H

#include "engine/compare/compare.h"

/* The passes of one row; all zero at first. */
struct compare_pairs {
	struct pass_pairs *passes;
	size_t count;
};

/*
 * Add a pass: run i of the baseline is paired with run i of the other. Pairs in which one is not
 * above 0, or NaN, are left out, and a pass without any is none. base and other are used up. 0 or
 * -ENOMEM.
 */
int compare_pairs_add(struct compare_pairs *row, double *base, double *other, size_t runs);

/* Fill the row with what its passes say. 0 or -ENOMEM. */
int compare_pairs_finish(struct compare_pairs *passes, struct comparison_row *row);
void compare_pairs_clear(struct compare_pairs *row);

/* Make the row of a case and a variant, of a metric or the runs' own figure. 0 or -ENOMEM. */
int compare_begin_row(const struct result *result, const struct comparison *comparison,
		      size_t case_index, size_t variant, const struct metric *metric,
		      struct comparison_row *row);

/*
 * Put behind the rows of each case, which stand as they are planned, those of the metrics that its
 * runs have told. One that is 0 everywhere, such as faults that read a disk, has none. 0 or
 * -ENOMEM.
 */
int compare_metrics_add(const struct result *result, struct comparison *comparison);

#endif
