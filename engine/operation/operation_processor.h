/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_processor.h - the cheapest system calls, and a procedure call. */
#ifndef LSMBENCH_ENGINE_OPERATION_PROCESSOR_H
#define LSMBENCH_ENGINE_OPERATION_PROCESSOR_H

#include "engine/operation/operation.h"

extern const struct operation operation_null_call;
extern const struct operation operation_read_zero;
extern const struct operation operation_write_null;
extern const struct operation operation_fstat;

#endif
