/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_commands.h - variants by exec start a command, and so do operations. One that the person
 * did not type in this console, but that came from settings or a file, is started only after a
 * question.
 */
#ifndef LSMBENCH_TUI_CONSOLE_COMMANDS_H
#define LSMBENCH_TUI_CONSOLE_COMMANDS_H

#include <stdbool.h>

#include "engine/plan/plan.h"

struct console;

/*
 * True when a plan starts a command that the person has not agreed to; a box then shows it, which
 * goes on with agreed once the person agrees to all that console->next holds.
 */
bool console_commands_asks(struct console *console, const struct plan *plan,
			   void (*agreed)(struct console *console, size_t unused));

/* The person has typed what the plan holds and before, the plan_commands.h of it then, does not. */
void console_commands_typed(struct console *console, const struct text_list *before);

#endif
