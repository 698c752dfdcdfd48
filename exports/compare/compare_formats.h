/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_formats.h - the writers behind the table of compare_export.h. All return 0, -ENOMEM with
 * a message, or the errno of writing. Each has a source of its name (compare_text.c).
 */
#ifndef LSMBENCH_EXPORTS_COMPARE_FORMATS_H
#define LSMBENCH_EXPORTS_COMPARE_FORMATS_H

#include <stdio.h>

#include "exports/compare/compare_export.h"

int compare_text_write(const struct compare_report *report, FILE *file, struct error *error);
int compare_markdown_write(const struct compare_report *report, FILE *file, struct error *error);
int compare_csv_write(const struct compare_report *report, FILE *file, struct error *error);
int compare_json_write(const struct compare_report *report, FILE *file, struct error *error);
int compare_svg_write(const struct compare_report *report, FILE *file, struct error *error);

/* What every writer ends with: status, or what became of file. */
int compare_finish(int status, FILE *file, struct error *error);

#endif
