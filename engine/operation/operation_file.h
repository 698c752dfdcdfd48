/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_file.h - the operations on one file and on entries of a directory beside those of the
 * published suite: entries of the table in operation.c.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_FILE_H
#define LSMBENCH_ENGINE_OPERATION_FILE_H

#include "engine/operation/operation.h"

extern const struct operation operation_mkdir_rmdir;
extern const struct operation operation_link_unlink;
extern const struct operation operation_truncate;
extern const struct operation operation_ioctl;
extern const struct operation operation_open_denied;

#endif
