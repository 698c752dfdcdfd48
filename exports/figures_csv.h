/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures_csv.h - imported figures as a file of ours: a row a case and pass, summaries only.
 *
 * It begins with SIGNATURE_FIGURES, unlike a result, so that no reader takes it for samples. All
 * times are in ns, written so that they read back bit for bit; what the source does not say is an
 * empty cell.
 */
#ifndef LSMBENCH_EXPORTS_FIGURES_CSV_H
#define LSMBENCH_EXPORTS_FIGURES_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "engine/compare_source.h"
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
