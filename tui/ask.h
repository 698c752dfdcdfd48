/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ask.h - what the console asks: one line of text at the foot, or a choice in a box. Neither
 * blocks: the answer arrives by a call, and a session goes on meanwhile.
 */
#ifndef LSMBENCH_TUI_ASK_H
#define LSMBENCH_TUI_ASK_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/document.h"
#include "tui/layout.h"

struct console;

enum ask_kind { ASK_NOTHING, ASK_TEXT, ASK_CHOICE };

struct ask_choice {
	int key;                                                  /* a letter */
	const char *label;                                        /* what it does */
	void (*chosen)(struct console *console, size_t argument); /* NULL: just close */
	size_t argument;
};

#define ASK_CHOICES_MAXIMUM 8

struct ask {
	enum ask_kind kind;
	char title[96]; /* of the box, or the label before the text */

	/* ASK_TEXT */
	char text[4096];
	size_t cursor; /* in bytes */
	char complaint[512];
	/* Take the text: true closes the prompt; false leaves it open, with ask_complain's text. */
	bool (*accept)(struct console *console, const char *text);

	/* ASK_CHOICE; without choices any key closes the box */
	struct document body;
	struct ask_choice choices[ASK_CHOICES_MAXIMUM];
	size_t choice_count;
	size_t selected;
};

void ask_clear(struct ask *ask);

void ask_text(struct ask *ask, const char *label, const char *initial,
	      bool (*accept)(struct console *console, const char *text));
void ask_complain(struct ask *ask, const char *complaint);

/* A box with a title; add its lines to ask->body and its choices with ask_add_choice. */
void ask_box(struct ask *ask, const char *title);
void ask_add_choice(struct ask *ask, int key, const char *label,
		    void (*chosen)(struct console *console, size_t argument), size_t argument);

/* Handle a key; the console has an open question. */
void ask_key(struct ask *ask, struct console *console, int key);

/* Draw what is asked, over everything else. */
void ask_draw(struct ask *ask, const struct rectangle *screen, const struct rectangle *footer);

#endif
