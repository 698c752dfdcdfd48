/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_session.h - starting, following and ending a session, and never losing its result.
 */
#ifndef LSMBENCH_TUI_CONSOLE_SESSION_H
#define LSMBENCH_TUI_CONSOLE_SESSION_H

#include <stdbool.h>

#include "engine/result/result.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct console;
struct plan;

/* The result that is measured now, or else the last one; NULL when there is none. */
const struct result *console_result(const struct console *console);
bool console_is_measuring(const struct console *console);

/* Start what the Plan page shows; asks first when an unsaved result would be lost. */
void console_start_session(struct console *console);
/* Start the demonstration, asking likewise. */
void console_start_demo(struct console *console);
/* Start a plan of the console, which is expanded and stays where it is; asks likewise. */
void console_start_plan(struct console *console, const struct plan *plan);
/* Take the session's events. */
void console_pump_session(struct console *console);
/* Stop the session; when it has ended, go to the Export page. */
void console_stop_and_save(struct console *console);
/* Stop in order and wait, not for long, until all is told: for the ways out that do not ask. */
void console_end_session(struct console *console);

/* Close the session and keep its result. */
void console_close_session(struct console *console);

/* Show what is in the file at path. Negative errno when it cannot be read. */
int console_open_result(struct console *console, const char *path, struct error *error);
/*
 * Compare files, named as on the command line: two or more, of which the first is the base, or all
 * NAME=FILE[,FILE...]. Negative errno likewise.
 */
int console_open_comparison(struct console *console, const struct text_list *files,
			    struct error *error);

/* q: leave, or ask when work would be lost. */
void console_quit(struct console *console);

#endif
