/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_line.h - a line of a small CSV file taken apart by libcsv, in cells of their own. Results
 * with their millions of rows have csv_row.h.
 */
#ifndef LSMBENCH_EXPORTS_CSV_LINE_H
#define LSMBENCH_EXPORTS_CSV_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "fixtures/error.h"

#define CSV_LINE_CELLS 13

struct csv_line {
	char *cells[CSV_LINE_CELLS]; /* malloc'ed; those beyond are only counted */
	size_t count;
	bool failed; /* out of memory */
};

/*
 * Take text apart into *line, which is empty before and needs csv_line_clear either way. 0,
 * -ENOMEM, or -EINVAL when it has not so many cells as columns names, or is no CSV.
 */
int csv_line_split(struct csv_line *line, const char *text, size_t length, size_t expected,
		   const char *columns, struct error *error);
void csv_line_clear(struct csv_line *line);

#endif
