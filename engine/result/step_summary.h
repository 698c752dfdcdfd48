/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * step_summary.h - the figures of a step as people see them, on the screen and in every export:
 * what was measured (result.h), less the cost of the loop around it where the plan asks for that.
 */
#ifndef LSMBENCH_ENGINE_STEP_SUMMARY_H
#define LSMBENCH_ENGINE_STEP_SUMMARY_H

#include <stddef.h>

#include "engine/result/result.h"
#include "engine/statistics/summary.h"

/*
 * All values are in the result's unit per iteration: ns, or instructions.
 */

/* What is subtracted from each value: 0, or with subtract_loop loop_ns. */
double step_subtracted(const struct result *result);

/* The least difference that the clock can tell between two of a step's values; 0: unknown. */
double step_resolution(const struct result *result, size_t step);

/* As result_values, and subtracted. */
int step_values(const struct result *result, size_t step, int pass, double **values, size_t *count);

/* Summarise a step's good samples of a pass or of RESULT_ALL_PASSES. 0 or -ENOMEM. */
int step_summary(const struct result *result, size_t step, int pass, struct summary *summary);

/* Bytes that an iteration of the step moves; 0: it is a latency, or counted in instructions. */
uint64_t step_bytes(const struct result *result, size_t step);

/*
 * Whether people are shown the step's values, which stay ns everywhere here, in seconds or in what
 * time_unit.h gives for them.
 */
bool step_in_seconds(const struct result *result, size_t step);

/*
 * What people are shown of a step: its values, or MB/s of 10^6 bytes where it has step_bytes(); of
 * these nothing is subtracted. The summary of rates is that of each sample's rate.
 */
const char *step_unit(const struct result *result, size_t step);
int step_shown_summary(const struct result *result, size_t step, int pass, struct summary *summary);

/*
 * What is known of the audit records of a case whose calls are denied (environment_audit.h); "" for
 * any other case. In buffer, returned.
 */
const char *case_audit_words(const struct result *result, size_t case_index, char *buffer,
			     size_t size);

#endif
