/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worker_main.c - the program lsmbench-worker. Started by lsmbench with its descriptors, never
 * by a person: it says so when it is.
 */
#include <stdio.h>
#include <sys/socket.h>

#include "engine/worker/protocol.h"
#include "engine/worker/worker.h"

int main(void)
{
	int type;
	socklen_t size = sizeof(type);

	if (getsockopt(WORKER_CONTROL, SOL_SOCKET, SO_TYPE, &type, &size) < 0 ||
	    type != SOCK_SEQPACKET) {
		fputs("lsmbench-worker: runs timed batches for lsmbench and is started by it: "
		      "run lsmbench instead (a command that starts it must leave descriptors 3 "
		      "to 5 open)\n",
		      stderr);
		return 2;
	}
	return worker_serve();
}
