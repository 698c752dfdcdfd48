/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * last_run.h - where the samples of the last "lsmbench run" are, for who names no file later: in
 * the file that it wrote, or in a copy in the state directory.
 */
#ifndef LSMBENCH_TUI_LAST_RUN_H
#define LSMBENCH_TUI_LAST_RUN_H

#include <stddef.h>

#include "engine/result/result.h"
#include "exports/export.h"
#include "fixtures/error.h"

/* Remember that path (from here, or absolute) holds them. 0 or negative errno with a message. */
int last_run_remember(const char *path, struct error *error);

/*
 * Keep result itself, as last.csv in the state directory, over the one before it, and remember
 * that; path is where. 0 or negative errno with a message.
 */
int last_run_keep(const struct result *result, const struct export_options *options, char *path,
		  size_t size, struct error *error);

/*
 * The file that holds them. -ENODATA when there was no run, or its file is there no more, with a
 * message; the errno of the state directory.
 */
int last_run_find(char *path, size_t size, struct error *error);

#endif
