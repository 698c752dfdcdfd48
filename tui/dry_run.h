/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dry_run.h - what a plan would run, and for how long.
 */
#ifndef LSMBENCH_TUI_DRY_RUN_H
#define LSMBENCH_TUI_DRY_RUN_H

#include <stdio.h>

#include "engine/plan/plan.h"
#include "engine/session/estimate.h"

/* Write a line a case and the totals. plan is expanded. */
void dry_run_write(const struct plan *plan, const struct estimate *estimate, FILE *file);

#endif
