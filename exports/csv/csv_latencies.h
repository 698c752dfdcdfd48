/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_latencies.h - the histograms of a run in a native result: a line each behind the run's rows,
 *
 *   # latencies.lstat: count=4 least=530 most=701 528:3 688:1
 *
 * with "BUCKET:COUNT" for each bucket that is not empty, ascending, a bucket named by the least
 * value that is in it (latencies.h says how wide it is). They are comments so that every cell of a
 * column stays a number or stays a word. The header announces how many lines there are.
 */
#ifndef LSMBENCH_EXPORTS_CSV_LATENCIES_H
#define LSMBENCH_EXPORTS_CSV_LATENCIES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "fixtures/error.h"

/* How many lines a result comes to: those of runs without a sample are not written. */
size_t csv_latencies_count(const struct result *result);

/* Write the lines of a sample's run. */
void csv_latencies_write(const struct result *result, const struct sample *sample, FILE *file);

/*
 * Take a line that begins with "#" and stands among the rows: 1 when it holds latencies, which are
 * added to the last sample's, 0 when it is any comment, or -ENOMEM, or -EINVAL with what is wrong.
 */
int csv_latencies_take(struct result *result, const char *line, size_t length, struct error *error);

#endif
