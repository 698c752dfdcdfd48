/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clipboard.h - hand text to the terminal's clipboard, only when the person asks for it.
 */
#ifndef LSMBENCH_TUI_CLIPBOARD_H
#define LSMBENCH_TUI_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

/* The OSC 52 sequence that copies text, malloc'ed; NULL when it is too long for a terminal. */
char *clipboard_sequence(const char *text);

/* Send it. False when it is too long. Whether the terminal obeys cannot be known. */
bool clipboard_copy(const char *text);

#endif
