/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_frame.h - what surrounds the pages: tabs, footer, one line when tiny; and what lasts
 * across starts. For console.c alone.
 */
#ifndef LSMBENCH_TUI_CONSOLE_FRAME_H
#define LSMBENCH_TUI_CONSOLE_FRAME_H

#include "tui/theme.h"

struct console;

/* Draw the whole screen. */
void console_draw(struct console *console);

/* The page whose tab covers that column of the first row, or -1. */
int console_page_at(int column);

/* Read what this machine has taught before. */
void console_load(struct console *console);

/* The theme of the settings; and the next one, which the settings then remember. */
enum theme console_theme(const struct console *console);
void console_next_theme(struct console *console);

#endif
