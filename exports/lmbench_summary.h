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

#include "exports/lmbench_record.h"

struct lmbench_summary {
	enum lmbench_generation generation;
	/*
	 * Cells as LMbench's own script prints them from a raw file, to the byte: it cuts digits
	 * off (999999 reads 100K). Without, they are rounded, and tell the truth.
	 */
	bool exact;
	/* MEAN, STDEV (n - 1) and 95% CI of each host's rows, which then stand together. */
	bool stats;
};

/*
 * Write the title. by is what stands under it: NULL for LMbench's own lines. Behind it comes an
 * empty line.
 */
void lmbench_summary_title(const struct lmbench_summary *summary, const char *by, FILE *file);

/*
 * Write the tables of records[0..count-1], every row in the order given: those of 2.0 always, of
 * 3.0 those with a figure. 0 or -ENOMEM.
 */
int lmbench_summary_tables(const struct lmbench_summary *summary,
			   const struct lmbench_record *const *records, size_t count, FILE *file);

#endif
