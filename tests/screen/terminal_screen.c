/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * terminal_screen.c - what stands on the screen of a terminal, and what was written to it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/screen/terminal.h"

const char *terminal_row(const struct terminal *terminal, int row, char buffer[TERMINAL_ROW])
{
	VTermRect rect = {row, row + 1, 0, terminal->columns};
	size_t length = vterm_screen_get_text(terminal->screen, buffer, TERMINAL_ROW - 1, rect);

	if (length >= TERMINAL_ROW)
		length = TERMINAL_ROW - 1;
	/* Cells that were never written come as NUL. */
	for (size_t i = 0; i < length; i++)
		if (!buffer[i])
			buffer[i] = ' ';
	while (length && buffer[length - 1] == ' ')
		length--;
	buffer[length] = '\0';
	return buffer;
}

int terminal_find(const struct terminal *terminal, const char *text)
{
	char buffer[TERMINAL_ROW];

	for (int row = 0; row < terminal->rows; row++)
		if (strstr(terminal_row(terminal, row, buffer), text))
			return row;
	return -1;
}

void terminal_cursor(const struct terminal *terminal, int *row, int *column)
{
	VTermPos position;

	vterm_state_get_cursorpos(vterm_obtain_state(terminal->vterm), &position);
	*row = position.row;
	*column = position.col;
}

int terminal_coloured(const struct terminal *terminal)
{
	VTermScreenCell cell;
	VTermPos position;
	int count = 0;

	for (position.row = 0; position.row < terminal->rows; position.row++) {
		for (position.col = 0; position.col < terminal->columns; position.col++) {
			if (vterm_screen_get_cell(terminal->screen, position, &cell) &&
			    (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) ||
			     !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)))
				count++;
		}
	}
	return count;
}

int terminal_colour_of(const struct terminal *terminal, int row, const char *text)
{
	VTermScreenCell cell;
	VTermPos position = {.row = row};
	size_t matched = 0;

	/* A cell a character: bytes of the line would count more. */
	for (; position.col < terminal->columns && text[matched]; position.col++) {
		if (!vterm_screen_get_cell(terminal->screen, position, &cell))
			return -1;
		if (cell.chars[0] != (uint32_t)text[matched]) {
			position.col -= (int)matched;
			matched = 0;
		} else {
			matched++;
		}
	}
	if (text[matched] || VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) ||
	    !VTERM_COLOR_IS_INDEXED(&cell.fg))
		return -1;
	/* Bold may make it the brighter one of its kind. */
	return cell.fg.indexed.idx % 8;
}

static bool is_colour(unsigned long parameter)
{
	return (parameter >= 30 && parameter <= 48 && parameter != 39) ||
	       (parameter >= 90 && parameter <= 107);
}

/* The colours among the parameters of one control sequence, from behind its "ESC [". */
static size_t colours_of(const char *parameters)
{
	size_t count = 0;
	size_t length = strspn(parameters, "0123456789;:");

	if (parameters[length] != 'm')
		return 0;
	while (*parameters != 'm') {
		char *end;

		count += is_colour(strtoul(parameters, &end, 10));
		parameters = *end == 'm' ? end : end + 1;
	}
	return count;
}

size_t terminal_colour_codes(const struct terminal *terminal)
{
	size_t count = 0;

	for (size_t i = 0; i + 2 < terminal->raw_length; i++)
		if (memcmp(terminal->raw + i, "\033[", 2) == 0)
			count += colours_of(terminal->raw + i + 2);
	return count;
}

size_t terminal_written(const struct terminal *terminal, const char *bytes)
{
	size_t length = strlen(bytes);
	size_t count = 0;

	for (size_t i = 0; i + length <= terminal->raw_length; i++)
		if (memcmp(terminal->raw + i, bytes, length) == 0)
			count++;
	return count;
}

void terminal_settings(const struct terminal *terminal, struct termios *settings)
{
	memset(settings, 0, sizeof(*settings));
	tcgetattr(terminal->slave, settings);
}

void terminal_show(const struct terminal *terminal)
{
	char buffer[TERMINAL_ROW];
	int row;
	int column;

	terminal_cursor(terminal, &row, &column);
	fprintf(stderr, "--- screen %dx%d, cursor at row %d column %d%s%s\n", terminal->columns,
		terminal->rows, row, column, terminal->cursor_visible ? "" : ", hidden",
		terminal->alternate ? ", alternate screen" : "");
	for (int i = 0; i < terminal->rows; i++)
		fprintf(stderr, "|%s\n", terminal_row(terminal, i, buffer));
	fprintf(stderr, "---\n");
}
