/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * list.h - how the arrows and their like go through a list: the same on every page.
 */
#ifndef LSMBENCH_TUI_LIST_H
#define LSMBENCH_TUI_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/keys.h"

/*
 * By how many rows (negative: upwards) action goes in a list of count rows, of which shown fit on
 * the screen; a screen keeps a row of the one before. False when action is no movement.
 */
bool list_step(enum action action, size_t count, int shown, long *by);

/* The row that is by rows away from selected, or the first or last one; 0 in an empty list. */
size_t list_move(size_t selected, size_t count, long by);

/* Both: move *selected as action says, or false. */
bool list_act(enum action action, size_t count, int shown, size_t *selected);

#endif
