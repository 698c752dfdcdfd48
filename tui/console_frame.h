/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_frame.h - what surrounds the pages: tabs, footer, one line when tiny. For
 * console.c alone.
 */
#ifndef LSMBENCH_TUI_CONSOLE_FRAME_H
#define LSMBENCH_TUI_CONSOLE_FRAME_H

struct console;

/* Draw the whole screen. */
void console_draw(struct console *console);

/* The page whose tab covers that column of the first row, or -1. */
int console_page_at(const struct console *console, int column);

#endif
