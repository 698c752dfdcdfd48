/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_file.h - a plan from a file and into one: a plan file, or a result, whose session is
 * repeated.
 */
#ifndef LSMBENCH_TUI_PLAN_FILE_H
#define LSMBENCH_TUI_PLAN_FILE_H

#include "engine/plan/plan.h"
#include "fixtures/error.h"

/*
 * Read the plan in the file at path ("-": standard input) on top of plan. Which kind of file it
 * is, its content says. Negative errno with a message that names file and line.
 */
int plan_file_read(struct plan *plan, const char *path, struct error *error);

/*
 * Write plan as a plan file to path. 0 or negative errno with a message, -EEXIST when a file that
 * is not ours stands there.
 */
int plan_file_write(const struct plan *plan, const char *path, struct error *error);

#endif
