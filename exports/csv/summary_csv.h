/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * summary_csv.h - the statistics of each case, variant and pass as a CSV file for R, pandas,
 * gnuplot.
 *
 * "#" lines say where each session was measured. Then a row of column names and for each step a
 * row over all passes (pass "all") and one for each pass (from 0, as in the native file). Times
 * are in ns per iteration or, where it moves bytes, MB/s, with 4 decimals; a figure that needs more
 * runs than there are is an empty cell.
 */
#ifndef LSMBENCH_EXPORTS_SUMMARY_CSV_H
#define LSMBENCH_EXPORTS_SUMMARY_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"

/* Write results, numbered from 1 in the column "session". 0 or -ENOMEM. */
int summary_csv_write(const struct result *const *results, size_t count, FILE *file,
		      struct error *error);

#endif
