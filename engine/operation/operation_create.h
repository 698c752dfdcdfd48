/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_create.h - many files made or removed. */
#ifndef LSMBENCH_ENGINE_OPERATION_CREATE_H
#define LSMBENCH_ENGINE_OPERATION_CREATE_H

#include "engine/operation/operation.h"

extern const struct operation operation_file_create;
extern const struct operation operation_file_delete;

#endif
