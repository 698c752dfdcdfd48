/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_plan.h - the parts of the Plan page. For page_plan*.c alone.
 */
#ifndef LSMBENCH_TUI_PAGE_PLAN_H
#define LSMBENCH_TUI_PAGE_PLAN_H

#include "tui/layout.h"

struct console;

void page_plan_draw(struct console *console, const struct rectangle *body);

#endif
