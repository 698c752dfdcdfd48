/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ask.c - a one-line editor and a box of choices.
 */
#include <ncurses.h>
#include <stdio.h>
#include <string.h>

#include "tui/ask.h"
#include "tui/draw.h"
#include "tui/text.h"

#define ESCAPE 27
#define DELETE 127

void ask_clear(struct ask *ask)
{
	document_clear(&ask->body);
	memset(ask, 0, sizeof(*ask));
}

void ask_text(struct ask *ask, const char *label, const char *initial,
	      bool (*accept)(struct console *console, const char *text))
{
	ask_clear(ask);
	ask->kind = ASK_TEXT;
	ask->accept = accept;
	snprintf(ask->title, sizeof(ask->title), "%s", label);
	snprintf(ask->text, sizeof(ask->text), "%s", initial);
	ask->cursor = strlen(ask->text);
}

void ask_complain(struct ask *ask, const char *complaint)
{
	snprintf(ask->complaint, sizeof(ask->complaint), "%s", complaint);
}

void ask_box(struct ask *ask, const char *title)
{
	ask_clear(ask);
	ask->kind = ASK_CHOICE;
	snprintf(ask->title, sizeof(ask->title), "%s", title);
}

void ask_add_choice(struct ask *ask, int key, const char *label,
		    void (*chosen)(struct console *console, size_t argument), size_t argument)
{
	if (ask->choice_count < ASK_CHOICES_MAXIMUM)
		ask->choices[ask->choice_count++] =
			(struct ask_choice){key, label, chosen, argument};
}

