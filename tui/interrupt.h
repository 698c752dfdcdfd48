/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interrupt.h - SIGINT, SIGTERM and SIGHUP while the command line measures.
 *
 * The first one is only told: the session is to be stopped and what it measured saved. After
 * that, the next one ends the process at once by the signal itself; the builder then removes
 * what was made.
 */
#ifndef LSMBENCH_TUI_INTERRUPT_H
#define LSMBENCH_TUI_INTERRUPT_H

#include "fixtures/error.h"

/* Install the handlers (a signal that was ignored stays so) and ignore SIGPIPE. 0 or -errno. */
int interrupt_start(struct error *error);

/* Readable once a signal came. */
int interrupt_fd(void);

/* The first signal that came, or 0. */
int interrupt_signal(void);

#endif
