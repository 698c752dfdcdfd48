/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_split.h - groups in which every session stands alone, also those that are rows of one
 * printed summary.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_SPLIT_H
#define LSMBENCH_ENGINE_COMPARE_SPLIT_H

#include <stddef.h>

#include "engine/compare/compare.h"

/* Figures that share what they hold with those they are a part of, which must stay. */
struct compare_split {
	struct comparison_group *groups; /* as many as were split */
	size_t count;
	struct figures *parts; /* of figures with several sessions */
	size_t part_count;
	const struct figures **sessions; /* of all groups */
	struct case_figures *cases;      /* of all parts */
};

/* Split groups. 0, and then split needs compare_split_clear, or -ENOMEM. */
int compare_split_groups(const struct comparison_group *groups, size_t count,
			 struct compare_split *split);
void compare_split_clear(struct compare_split *split);

#endif
