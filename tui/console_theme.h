/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_theme.h - which theme the console takes, by the settings or by what the terminal tells.
 */
#ifndef LSMBENCH_TUI_CONSOLE_THEME_H
#define LSMBENCH_TUI_CONSOLE_THEME_H

#include "tui/theme.h"

struct console;
struct settings;

/* The theme of the settings, or the one that suits the terminal's background. */
enum theme console_theme(const struct settings *settings);
/* Take the next one, which the settings then remember. */
void console_next_theme(struct console *console);

#endif
