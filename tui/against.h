/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * against.h - "lsmbench run --against NAME": measure what a baseline measured, and compare.
 */
#ifndef LSMBENCH_TUI_AGAINST_H
#define LSMBENCH_TUI_AGAINST_H

#include <stdbool.h>

#include "engine/compare/compare_source.h"
#include "engine/plan/plan.h"
#include "engine/result/result.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* What the options say. */
struct against {
	char *name;       /* NULL: not asked for */
	char *fail_above; /* a percentage, or NULL */
	bool single_boot;
	bool redact; /* name no host, user or path */
	struct text_list despite;

	double percent;         /* of fail_above; NaN without */
	struct text_list files; /* of the baseline */
	struct figures *base;   /* what they held when it was prepared */
	size_t base_count;
};

/*
 * Check the options and read the baseline, before anything is measured: whatever becomes of its
 * files meanwhile, there is something to compare with. Returns -1, or, having complained, an exit
 * status.
 */
int against_prepare(struct against *against);

/*
 * Complain about a plan that measures nothing of what the baseline has. Returns -1 or an exit
 * status.
 */
int against_check_plan(const struct against *against, const struct plan *plan);

/*
 * Say on standard error what will make the comparison impossible here, so that nobody waits for
 * it: in what this machine differs from the baseline's, where --despite does not excuse it. plan
 * says where and on which CPU will be measured.
 */
void against_warn(const struct against *against, const struct plan *plan);

/*
 * Compare result with the baseline and print the report on standard output. Returns the exit
 * status: EXIT_REGRESSION as --fail-above asks.
 */
int against_report(const struct against *against, const struct result *result);

void against_clear(struct against *against);

#endif
