/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_ladder.h - a whole ladder without the console: from a plan to its rungs.
 */
#ifndef LSMBENCH_TUI_RUN_LADDER_H
#define LSMBENCH_TUI_RUN_LADDER_H

#include <stdbool.h>

#include "engine/ladder/ladder.h"
#include "fixtures/error.h"

/* Told of every rung that has ended, however it has: its result is whole then, or partial. */
typedef void run_ladder_ended(void *argument, const struct ladder *ladder, size_t rung);

/*
 * Boot plan's rungs, with progress on standard error, until all have ended or a signal has stopped
 * them (signals_first). signals_start_run comes before. 0 and *ladder, which holds what came of
 * them until ladder_close; negative errno with a message when it cannot begin or breaks.
 */
int run_ladder(const struct ladder_plan *plan, bool quiet, run_ladder_ended *ended, void *argument,
	       struct ladder **ladder, struct error *error);

#endif
