/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_reread.h - a file that is in the page cache, read again: by read and through a mapping.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_REREAD_H
#define LSMBENCH_ENGINE_OPERATION_REREAD_H

#include "engine/operation/operation.h"

extern const struct operation operation_file_reread;
extern const struct operation operation_mmap_reread;

#endif
