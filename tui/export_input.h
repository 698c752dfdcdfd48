/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export_input.h - what can be exported: results of ours, raw results of LMbench, imported figures.
 */
#ifndef LSMBENCH_TUI_EXPORT_INPUT_H
#define LSMBENCH_TUI_EXPORT_INPUT_H

#include "engine/result/result.h"
#include "exports/export.h"
#include "exports/input_read.h"
#include "exports/lmbench/lmbench_record.h"
#include "fixtures/error.h"

struct export_input {
	enum { EXPORT_RESULT, EXPORT_RECORD, EXPORT_FIGURES } kind;
	struct result result;
	struct lmbench_record record;
	struct input input; /* whose figures are exported */
};

/*
 * Read what word names, FILE or FILE:HOST ("-": standard input),
 * into *input (uninitialised before, needs export_input_clear after success). Figures only where
 * the format takes imports. -EINVAL for what cannot be exported so, with a message that says what
 * could be done with it; else the errno of opening or reading.
 */
int export_input_read(const char *word, const struct export_format *format,
		      struct export_input *input, struct error *error);
void export_input_clear(struct export_input *input);

/* The input as export_write_items takes it; it points into input. */
struct export_item export_input_item(const struct export_input *input);

#endif
