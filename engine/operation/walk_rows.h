/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk_rows.h - what a walk has timed: a histogram for each kind of call, and how much was read.
 */
#ifndef LSMBENCH_ENGINE_WALK_ROWS_H
#define LSMBENCH_ENGINE_WALK_ROWS_H

#include <stdint.h>

#include "engine/operation/recording.h"
#include "engine/statistics/histogram.h"

enum walk_row {
	WALK_READDIR,
	WALK_LSTAT,
	WALK_OPEN,
	WALK_FIRST_BYTE,
	WALK_ROWS,
};

struct walk_rows {
	struct histogram rows[WALK_ROWS];
	uint64_t calls; /* timed, of all kinds */
	uint64_t total_ns;
	uint64_t read_bytes; /* of files, their first bytes included */
	uint64_t read_ns;
};

/* Touches all of it. */
void walk_rows_clear(struct walk_rows *rows);

static inline void walk_rows_add(struct walk_rows *rows, enum walk_row row, uint64_t ns)
{
	histogram_add(&rows->rows[row], ns);
	rows->calls++;
	rows->total_ns += ns;
}

/* MB/s, of 10^6 bytes, over the time spent reading; 0 when nothing was read. */
double walk_rows_read_rate(const struct walk_rows *rows);

/*
 * All statistics of all rows that have values, the read rate, and the histograms, which stay where
 * they are.
 */
void walk_rows_record(const struct walk_rows *rows, struct recording *recording);

#endif
