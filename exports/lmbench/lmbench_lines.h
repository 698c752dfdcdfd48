/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_lines.h - the rows that what is exported gives in LMbench's tables.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_LINES_H
#define LSMBENCH_EXPORTS_LMBENCH_LINES_H

#include "exports/export.h"
#include "exports/lmbench/lmbench_of_result.h"

struct lmbench_line {
	const struct lmbench_record *record;
	struct lmbench_row row;     /* its result is NULL for what LMbench measured */
	struct lmbench_record made; /* of the row, or of imported figures; record points to it */
};

struct lmbench_lines {
	struct lmbench_line *items;
	size_t count;
	bool has_passes; /* a row is a pass, at least for some */
};

/*
 * Make the rows of items[0..count-1], which must stay: one for a record, one for each session of
 * figures, and for a result one for each variant and scratch directory, or, with stats, for each
 * pass where its host has no other result. 0, or negative errno with a message; needs
 * lmbench_lines_clear after success.
 */
int lmbench_lines_make(const struct export_item *items, size_t count, bool stats,
		       struct lmbench_lines *lines, struct error *error);
void lmbench_lines_clear(struct lmbench_lines *lines);

#endif
