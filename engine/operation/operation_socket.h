/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_socket.h - sockets made, bound and connected: entries of the table in operation.c.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_SOCKET_H
#define LSMBENCH_ENGINE_OPERATION_SOCKET_H

#include "engine/operation/operation.h"

extern const struct operation operation_socket_close;
extern const struct operation operation_bind_close;
extern const struct operation operation_connect_unix;
extern const struct operation operation_connect_tcp;

#endif
