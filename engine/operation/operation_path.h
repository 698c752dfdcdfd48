/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_path.h - the operations that look up a path: entries of the table in operation.c.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_PATH_H
#define LSMBENCH_ENGINE_OPERATION_PATH_H

#include "engine/operation/operation.h"

extern const struct operation operation_stat;
extern const struct operation operation_fstatat;
extern const struct operation operation_access;
extern const struct operation operation_open_close;
extern const struct operation operation_openat_close;
extern const struct operation operation_open_path;

#endif
