/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report.h - what the exports for people share: a step's figures, and the lines that say where
 * and how they were measured and which command repeats it.
 */
#ifndef LSMBENCH_EXPORTS_REPORT_H
#define LSMBENCH_EXPORTS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "engine/statistics/summary.h"
#include "exports/number.h"

/* Steps that a case has: the plan's variants. 1 for a plan without cases. */
size_t report_variants(const struct plan *plan);

/* Summarise a step's good samples in a pass or RESULT_ALL_PASSES, as measured. 0 or -ENOMEM. */
int report_summary(const struct result *result, size_t step, int pass, struct summary *summary,
		   struct error *error);

/* The same as people are shown it: in the step's unit (step_unit). */
int report_shown_summary(const struct result *result, size_t step, int pass,
			 struct summary *summary, struct error *error);

/* value with so many decimals, but none of a whole number of instructions; in text, returned. */
const char *report_show(enum result_unit unit, double value, int decimals, char text[NUMBER_SIZE]);

/* Why a step has nothing to show: "failed: EIO in pass 1", "skipped". Safe to print. */
void report_write_state(const struct step *step, FILE *file);

/*
 * Write, each line behind prefix: version and date, the unit where it is no time, label, host,
 * kernel, LSMs, CPU, scratch file systems, loop cost if it is subtracted, whether it is partial,
 * alarms, and the command that repeats it. 0 or -ENOMEM.
 */
int report_write_essentials(const struct result *result, const char *prefix, FILE *file,
			    struct error *error);

#endif
