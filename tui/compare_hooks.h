/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_hooks.h - the hooks behind a comparison, from the table that is kept of the kernel that
 * resembles the compared one most (hooks_kept.h). Nothing where there is none.
 */
#ifndef LSMBENCH_TUI_COMPARE_HOOKS_H
#define LSMBENCH_TUI_COMPARE_HOOKS_H

#include <stddef.h>

#include "engine/environment/environment.h"
#include "exports/compare/compare_export.h"

/* Add them to a report whose figures are of environment. 0 or -ENOMEM. */
int compare_hooks_add(struct compare_report *report, const struct environment *environment);

/*
 * Of one row, for a line on a screen: "hooks called (Linux 6.12.1): inode_permission 5, file_open
 * 1"; "" without a table. Returns buffer.
 */
const char *compare_hooks_row(const struct hook_table *table, const struct comparison_row *row,
			      char *buffer, size_t size);

#endif
