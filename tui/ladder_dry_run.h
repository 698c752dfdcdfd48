/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_dry_run.h - what a ladder would boot and measure.
 */
#ifndef LSMBENCH_TUI_LADDER_DRY_RUN_H
#define LSMBENCH_TUI_LADDER_DRY_RUN_H

#include <stdio.h>

#include "engine/ladder/ladder.h"

/*
 * Write kernels, rungs with their command lines, cases, and the command of QEMU. plan is expanded.
 * 0, or a negative errno with a message that says what a ladder would fail at: QEMU is not there,
 * nothing can be made in TMPDIR, directory is none (-ENOTDIR; NULL: results are not kept), a policy
 * cannot be compiled. All else is written then.
 */
int ladder_dry_run(const struct ladder_plan *plan, const char *directory, FILE *file,
		   struct error *error);

#endif
