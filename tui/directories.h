/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * directories.h - where a user's files of lsmbench live, by the XDG base directory rules.
 */
#ifndef LSMBENCH_TUI_DIRECTORIES_H
#define LSMBENCH_TUI_DIRECTORIES_H

#include <stddef.h>

#include "fixtures/error.h"

/*
 * The path of a file in $XDG_CONFIG_HOME/lsmbench (else ~/.config/lsmbench), in buffer. -ENOENT
 * when neither variable names an absolute directory. Makes nothing.
 */
int directories_config(const char *file, char *buffer, size_t size, struct error *error);

/* The same below $XDG_STATE_HOME, else ~/.local/state. */
int directories_state(const char *file, char *buffer, size_t size, struct error *error);

/* Make the directories above path, mode 0700 as the rules ask. 0 or negative errno. */
int directories_make(const char *path, struct error *error);

/*
 * Read the whole file at path, at most limit bytes: *text is malloc'ed, *length bytes and a NUL
 * behind them. -ENOENT when there is none, -EFBIG when it is longer, -EINVAL when it is no
 * regular file.
 */
int directories_read(const char *path, size_t limit, char **text, size_t *length,
		     struct error *error);

#endif
