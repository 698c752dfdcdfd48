/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_feet.h - what stands under LMbench's tables about figures of ours: the path, the size,
 * and what was taken off.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_FEET_H
#define LSMBENCH_EXPORTS_LMBENCH_FEET_H

#include "exports/lmbench/lmbench_of_result.h"

/* Say of which parameter a column's figure is, where LMbench's head does not. 0 or -ENOMEM. */
int lmbench_feet_note(struct lmbench_record *record, enum lmbench_column column,
		      const char *parameter);

/* Add, when all columns are set, what was measured of those less something. 0 or -ENOMEM. */
int lmbench_feet_finish(const struct lmbench_row *row, struct lmbench_record *record);

#endif
