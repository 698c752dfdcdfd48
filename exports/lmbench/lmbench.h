/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench.h - tables in the layout of LMbench's summaries, of 2.0 (its last generation, 2.5)
 * and 3.0.
 *
 * The tables and heads are LMbench's; a row is a result of ours, under one variant in one scratch
 * directory, with its medians, or a raw result of LMbench's. What is ours has two kinds of tables
 * more, in the same style, one for each operation: path shapes (a column a shape, read downwards)
 * and directory sizes (a column a size). Only LMbench's own programs make LMbench results, so a
 * line under the title says what these are.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_H
#define LSMBENCH_EXPORTS_LMBENCH_H

#include <stddef.h>
#include <stdio.h>

#include "exports/export.h"

/* Write the tables in the layout of 2.0, and in that of 3.0. 0 or -ENOMEM. */
int lmbench_write_2(const struct export_item *items, size_t count,
		    const struct export_options *options, FILE *file, struct error *error);
int lmbench_write_3(const struct export_item *items, size_t count,
		    const struct export_options *options, FILE *file, struct error *error);

#endif
