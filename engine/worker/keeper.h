/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keeper.h - a process between the front end and a worker that another command starts. Whatever
 * that command leaves running becomes the keeper's child when its parent ends, also in a session
 * and process group of its own, and is killed by it. No privilege is needed.
 *
 * The keeper ends the worker and all the rest when it is told to and when the front end is gone,
 * also by kill -9. It ends only when none of its descendants is left, and then in the way in which
 * the worker has ended, so that waiting for the keeper tells what waiting for the worker would.
 */
#ifndef LSMBENCH_ENGINE_KEEPER_H
#define LSMBENCH_ENGINE_KEEPER_H

#include <sys/types.h>

#include "fixtures/error.h"

struct keeper {
	pid_t pid; /* to be waited for by whoever started it; 0: none */
	int link;  /* closed: end everything; -1: none, or told already */
};

/*
 * Fork a keeper and have it call start(argument), which starts the process to be kept and returns
 * its id or a negative errno. Returns that id, or negative errno: then there is no keeper.
 */
pid_t keeper_start(struct keeper *keeper, pid_t (*start)(void *argument), void *argument);

/* Have it kill what it keeps and end. Nothing when there is none, or when it was told before. */
void keeper_end(struct keeper *keeper);

#endif
