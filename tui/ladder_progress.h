/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_progress.h - how far a ladder is, on standard error: a line for each guest that runs,
 * rewritten, on a terminal; a line for each change of state elsewhere.
 */
#ifndef LSMBENCH_TUI_LADDER_PROGRESS_H
#define LSMBENCH_TUI_LADDER_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/ladder/ladder.h"

struct ladder_progress {
	FILE *file;
	bool quiet;         /* show failures and notices only */
	bool terminal;      /* rewrite lines */
	size_t lines;       /* that stand there */
	long long drawn_ms; /* when they were written last; monotonic */
	long long begun_ms;
};

void ladder_progress_start(struct ladder_progress *progress, FILE *file, bool quiet);
/* Take note of an event: changes of state, failures, notices are said. */
void ladder_progress_event(struct ladder_progress *progress, const struct ladder *ladder,
			   const struct ladder_event *event);
/* Rewrite the lines if they are due. Returns in how many ms to call again; -1: no need. */
int ladder_progress_draw(struct ladder_progress *progress, const struct ladder *ladder);
/* Wipe the lines, so that others can write. */
void ladder_progress_wipe(struct ladder_progress *progress);

/* The name of a rung as its guest reports it, or as it was asked for. Returns buffer. */
const char *ladder_progress_name(const struct ladder *ladder, size_t rung, char *buffer,
				 size_t size);

#endif
