/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * list.c - moves through a list.
 */
#include "tui/list.h"

bool list_step(enum action action, size_t count, int shown, long *by)
{
	long screen = shown > 1 ? shown - 1 : 1;

	switch (action) {
	case ACTION_UP:
		*by = -1;
		return true;
	case ACTION_DOWN:
		*by = 1;
		return true;
	case ACTION_PAGE_UP:
		*by = -screen;
		return true;
	case ACTION_PAGE_DOWN:
		*by = screen;
		return true;
	case ACTION_FIRST:
		*by = -(long)count;
		return true;
	case ACTION_LAST:
		*by = (long)count;
		return true;
	default:
		return false;
	}
}

size_t list_move(size_t selected, size_t count, long by)
{
	long to = (long)selected + by;

	if (to >= (long)count)
		to = (long)count - 1;
	return to < 0 ? 0 : (size_t)to;
}

bool list_act(enum action action, size_t count, int shown, size_t *selected)
{
	long by;

	if (!list_step(action, count, shown, &by))
		return false;
	*selected = list_move(*selected, count, by);
	return true;
}
