/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_live.h - counts the hooks that cases call in the running kernel.
 */
#ifndef LSMBENCH_TUI_HOOKS_LIVE_H
#define LSMBENCH_TUI_HOOKS_LIVE_H

#include <stddef.h>

#include "engine/hooks/hook_table.h"
#include "engine/plan/plan.h"
#include "fixtures/error.h"

/*
 * Count each case of plan, which is expanded, in a child process of its own below a scratch root of
 * the plan's first directory. Cases that cannot be counted here are told of on standard error, and
 * *failed counts those of them that broke. A signal (signals_start_run) ends it early with -EINTR;
 * table then holds what was counted.
 *
 * 0, or a negative errno with a line: -EPERM, -EACCES, -ENOENT when hooks cannot be counted here.
 */
int hooks_live_count(const struct plan *plan, struct hook_table *table, size_t *failed,
		     struct error *error);

#endif
