/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_side.h - one side of a row of COMPARISON_SESSIONS: a figure for each boot of a group.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_SIDE_H
#define LSMBENCH_ENGINE_COMPARE_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/compare/compare.h"
#include "engine/compare/compare_boots.h"

/* One side of a row. */
struct side {
	double *medians; /* ln, by boot that has the case */
	double first;    /* ln, of the first of them */
	size_t count;
	double *told; /* the same as they stand in a result, and those that are 0 */
	size_t told_count;
	bool has_zeros;
	size_t passes;
	double low; /* extremes of its passes' medians, ns */
	double high;
	double sd; /* of medians */
};

/* A group and its boots. */
struct member {
	const struct comparison_group *group;
	const struct boots *boots;
};

/* Fill an empty side with the figures of the case. 0 or -ENOMEM; to be cleared either way. */
int side_gather(const struct member *member, const struct case_figures *which, struct side *side);
void side_clear(struct side *side);

#endif