static bool is_continuation(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

static void move_cursor(struct ask *ask, int by)
{
	if (by < 0 && ask->cursor > 0)
		do
			ask->cursor--;
		while (ask->cursor > 0 && is_continuation(ask->text[ask->cursor]));
	else if (by > 0 && ask->text[ask->cursor] != '\0')
		do
			ask->cursor++;
		while (is_continuation(ask->text[ask->cursor]));
}

/* Remove what lies between the cursor and end, which is not before it. */
static void remove_up_to(struct ask *ask, size_t end)
{
	memmove(ask->text + ask->cursor, ask->text + end, strlen(ask->text + end) + 1);
}

static void insert_byte(struct ask *ask, char byte)
{
	size_t length = strlen(ask->text);

	if (length + 1 >= sizeof(ask->text))
		return;
	memmove(ask->text + ask->cursor + 1, ask->text + ask->cursor, length - ask->cursor + 1);
	ask->text[ask->cursor++] = byte;
}

static void edit_text(struct ask *ask, int key)
{
	size_t place = ask->cursor;

	if (key == KEY_LEFT || key == CONTROL_KEY('b')) {
		move_cursor(ask, -1);
	} else if (key == KEY_RIGHT || key == CONTROL_KEY('f')) {
		move_cursor(ask, 1);
	} else if (key == KEY_HOME || key == CONTROL_KEY('a')) {
		ask->cursor = 0;
	} else if (key == KEY_END || key == CONTROL_KEY('e')) {
		ask->cursor = strlen(ask->text);
	} else if (key == CONTROL_KEY('u')) {
		ask->cursor = 0;
		remove_up_to(ask, place);
	} else if (key == CONTROL_KEY('k')) {
		ask->text[ask->cursor] = '\0';
	} else if (key == KEY_DC || key == CONTROL_KEY('d')) {
		move_cursor(ask, 1);
		place = ask->cursor;
		move_cursor(ask, -1);
		remove_up_to(ask, place);
	} else if (key == KEY_BACKSPACE || key == DELETE || key == CONTROL_KEY('h')) {
		move_cursor(ask, -1);
		remove_up_to(ask, place);
	} else if (key >= ' ' && key <= 0xff) {
		insert_byte(ask, (char)key);
	}
}

static void text_key(struct ask *ask, struct console *console, int key)
{
	char text[sizeof(ask->text)];

	if (key == ESCAPE) {
		ask_clear(ask);
	} else if (key == '\r' || key == '\n' || key == KEY_ENTER) {
		bool (*accept)(struct console *, const char *) = ask->accept;

		/* What accepts may itself ask the next question. */
		memcpy(text, ask->text, sizeof(text));
		ask->complaint[0] = '\0';
		ask->accept = NULL;
		if (!accept(console, text))
			ask->accept = accept;
		else if (ask->accept == NULL && ask->kind == ASK_TEXT)
			ask_clear(ask);
	} else {
		ask->complaint[0] = '\0';
		edit_text(ask, key);
	}
}

static void choose(struct ask *ask, struct console *console, size_t choice)
{
	struct ask_choice made = ask->choices[choice];

	/* What it does may itself ask the next question. */
	ask_clear(ask);
	if (made.chosen != NULL)
		made.chosen(console, made.argument);
}

static void choice_key(struct ask *ask, struct console *console, int key)
{
	enum action action = keys_action(PAGE_HELP, key);
	size_t i;

	for (i = 0; i < ask->choice_count; i++) {
		if (ask->choices[i].key == key) {
			choose(ask, console, i);
			return;
		}
	}
	if (action == ACTION_DOWN && ask->selected + 1 < ask->choice_count)
		ask->selected++;
	else if (action == ACTION_UP && ask->selected > 0)
		ask->selected--;
	else if (ask->choice_count > 0 && (key == '\r' || key == '\n' || key == KEY_ENTER))
		choose(ask, console, ask->selected);
	else if (key == ESCAPE || (ask->choice_count == 0 && !document_act(&ask->body, action)))
		ask_clear(ask);
}

void ask_key(struct ask *ask, struct console *console, int key)
{
	if (ask->kind == ASK_TEXT)
		text_key(ask, console, key);
	else
		choice_key(ask, console, key);
}

static void draw_prompt(const struct ask *ask, const struct rectangle *screen,
			const struct rectangle *footer)
{
	struct rectangle field = *footer;
	struct rectangle above = *footer;
	char before[sizeof(ask->text)];
	int used;
	int hidden;

	draw_row(footer, 0, ROLE_NORMAL, "");
	used = draw_format(footer, 0, 0, ROLE_HEADING, "%s: ", ask->title);
	/* A long label leaves at least half of the line to the text. */
	if (used > footer->columns / 2)
		used = footer->columns / 2;
	field.column += used;
	field.columns -= used;
	draw_row(&field, 0, ROLE_NORMAL, "");
	snprintf(before, sizeof(before), "%.*s", (int)ask->cursor, ask->text);
	hidden = text_width(before) - field.columns + 1;
	if (hidden < 0)
		hidden = 0;
	draw_text(&field, 0, 0, ROLE_VALUE, ask->text + text_skip(ask->text, hidden));
	above.rows = footer->row - screen->row;
	above.row = screen->row;
	draw_bottom(&above, ROLE_ALARM, ask->complaint);
	draw_cursor(&field, 0, text_width(before) - hidden);
}

static int box_width(const struct ask *ask)
{
	int width = text_width(ask->title) + 2;
	size_t i;

	for (i = 0; i < ask->body.count; i++)
		if (text_width(ask->body.lines[i].text) > width)
			width = text_width(ask->body.lines[i].text);
	for (i = 0; i < ask->choice_count; i++)
		if (text_width(ask->choices[i].label) + 4 > width)
			width = text_width(ask->choices[i].label) + 4;
	return width;
}

static void draw_choices(struct ask *ask, const struct rectangle *screen)
{
	struct rectangle box;
	struct rectangle inside;
	struct rectangle body;
	int row;
	size_t i;

	layout_box(screen->rows, screen->columns,
		   (int)(ask->body.count + ask->choice_count) + 2 + (ask->choice_count > 0),
		   box_width(ask) + 4, &box);
	draw_box(&box, ask->title, &inside);
	body = inside;
	body.rows = inside.rows - (int)ask->choice_count;
	if (body.rows < 0)
		body.rows = 0;
	document_draw(&ask->body, &body, false);
	for (i = 0; i < ask->choice_count; i++) {
		char line[160];

		row = body.rows + (int)i;
		snprintf(line, sizeof(line), "%c  %s", ask->choices[i].key, ask->choices[i].label);
		draw_row(&inside, row, i == ask->selected ? ROLE_SELECTED : ROLE_NORMAL, line);
	}
	draw_cursor(&inside, body.rows + (int)ask->selected, 0);
}

void ask_draw(struct ask *ask, const struct rectangle *screen, const struct rectangle *footer)
{
	if (ask->kind == ASK_TEXT)
		draw_prompt(ask, screen, footer);
	else if (ask->kind == ASK_CHOICE)
		draw_choices(ask, screen);
}
