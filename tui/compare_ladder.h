/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_ladder.h - "lsmbench compare --ladder": result files in the order of their active
 * security modules, each step compared with the rung below it.
 */
#ifndef LSMBENCH_TUI_COMPARE_LADDER_H
#define LSMBENCH_TUI_COMPARE_LADDER_H

#include <stdio.h>

#include "engine/compare.h"
#include "exports/compare_export.h"
#include "tui/compare_inputs.h"

/*
 * Compare what inputs has read (its groups do not matter) step by step and write to file: the
 * rungs, what is missing, and a report in format for each step. 0 or negative errno with a
 * message; -EINVAL when a file's modules are unknown or there is no step.
 */
int compare_ladder_write(const struct compare_inputs *inputs,
			 const struct comparison_options *options, double above,
			 const struct compare_format *format, FILE *file, struct error *error);

#endif
