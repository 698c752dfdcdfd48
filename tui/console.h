/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console.h - the interactive console, as the command line opens it.
 */
#ifndef LSMBENCH_TUI_CONSOLE_H
#define LSMBENCH_TUI_CONSOLE_H

#include <stdbool.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct settings; /* tui/settings.h */

struct console_request {
	struct text_list files; /* a result to open, or several to compare; the caller's */
	bool demo;              /* start the demonstration */
	/*
	 * What lasts across starts, the plan on the Plan page too: read at the start, changed by
	 * the person. The caller saves it; after a deadly signal, the console.
	 */
	struct settings *settings;
};

/*
 * Run the console until the person leaves. Returns the program's exit status (tui/exit_code.h):
 * 0; 3 when there is no usable terminal; 5 when a file of files is none that can be shown; 6 when
 * one, or an unsaved result, cannot be read or written; 8 when a second Ctrl-C or a lost terminal
 * ended it and the partial result was saved. With another status than 0, error->text is the line
 * that the caller prints on standard error; the terminal is restored by then. After SIGTERM or
 * SIGHUP it does not return: it restores the terminal, names what it saved, and dies by that
 * signal.
 */
int console_run(const struct console_request *request, struct error *error);

#endif
