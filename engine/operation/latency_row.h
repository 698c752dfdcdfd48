/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * latency_row.h - the kinds of calls that are timed alone: each has a row of statistics among the
 * metrics, and its runs may hand over a histogram.
 */
#ifndef LSMBENCH_ENGINE_LATENCY_ROW_H
#define LSMBENCH_ENGINE_LATENCY_ROW_H

#include "engine/operation/metric.h"

enum latency_row {
	LATENCY_ROW_READDIR,
	LATENCY_ROW_LSTAT,
	LATENCY_ROW_OPEN,
	LATENCY_ROW_FIRST_BYTE,
	LATENCY_ROWS,
};

struct latency_row_entry {
	const char *name;     /* in results: "first-byte" */
	enum metric_id first; /* of its statistics: + enum latency_statistic */
};

extern const struct latency_row_entry latency_rows[LATENCY_ROWS];

/* The row called name, or LATENCY_ROWS. */
enum latency_row latency_row_find(const char *name);

#endif
