/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tbench_server.h - the server that tbench's clients talk to, started by us for one run.
 *
 * tbench_srv has one port, which cannot be chosen, and listens there on all addresses. Sessions of
 * lsmbench take turns with it; what else has the port is named. A network namespace would have a
 * port of its own, but neither the firewall's rules nor the labels that are in force on the host,
 * which are part of what is measured.
 */
#ifndef LSMBENCH_ENGINE_TBENCH_SERVER_H
#define LSMBENCH_ENGINE_TBENCH_SERVER_H

#include <sched.h>
#include <sys/types.h>

#include "engine/operation/recording.h"
#include "fixtures/error.h"

#define TBENCH_SERVER_PROGRAM "/usr/bin/tbench_srv"
#define TBENCH_SERVER_PORT 7003

struct tbench_server {
	pid_t pid; /* 0: none */
	int turn;  /* what keeps other sessions waiting while it is open; -1: nothing does */
};

/*
 * Wait until no other session's server runs, start ours on cpus, and wait until it, and nobody
 * else, listens; what it says goes to the descriptor output. 0, and then tbench_server_stop is due;
 * or negative errno with a message: -EADDRINUSE when its port is taken, -ECANCELED when recording
 * is not to go on.
 */
int tbench_server_start(struct tbench_server *server, const cpu_set_t *cpus, int output,
			struct recording *recording, struct error *error);

/* End it and what it has started for its clients, and let others have their turn. */
void tbench_server_stop(struct tbench_server *server);

#endif
