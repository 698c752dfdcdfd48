/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signals.h - every signal handler of the program, and all that the handlers know.
 *
 * Two ways to have them: the console (for terminal.c and console.c), and "lsmbench run". Either
 * way a handler only notes what came and makes signals_fd() readable; what cannot wait, a crash
 * or a process that hangs on its way out, it ends at once.
 */
#ifndef LSMBENCH_TUI_SIGNALS_H
#define LSMBENCH_TUI_SIGNALS_H

#include <stdbool.h>
#include <termios.h>

#include "fixtures/error.h"

/* Readable (poll) once a signal has something to tell; after signals_start_*. */
int signals_fd(void);

/* --- while the command line measures --- */

/*
 * Take SIGINT, SIGTERM and SIGHUP (one that was ignored stays so), and ignore SIGPIPE. The first
 * one is only told: the session is to be stopped and what it measured saved. One that comes a
 * second later or more ends the process at once by the signal itself; the builder, which guards
 * every scratch root, then removes what was made. Sooner it is taken for the same: timeout(1) sends
 * two. 0 or -errno.
 */
int signals_start_run(struct error *error);
/* The first signal that came, or 0. */
int signals_first(void);

/* --- while the console has the terminal --- */

/* What happened since signals_take_news was last called. */
struct signal_news {
	unsigned int interrupts; /* Ctrl-C */
	int deadly; /* SIGTERM or SIGHUP: end in order, then terminal_die(deadly); or 0 */
	bool resized;
	bool suspend; /* Ctrl-Z: call terminal_suspend */
	bool resumed; /* the screen may hold anything: draw it anew */
};

/* Install the handlers; before newterm, which then leaves them alone. before: to be restored. */
int signals_start_console(const struct termios *before, struct error *error);
/* Put the former handlers back. */
void signals_end_console(void);
void signals_take_news(struct signal_news *news);

/*
 * What leaves full-screen mode, byte by byte: kept for a handler that may not call endwin. Begin,
 * add (it returns byte, as tputs wants it), and arm: from then on a crash writes it.
 */
void signals_begin_restore(void);
int signals_add_restore(int byte);
void signals_arm(void);

/*
 * On the way out: end by the pending deadly signal, or as by Ctrl-C, after ten seconds, whatever
 * hangs; the builder then cleans up alone. More signals change nothing. Again: the time starts
 * anew. SIGTERM and SIGHUP set it themselves.
 */
void signals_deadline(void);

/* Stop by SIGTSTP with its default action; returns when continued. */
void signals_stop_here(void);
/* Restore the terminal, if it is armed, and die by signal. */
void signals_die(int signal) __attribute__((noreturn));

#endif
