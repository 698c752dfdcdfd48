/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures_csv.h - imported figures as a file of ours: a row a case and pass, summaries only.
 *
 * It begins with SIGNATURE_FIGURES, unlike a result, so that no reader takes it for samples. All
 * times are in ns, written so that they read back bit for bit; what the source does not say is an
 * empty cell. Header lines hold what an import keeps beside figures: "# note:", "# label:",
 * "# unassigned:", "# printed:", a text each, and "# sessions: 5" where each pass is a session of
 * its own. "# rows: 94" is how many there are: a file that was cut is refused (one without that
 * line, of before it was written, is cut unseen where a row ends). Where digits were cut off, two
 * more columns say how exact a figure is, in ns, and whether it is ambiguous. A row of what runs
 * have told names the metric behind its operation (figures_operation.h) and is in that one's unit.
 */
#ifndef LSMBENCH_EXPORTS_FIGURES_CSV_H
#define LSMBENCH_EXPORTS_FIGURES_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "engine/compare/compare_source.h"
#include "fixtures/error.h"

/* 0, -ENOMEM, or the errno of writing. */
int figures_csv_write(const struct figures *figures, FILE *file, struct error *error);

/*
 * Read text[0..length-1] into *figures (uninitialised before, needs figures_clear after success).
 * Untrusted: -EINVAL names the line. source names it in messages.
 */
int figures_csv_read(const char *text, size_t length, const char *source, struct figures *figures,
		     struct error *error);

#endif
