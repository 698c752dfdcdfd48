/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_plan.h - the parts of the Plan page. For page_plan*.c alone.
 */
#ifndef LSMBENCH_TUI_PAGE_PLAN_H
#define LSMBENCH_TUI_PAGE_PLAN_H

#include "engine/plan.h"
#include "fixtures/error.h"
#include "tui/layout.h"

struct console;

void page_plan_draw(struct console *console, const struct rectangle *body);

/* Write plan to the file at path, for --plan. 0 or negative errno. */
int page_plan_write(const struct plan *plan, const char *path, struct error *error);

#endif
