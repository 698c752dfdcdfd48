/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * against.h - "lsmbench run --against NAME": measure what a baseline measured, and compare.
 */
#ifndef LSMBENCH_TUI_AGAINST_H
#define LSMBENCH_TUI_AGAINST_H

#include <stdbool.h>

#include "engine/plan.h"
#include "engine/result.h"
#include "engine/text_list.h"
#include "fixtures/error.h"

/* What the options say. */
struct against {
	char *name;       /* NULL: not asked for */
	char *fail_above; /* a percentage, or NULL */
	bool single_boot;
	struct text_list despite;

	double percent;         /* of fail_above; NaN without */
	struct text_list files; /* of the baseline */
};

/*
 * Check the options and find the baseline's files. Returns -1, or, having complained, an exit
 * status.
 */
int against_prepare(struct against *against);

/*
 * Compare result with the baseline and print the report on standard output. Returns the exit
 * status: EXIT_REGRESSION as --fail-above asks.
 */
int against_report(const struct against *against, const struct result *result);

void against_clear(struct against *against);

#endif
