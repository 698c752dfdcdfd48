/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view.h - a page of the console: one table of functions each.
 */
#ifndef LSMBENCH_TUI_VIEW_H
#define LSMBENCH_TUI_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/keys.h"
#include "tui/layout.h"

struct console;

struct view {
	const char *name; /* in the row of tabs */
	/* The page comes to the front. May be NULL. */
	void (*enter)(struct console *console);
	/* Draw into body, and put the hardware cursor on the selected row. */
	void (*draw)(struct console *console, const struct rectangle *body);
	/* Do what action says; false when it means nothing here. */
	bool (*act)(struct console *console, enum action action);
	/* Select the next row that contains text; false when there is none. */
	bool (*find)(struct console *console, const char *text);
	/* The one line that is shown when the terminal is tiny. */
	void (*status)(struct console *console, char *buffer, size_t size);
};

extern const struct view view_plan;
extern const struct view view_run;
extern const struct view view_compare;
extern const struct view view_files;
extern const struct view view_ladder;
extern const struct view view_kernels;
extern const struct view view_tables;
extern const struct view view_environment;
extern const struct view view_export;
extern const struct view view_help;

/* The view of a page. */
const struct view *view_of(enum page page);

#endif
