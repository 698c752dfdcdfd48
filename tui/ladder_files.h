/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_files.h - a ladder in files: a result a rung, named NN-NAME.csv, the hooks of a kernel,
 * hooks-RELEASE.csv, and the table.
 */
#ifndef LSMBENCH_TUI_LADDER_FILES_H
#define LSMBENCH_TUI_LADDER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/hooks/hook_table.h"
#include "engine/ladder/ladder_table.h"
#include "engine/result/result.h"
#include "engine/text/text_list.h"
#include "exports/input_read.h"
#include "fixtures/error.h"

/* A ladder that was read back. */
struct ladder_files {
	struct input *inputs;
	struct ladder_source *sources; /* in the order of their files, first ones first */
	size_t count;
	size_t kernel_count;
	struct hook_table *hook_tables; /* as they were read */
	size_t hook_count;
	const struct hook_table **hooks; /* by kernel; NULL where none is kept */
	struct text_list left_out;       /* files of earlier ladders in the same directory */
	struct text_list notes;          /* what else to know of the rungs, a sentence each */
};

/*
 * Read paths: directories of ladders, of which the rungs of the last are taken, and files of rungs;
 * each file once. -ENOENT when a directory has none, -EINVAL for a result that is no rung, else
 * what reading says, with a message.
 */
int ladder_files_read(const struct text_list *paths, struct ladder_files *files,
		      struct error *error);
void ladder_files_clear(struct ladder_files *files);

/* Make the directory unless it is there. 0 or negative errno with a message. */
int ladder_files_make_directory(const char *directory, struct error *error);

/*
 * Save a rung's result in directory, under its number (from 1) and name; its path goes to path.
 * Unless force, only a result of ours is replaced.
 */
int ladder_files_save(const char *directory, size_t number, const struct result *result, bool force,
		      char *path, size_t size, struct error *error);
int ladder_files_save_hooks(const char *directory, const struct hook_table *table, bool force,
			    struct error *error);

/* How many rungs in directory are none of these files: those of an earlier ladder. */
size_t ladder_files_left(const char *directory, const struct text_list *written);

#endif
