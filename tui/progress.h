/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * progress.h - how far a headless session is, on standard error: one line that is rewritten on
 * a terminal, a line a case elsewhere.
 */
#ifndef LSMBENCH_TUI_PROGRESS_H
#define LSMBENCH_TUI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/session/session.h"

struct progress {
	FILE *file;         /* standard error */
	bool quiet;         /* show failures and notices only */
	unsigned int pass;  /* of the last event */
	bool terminal;      /* rewrite one line */
	int interval_ms;    /* least time between two rewritings */
	long long drawn_ms; /* when the line was written last; monotonic */
	size_t shown;       /* bytes of the line that stand there */
	char doing[160];    /* what takes long now, behind a comma, or "" */
};

void progress_start(struct progress *progress, FILE *file, bool quiet);

/* Take note of an event: failures, notices, finished cases are said. */
void progress_event(struct progress *progress, struct session *session,
		    const struct session_event *event);

/* Rewrite the line if it is due. Returns in how many ms to call again; -1: no need. */
int progress_draw(struct progress *progress, struct session *session);

/* Wipe the line, so that others can write. */
void progress_wipe(struct progress *progress);

#endif
