/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * terminal.h - starting and ending the terminal, and the signals that come with it. No other
 * file starts or ends ncurses.
 *
 * The terminal is restored on every way out. INT, TERM and HUP are reported to the main loop
 * first, so that it can save what was measured; QUIT, SEGV, BUS, FPE, ILL and ABRT restore the
 * terminal from the handler, with bytes computed beforehand, and then take their default action.
 */
#ifndef LSMBENCH_TUI_TERMINAL_H
#define LSMBENCH_TUI_TERMINAL_H

#include <stdbool.h>

#include "fixtures/error.h"
#include "tui/theme.h"

/* What the person wants of the terminal; for terminal_start. */
struct terminal_wishes {
	enum theme theme;
	bool ascii; /* no block elements, whatever the locale */
	bool mouse; /* wheel and clicks; else no mouse code is ever sent */
};

/*
 * Take the terminal. -ENOTTY when standard input or output is none, -ENOTSUP when it is unknown
 * or cannot move its cursor (TERM=dumb), with a message that points to "lsmbench run". NO_COLOR
 * is honoured, LINES and COLUMNS are ignored.
 */
int terminal_start(const struct terminal_wishes *wishes, struct error *error);

/* Give it back as it was. Harmless when it was not taken. */
void terminal_end(void);

/* Adopt the size that the terminal has now; mouse as it was wished. */
void terminal_resize(bool mouse);

/* Stop this process as Ctrl-Z does elsewhere, and take the terminal again afterwards. */
void terminal_suspend(void);

/* Whatever is on the screen, draw all of it at the next update. */
void terminal_redraw(void);

/* Restore the terminal and die by signal, so that the parent sees that. Does not return. */
void terminal_die(int signal) __attribute__((noreturn));

/* What ends a read of the keyboard. */
enum terminal_key { TERMINAL_NO_KEY = -1, TERMINAL_GONE = -2 };

/* What KEY_MOUSE stands for. */
enum terminal_click { CLICK_NOTHING, CLICK_BUTTON, CLICK_WHEEL_UP, CLICK_WHEEL_DOWN };
enum terminal_click terminal_click(int *row, int *column);

/* The next key, as wgetch names it; enum terminal_key when there is none or the terminal is gone.
 */
int terminal_key(void);

/* True when the terminal shows UTF-8, and block elements too: its font is not a poor one. */
bool terminal_blocks(void);

/* Write bytes past ncurses, for the clipboard. */
void terminal_write(const char *bytes, unsigned long length);

#endif
