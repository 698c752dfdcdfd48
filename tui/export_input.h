/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export_input.h - what can be exported: results of ours, and raw results of LMbench.
 */
#ifndef LSMBENCH_TUI_EXPORT_INPUT_H
#define LSMBENCH_TUI_EXPORT_INPUT_H

#include "engine/result.h"
#include "exports/export.h"
#include "exports/lmbench_record.h"
#include "fixtures/error.h"

struct export_input {
	bool is_record;
	struct result result;         /* when it is none */
	struct lmbench_record record; /* when it is one */
};

/*
 * Read the file at path ("-": standard input, which must be a result of ours) into *input
 * (uninitialised before, needs export_input_clear after success). -EINVAL for what is neither, with
 * a message that says what could be done with it; else the errno of opening or reading.
 */
int export_input_read(const char *path, struct export_input *input, struct error *error);
void export_input_clear(struct export_input *input);

/* The input as export_write_items takes it; it points into input. */
struct export_item export_input_item(const struct export_input *input);

#endif
