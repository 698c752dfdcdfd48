/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_grid.c - the layout of a table of texts.
 */
#include "exports/ladder/ladder_grid.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_show.h"

int ladder_grid_init(struct ladder_grid *grid, const char *title, size_t rows, size_t columns)
{
	*grid = (struct ladder_grid){
		.title = strdup(title),
		.row_count = rows,
		.column_count = columns,
		.heads = calloc(columns ? columns : 1, sizeof(char *)),
		.labels = calloc(rows ? rows : 1, sizeof(char *)),
		.cells = calloc(rows * columns > 0 ? rows * columns : 1, sizeof(char *)),
	};
	return grid->title && grid->heads && grid->labels && grid->cells ? 0 : -ENOMEM;
}

static void free_texts(char **texts, size_t count)
{
	for (size_t i = 0; texts && i < count; i++)
		free(texts[i]);
	free(texts);
}

void ladder_grid_clear(struct ladder_grid *grid)
{
	free(grid->title);
	free_texts(grid->heads, grid->column_count);
	free_texts(grid->labels, grid->row_count);
	free_texts(grid->cells, grid->row_count * grid->column_count);
	*grid = (struct ladder_grid){0};
}

static int set(char **place, const char *text)
{
	free(*place);
	*place = compare_ascii(text);
	return *place ? 0 : -ENOMEM;
}

int ladder_grid_head(struct ladder_grid *grid, size_t column, const char *text)
{
	char *head = strdup(text);

	if (!head)
		return -ENOMEM;
	for (char *at = head; *at; at++) {
		if (*at != '\n' && (*at < ' ' || *at > '~'))
			*at = '?';
	}
	free(grid->heads[column]);
	grid->heads[column] = head;
	return 0;
}

int ladder_grid_label(struct ladder_grid *grid, size_t row, const char *text)
{
	return set(&grid->labels[row], text);
}

int ladder_grid_cell(struct ladder_grid *grid, size_t row, size_t column, const char *text)
{
	return set(&grid->cells[row * grid->column_count + column], text);
}

static const char *text_of(const char *text)
{
	return text ? text : "";
}

/* The line of a heading at index, "" behind the last; *length bytes. */
static const char *line_of(const char *head, size_t index, size_t *length)
{
	for (head = text_of(head); index > 0; index--) {
		head += strcspn(head, "\n");
		if (*head == '\n')
			head++;
	}
	*length = strcspn(head, "\n");
	return head;
}

static size_t lines_of(const char *head)
{
	size_t lines = 1;

	for (head = text_of(head); (head = strchr(head, '\n')); head++)
		lines++;
	return lines;
}

static size_t longest(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t width_of(const struct ladder_grid *grid, size_t column)
{
	const char *head = grid->heads[column];
	size_t lines = lines_of(head);
	size_t width = 0;

	for (size_t i = 0; i < lines; i++) {
		size_t length;

		line_of(head, i, &length);
		width = longest(width, length);
	}
	for (size_t row = 0; row < grid->row_count; row++)
		width = longest(width,
				strlen(text_of(grid->cells[row * grid->column_count + column])));
	return width + 1;
}

/* What a block shows: columns from first to before end, and perhaps the last one. */
struct block {
	size_t first;
	size_t end;
	bool last;
	size_t label_width;
};

static bool is_in(const struct ladder_grid *grid, const struct block *block, size_t column)
{
	return column < block->end || (block->last && column + 1 == grid->column_count);
}

/* Blanks are owed until a text follows: none stands at the end of a line. */
static void put(const char *text, size_t length, size_t before, size_t *owed, FILE *file)
{
	*owed += before;
	if (length == 0)
		return;
	fprintf(file, "%*s%.*s", (int)*owed, "", (int)length, text);
	*owed = 0;
}

/* A name at the left. */
static void put_label(const struct block *block, const char *text, size_t *owed, FILE *file)
{
	*owed = 0;
	put(text, strlen(text), 0, owed, file);
	*owed = block->label_width - strlen(text);
}

static void write_heads(const struct ladder_grid *grid, const struct block *block, FILE *file)
{
	size_t lines = 1;
	size_t owed;

	for (size_t column = block->first; column < grid->column_count; column++) {
		if (is_in(grid, block, column))
			lines = longest(lines, lines_of(grid->heads[column]));
	}
	for (size_t line = 0; line < lines; line++) {
		put_label(block, line == 0 ? grid->title : "", &owed, file);
		for (size_t column = block->first; column < grid->column_count; column++) {
			size_t length;
			const char *text = line_of(grid->heads[column], line, &length);

			if (is_in(grid, block, column))
				put(text, length, width_of(grid, column) - length, &owed, file);
		}
		fputc('\n', file);
	}
}

static void write_rows(const struct ladder_grid *grid, const struct block *block, FILE *file)
{
	size_t owed;

	for (size_t row = 0; row < grid->row_count; row++) {
		put_label(block, text_of(grid->labels[row]), &owed, file);
		for (size_t column = block->first; column < grid->column_count; column++) {
			const char *text = text_of(grid->cells[row * grid->column_count + column]);
			size_t length = strlen(text);

			if (is_in(grid, block, column))
				put(text, length, width_of(grid, column) - length, &owed, file);
		}
		fputc('\n', file);
	}
}

void ladder_grid_write(const struct ladder_grid *grid, size_t width, FILE *file)
{
	size_t last = grid->repeat_last && grid->column_count > 1 ? 1 : 0;
	size_t columns = grid->column_count - last;
	size_t fixed = last ? width_of(grid, columns) : 0;
	struct block block = {.last = last, .label_width = strlen(grid->title)};

	for (size_t row = 0; row < grid->row_count; row++)
		block.label_width = longest(block.label_width, strlen(text_of(grid->labels[row])));
	while (block.first < columns) {
		size_t used = block.label_width + fixed + width_of(grid, block.first);

		block.end = block.first + 1;
		while (block.end < columns && used + width_of(grid, block.end) <= width)
			used += width_of(grid, block.end++);
		if (block.first > 0)
			fputc('\n', file);
		write_heads(grid, &block, file);
		write_rows(grid, &block, file);
		block.first = block.end;
	}
}

/* What Markdown would take for more than itself stands behind a backslash. */
static void write_plain(const char *text, FILE *file)
{
	for (text = text_of(text); *text; text++) {
		if (strchr("*|`<[_\\~", *text))
			fputc('\\', file);
		fputc(*text == '\n' ? ' ' : *text, file);
	}
}

void ladder_grid_write_markdown(const struct ladder_grid *grid, FILE *file)
{
	fputs("| ", file);
	write_plain(grid->title, file);
	for (size_t column = 0; column < grid->column_count; column++) {
		fputs(" | ", file);
		write_plain(grid->heads[column], file);
	}
	fputs(" |\n|:--|", file);
	for (size_t column = 0; column < grid->column_count; column++)
		fputs("--:|", file);
	fputc('\n', file);
	for (size_t row = 0; row < grid->row_count; row++) {
		fputs("| ", file);
		write_plain(grid->labels[row], file);
		for (size_t column = 0; column < grid->column_count; column++) {
			fputs(" | ", file);
			write_plain(grid->cells[row * grid->column_count + column], file);
		}
		fputs(" |\n", file);
	}
}
