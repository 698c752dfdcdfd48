/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * theme.c - one table, roles by themes.
 *
 * Only the eight basic colours, and always the terminal's own background: bright black, or black
 * itself, as a foreground vanishes on some consoles (TERM=linux-16color).
 */
#include <errno.h>
#include <ncurses.h>
#include <string.h>

#include "tui/theme.h"

#define DEFAULT (-1)

struct look {
	short colour; /* foreground, or DEFAULT */
	attr_t attributes;
};

static const struct look looks[ROLE_COUNT][THEME_COUNT] = {
	/* mono, dark, light */
	[ROLE_NORMAL] = {{DEFAULT, 0}, {DEFAULT, 0}, {DEFAULT, 0}},
	[ROLE_TAB_CURRENT] = {{DEFAULT, A_BOLD}, {COLOR_CYAN, A_BOLD}, {COLOR_BLUE, A_BOLD}},
	[ROLE_HEADING] = {{DEFAULT, A_BOLD}, {COLOR_CYAN, 0}, {COLOR_BLUE, A_BOLD}},
	[ROLE_RULE] = {{DEFAULT, 0}, {COLOR_BLUE, 0}, {COLOR_CYAN, 0}},
	[ROLE_SELECTED] = {{DEFAULT, A_REVERSE}, {DEFAULT, A_REVERSE}, {DEFAULT, A_REVERSE}},
	[ROLE_RESTING] = {{DEFAULT, A_UNDERLINE}, {DEFAULT, A_UNDERLINE}, {DEFAULT, A_UNDERLINE}},
	[ROLE_PICKED] = {{DEFAULT, A_BOLD}, {COLOR_GREEN, 0}, {COLOR_GREEN, A_BOLD}},
	[ROLE_KEY] = {{DEFAULT, A_BOLD}, {COLOR_CYAN, A_BOLD}, {COLOR_BLUE, A_BOLD}},
	[ROLE_VALUE] = {{DEFAULT, A_BOLD}, {DEFAULT, A_BOLD}, {DEFAULT, A_BOLD}},
	[ROLE_GOOD] = {{DEFAULT, 0}, {COLOR_GREEN, 0}, {COLOR_GREEN, 0}},
	[ROLE_NOTE] = {{DEFAULT, 0}, {COLOR_CYAN, 0}, {COLOR_BLUE, 0}},
	[ROLE_ALARM] = {{DEFAULT, A_BOLD}, {COLOR_YELLOW, A_BOLD}, {COLOR_RED, A_BOLD}},
	[ROLE_BAR] = {{DEFAULT, 0}, {COLOR_GREEN, 0}, {COLOR_BLUE, 0}},
	[ROLE_QUIET] = {{DEFAULT, 0}, {DEFAULT, 0}, {DEFAULT, 0}},
};

static const char *const names[THEME_COUNT] = {"mono", "dark", "light"};

/* ncurses itself is global: how its one screen looks can only be mirrored so. */
static struct {
	enum theme theme;
	bool colours;
	bool ascii;
} current;

const char *theme_name(enum theme theme)
{
	return names[theme];
}

int theme_parse(const char *name, enum theme *theme)
{
	int i;

	for (i = 0; i < THEME_COUNT; i++) {
		if (strcmp(name, names[i]) == 0) {
			*theme = (enum theme)i;
			return 0;
		}
	}
	return -EINVAL;
}

/* Pair 0 is the terminal's own; role r has pair r + 1. */
static void make_pairs(void)
{
	int role;

	for (role = 0; role < ROLE_COUNT; role++)
		init_pair((short)(role + 1), looks[role][current.theme].colour, DEFAULT);
}

void theme_start(enum theme theme, bool colours)
{
	current.colours = colours && has_colors() && COLORS >= 8;
	current.theme = current.colours ? theme : THEME_MONO;
	if (current.colours)
		make_pairs();
}

enum theme theme_current(void)
{
	return current.theme;
}

void theme_next(void)
{
	theme_start((enum theme)((current.theme + 1) % THEME_COUNT), current.colours);
}

void theme_set_ascii(bool ascii)
{
	current.ascii = ascii;
}

bool theme_ascii(void)
{
	return current.ascii;
}

unsigned long theme_attributes(enum role role)
{
	const struct look *look = &looks[role][current.theme];
	chtype attributes = look->attributes;

	if (current.colours && look->colour != DEFAULT)
		attributes |= COLOR_PAIR(role + 1);
	return attributes;
}
