/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * latencies_csv.h - the histograms of what was timed call by call as a CSV file to be plotted: a
 * row for each bucket that is not empty, of all good runs of a case and variant together.
 *
 * The columns are those that scripts around fio and HdrHistogram know: a bucket holds what took
 * from least_ns to least_ns + width_ns - 1, count calls; cumulative of them took no longer than
 * that, percentile percent of all.
 */
#ifndef LSMBENCH_EXPORTS_LATENCIES_CSV_H
#define LSMBENCH_EXPORTS_LATENCIES_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "fixtures/error.h"

/* 0 or -ENOMEM with a message. Without any histogram a comment says so. */
int latencies_csv_write(const struct result *const *results, size_t count, FILE *file,
			struct error *error);

#endif
