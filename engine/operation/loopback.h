/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loopback.h - sockets on 127.0.0.1, for operations that talk to a process of their own.
 *
 * All of these return 0 or negative errno with a message: -EOPNOTSUPP where there is no loopback,
 * as in a network namespace of its own whose interface lo is down. What is open then belongs to the
 * caller.
 */
#ifndef LSMBENCH_ENGINE_LOOPBACK_H
#define LSMBENCH_ENGINE_LOOPBACK_H

#include <netinet/in.h>

#include "fixtures/error.h"

/* A socket of type at a port that the kernel chooses; *address says which. TCP sockets listen. */
int loopback_bind(int type, int backlog, int *fd, struct sockaddr_in *address, struct error *error);

/* Two UDP sockets that are connected to each other. */
int loopback_datagrams(int pair[2], struct error *error);

/* The two ends of a TCP connection, the connecting one first. */
int loopback_stream(int pair[2], struct error *error);

/* Say that what has failed for the reason in errno. */
int loopback_failed(const char *what, struct error *error);

#endif
