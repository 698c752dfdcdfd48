/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_outcome.h - what a ladder came to, whether it has just run or was read from files: the
 * rungs, the hooks of the kernels, and what has to be known of them.
 */
#ifndef LSMBENCH_TUI_LADDER_OUTCOME_H
#define LSMBENCH_TUI_LADDER_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/ladder/ladder.h"
#include "exports/ladder/ladder_export.h"
#include "tui/ladder_files.h"

struct ladder_outcome {
	struct ladder_source *sources; /* of the ladder or the files, which must stay */
	char **names;                  /* of the sources, where they are not in a file */
	size_t count;
	const struct hook_table **hooks; /* by kernel; NULL: none were counted */
	size_t kernel_count;
	struct text_list advice;
};

/* Both: *outcome is uninitialised before and needs ladder_outcome_clear after success. 0 or
 * -ENOMEM with a message. */
int ladder_outcome_of(const struct ladder *ladder, struct ladder_outcome *outcome,
		      struct error *error);
int ladder_outcome_of_files(const struct ladder_files *files, struct ladder_outcome *outcome,
			    struct error *error);
void ladder_outcome_clear(struct ladder_outcome *outcome);

/* Write the table in format to file, in lines of width columns. */
int ladder_outcome_write(const struct ladder_outcome *outcome, const struct ladder_format *format,
			 size_t width, FILE *file, struct error *error);

/*
 * Save in directory what belongs to no rung alone: the hooks of each kernel, and the table as text.
 * Unless force, only files of ours are replaced. 0 or negative errno with a message.
 */
int ladder_outcome_save(const struct ladder_outcome *outcome, const char *directory, bool force,
			struct error *error);

#endif
