/* SPDX-License-Identifier: GPL-2.0-or-later */
/* walk_rows.c - from what a walk has timed to readings. */
#include "engine/operation/walk_rows.h"

#include <math.h>
#include <string.h>

void walk_rows_clear(struct walk_rows *rows)
{
	for (unsigned int i = 0; i < WALK_ROWS; i++)
		histogram_clear(&rows->rows[i]);
	rows->calls = 0;
	rows->total_ns = 0;
	rows->read_bytes = 0;
	rows->read_ns = 0;
}

double walk_rows_read_rate(const struct walk_rows *rows)
{
	return rows->read_ns > 0 ? 1000 * (double)rows->read_bytes / (double)rows->read_ns : 0;
}

static void record_row(const struct histogram *row, enum latency_row kind,
		       struct recording *recording)
{
	const enum metric_id metric = latency_rows[kind].first;
	const double values[LATENCY_STATISTICS] = {
		[LATENCY_COUNT] = (double)row->count,
		[LATENCY_MINIMUM] = (double)row->minimum,
		[LATENCY_MAXIMUM] = (double)row->maximum,
		[LATENCY_MEAN] = row->mean,
		[LATENCY_SD] = histogram_sd(row),
		[LATENCY_P50] = histogram_quantile(row, 0.5),
		[LATENCY_P90] = histogram_quantile(row, 0.9),
		[LATENCY_P99] = histogram_quantile(row, 0.99),
		[LATENCY_P999] = histogram_quantile(row, 0.999),
	};

	/* Of a single value there is no standard deviation. */
	for (unsigned int i = 0; i < LATENCY_STATISTICS && row->count > 0; i++)
		if (isfinite(values[i]))
			recording_add(recording, metric + i, values[i]);
	recording_add_histogram(recording, kind, row);
}

void walk_rows_record(const struct walk_rows *rows, struct recording *recording)
{
	record_row(&rows->rows[WALK_READDIR], LATENCY_ROW_READDIR, recording);
	record_row(&rows->rows[WALK_LSTAT], LATENCY_ROW_LSTAT, recording);
	record_row(&rows->rows[WALK_OPEN], LATENCY_ROW_OPEN, recording);
	record_row(&rows->rows[WALK_FIRST_BYTE], LATENCY_ROW_FIRST_BYTE, recording);
	if (rows->read_ns > 0)
		recording_add(recording, METRIC_WALK_READ_RATE, walk_rows_read_rate(rows));
}
