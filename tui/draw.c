/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * draw.c - clipped drawing on ncurses' standard screen.
 */
#include <ncurses.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/draw.h"
#include "tui/text.h"

static void wear(enum role role)
{
	attrset((int)theme_attributes(role));
}

static bool inside_area(const struct rectangle *area, int row, int column)
{
	return row >= 0 && row < area->rows && column >= 0 && column < area->columns;
}

int draw_text(const struct rectangle *area, int row, int column, enum role role, const char *text)
{
	char clipped[DRAW_BYTES];
	int columns;

	if (!inside_area(area, row, column))
		return 0;
	columns = text_clip(clipped, sizeof(clipped), text, area->columns - column);
	wear(role);
	mvaddstr(area->row + row, area->column + column, clipped);
	wear(ROLE_NORMAL);
	return columns;
}

int draw_format(const struct rectangle *area, int row, int column, enum role role,
		const char *format, ...)
{
	char text[DRAW_BYTES];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return draw_text(area, row, column, role, text);
}

void draw_right(const struct rectangle *area, int row, enum role role, const char *text)
{
	int column = area->columns - text_width(text);

	draw_text(area, row, column < 0 ? 0 : column, role, text);
}

void draw_row(const struct rectangle *area, int row, enum role role, const char *text)
{
	int column = draw_text(area, row, 0, role, text);

	wear(role);
	for (; inside_area(area, row, column); column++)
		mvaddch(area->row + row, area->column + column, ' ');
	wear(ROLE_NORMAL);
}

int draw_wrapped(const struct rectangle *area, int row, enum role role, const char *text)
{
	char line[DRAW_BYTES];
	int used = 0;

	if (area->columns <= 0)
		return 0;
	while (*text != '\0' && row + used < area->rows) {
		size_t length = text_wrap(text, area->columns);

		/* What the last row has no room for is cut there, and marked. */
		if (row + used + 1 == area->rows)
			length = strlen(text);
		snprintf(line, sizeof(line), "%.*s", (int)length, text);
		draw_text(area, row + used, 0, role, line);
		text += length;
		text += strspn(text, " ");
		used++;
	}
	return used;
}

int draw_wrapped_lines(const char *text, int columns)
{
	int lines = 0;

	while (*text != '\0' && columns > 0) {
		text += text_wrap(text, columns);
		text += strspn(text, " ");
		lines++;
	}
	return lines;
}

void draw_bottom(const struct rectangle *area, enum role role, const char *text)
{
	struct rectangle part = *area;
	int row;

	part.rows = draw_wrapped_lines(text, area->columns);
	if (part.rows > area->rows)
		part.rows = area->rows;
	part.row = area->row + area->rows - part.rows;
	for (row = 0; row < part.rows; row++)
		draw_row(&part, row, role, "");
	draw_wrapped(&part, 0, role, text);
}

void draw_rule(const struct rectangle *area)
{
	int row;
	int column;

	wear(ROLE_RULE);
	for (row = 0; row < area->rows; row++)
		for (column = 0; column < area->columns; column++)
			mvaddch(area->row + row, area->column + column,
				area->columns == 1 ? '|' : '-');
	wear(ROLE_NORMAL);
}

void draw_title(const struct rectangle *area, enum role role, const char *title)
{
	struct rectangle part = *area;

	draw_rule(area);
	if (area->columns < 8)
		return;
	part.columns -= 3;
	part.column += 3;
	part.columns = draw_text(&part, 0, 0, role, title);
	if (part.columns > 0 && inside_area(area, 0, 2))
		mvaddch(area->row, area->column + 2, ' ');
	if (inside_area(area, 0, part.columns + 3))
		mvaddch(area->row, area->column + 3 + part.columns, ' ');
}

static void box_line(const struct rectangle *area, int row, char corner, char between)
{
	int column;

	for (column = 0; column < area->columns; column++)
		mvaddch(area->row + row, area->column + column,
			(chtype)(column == 0 || column == area->columns - 1 ? corner : between));
}

void draw_box(const struct rectangle *area, const char *title, struct rectangle *inside)
{
	int row;

	*inside = *area;
	wear(ROLE_NORMAL);
	for (row = 0; row < area->rows; row++)
		box_line(area, row, ' ', ' ');
	if (area->rows < 5 || area->columns < 12)
		return;
	wear(ROLE_HEADING);
	for (row = 1; row < area->rows - 1; row++)
		box_line(area, row, '|', ' ');
	box_line(area, 0, '+', '-');
	box_line(area, area->rows - 1, '+', '-');
	wear(ROLE_NORMAL);
	inside->row += 1;
	inside->column += 2;
	inside->rows -= 2;
	inside->columns -= 4;
	draw_format(area, 0, 2, ROLE_HEADING, " %.*s ", area->columns - 6, title);
}

void draw_cursor(const struct rectangle *area, int row, int column)
{
	if (column >= area->columns)
		column = area->columns - 1;
	if (inside_area(area, row, column))
		move(area->row + row, area->column + column);
}
