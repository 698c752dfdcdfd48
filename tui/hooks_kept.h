/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_kept.h - the tables of hooks that were counted, a file hooks-RELEASE.csv each in the state
 * directory, so that a comparison can show which hooks lie behind a difference.
 */
#ifndef LSMBENCH_TUI_HOOKS_KEPT_H
#define LSMBENCH_TUI_HOOKS_KEPT_H

#include "engine/hooks/hook_table.h"
#include "fixtures/error.h"

/*
 * Keep table, whose counts join those of its release that are kept already. 0 or negative errno
 * with a line.
 */
int hooks_kept_save(const struct hook_table *table, struct error *error);

/*
 * The kept table whose release has the longest beginning in common with release (NULL: any), at
 * least the first number. *table needs hook_table_clear after success. -ENODATA when there is none.
 */
int hooks_kept_find(const char *release, struct hook_table *table);

#endif
