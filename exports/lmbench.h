/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench.h - tables in the layout of LMbench 2.0's summary (of its last generation, 2.5).
 *
 * "Basic system parameters" and "Processor, Processes" have LMbench's own heads; of the second,
 * the columns "stat" and "open clos" are filled. Two kinds of tables of ours follow in the same
 * style, one for each operation: path shapes (a column a shape, read downwards) and directory
 * sizes (a column a size). A row is a pass and its figures are medians in microseconds; MEAN and
 * STDEV (n - 1) follow where there are several. Only LMbench's own programs make LMbench results,
 * so a line under the title says what these are.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_H
#define LSMBENCH_EXPORTS_LMBENCH_H

#include <stddef.h>
#include <stdio.h>

#include "engine/result.h"

/* Write the tables; each result gives its rows. 0 or -ENOMEM. */
int lmbench_write(const struct result *const *results, size_t count, FILE *file,
		  struct error *error);

#endif
