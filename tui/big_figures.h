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

/* Columns that text takes: letters, all alike small, digits, "+-.%~?:/=" and blanks. */
int big_width(const char *text, int scale);
/* False when text has a character that is none of these: it would be a blank. */
bool big_can(const char *text);

/*
 * One of the BIG_ROWS * scale rows of text, row counting from the top. Full blocks, or "#" when
 * blocks is false; what does not fit into size bytes is left out, whole cells only.
 */
void big_row(char *buffer, size_t size, const char *text, int scale, int row, bool blocks);

/* What a cell of the grid has to hold: columns at scale 1. */
struct big_cell {
	int figure; /* the widest figure */
	int label;  /* the widest label when it is big as well; 0: it never is */
	int line;   /* the line of usual text above; it is cut where there is no room */
};

/*
 * A grid of equal cells: a line of usual text, a big label and a blank line where there is room,
 * the figure, and a blank line between two.
 */
struct big_grid {
	int scale;       /* 0: not even the smallest figure fits */
	int label_scale; /* 0: no big labels */
	int across;
	int down;
	int cell_columns;
	int cell_rows; /* the blank line included */
};

/*
 * The largest scale at which count figures all fit, with big labels rather than larger figures;
 * where even the smallest does not let all fit, as many as do.
 */
void big_grid_fit(int rows, int columns, size_t count, const struct big_cell *cell,
		  struct big_grid *grid);

#endif
