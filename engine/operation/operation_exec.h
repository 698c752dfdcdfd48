/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_exec.h - children that execute a program. */
#ifndef LSMBENCH_ENGINE_OPERATION_EXEC_H
#define LSMBENCH_ENGINE_OPERATION_EXEC_H

#include "engine/operation/operation.h"

extern const struct operation operation_fork_exec;
extern const struct operation operation_fork_shell;

#endif
