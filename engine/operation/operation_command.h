/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_command.h - a command of the person's own. */
#ifndef LSMBENCH_ENGINE_OPERATION_COMMAND_H
#define LSMBENCH_ENGINE_OPERATION_COMMAND_H

#include "engine/operation/operation.h"

extern const struct operation operation_command;

#endif
