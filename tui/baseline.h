/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * baseline.h - saved sessions to compare with, by name, in the state directory:
 * baselines/NAME/1.csv, 2.csv, ... Each session saved under a name tells more of how much that
 * machine's boots differ by themselves.
 */
#ifndef LSMBENCH_TUI_BASELINE_H
#define LSMBENCH_TUI_BASELINE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/result/result.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* 0, or -EINVAL with a message: 1 to 64 letters, digits, "_", "-" and ".", no "." in front. */
int baseline_check_name(const char *name, struct error *error);

/*
 * The files of a baseline, oldest first. -ENODATA when there is none of that name, with the names
 * that resemble it; -EINVAL for what is no name; the errno of the state directory; -ENOMEM.
 */
int baseline_files(const char *name, struct text_list *files, struct error *error);

/* The names of all baselines, sorted. None is no error. 0, or the errno of the state directory. */
int baseline_names(struct text_list *names, struct error *error);

/* What became of a session that was saved. */
struct baseline_saved {
	char path[PATH_MAX];
	bool same_boot; /* another one of that name is of the same boot: together they count once */
	size_t earlier; /* sessions that were there */
	size_t shared;  /* of its cases, those that one of them has: of the one that has most */
};

/*
 * Save result under name, beside what is there, whatever other processes save at the same time.
 * -EEXIST when its environment differs from theirs (unless force) or it is there already. -EBADMSG
 * when one of them is damaged. Negative errno with a message.
 */
int baseline_save(const char *name, const struct result *result, bool force,
		  struct baseline_saved *saved, struct error *error);

/* Remove a baseline with all its files; *count of them. -ENODATA, or the errno of removing. */
int baseline_remove(const char *name, size_t *count, struct error *error);

/*
 * The exit status for what the functions above return: EXIT_USAGE for a baseline that is not there
 * or does not fit, EXIT_INPUT for damage, EXIT_ENVIRONMENT without a state directory or memory;
 * otherwise for a file that cannot be read or written.
 */
int baseline_exit_status(int status, int otherwise);

#endif
