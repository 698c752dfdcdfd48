/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * big_figures.c - a small font of big digits.
 */
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
	{' ', {"  ", "  ", "  ", "  ", "  "}},
};
#define GLYPH_COUNT (sizeof(glyphs) / sizeof(glyphs[0]))

static const struct glyph *glyph_of(char character)
{
	size_t i;

	for (i = 0; i < GLYPH_COUNT; i++)
		if (glyphs[i].character == character)
			return &glyphs[i];
	return &glyphs[GLYPH_COUNT - 1];
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

/* The grid at a scale; across and down are 0 where a cell does not fit. */
static void grid_at(int rows, int columns, int scale, int width, int label, struct big_grid *grid)
{
	int wanted = larger(width * scale, label) + 2;

	grid->scale = scale;
	if (wanted > columns && width * scale <= columns)
		wanted = columns;
	grid->cell_rows = 1 + BIG_ROWS * scale + 1;
	grid->across = wanted > 0 ? columns / wanted : 0;
	/* The blank line below the last one may be missing. */
	grid->down = (rows + 1) / grid->cell_rows;
	grid->cell_columns = grid->across > 0 ? columns / grid->across : 0;
}

void big_grid_fit(int rows, int columns, size_t count, int width, int label, struct big_grid *grid)
{
	struct big_grid next;
	int scale;

	grid_at(rows, columns, 1, width, label, grid);
	if (grid->across < 1 || grid->down < 1 || count == 0) {
		*grid = (struct big_grid){0};
		return;
	}
	for (scale = 2; BIG_ROWS * scale < rows; scale++) {
		grid_at(rows, columns, scale, width, label, &next);
		if ((size_t)next.across * (size_t)next.down >= count)
			*grid = next;
	}
	/* No wider than needed: few figures stand far apart, not at the left edge. */
	if ((size_t)grid->across > count)
		grid->across = (int)count;
	grid->cell_columns = columns / grid->across;
}
