/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * theme.h - what a piece of text is (its role), and how each theme shows that. No meaning is
 * carried by colour alone: a theme only decorates.
 */
#ifndef LSMBENCH_TUI_THEME_H
#define LSMBENCH_TUI_THEME_H

#include <stdbool.h>

enum role {
	ROLE_NORMAL,
	ROLE_TAB_CURRENT,
	ROLE_HEADING,
	ROLE_RULE,
	ROLE_SELECTED, /* the row that the cursor is on */
	ROLE_RESTING,  /* the selected row of a pane that is not in focus */
	ROLE_PICKED,
	ROLE_KEY,
	ROLE_VALUE,
	ROLE_GOOD,
	ROLE_NOTE,
	ROLE_ALARM,
	ROLE_BAR,
	ROLE_QUIET,
	ROLE_COUNT
};

enum theme { THEME_MONO, THEME_DARK, THEME_LIGHT, THEME_COUNT };

/* "mono", "dark", "light". */
const char *theme_name(enum theme theme);
/* 0 and *theme, or -EINVAL. */
int theme_parse(const char *name, enum theme *theme);

/* Make the colour pairs; colours false (NO_COLOR, a terminal without them) forces THEME_MONO. */
void theme_start(enum theme theme, bool colours);
enum theme theme_current(void);
/* Change to the next one. */
void theme_next(void);

/* Whether lines and bars are drawn with ASCII also where the terminal could show blocks. */
void theme_set_ascii(bool ascii);
bool theme_ascii(void);

/* The ncurses attributes of role in the current theme. */
unsigned long theme_attributes(enum role role);

#endif
