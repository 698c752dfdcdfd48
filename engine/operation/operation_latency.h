/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_latency.h - operations that pass a token to another process and have it back. */
#ifndef LSMBENCH_ENGINE_OPERATION_LATENCY_H
#define LSMBENCH_ENGINE_OPERATION_LATENCY_H

#include "engine/operation/operation.h"

extern const struct operation operation_pipe_latency;
extern const struct operation operation_unix_latency;
extern const struct operation operation_udp_latency;
extern const struct operation operation_tcp_latency;
extern const struct operation operation_fifo_latency;
extern const struct operation operation_semaphore_latency;

#endif
