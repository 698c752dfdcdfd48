/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsx_map.h - reading and writing the exerciser's file through a mapping.
 *
 * A page of it that cannot be had, most often since the file system is full, is told by SIGBUS, not
 * by a return value. Here that becomes an errno.
 */
#ifndef LSMBENCH_ENGINE_FSX_MAP_H
#define LSMBENCH_ENGINE_FSX_MAP_H

#include "engine/operation/fsx_file.h"

/* Handle SIGBUS from now on, in this process; one exerciser at a time. Call it as often as you
 * like. */
void fsx_map_begin(void);

/* As it was before. */
void fsx_map_end(void);

/* Perform a step of the kind FSX_MAP_READ or FSX_MAP_WRITE. 0 or a positive errno. */
int fsx_map_perform(const struct fsx_file *file, const struct fsx_step *step,
		    struct fsx_transfer *transfer);

#endif
