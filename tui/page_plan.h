/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_plan.h - the parts of the Plan page. For page_plan*.c alone.
 */
#ifndef LSMBENCH_TUI_PAGE_PLAN_H
#define LSMBENCH_TUI_PAGE_PLAN_H

#include "tui/layout.h"

struct console;
struct plan_page;

/* After rows were changed or folded: the selected row is one that is there and shown. */
void page_plan_keep_selected(struct plan_page *page, enum plan_pane pane);

void page_plan_draw(struct console *console, const struct rectangle *body);

#endif
