/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_write.h - figures as a raw file that LMbench's own summary scripts read, of 2.5 and
 * of 3.0, and that reads back here.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_RAW_WRITE_H
#define LSMBENCH_EXPORTS_LMBENCH_RAW_WRITE_H

#include <stddef.h>
#include <stdio.h>

#include "exports/export.h"
#include "exports/lmbench/lmbench_record.h"

/*
 * Write record. Its first line begins as LMbench's does, which its scripts ask for, and says that
 * lsmbench wrote it. More decimals than LMbench's own: nothing is lost that a median can say. 0 or
 * -ENOMEM.
 */
int lmbench_raw_write_record(const struct lmbench_record *record, FILE *file);

/*
 * Find the variant called name, by its label or its spelling; NULL: the first. 0 and *variant, or
 * -EINVAL with a message that lists those there are.
 */
int lmbench_raw_variant(const struct result *result, const char *name, size_t *variant,
			struct error *error);

/*
 * As an export format: of one item. A run is all that such a file holds: of a result with several
 * variants it is the one that options name, of several scratch directories the first, and a line
 * says so. 0, -EINVAL for a variant that is not there, or -ENOMEM.
 */
int lmbench_raw_write(const struct export_item *items, size_t count,
		      const struct export_options *options, FILE *file, struct error *error);

#endif
