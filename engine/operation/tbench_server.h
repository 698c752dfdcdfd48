/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tbench_server.h - the server that tbench's clients talk to, started by us for one run.
 *
 * tbench_srv has one port, which cannot be chosen, and listens there on all addresses.
 */
#ifndef LSMBENCH_ENGINE_TBENCH_SERVER_H
#define LSMBENCH_ENGINE_TBENCH_SERVER_H

#include <sched.h>
#include <sys/types.h>

#include "fixtures/error.h"

#define TBENCH_SERVER_PROGRAM "/usr/bin/tbench_srv"
#define TBENCH_SERVER_PORT 7003

/*
 * Start it on cpus and wait until it answers; what it says goes to the descriptor output. Returns
 * its process id, for tbench_server_stop, or negative errno with a message: -EADDRINUSE when its
 * port is taken.
 */
pid_t tbench_server_start(const cpu_set_t *cpus, int output, struct error *error);

/* End it and what it has started for its clients. *server is then 0. */
void tbench_server_stop(pid_t *server);

#endif
