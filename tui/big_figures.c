/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * big_figures.c - a small font of big digits.
 */
#include <ctype.h>
#include <string.h>

#include "tui/big_figures.h"

struct glyph {
	char character;
	const char *rows[BIG_ROWS]; /* all equally wide */
};

static const struct glyph glyphs[] = {
	{'0', {"####", "#  #", "#  #", "#  #", "####"}},
	{'1', {" ## ", "  # ", "  # ", "  # ", " ###"}},
	{'2', {"####", "   #", "####", "#   ", "####"}},
	{'3', {"####", "   #", " ###", "   #", "####"}},
	{'4', {"#  #", "#  #", "####", "   #", "   #"}},
	{'5', {"####", "#   ", "####", "   #", "####"}},
	{'6', {"####", "#   ", "####", "#  #", "####"}},
	{'7', {"####", "   #", "  # ", " #  ", " #  "}},
	{'8', {"####", "#  #", "####", "#  #", "####"}},
	{'9', {"####", "#  #", "####", "   #", "####"}},
	{'+', {"   ", " # ", "###", " # ", "   "}},
	{'-', {"   ", "   ", "###", "   ", "   "}},
	{'.', {" ", " ", " ", " ", "#"}},
	{'%', {"#   #", "   # ", "  #  ", " #   ", "#   #"}},
	{'~', {"     ", " #  #", "# ## ", "     ", "     "}},
	{'?', {"####", "   #", " ###", "    ", " #  "}},
	{'a', {" ## ", "#  #", "####", "#  #", "#  #"}},
	{'b', {"### ", "#  #", "### ", "#  #", "### "}},
	{'c', {" ###", "#   ", "#   ", "#   ", " ###"}},
	{'d', {"### ", "#  #", "#  #", "#  #", "### "}},
	{'e', {"####", "#   ", "### ", "#   ", "####"}},
	{'f', {"####", "#   ", "### ", "#   ", "#   "}},
	{'g', {" ###", "#   ", "# ##", "#  #", " ###"}},
	{'h', {"#  #", "#  #", "####", "#  #", "#  #"}},
	{'i', {"###", " # ", " # ", " # ", "###"}},
	{'j', {"  ##", "   #", "   #", "#  #", " ## "}},
	{'k', {"#  #", "# # ", "##  ", "# # ", "#  #"}},
	{'l', {"#   ", "#   ", "#   ", "#   ", "####"}},
	{'m', {"#   #", "## ##", "# # #", "#   #", "#   #"}},
	{'n', {"#  #", "## #", "# ##", "#  #", "#  #"}},
	{'o', {" ## ", "#  #", "#  #", "#  #", " ## "}},
	{'p', {"### ", "#  #", "### ", "#   ", "#   "}},
	{'q', {" ## ", "#  #", "#  #", " ## ", "   #"}},
	{'r', {"### ", "#  #", "### ", "# # ", "#  #"}},
	{'s', {" ###", "#   ", " ## ", "   #", "### "}},
	{'t', {"###", " # ", " # ", " # ", " # "}},
	{'u', {"#  #", "#  #", "#  #", "#  #", " ## "}},
	{'v', {"#   #", "#   #", " # # ", " # # ", "  #  "}},
	{'w', {"#   #", "#   #", "# # #", "## ##", "#   #"}},
	{'x', {"#  #", "#  #", " ## ", "#  #", "#  #"}},
	{'y', {"# #", "# #", " # ", " # ", " # "}},
	{'z', {"####", "  # ", " #  ", "#   ", "####"}},
	{':', {" ", "#", " ", "#", " "}},
	{'/', {"   #", "  # ", " #  ", "#   ", "#   "}},
	{'=', {"   ", "###", "   ", "###", "   "}},
	{' ', {"  ", "  ", "  ", "  ", "  "}},
};
#define GLYPH_COUNT (sizeof(glyphs) / sizeof(glyphs[0]))

static const struct glyph *glyph_of(char character)
{
	size_t i;

	for (i = 0; i < GLYPH_COUNT; i++)
		if (glyphs[i].character == tolower((unsigned char)character))
			return &glyphs[i];
	return &glyphs[GLYPH_COUNT - 1];
}

bool big_can(const char *text)
{
	for (; *text != '\0'; text++)
		if (*text != ' ' && glyph_of(*text)->character == ' ')
			return false;
	return true;
}

int big_width(const char *text, int scale)
{
	int columns = 0;

	for (; *text != '\0'; text++)
		columns += (int)strlen(glyph_of(*text)->rows[0]) + (text[1] != '\0');
	return columns * scale;
}

static void append(char *buffer, size_t size, const char *cell, int times)
{
	size_t used = strlen(buffer);
	size_t length = strlen(cell);

	for (; times > 0 && used + length < size; times--, used += length)
		memcpy(buffer + used, cell, length + 1);
}

void big_row(char *buffer, size_t size, const char *text, int scale, int row, bool blocks)
{
	if (size == 0)
		return;
	buffer[0] = '\0';
	if (scale < 1 || row < 0 || row >= BIG_ROWS * scale)
		return;
	for (; *text != '\0'; text++) {
		const char *cell = glyph_of(*text)->rows[row / scale];

		for (; *cell != '\0'; cell++)
			append(buffer, size, *cell == ' ' ? " " : blocks ? "█" : "#", scale);
		if (text[1] != '\0')
			append(buffer, size, " ", scale);
	}
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

/* The grid at a scale, with big labels or not; across and down are 0 where a cell does not fit. */
static void grid_at(int rows, int columns, const struct big_cell *cell, int scale, bool labels,
		    struct big_grid *grid)
{
	int wanted = larger(cell->figure * scale, cell->line);

	*grid = (struct big_grid){.scale = scale, .cell_rows = 1 + BIG_ROWS * scale + 1};
	if (labels) {
		grid->label_scale = scale / 2;
		grid->cell_rows += BIG_ROWS * grid->label_scale + 1;
		wanted = larger(wanted, cell->label * grid->label_scale);
	}
	wanted += 2;
	if (!labels && wanted > columns && cell->figure * scale <= columns)
		wanted = columns;
	grid->across = columns / wanted;
	/* The blank line below the last one may be missing. */
	grid->down = (rows + 1) / grid->cell_rows;
}

static bool holds(const struct big_grid *grid, size_t count)
{
	return (size_t)grid->across * (size_t)grid->down >= count;
}

void big_grid_fit(int rows, int columns, size_t count, const struct big_cell *cell,
		  struct big_grid *grid)
{
	struct big_grid next;
	int scale;

	grid_at(rows, columns, cell, 1, false, grid);
	if (grid->across < 1 || grid->down < 1 || count == 0) {
		*grid = (struct big_grid){0};
		return;
	}
	for (scale = 2; BIG_ROWS * scale < rows; scale++) {
		grid_at(rows, columns, cell, scale, true, &next);
		/* A name that can be read is worth more than a larger figure. */
		if (grid->label_scale == 0 && (cell->label == 0 || !holds(&next, count)))
			grid_at(rows, columns, cell, scale, false, &next);
		if (holds(&next, count))
			*grid = next;
	}
	/* No wider than needed: few figures stand far apart, not at the left edge. */
	if ((size_t)grid->across > count)
		grid->across = (int)count;
	grid->cell_columns = columns / grid->across;
}
