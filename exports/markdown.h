/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * markdown.h - a table for a mailing list or a forge, readable as plain text too.
 */
#ifndef LSMBENCH_EXPORTS_MARKDOWN_H
#define LSMBENCH_EXPORTS_MARKDOWN_H

#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"

/*
 * For each result: a heading, the table (case, variant if there are several, median with its 95%
 * interval, mean with the half-width of its own, sd, runs; in ns, or MB/s where that stands behind
 * the median; over all passes), how it was
 * measured, where, and the command. 0 or -ENOMEM.
 */
int markdown_write(const struct result *const *results, size_t count, FILE *file,
		   struct error *error);

#endif
