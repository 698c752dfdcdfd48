/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export_file.h - writing a result to a file in one of the formats. For page_export.c; the other
 * parts of the console use what console_state.h offers.
 */
#ifndef LSMBENCH_TUI_EXPORT_FILE_H
#define LSMBENCH_TUI_EXPORT_FILE_H

#include <stdbool.h>

#include "engine/result.h"
#include "exports/export.h"
#include "exports/save.h"
#include "fixtures/error.h"

struct console;

/* Write result to path. 0 or negative errno, -EEXIST when a file that is not ours stands there. */
int export_write(const struct result *result, const struct export_format *format,
		 const struct export_options *options, const char *path, bool force,
		 struct error *error);

void export_note_saved(struct console *console, const char *path);

#endif
