/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * save_result.h - a result into a file, and into another one when that cannot be.
 */
#ifndef LSMBENCH_TUI_SAVE_RESULT_H
#define LSMBENCH_TUI_SAVE_RESULT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/result/result.h"
#include "exports/export.h"
#include "exports/save.h"
#include "fixtures/error.h"

/* Write results in format to what save has open, and commit it. Negative errno: it is aborted. */
int save_results(struct save *save, const struct export_format *format,
		 const struct result *const *results, size_t count,
		 const struct export_options *options, struct error *error);

/*
 * Write result in format to path. 0 or negative errno with a message, -EEXIST when a file that
 * is not ours stands there and force is not set.
 */
int save_result(const struct result *result, const struct export_format *format,
		const struct export_options *options, const char *path, bool force,
		struct error *error);

/*
 * A name for a file of result: "PREFIXlsmbench-STAMP.csv" with the local time at which it began,
 * "-2" and so on behind it while such a file exists.
 */
void save_result_name(const struct result *result, const char *prefix, const char *extension,
		      char *buffer, size_t size);

/*
 * Write result in the native format to a new file where that can be: in the working directory if
 * here is set, in the state directory, in $TMPDIR, /var/tmp or /tmp. Its path goes to path.
 * Negative errno with the last message when none can be written.
 */
int rescue_result(const struct result *result, const struct export_options *options, bool here,
		  char *path, size_t size, struct error *error);

#endif
