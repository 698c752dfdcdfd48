/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_machine.h - what the console knows of this machine, and what the plan would come to on
 * it. Pages read struct machine; console_machine.c alone changes it.
 */
#ifndef LSMBENCH_TUI_CONSOLE_MACHINE_H
#define LSMBENCH_TUI_CONSOLE_MACHINE_H

#include <stdbool.h>

#include "engine/environment/environment.h"
#include "engine/session/estimate.h"
#include "engine/text/text_list.h"
#include "tui/leftovers.h"

struct console;

struct machine {
	struct environment environment; /* of this machine now */
	bool environment_known;
	struct text_list environment_of; /* the scratch directories it describes */
	int environment_cpu;
	struct estimate estimate;
	struct leftovers leftovers; /* of killed sessions */
};

/* Read what earlier sessions have taught. */
void console_machine_load(struct console *console);
void console_machine_clear(struct console *console);

/* Collect the environment for the plan's scratch directories and CPU. */
void console_collect_environment(struct console *console);
/* The plan changed: derive what would run, how long it takes, and the rows. */
void console_plan_changed(struct console *console);
/* Learn from the session that has just ended how long things take here. */
void console_learn(struct console *console, const struct estimate_spent *spent);
/*
 * Ask whether what killed sessions left behind shall be removed, of each once; or, where a question
 * would cover what the person has asked for, say that it is there.
 */
void console_ask_leftovers(struct console *console, bool may_ask);

#endif
