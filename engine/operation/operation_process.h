/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_process.h - what is done to processes: entries of the table in operation.c.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_PROCESS_H
#define LSMBENCH_ENGINE_OPERATION_PROCESS_H

#include "engine/operation/operation.h"

extern const struct operation operation_kill_self;
extern const struct operation operation_fork_wait;

#endif
