/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_columns.h - the columns of our own tables in LMbench's style: path shapes and directory
 * sizes, with heads that are read downwards.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_COLUMNS_H
#define LSMBENCH_EXPORTS_LMBENCH_COLUMNS_H

#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "engine/text/text_list.h"

/* The parameter values of operation in any of the results, in order of appearance. 0 or -ENOMEM. */
int lmbench_columns_of(const struct result *const *results, size_t count,
		       const struct operation *operation, struct text_list *values);

/* The width of value's column. */
int lmbench_column_width(const struct operation *operation, const char *value);
/* How many of values[from..] fit a line; at least 1. Tables of equal size are preferred. */
size_t lmbench_columns_that_fit(const struct operation *operation, const struct text_list *values,
				size_t from);

/*
 * Write the heads of values[from..from+count-1]: "XXX/YYY/FFF" is XXX, YYY and FFF one below the
 * other. "own 1" stands for a path of one's own; lmbench_write_own_paths says which.
 */
void lmbench_write_heads(const struct operation *operation, const struct text_list *values,
			 size_t from, size_t count, FILE *file);
void lmbench_write_own_paths(const struct text_list *values, FILE *file);

#endif
