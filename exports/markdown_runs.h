/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * markdown_runs.h - what a run is, how many were planned, and how many there are.
 */
#ifndef LSMBENCH_EXPORTS_MARKDOWN_RUNS_H
#define LSMBENCH_EXPORTS_MARKDOWN_RUNS_H

#include <stdio.h>

#include "engine/result/result.h"
#include "exports/ended.h"

/*
 * "Each run times about 1000 us of back-to-back iterations; 300 runs in each of 3 passes,", and of
 * operations that time themselves "Each run is timed as a whole; 1 run in each of 3 passes,". What
 * was planned and not done is said to be planned, with what was done.
 */
void markdown_write_runs(const struct result *result, const struct ended_list *ended, FILE *file);

#endif
