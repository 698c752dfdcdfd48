/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_memory_bandwidth.h - memory read, written and copied, whole and one word in four.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_MEMORY_BANDWIDTH_H
#define LSMBENCH_ENGINE_OPERATION_MEMORY_BANDWIDTH_H

#include "engine/operation/operation.h"

extern const struct operation operation_copy_libc;
extern const struct operation operation_copy_unrolled;
extern const struct operation operation_memory_read;
extern const struct operation operation_memory_read_partial;
extern const struct operation operation_memory_write;
extern const struct operation operation_memory_write_partial;

#endif
