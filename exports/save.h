/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * save.h - write a file whole or not at all.
 *
 * A regular target is written beside itself, synced and renamed into place; a symbolic link is
 * followed; "-" is standard output; a device, pipe or socket is written in place and never renamed
 * over; a pipe that nobody reads within five seconds is an error.
 */
#ifndef LSMBENCH_EXPORTS_SAVE_H
#define LSMBENCH_EXPORTS_SAVE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "exports/signature.h"
#include "fixtures/error.h"

struct save {
	FILE *file;               /* write here */
	char target[PATH_MAX];    /* after following links */
	char temporary[PATH_MAX]; /* "" when written in place */
};

/*
 * Open target for writing a file of kind. Unless force, an existing regular file that is not empty
 * is refused with -EEXIST when a file of kind may not take its place (signature_may_replace).
 * Nothing at target changes before save_commit. Errors name target and the remedy.
 */
int save_open_as(struct save *save, const char *target, enum signature kind, bool force,
		 struct error *error);
/* The same for a report. */
int save_open(struct save *save, const char *target, bool force, struct error *error);
/* Flush, sync and rename. On failure target is as it was, and the temporary file is gone. */
int save_commit(struct save *save, struct error *error);
/* Forget it: target stays as it was. */
void save_abort(struct save *save);

#endif
