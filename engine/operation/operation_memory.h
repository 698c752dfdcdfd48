/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_memory.h - mapping a file so that it can be executed: entries of the table in
 * operation.c.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_MEMORY_H
#define LSMBENCH_ENGINE_OPERATION_MEMORY_H

#include "engine/operation/operation.h"

extern const struct operation operation_mmap_exec;
extern const struct operation operation_mprotect_exec;

#endif
