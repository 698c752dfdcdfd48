/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_tcp_connect.h - connecting to a server of its own. */
#ifndef LSMBENCH_ENGINE_OPERATION_TCP_CONNECT_H
#define LSMBENCH_ENGINE_OPERATION_TCP_CONNECT_H

#include "engine/operation/operation.h"

extern const struct operation operation_tcp_connect;

#endif
