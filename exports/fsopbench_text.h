/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsopbench_text.h - the walks of a result in the lines in which fsopbench's figures were
 * published:
 *
 *   Reading Only - Mode  30s Interval
 *   -----------------------------------------------------------------
 *   A read dir        cnt  29512    min    0.001 ms    max   14.273 ms    mean    0.081 ms ...
 *   ...
 *   E read rate      71.492 MB/s
 *
 * and then "In-Competition with 6 Writers". Below each, what was not published: percentiles, the
 * state of the page cache, what the timer cost, how the writers did, and how many times slower each
 * row was than alone, under the same variant. Lines that begin with "#" say where it was measured.
 *
 * Of several runs cnt, min, max, mean and stdev are those of all their calls together (from counts,
 * means and standard deviations of the runs, which is exact); percentiles, rates and all else are
 * the median of the runs.
 */
#ifndef LSMBENCH_EXPORTS_FSOPBENCH_TEXT_H
#define LSMBENCH_EXPORTS_FSOPBENCH_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"

/* Write the results one behind the other. 0 or -ENOMEM; errors of file are the caller's to see. */
int fsopbench_text_write(const struct result *const *results, size_t count, FILE *file,
			 struct error *error);

#endif
