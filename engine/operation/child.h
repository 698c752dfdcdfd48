/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * child.h - children that an operation's setup forks: a server, the other end of a pipe. However
 * the worker ends, also by kill -9, they end with it.
 */
#ifndef LSMBENCH_ENGINE_CHILD_H
#define LSMBENCH_ENGINE_CHILD_H

#include <stddef.h>
#include <sys/types.h>

#include "fixtures/error.h"

/*
 * Fork a child that calls body(argument) and ends with what it returns as its exit status. The
 * child is killed when we end. It keeps descriptors 0 to 2 and the count ones in keep (NULL for
 * none, in any order, -1 is passed over) and closes all others: the worker's own, so that the
 * front end still sees end of file when the worker is gone, and those of other children. It stands
 * in our directory and process group, on our CPU, confined like us.
 *
 * Returns the process id, for child_end, or negative errno with a message.
 */
pid_t child_start(const int *keep, size_t count, int (*body)(void *argument), void *argument,
		  struct error *error);

/* Close every descriptor from first on but the count ones in keep. */
void child_close_others(unsigned int first, const int *keep, size_t count);

/* Kill the child if it still runs, wait for its end and set *child to 0. Nothing when it is not
 * above 0. */
void child_end(pid_t *child);

#endif
