/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_output.h - what becomes of a session that a subcommand has measured: it is written, kept as
 * the last one, or rescued. And what must be there before it begins.
 */
#ifndef LSMBENCH_TUI_RUN_OUTPUT_H
#define LSMBENCH_TUI_RUN_OUTPUT_H

#include <stdbool.h>

#include "engine/plan/plan.h"
#include "engine/result/result.h"
#include "tui/output.h"

/* What a variant needs must be there before anything is timed. Returns -1, or an exit status. */
int run_output_check_variants(const struct plan *plan);

/* A format that would hold nothing of the plan is no place for it. Returns -1, or an exit status.
 */
int run_output_check_format(const struct output *output, const struct plan *plan);

/* Write result; where that fails, complain and save it elsewhere. Returns an exit status. */
int run_output_write(struct output *output, const struct result *result);

/* Keep the samples of what a terminal was only shown, and tell where they are unless quiet. */
void run_output_keep(const struct output *output, const struct result *result, bool quiet);

/*
 * "lsmbench baseline save NAME" takes what was measured last: the file, when that holds the
 * samples, or a copy. Whether it can is no concern of a person who has what was asked for.
 */
void run_output_remember(const struct output *output, const struct result *result);

#endif
