/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * document.c - lines that scroll.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/document.h"
#include "tui/draw.h"
#include "tui/text.h"

#define TAB_COLUMNS 8

void document_restart(struct document *document)
{
	size_t i;

	for (i = 0; i < document->count; i++)
		free(document->lines[i].text);
	document->count = 0;
}

void document_clear(struct document *document)
{
	document_restart(document);
	free(document->lines);
	memset(document, 0, sizeof(*document));
}

static void append(struct document *document, enum role role, const char *text, size_t length)
{
	if (document->count == document->capacity) {
		size_t capacity = document->capacity * 2 + 64;
		struct document_line *lines =
			reallocarray(document->lines, capacity, sizeof(*lines));

		if (lines == NULL)
			return;
		document->lines = lines;
		document->capacity = capacity;
	}
	document->lines[document->count].role = role;
	document->lines[document->count].text = strndup(text, length);
	if (document->lines[document->count].text != NULL)
		document->count++;
}

void document_add(struct document *document, enum role role, const char *format, ...)
{
	char text[DRAW_BYTES];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	append(document, role, text, strlen(text));
}

void document_add_wrapped(struct document *document, enum role role, int columns, int indent,
			  const char *text)
{
	char line[DRAW_BYTES];
	bool first = true;

	while (*text != '\0') {
		int blanks = first ? 0 : indent;
		size_t length = text_wrap(text, columns - blanks > 1 ? columns - blanks : 1);

		snprintf(line, sizeof(line), "%*s%.*s", blanks, "", (int)length, text);
		append(document, role, line, strlen(line));
		text += length;
		text += strspn(text, " ");
		first = false;
	}
}

/* A line in which tabs reach to the next column of eight, as they do on a terminal. */
static void append_expanded(struct document *document, enum role role, const char *text,
			    size_t length)
{
	char line[DRAW_BYTES];
	size_t used = 0;

	for (size_t i = 0; i < length && used + TAB_COLUMNS < sizeof(line); i++) {
		if (text[i] != '\t') {
			line[used++] = text[i];
			continue;
		}
		line[used] = '\0';
		for (int blanks = TAB_COLUMNS - text_width(line) % TAB_COLUMNS; blanks > 0;
		     blanks--)
			line[used++] = ' ';
	}
	append(document, role, line, used);
}

void document_add_lines(struct document *document, enum role role, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");

		if (memchr(text, '\t', length) != NULL)
			append_expanded(document, role, text, length);
		else
			append(document, role, text, length);
		text += length;
		if (*text == '\n')
			text++;
	}
}

static void keep_in_range(struct document *document)
{
	int count = (int)document->count;

	if (document->selected >= count)
		document->selected = count - 1;
	if (document->selected < 0)
		document->selected = 0;
}

int document_width(const struct document *document)
{
	int widest = 0;
	size_t i;

	for (i = 0; i < document->count; i++) {
		int width = text_width(document->lines[i].text);

		if (width > widest)
			widest = width;
	}
	return widest;
}

/* No further to the right than to the end of the longest line, in a window of now columns. */
static void keep_column(struct document *document, int columns)
{
	int most = document->column > 0 ? document_width(document) - columns : 0;

	if (document->column > most)
		document->column = most > 0 ? most : 0;
}

/* What is scrolled away to the left is marked by a "<", as what is cut on the right by a ">". */
static void draw_line(const struct document *document, const struct rectangle *area, int row,
		      const struct document_line *line, bool selected)
{
	enum role role = selected ? ROLE_SELECTED : line->role;
	const char *text = line->text + text_skip(line->text, document->column);

	if (selected)
		draw_row(area, row, role, text);
	else
		draw_text(area, row, 0, role, text);
	if (document->column > 0 && line->text[strspn(line->text, " ")] != '\0')
		draw_text(area, row, 0, role, "<");
}

void document_draw(struct document *document, const struct rectangle *area, bool cursor)
{
	int i;

	document->rows = area->rows;
	keep_in_range(document);
	keep_column(document, area->columns);
	document->first = layout_scroll(document->first, document->selected, (int)document->count,
					area->rows);
	for (i = 0; i < area->rows && document->first + i < (int)document->count; i++) {
		int line = document->first + i;

		draw_line(document, area, i, &document->lines[line],
			  cursor && line == document->selected);
	}
	if (cursor)
		draw_cursor(area, document->selected - document->first, 0);
}

bool document_act(struct document *document, enum action action)
{
	int page = document->rows > 1 ? document->rows - 1 : 1;

	switch (action) {
	case ACTION_UP:
		document->selected--;
		break;
	case ACTION_DOWN:
		document->selected++;
		break;
	case ACTION_PAGE_UP:
		document->selected -= page;
		document->first -= page;
		break;
	case ACTION_PAGE_DOWN:
		document->selected += page;
		document->first += page;
		break;
	case ACTION_FIRST:
		document->selected = 0;
		document->column = 0;
		break;
	case ACTION_LAST:
		document->selected = (int)document->count - 1;
		break;
	case ACTION_LEFT:
		document->column = document->column > 8 ? document->column - 8 : 0;
		break;
	case ACTION_RIGHT:
		document->column += 8;
		break;
	default:
		return false;
	}
	keep_in_range(document);
	return true;
}

bool document_find(struct document *document, const char *text)
{
	size_t i;

	for (i = 1; i <= document->count; i++) {
		size_t line = ((size_t)document->selected + i) % document->count;

		if (text_contains(document->lines[line].text, text)) {
			document->selected = (int)line;
			return true;
		}
	}
	return false;
}
