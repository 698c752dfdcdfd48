/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_source.h - a plan from a file: a plan file, or a result, whose session is repeated.
 */
#ifndef LSMBENCH_TUI_PLAN_SOURCE_H
#define LSMBENCH_TUI_PLAN_SOURCE_H

#include "engine/plan.h"
#include "fixtures/error.h"

/*
 * Read the plan in the file at path ("-": standard input) on top of plan. Which kind of file it
 * is, its content says. Negative errno with a message that names file and line.
 */
int plan_source_read(struct plan *plan, const char *path, struct error *error);

#endif
