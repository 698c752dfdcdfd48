/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_ladder.h - starting, following and ending a ladder from the console. It runs beside
 * nothing else: guests take every CPU.
 */
#ifndef LSMBENCH_TUI_CONSOLE_LADDER_H
#define LSMBENCH_TUI_CONSOLE_LADDER_H

#include <stdbool.h>

struct console;

/* Whether guests run. */
bool console_ladder_runs(const struct console *console);

/* Boot what is picked on the Ladder page; asks first when an unsaved ladder would be lost. */
void console_ladder_start(struct console *console);
/* Take the ladder's events. */
void console_ladder_pump(struct console *console);
/* End every guest; what is done stays on the page. */
void console_ladder_stop(struct console *console);
/* Give the page's model what the rungs are doing now. */
void console_ladder_refresh(struct console *console);
/* Ask where to save the rungs, and do. */
void console_ladder_save(struct console *console);
/* True when leaving would lose a ladder, and the person is asked: an answer goes on leaving. */
bool console_ladder_asks(struct console *console);
/* End every guest and forget the ladder: for the ways out that do not ask. */
void console_ladder_close(struct console *console);

#endif
