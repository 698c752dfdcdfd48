/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_ladder.h - the Ladder page and its choice of kernels: their state. For console*.c and
 * page_ladder*.c alone.
 */
#ifndef LSMBENCH_TUI_PAGE_LADDER_H
#define LSMBENCH_TUI_PAGE_LADDER_H

#include <limits.h>
#include <stdbool.h>

#include "engine/ladder/qemu.h"
#include "fixtures/error.h"
#include "tui/ladder_model.h"
#include "tui/layout.h"
#include "tui/page_ladder_files.h"

struct console;

struct ladder_page {
	struct ladder_model model;
	bool prepared;    /* model is there, and the running kernel was looked for */
	struct qemu qemu; /* path "": not found, and qemu_trouble says why */
	struct error qemu_trouble;
	struct error kernel_trouble; /* why the running kernel's image was not taken, or "" */
	struct kernel_files files;
	bool stale; /* the table is to be worked out anew */
	size_t selected;
	int first;
	int rows;
	size_t first_case; /* of the columns, when they were last drawn */
};

/* Harmless on one that is all zeros. */
void page_ladder_clear(struct ladder_page *page);
/* Read the kernel at path, an image or a build tree, and choose it. False, and said, if not. */
bool page_ladder_add_kernel(struct console *console, const char *path);
/* The selected row, or NULL. */
const struct ladder_row *page_ladder_row(const struct ladder_page *page);
/* Draw all of the page. */
void page_ladder_draw(struct console *console, const struct rectangle *body);
/* The two panes below the table, for the selected row and case. */
void page_ladder_draw_panes(const struct ladder_page *page, const struct rectangle *area);
/* What is to be known of the selected row, a sentence each; at most size bytes. */
void page_ladder_sentences(const struct ladder_page *page, struct text_list *sentences,
			   bool *alarm);
/* Prompts. */
void page_ladder_ask_rung(struct console *console);
void page_ladder_ask_policy(struct console *console);
void page_ladder_ask_variants(struct console *console);
void page_ladder_ask_operations(struct console *console);
void page_ladder_use_plan(struct console *console);

#endif
