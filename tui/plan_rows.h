/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_rows.h - how the rows of the Plan page's panes are made. For plan_*.c alone.
 */
#ifndef LSMBENCH_TUI_PLAN_ROWS_H
#define LSMBENCH_TUI_PLAN_ROWS_H

#include "tui/plan_model.h"

/*
 * Add a row, with the key's help. Without memory the spare row is given, so that callers need not
 * look; rows->status tells.
 */
struct plan_row *plan_rows_add(struct plan_rows *rows, enum plan_row_kind kind, const char *key,
			       const char *value, const char *label);

void plan_row_set_help(struct plan_row *row, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A group's mark and its count follow from its items, which are the rows behind it. */
void plan_rows_mark_group(struct plan_rows *rows, size_t group);

/* Whether a case that was asked for runs the operation; whether only added ones do. */
bool plan_rows_runs(const struct plan *expanded, const struct operation *operation);
bool plan_rows_adds(const struct plan *expanded, const struct operation *operation);
/* Whether the plan's selection names the operation: it is picked by itself, not by a suite. */
bool plan_rows_names(const struct plan *plan, const struct plan *expanded,
		     const struct operation *operation);

/* Whether the plan's shapes and numbers go to the operation: it is picked, or a suite leaves it to
 * them. */
bool plan_rows_takes(const struct plan *plan, const struct plan *expanded,
		     const struct operation *operation);

/* The panes that have a file of their own. expanded may be NULL. */
void plan_rows_fill_operations(struct plan_rows *rows, const struct plan *plan,
			       const struct plan *expanded);
void plan_rows_fill_numbers(struct plan_rows *rows, const struct plan *plan,
			    const struct plan *expanded);

void plan_rows_fill_settings(struct plan_rows *rows, const struct plan *plan,
			     const struct plan *expanded);

/* Fold each group as the person said, else as its rows were made. 0 or -ENOMEM. */
int plan_rows_fold(struct plan_model *model);

#endif
