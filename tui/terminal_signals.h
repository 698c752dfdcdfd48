/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * terminal_signals.h - the signal handlers behind terminal.h, and the program's only global
 * state: what they need. For terminal.c alone.
 */
#ifndef LSMBENCH_TUI_TERMINAL_SIGNALS_H
#define LSMBENCH_TUI_TERMINAL_SIGNALS_H

#include <stddef.h>
#include <termios.h>

#include "fixtures/error.h"

/* What leaves full-screen mode. */
struct terminal_bytes {
	char bytes[256];
	size_t length;
};

/* Install the handlers; before newterm, which then leaves them alone. before: to be restored. */
int terminal_signals_start(const struct termios *before, struct error *error);
/* The terminal is in full-screen mode now, and bytes leave it. */
void terminal_signals_arm(const struct terminal_bytes *bytes);
/* Put the former handlers back. */
void terminal_signals_end(void);

/* Stop by SIGTSTP with its default action; returns when continued. */
void terminal_signals_stop_here(void);

void terminal_signals_die(int signal) __attribute__((noreturn));

#endif
