/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_row.h - the rows of a native result, read.
 */
#ifndef LSMBENCH_EXPORTS_CSV_ROW_H
#define LSMBENCH_EXPORTS_CSV_ROW_H

#include <csv.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/result/result.h"
#include "exports/csv/csv_header.h"
#include "exports/csv/csv_layout.h"

/* A line taken apart by libcsv. */
struct csv_cells {
	size_t count; /* of the line; at most CSV_COLUMN_COUNT of them are kept */
	const char *texts[CSV_COLUMN_COUNT]; /* in buffer */
	char *buffer;
	size_t used;
};

/* The last run that a step had. */
struct csv_last_run {
	uint32_t passes; /* the pass counted from 1; 0: the step had no run yet */
	uint32_t run;
};

struct csv_rows {
	struct result *result;
	struct csv_prefixes prefixes;
	struct csv_last_run *last_runs; /* by step */
	size_t variants;                /* steps a case has */
	uint64_t announced;             /* samples the header says there are */
	uint64_t announced_readings;    /* the same of the rows behind a sample's, its readings */
	uint64_t announced_latencies;   /* and of the lines with its latencies */
	struct csv_parser parser;
	struct csv_cells cells;
};

/*
 * Get ready for the rows of result, whose steps are made and whose header was read. 0 or -ENOMEM;
 * needs csv_rows_clear.
 */
int csv_rows_init(struct csv_rows *rows, struct result *result, const struct csv_header *header,
		  struct error *error);
void csv_rows_clear(struct csv_rows *rows);

/* Is line the row of column names? 0, or -EINVAL with the column that is wrong. */
int csv_rows_take_names(struct csv_rows *rows, const char *line, size_t length,
			struct error *error);
/* Add the sample, or the reading of the sample above, that line holds. 0, -ENOMEM, or -EINVAL with
 * the column that is wrong. */
int csv_rows_take(struct csv_rows *rows, const char *line, size_t length, struct error *error);
/* Take a comment among the rows, which may hold latencies of the sample above. The same errors. */
int csv_rows_take_comment(struct csv_rows *rows, const char *line, size_t length,
			  struct error *error);
/* After the last: are all there? 0 or -EINVAL. */
int csv_rows_end(const struct csv_rows *rows, struct error *error);

#endif
