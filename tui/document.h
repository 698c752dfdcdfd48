/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * document.h - lines of text that can be scrolled and searched: what the Environment, Help and
 * Export pages and the boxes show.
 */
#ifndef LSMBENCH_TUI_DOCUMENT_H
#define LSMBENCH_TUI_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/theme.h"

struct document_line {
	char *text;
	enum role role;
};

struct document {
	struct document_line *lines;
	size_t count;
	size_t capacity;
	int first;    /* the first line shown */
	int selected; /* the line that the cursor is on */
	int column;   /* scrolled to the right by so many columns */
	int rows;     /* of the window, when it was last drawn */
};

void document_clear(struct document *document);
/* Empty it, but stay at the place where the person was. */
void document_restart(struct document *document);

/* Append a line. Out of memory, the line is missing. */
void document_add(struct document *document, enum role role, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Append text, broken into lines of at most columns columns, each but the first indented. */
void document_add_wrapped(struct document *document, enum role role, int columns, int indent,
			  const char *text);
/* Append each line of text as it is, its tabs as blanks. */
void document_add_lines(struct document *document, enum role role, const char *text);

/* Columns of the longest line. */
int document_width(const struct document *document);

/* cursor: show the selected line and put the hardware cursor there. */
void document_draw(struct document *document, const struct rectangle *area, bool cursor);

/* Move as action says; false when it is no movement. */
bool document_act(struct document *document, enum action action);

/* Select the next line after the selected one that contains text, from the top again at the end. */
bool document_find(struct document *document, const char *text);

#endif
