/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * published_text.h - a result in the lines of the suite that was published for Linux 5.3.
 *
 * For each operation a group title, for each of its cases a parameter line, for each pass
 *
 *   Simple stat median=0.7133 [mean=0.7254 +/-0.0057] microseconds
 *   var: 0.002553 sd: 0.050524 runs: 300
 *
 * with the published spelling of names. +/- is the half-width of the mean's 95% interval, and var
 * divides by n - 1; a figure that needs more runs than there are is "-". Different from the
 * published files on purpose: lines that begin with "#" say where it was measured; the progress
 * notes ("Creating benchmark environment...done.", "Running ... as part of whole set.") are left
 * out; with several variants the parameter line names the variant; a case without samples has a
 * line "Simple NAME not measured: WHY". Bandwidths have MB/s where "microseconds" stands, and a
 * result that counts instructions has these there, unscaled, and a "#" line that says so.
 */
#ifndef LSMBENCH_EXPORTS_PUBLISHED_TEXT_H
#define LSMBENCH_EXPORTS_PUBLISHED_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"

/* Write the results one behind the other. 0 or -ENOMEM; errors of file are the caller's to see. */
int published_text_write(const struct result *const *results, size_t count, FILE *file,
			 struct error *error);

#endif
