/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_theme.c - which theme the console takes.
 */
#include "tui/console_theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/console_state.h"
#include "tui/settings.h"

/*
 * Some terminals tell their colours: COLORFGBG is "15;0", foreground and background by number. 7
 * and 9 to 15 are light.
 */
static bool background_is_light(void)
{
	const char *colours = getenv("COLORFGBG");
	const char *background = colours != NULL ? strrchr(colours, ';') : NULL;
	long number;

	if (background == NULL)
		return false;
	number = strtol(background + 1, NULL, 10);
	return number == 7 || (number >= 9 && number <= 15);
}

enum theme console_theme(const struct settings *settings)
{
	enum theme theme;

	if (theme_parse(settings->theme, &theme) == 0)
		return theme;
	return background_is_light() ? THEME_LIGHT : THEME_DARK;
}

void console_next_theme(struct console *console)
{
	theme_next();
	snprintf(console->settings->theme, sizeof(console->settings->theme), "%s",
		 theme_name(theme_current()));
	console_say(console, ROLE_NORMAL, "colours: %s", theme_name(theme_current()));
}
