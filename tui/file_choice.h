/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * file_choice.h - the Files page without a screen: what can be compared in a directory, and which
 * files the person has put into which group.
 */
#ifndef LSMBENCH_TUI_FILE_CHOICE_H
#define LSMBENCH_TUI_FILE_CHOICE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"
#include "tui/compare_inputs.h"

enum choice_kind { CHOICE_DIRECTORY, CHOICE_BASELINE, CHOICE_FILE };

struct choice {
	enum choice_kind kind;
	char *name;             /* as shown */
	struct text_list paths; /* a baseline has one for each of its sessions, others one */
	off_t bytes;            /* of a file */
	time_t written;
};

/* The first group is the base. On the command line they would be A= to G=. */
#define CHOICE_GROUPS 7
#define CHOICE_NO_GROUP (-1)

struct file_choice {
	char directory[PATH_MAX];
	struct choice *rows;
	size_t count;
	size_t capacity;
	struct text_list groups[CHOICE_GROUPS]; /* paths; they stay when the directory changes */
};

void file_choice_clear(struct file_choice *choice);

/*
 * List directory: the one above it, its directories, saved baselines, and the files that may be
 * text, the newest first; hidden ones are left out. Negative errno with a message, and then
 * everything is as before.
 */
int file_choice_list(struct file_choice *choice, const char *directory, struct error *error);
/* Add a row for a path that was typed; its index, or -ENOMEM. */
long file_choice_add(struct file_choice *choice, const char *path);

/* The group of a row: 0 the base, or CHOICE_NO_GROUP. */
int file_choice_group(const struct file_choice *choice, size_t row);
/* Put a row into a group (or none), out of the one it was in. 0 or -ENOMEM. */
int file_choice_mark(struct file_choice *choice, size_t row, int group);

/* How many files are in groups. */
size_t file_choice_marked(const struct file_choice *choice);

/*
 * Sort what is marked into *inputs, or the selected row when nothing is: two groups are named as on
 * the command line, or after the saved baseline that they are, more of them by their letters.
 * Nothing is read yet. 0, -EINVAL with a message when the base or what to compare with it is
 * missing, -ENOMEM. compare_inputs_clear is due whatever comes.
 */
int file_choice_sort(const struct file_choice *choice, size_t selected,
		     struct compare_inputs *inputs, struct error *error);
/* The same of all marked files as a ladder: one group, which has no name. */
int file_choice_sort_ladder(const struct file_choice *choice, struct compare_inputs *inputs,
			    struct error *error);

#endif
