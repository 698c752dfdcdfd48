/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_grid.h - a table of texts with rows and columns that have names, as plain text in blocks
 * of a bounded width, or in Markdown.
 */
#ifndef LSMBENCH_EXPORTS_LADDER_GRID_H
#define LSMBENCH_EXPORTS_LADDER_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct ladder_grid {
	char *title; /* what stands above the names of the rows */
	size_t row_count;
	size_t column_count;
	char **heads;     /* of columns; lines are separated by '\n' */
	char **labels;    /* of rows */
	char **cells;     /* row * column_count + column */
	bool repeat_last; /* the last column stands in every block */
};

/* Make an empty grid (uninitialised before, needs ladder_grid_clear also on failure). 0, -ENOMEM */
int ladder_grid_init(struct ladder_grid *grid, const char *title, size_t rows, size_t columns);
void ladder_grid_clear(struct ladder_grid *grid);

/* Each takes a copy of text, of which all but printable ASCII is escaped (in headings: a question
 * mark). 0 or -ENOMEM. */
int ladder_grid_head(struct ladder_grid *grid, size_t column, const char *text);
int ladder_grid_label(struct ladder_grid *grid, size_t row, const char *text);
int ladder_grid_cell(struct ladder_grid *grid, size_t row, size_t column, const char *text);

/*
 * Write it in lines of at most width columns: what does not fit stands in further blocks below,
 * each with the names of the rows. One column a block is the least, however narrow width is.
 */
void ladder_grid_write(const struct ladder_grid *grid, size_t width, FILE *file);
void ladder_grid_write_markdown(const struct ladder_grid *grid, FILE *file);

#endif
