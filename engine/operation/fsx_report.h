/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsx_report.h - what the exerciser found, in a line for people. */
#ifndef LSMBENCH_ENGINE_FSX_REPORT_H
#define LSMBENCH_ENGINE_FSX_REPORT_H

#include "engine/operation/fsx.h"

/* Where the steps were made, for the command that makes them again. */
struct fsx_place {
	const char *scratch; /* directory below which it was, or NULL when that is not known */
	const char *variant; /* confinement, or NULL */
};

/*
 * Say in error what went wrong and where, which step last changed the place, the seed, the command
 * that replays it, and as many of the last steps as there is room for. Returns a positive errno.
 */
int fsx_report(const struct fsx *fsx, const struct fsx_outcome *outcome,
	       const struct fsx_place *place, struct error *error);

#endif
