/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_formats.h - the writers behind the table of ladder_export.h. All return 0, -ENOMEM with a
 * message, or the errno of writing. Each has a source of its name (ladder_text.c).
 */
#ifndef LSMBENCH_EXPORTS_LADDER_FORMATS_H
#define LSMBENCH_EXPORTS_LADDER_FORMATS_H

#include <stdio.h>

#include "exports/ladder/ladder_export.h"

int ladder_text_write(const struct ladder_report *report, size_t width, FILE *file,
		      struct error *error);
int ladder_markdown_write(const struct ladder_report *report, size_t width, FILE *file,
			  struct error *error);
int ladder_csv_write(const struct ladder_report *report, size_t width, FILE *file,
		     struct error *error);

#endif
