/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * big_figures.h - figures that can be read from the back of a room: digits drawn with cells, and
 * where they stand. Pure: text in, text out.
 */
#ifndef LSMBENCH_TUI_BIG_FIGURES_H
#define LSMBENCH_TUI_BIG_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

/* Rows of a digit at scale 1. */
#define BIG_ROWS 5

/* Columns that text takes: digits, "+-.%~?" and blanks. What is none of these is a blank. */
int big_width(const char *text, int scale);

/*
 * One of the BIG_ROWS * scale rows of text, row counting from the top. Full blocks, or "#" when
 * blocks is false; what does not fit into size bytes is left out, whole cells only.
 */
void big_row(char *buffer, size_t size, const char *text, int scale, int row, bool blocks);

/* A grid of equal cells: a line of label over a figure, and a blank line between two. */
struct big_grid {
	int scale; /* 0: not even the smallest figure fits */
	int across;
	int down;
	int cell_columns;
	int cell_rows; /* the blank line included */
};

/*
 * The largest scale at which count figures of width columns (at scale 1) all fit; where even the
 * smallest does not let all fit, as many as do. A cell is never narrower than label columns
 * when there is room.
 */
void big_grid_fit(int rows, int columns, size_t count, int width, int label, struct big_grid *grid);

#endif
