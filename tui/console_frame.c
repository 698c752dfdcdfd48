/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_frame.c - what surrounds the pages.
 */
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/version.h"
#include "tui/console_frame.h"
#include "tui/console_ladder.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/terminal.h"
#include "tui/text.h"
#include "tui/view.h"

/* Letters of a page's name where there is no room for all. */
#define SHORT_NAME 3

/*
 * Compare is there when there is something to compare, and Tables when one would not be empty;
 * while files are chosen to be compared, Files stands in Compare's place, and Kernels in Ladder's
 * while those are chosen.
 */
static bool is_shown(const struct console *console, int page)
{
	bool choosing = console->page == PAGE_FILES;

	if (page == PAGE_FILES)
		return choosing;
	if (page == PAGE_LADDER || page == PAGE_KERNELS)
		return (page == PAGE_KERNELS) == (console->page == PAGE_KERNELS);
	if (page == PAGE_TABLES)
		return page_tables_available(console);
	return page != PAGE_COMPARE || (page_compare_available(console) && !choosing);
}

/* How much of the names is left out: of the longest one, of all but the current page's, of all. */
enum shortening { SHORTEN_NONE, SHORTEN_LONGEST, SHORTEN_OTHERS, SHORTEN_ALL };

static int name_length(const struct console *console, int page, enum shortening shortening)
{
	int length = (int)strlen(view_of((enum page)page)->name);
	bool is_short = shortening == SHORTEN_ALL ||
			(shortening == SHORTEN_OTHERS && page != (int)console->page) ||
			(shortening == SHORTEN_LONGEST && page == PAGE_ENVIRONMENT);

	return is_short && length > SHORT_NAME ? SHORT_NAME : length;
}

/* The columns of all names, with a bracket or blank on either side. */
static int tabs_width(const struct console *console, enum shortening shortening)
{
	int width = 0;
	int page;

	for (page = 0; page < PAGE_COUNT; page++)
		if (is_shown(console, page))
			width += name_length(console, page, shortening) + 2;
	return width;
}

/* As little as columns allow. */
static enum shortening shorten_to(const struct console *console, int columns)
{
	enum shortening shortening = SHORTEN_NONE;

	while (shortening < SHORTEN_ALL && tabs_width(console, shortening) > columns)
		shortening++;
	return shortening;
}

/* The current page stands in brackets: colour only adds to that. */
static void draw_tabs(const struct console *console, const struct rectangle *area)
{
	static const char program[] = "lsmbench " LSMBENCH_VERSION;
	enum shortening shortening = shorten_to(console, area->columns);
	int column = 0;
	int page;

	for (page = 0; page < PAGE_COUNT; page++) {
		bool current = page == (int)console->page;

		if (!is_shown(console, page))
			continue;
		column += draw_format(area, 0, column, current ? ROLE_TAB_CURRENT : ROLE_NORMAL,
				      current ? "[%.*s]" : " %.*s ",
				      name_length(console, page, shortening),
				      view_of((enum page)page)->name);
	}
	if (column + 2 + (int)strlen(program) <= area->columns)
		draw_right(area, 0, ROLE_NORMAL, program);
}

int console_page_at(const struct console *console, int column)
{
	enum shortening shortening = shorten_to(console, COLS);
	int end = 0;
	int page;

	/* As draw_tabs draws them: a name with a bracket or blank on either side. */
	for (page = 0; page < PAGE_COUNT; page++) {
		if (!is_shown(console, page))
			continue;
		end += name_length(console, page, shortening) + 2;
		if (column < end)
			return page;
	}
	return -1;
}

static void draw_footer(const struct console *console, const struct rectangle *area)
{
	char keys[512];

	if (console->message[0] != '\0')
		return;
	keys_footer(console->page,
		    console->page == PAGE_LADDER ? console_ladder_runs(console)
						 : console->session != NULL,
		    area->columns - 1, keys, sizeof(keys));
	draw_text(area, 0, 1, ROLE_KEY, keys);
}

static void draw_one_line(struct console *console, const struct rectangle *screen,
			  const struct rectangle *line)
{
	char text[1024] = "";

	if (console->ask.kind != ASK_NOTHING) {
		ask_draw(&console->ask, screen, line);
		return;
	}
	view_of(console->page)->status(console, text, sizeof(text));
	draw_text(line, 0, 0, console->message[0] != '\0' ? console->message_role : ROLE_NORMAL,
		  console->message[0] != '\0' ? console->message : text);
	draw_cursor(line, 0, 0);
}

void console_draw(struct console *console)
{
	struct rectangle screen = {0, 0, LINES, COLS};
	struct layout_frame frame;

	console->dirty = false;
	layout_frame(LINES, COLS, &frame);
	erase();
	if (frame.one_line) {
		draw_one_line(console, &screen, &frame.body);
	} else {
		int row;
		int column;

		draw_tabs(console, &frame.tabs);
		draw_footer(console, &frame.footer);
		view_of(console->page)->draw(console, &frame.body);
		getyx(stdscr, row, column);
		/* A long message takes what it needs of the page above. */
		draw_bottom(&screen, console->message_role, console->message);
		ask_draw(&console->ask, &screen, &frame.footer);
		if (console->ask.kind == ASK_NOTHING)
			move(row, column);
	}
	refresh();
}
