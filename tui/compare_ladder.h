/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_ladder.h - "lsmbench compare --ladder": result files in the order of their active
 * security modules, each step compared with the rung below it.
 */
#ifndef LSMBENCH_TUI_COMPARE_LADDER_H
#define LSMBENCH_TUI_COMPARE_LADDER_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/compare/compare.h"
#include "engine/compare/compare_rungs.h"
#include "exports/compare/compare_export.h"
#include "tui/compare_inputs.h"

struct compare_ladder {
	const struct comparison_options *options;
	double above; /* what the headlines count, in percent */
	const struct compare_format *format;
	bool redact;

	struct rungs rungs;
};

/*
 * Order what inputs has read (its groups do not matter) into ladder->rungs; the other members are
 * the caller's. -EINVAL when a file does not say its modules, -ENODATA when there is no step, both
 * with a message; -ENOMEM; or 0, and then compare_ladder_clear is due.
 */
int compare_ladder_order(struct compare_ladder *ladder, const struct compare_inputs *inputs,
			 struct error *error);

/*
 * Write what (a struct compare_ladder) to file: the rungs, what is missing, and a report for each
 * step. A step without a case in common says so. 0 or negative errno with a message.
 */
int compare_ladder_write(const void *what, FILE *file, struct error *error);

void compare_ladder_clear(struct compare_ladder *ladder);

#endif
