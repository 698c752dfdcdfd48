/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_inputs.h - the files of a comparison, by group, and the report made of them.
 */
#ifndef LSMBENCH_TUI_COMPARE_INPUTS_H
#define LSMBENCH_TUI_COMPARE_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/compare/compare.h"
#include "engine/text/text_list.h"
#include "exports/compare/compare_export.h"
#include "exports/input_read.h"

struct compare_group_files {
	char *name;
	struct text_list files;
};

struct compare_inputs {
	struct compare_group_files *groups; /* the first is the base */
	size_t group_count;
	bool redact;

	struct input *inputs; /* of all groups, in order */
	size_t input_count;
};

/*
 * Sort files into groups. arguments are either two files or more (the first is the base unless
 * base names files), or all NAME=FILE[,FILE...]. One file alone is one group: its variants are
 * compared. 0; -EINVAL, -EEXIST or -ENOMEM with a message. compare_inputs_clear is due whatever
 * comes.
 */
int compare_inputs_sort(struct compare_inputs *inputs, const struct text_list *base,
			const struct text_list *arguments, struct error *error);

/*
 * Add a file to the group called name, which is made if need be. 0, -ENOMEM, or -EEXIST when the
 * group has the file already.
 */
int compare_inputs_add(struct compare_inputs *inputs, const char *name, const char *file);

/* Read all files. The errors of input_read; -EEXIST when a group has a session twice. */
int compare_inputs_read(struct compare_inputs *inputs, struct error *error);

/*
 * Compare what was read: the variants of the only file, or the groups. Both *comparison and
 * *report need clearing after success. The errors of compare_variants, compare_sessions.
 */
int compare_inputs_compare(const struct compare_inputs *inputs,
			   const struct comparison_options *options, double above,
			   struct comparison *comparison, struct compare_report *report,
			   struct error *error);

void compare_inputs_clear(struct compare_inputs *inputs);

#endif
