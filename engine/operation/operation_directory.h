/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_directory.h - the operations that change or read a directory: entries of the table in
 * operation.c.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_DIRECTORY_H
#define LSMBENCH_ENGINE_OPERATION_DIRECTORY_H

#include "engine/operation/operation.h"

extern const struct operation operation_chmod;
extern const struct operation operation_rename;
extern const struct operation operation_mkstemp;
extern const struct operation operation_readdir;
extern const struct operation operation_rename_create;
extern const struct operation operation_open_unlink;
extern const struct operation operation_symlink_unlink;

#endif
