/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * listener.h - who listens on a TCP port of this network namespace, as /proc tells.
 */
#ifndef LSMBENCH_ENGINE_LISTENER_H
#define LSMBENCH_ENGINE_LISTENER_H

#include <stdint.h>
#include <sys/types.h>

enum listener_owner {
	LISTENER_NOBODY,
	LISTENER_GIVEN,   /* the process that was asked about, and nobody else */
	LISTENER_OTHER,   /* somebody else, too */
	LISTENER_UNKNOWN, /* /proc does not tell */
};

/* Whether process, which is ours, is the one that listens on port. */
enum listener_owner listener_of(uint16_t port, pid_t process);

#define LISTENER_SIZE 96

/*
 * "tbench_srv (4711)", "a process of user 1000" where we may not see whose it is, "somebody" where
 * /proc tells nothing; in buffer, returned.
 */
const char *listener_describe(uint16_t port, char buffer[LISTENER_SIZE]);

#endif
