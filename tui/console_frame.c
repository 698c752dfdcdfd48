/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_frame.c - what surrounds the pages.
 */
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/version.h"
#include "tui/console_frame.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/terminal.h"
#include "tui/text.h"
#include "tui/view.h"

/* The current page stands in brackets: colour only adds to that. */
static void draw_tabs(const struct console *console, const struct rectangle *area)
{
	static const char program[] = "lsmbench " LSMBENCH_VERSION;
	int column = 0;
	int page;

	for (page = 0; page < PAGE_COUNT; page++) {
		bool current = page == (int)console->page;

		column += draw_format(area, 0, column, current ? ROLE_TAB_CURRENT : ROLE_NORMAL,
				      current ? "[%s]" : " %s ", view_of((enum page)page)->name);
	}
	if (column + 2 + (int)strlen(program) <= area->columns)
		draw_right(area, 0, ROLE_NORMAL, program);
}

int console_page_at(int column)
{
	int end = 0;
	int page;

	/* As draw_tabs draws them: a name with a bracket or blank on either side. */
	for (page = 0; page < PAGE_COUNT; page++) {
		end += (int)strlen(view_of((enum page)page)->name) + 2;
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
	keys_footer(console->page, area->columns - 1, keys, sizeof(keys));
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
