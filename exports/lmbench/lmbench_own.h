/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_own.h - what LMbench has no table for: path shapes and directory sizes.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_OWN_H
#define LSMBENCH_EXPORTS_LMBENCH_OWN_H

#include "exports/lmbench/lmbench_lines.h"

/*
 * Write a table for each operation on paths or directories, and then what was measured and stands
 * in none. results[0..count-1] are those of the lines. 0 or -ENOMEM.
 */
int lmbench_own_write(const struct lmbench_lines *lines, const struct result *const *results,
		      size_t count, bool stats, FILE *file, struct error *error);

#endif
