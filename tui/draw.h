/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * draw.h - put text into a rectangle of the screen. Nothing is ever drawn outside the rectangle,
 * and no text reaches the terminal unescaped.
 */
#ifndef LSMBENCH_TUI_DRAW_H
#define LSMBENCH_TUI_DRAW_H

#include <stdbool.h>

#include "tui/layout.h"
#include "tui/theme.h"

/* Longest line that is ever drawn, in bytes. */
#define DRAW_BYTES 2048

/*
 * Draw text at row and column of area (from 0), cut at its right edge. Returns the columns used;
 * 0 when row or column lie outside.
 */
int draw_text(const struct rectangle *area, int row, int column, enum role role, const char *text);

int draw_format(const struct rectangle *area, int row, int column, enum role role,
		const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The same, flush right. */
void draw_right(const struct rectangle *area, int row, enum role role, const char *text);

/* A row as one stretch in role, padded with blanks to the width of area. */
void draw_row(const struct rectangle *area, int row, enum role role, const char *text);

/*
 * text over several lines from row on, broken at blanks; returns the lines used. What has no room
 * is marked by a ">" at the end of the last one.
 */
int draw_wrapped(const struct rectangle *area, int row, enum role role, const char *text);
/* How many lines it needs. */
int draw_wrapped_lines(const char *text, int columns);

/*
 * text in the last rows of area, as many as it needs, each padded with blanks: what is drawn there
 * already is covered.
 */
void draw_bottom(const struct rectangle *area, enum role role, const char *text);

/* Fill area with "-" (one row) or "|" (one column). */
void draw_rule(const struct rectangle *area);
/* A rule with a title in it: "-- title ----". */
void draw_title(const struct rectangle *area, enum role role, const char *title);

/* Blank area and draw a frame of "+", "-" and "|" around it; *inside is what is left. */
void draw_box(const struct rectangle *area, const char *title, struct rectangle *inside);

/* Put the hardware cursor on row and column of area, where screen readers look. */
void draw_cursor(const struct rectangle *area, int row, int column);

#endif
