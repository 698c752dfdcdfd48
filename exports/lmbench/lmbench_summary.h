/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_summary.h - LMbench's summary of records, a row each, in the layout of 2.0 (2.5, the last
 * of its generations) or 3.0.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_SUMMARY_H
#define LSMBENCH_EXPORTS_LMBENCH_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "exports/lmbench/lmbench_record.h"

struct lmbench_summary {
	enum lmbench_generation generation;
	/*
	 * Cells as LMbench's own script prints them from a raw file, to the byte: it cuts digits
	 * off (999999 reads 100K). Without, they are rounded, and tell the truth.
	 */
	bool exact;
	/* MEAN, STDEV (n - 1) and 95% CI under the rows of a group that follow each other. */
	bool stats;
	/* What LMbench's files say of host and directory is left out. */
	bool redact;
};

/*
 * Write the title. by is the line under it; NULL: LMbench's own, if there is one. An empty line has
 * to follow.
 */
void lmbench_summary_title(const struct lmbench_summary *summary, const char *by, FILE *file);

/* Whether two rows are of one group: of the same host and system, under the same group name. */
bool lmbench_same_group(const struct lmbench_record *a, const struct lmbench_record *b);

/*
 * Write the line above a group's rows: the name of record's group, and where it has none but the
 * row before it (or NULL) has one, that there is none: it must not stand under the other's name.
 */
void lmbench_write_group_name(const struct lmbench_record *before,
			      const struct lmbench_record *record, FILE *file);

/*
 * Write the tables of records[0..count-1], every row in the order given: those of 2.0 always, of
 * 3.0 those with a figure. An empty line stands before each, but before 3.0's first.
 */
void lmbench_summary_tables(const struct lmbench_summary *summary,
			    const struct lmbench_record *const *records, size_t count, FILE *file);

#endif
