/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * terminal.h - a program in a pseudo-terminal, and the screen that a person would see.
 *
 * Nothing here sleeps for a fixed time: a test waits for a text and goes on as soon as it stands on
 * the screen. What does not come within TERMINAL_PATIENCE_MS fails the test and prints the screen.
 */
#ifndef LSMBENCH_TESTS_SCREEN_TERMINAL_H
#define LSMBENCH_TESTS_SCREEN_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

#include "tests/screen/place.h"

#define TERMINAL_PATIENCE_MS 30000
/* The longest row that terminal_row gives, in bytes. */
#define TERMINAL_ROW 2048

struct terminal {
	pid_t child; /* leads a session of its own */
	bool ended;  /* its status has been taken */
	int status;  /* as waitpid gives it */
	int master;  /* -1 once it has vanished */
	int slave;   /* held open, so that the line's settings outlive the child */
	int rows;
	int columns;
	struct termios before; /* the line's settings when the child started */
	VTerm *vterm;
	VTermScreen *screen;
	bool alternate; /* on the alternate screen */
	bool cursor_visible;
	bool mouse; /* asked for the mouse */
	char *raw;  /* every byte the program wrote */
	size_t raw_length;
	size_t raw_room;
};

struct terminal_options {
	int rows;
	int columns;
	const char *term;               /* TERM; NULL: not set */
	const char *const *environment; /* more "NAME=value" or, to unset, "NAME"; NULL ends */
	const char *const *arguments;   /* the program and its arguments; NULL ends */
	bool ignore_hangup;             /* SIGHUP does not reach it, as under nohup */
	const struct place *place;      /* its home, scratch and working directory */
};

/* The path of lsmbench, found from where this test program stands. Static. */
const char *terminal_lsmbench(void);

/* Start a program. UTF-8 locale, no LINES, COLUMNS, NO_COLOR or TMUX, unless options say so. */
void terminal_start(struct terminal *terminal, const struct terminal_options *options);
/* Kill what still runs in it and free it. Fine on one that is all zeros. */
void terminal_stop(struct terminal *terminal);

/* Send characters as typed; a key; a key with a modifier. */
void terminal_type(struct terminal *terminal, const char *text);
void terminal_key(struct terminal *terminal, VTermKey key);
void terminal_control(struct terminal *terminal, char letter);
void terminal_resize(struct terminal *terminal, int rows, int columns);
/* Close the master side, as a dropped connection does. */
void terminal_vanish(struct terminal *terminal);

/* Take what the program has written within so many milliseconds, at most; false: nothing came. */
bool terminal_read(struct terminal *terminal, int milliseconds);
/* Wait until a text stands on the screen; until it is gone; until one of two stands there. */
void terminal_expect(struct terminal *terminal, const char *text);
/* In that row: what is drawn for another size may have it elsewhere. */
void terminal_expect_in_row(struct terminal *terminal, int row, const char *text);
void terminal_expect_gone(struct terminal *terminal, const char *text);
int terminal_expect_either(struct terminal *terminal, const char *first, const char *second);
/* Wait until nothing has been written for a moment. */
void terminal_settle(struct terminal *terminal);
/* Wait for the program's end; returns its status as waitpid gives it. */
int terminal_wait_exit(struct terminal *terminal);

/* A row's text, UTF-8, without the blanks at its end. */
const char *terminal_row(const struct terminal *terminal, int row, char buffer[TERMINAL_ROW]);
/* The first row that holds text, -1 when none does. */
int terminal_find(const struct terminal *terminal, const char *text);
void terminal_cursor(const struct terminal *terminal, int *row, int *column);
/* Number of cells that show another colour than the default ones. */
int terminal_coloured(const struct terminal *terminal);
/*
 * The number of the colour in which text, of ASCII, stands in the row: 1 is red, 2 green, 3 yellow;
 * -1 for the default one, and where the text does not stand there.
 */
int terminal_colour_of(const struct terminal *terminal, int row, const char *text);
/* Number of colour codes (SGR 30 to 49, 90 to 107) in all that was written, resets left out. */
size_t terminal_colour_codes(const struct terminal *terminal);
/* How often bytes occur in all that was written. */
size_t terminal_written(const struct terminal *terminal, const char *bytes);
/* The line's settings now. */
void terminal_settings(const struct terminal *terminal, struct termios *settings);
/* Print the screen to standard error, for a failed test. */
void terminal_show(const struct terminal *terminal);

#endif
