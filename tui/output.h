/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.h - where a command's result goes, and in which format.
 */
#ifndef LSMBENCH_TUI_OUTPUT_H
#define LSMBENCH_TUI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "exports/export.h"
#include "exports/save.h"
#include "fixtures/error.h"

struct output {
	const char *target; /* a path, or "-"; NULL counts as "-" */
	bool force;
	struct export_options options;

	const struct export_format *format;
	bool open; /* save holds a target that is written in place */
	struct save save;
};

/*
 * Choose the format: by name, else by the target's extension, else native CSV. -EINVAL with a
 * message that lists the formats.
 */
int output_choose(struct output *output, const char *format_name, struct error *error);

/* Whether target looks like the name of a file of some format: "x.md", unlike "x" or a pipe. */
bool output_has_extension(const char *target);

/*
 * Say on standard error when the format is native only because nothing chose another: no name was
 * given, and that of the target, which has an extension, is of no format.
 */
void output_tell_format(const struct output *output, const char *format_name);

/*
 * Refuse with -EEXIST a target that is the file that input names (FILE, FILE:HOST, or "-" for
 * standard input), which its own report or its next session would replace; not when forced.
 */
int output_check_input(const struct output *output, const char *input, struct error *error);

/* Writes what to file. 0 or negative errno with a message; -EINVAL when it cannot be told at all.
 */
typedef int output_writer(const void *what, FILE *file, struct error *error);

/*
 * Write what has no format of results, a file of kind, to the target. The errors of the writer and
 * of save.h; the target is then as it was, if it is a file.
 */
int output_content(const struct output *output, enum signature kind, output_writer *writer,
		   const void *what, struct error *error);

/*
 * Find out, before anything is measured, whether the target can be written. Nothing there
 * changes. Negative errno with a message. output_close is due when it is not written after all.
 */
int output_prepare(struct output *output, struct error *error);

/* Write. Negative errno with a message; the target is then as it was, if it is a file. */
int output_write_items(struct output *output, const struct export_item *items, size_t count,
		       struct error *error);
/* The same of results. */
int output_write(struct output *output, const struct result *const *results, size_t count,
		 struct error *error);
void output_close(struct output *output);

#endif
