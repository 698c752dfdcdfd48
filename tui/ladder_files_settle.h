/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_files_settle.h - rungs that were read, put in their places.
 */
#ifndef LSMBENCH_TUI_LADDER_FILES_SETTLE_H
#define LSMBENCH_TUI_LADDER_FILES_SETTLE_H

#include "tui/ladder_files.h"

/*
 * The rungs from first on are those of a directory: keep those of the ladder that ran last, and
 * name the others in files->left_out. 0 or -ENOMEM.
 */
int ladder_files_keep_newest(struct ladder_files *files, size_t first);

/*
 * Number the kernels, and give each one first rung, before its others: the one that says so, else
 * another, which files->notes then tell. 0 or -ENOMEM.
 */
int ladder_files_settle(struct ladder_files *files);

#endif
