/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_dry_run.h - what a ladder would boot and measure.
 */
#ifndef LSMBENCH_TUI_LADDER_DRY_RUN_H
#define LSMBENCH_TUI_LADDER_DRY_RUN_H

#include <stdio.h>

#include "engine/ladder/ladder.h"

/* Write kernels, rungs with their command lines, cases, and the command of QEMU. plan is expanded.
 * 0, or a negative errno with a message when QEMU is not there: all else is written then. */
int ladder_dry_run(const struct ladder_plan *plan, FILE *file, struct error *error);

#endif
