/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_commands.h - what a plan would start that is no program of ours. A plan may come from
 * anybody: that takes a word of the person's own.
 */
#ifndef LSMBENCH_TUI_PLAN_COMMANDS_H
#define LSMBENCH_TUI_PLAN_COMMANDS_H

#include "engine/plan/plan.h"
#include "engine/text/text_list.h"

/*
 * Add to list the variants of plan that start a command, and, where it may measure an operation
 * that starts them, the texts that do: "prepare: make clean". 0 or -ENOMEM.
 */
int plan_commands_add(const struct plan *plan, struct text_list *list);

/* The key that an item of such a list comes from: "variants", "command", "prepare", "cleanup". */
const char *plan_commands_key(const char *item);

#endif
