/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_bandwidth.h - operations that move bytes to another process. */
#ifndef LSMBENCH_ENGINE_OPERATION_BANDWIDTH_H
#define LSMBENCH_ENGINE_OPERATION_BANDWIDTH_H

#include "engine/operation/operation.h"

extern const struct operation operation_pipe_bandwidth;
extern const struct operation operation_unix_bandwidth;
extern const struct operation operation_tcp_bandwidth;

#endif
