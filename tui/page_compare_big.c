/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_compare_big.c - a case's differences in figures that can be read from the back of a room.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/big_figures.h"
#include "tui/draw.h"
#include "tui/page_compare.h"
#include "tui/terminal.h"
#include "tui/text.h"

/* "landlock:16  no diff <0.4%" */
#define LABEL_COLUMNS 30
#define FIGURES_MAXIMUM 64

static void figure_text(const struct comparison_row *row, char *buffer, size_t size)
{
	double percent = compare_model_percent(comparison_row_percent(row, row->estimate));

	if (!isfinite(percent))
		snprintf(buffer, size, "?");
	else
		snprintf(buffer, size, fabs(percent) < 999.95 ? "%+.1f%%" : "%+.0f%%", percent);
}

/* The rows to show: those of the selected case; with one label, those from the selected one on. */
static size_t choose(const struct compare_page *page, size_t rows[FIGURES_MAXIMUM])
{
	const struct compare_model *model = &page->model;
	const struct comparison *comparison = &model->comparison;
	bool by_case = comparison->labels.count > 1;
	size_t line = compare_model_line_of(model, page->selected);
	const struct comparison_row *selected = compare_model_row(model, line);
	size_t count = 0;
	size_t i;

	if (selected == NULL)
		return 0;
	for (i = 0; by_case && i < comparison->row_count && count < FIGURES_MAXIMUM; i++)
		if (comparison->rows[i].operation == selected->operation &&
		    strcmp(comparison->rows[i].name, selected->name) == 0)
			rows[count++] = i;
	for (; !by_case && line < model->line_count && count < FIGURES_MAXIMUM; line++)
		rows[count++] = model->lines[line].row;
	return count;
}

/* Big text from a row of the cell on; the row behind it. */
static int draw_big(const struct rectangle *cell, int at, int scale, enum role role,
		    const char *text)
{
	char line[DRAW_BYTES];
	int i;

	for (i = 0; i < BIG_ROWS * scale; i++) {
		big_row(line, sizeof(line), text, scale, i, terminal_blocks());
		draw_text(cell, at + i, 1, role, line);
	}
	return at + i;
}

static const char *label_of(const struct comparison *comparison, const struct comparison_row *row)
{
	return comparison->labels.count > 1 ? row->label : row->name;
}

static void draw_figure(const struct compare_model *model, const struct comparison_row *row,
			const struct big_grid *grid, const struct rectangle *cell)
{
	const char *name = label_of(&model->comparison, row);
	char verdict[64];
	char figure[32];
	char label[512];
	bool moved = row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_UNTRUSTWORTHY;
	int at = 1;

	compare_model_verdict(model, row, verdict, sizeof(verdict));
	text_shorten(label, sizeof(label), name, cell->columns - text_width(verdict) - 4);
	draw_format(cell, 0, 1, ROLE_HEADING, "%s%s  %s", label,
		    row->role == ROW_CONTROL ? " (control)" : "", verdict);
	if (grid->label_scale > 0)
		at = draw_big(cell, at, grid->label_scale, ROLE_NORMAL, name) + 1;
	figure_text(row, figure, sizeof(figure));
	draw_big(cell, at, grid->scale, moved ? ROLE_ALARM : ROLE_VALUE, figure);
}

static struct big_cell cell_of(const struct comparison *comparison, const size_t *rows,
			       size_t count)
{
	struct big_cell cell = {.figure = big_width("+10.0%", 1), .line = LABEL_COLUMNS};
	bool readable = true;
	char figure[32];
	size_t i;

	for (i = 0; i < count; i++) {
		const struct comparison_row *row = &comparison->rows[rows[i]];
		const char *label = label_of(comparison, row);

		figure_text(row, figure, sizeof(figure));
		if (big_width(figure, 1) > cell.figure)
			cell.figure = big_width(figure, 1);
		if (big_width(label, 1) > cell.label)
			cell.label = big_width(label, 1);
		readable = readable && big_can(label);
	}
	if (!readable)
		cell.label = 0;
	return cell;
}

/* The first figure to show, so that the selected one is among those that fit. */
static size_t first_figure(const struct compare_page *page, const size_t *rows, size_t count,
			   size_t room)
{
	size_t first = 0;

	while (first < count && rows[first] != page->selected)
		first++;
	return first + room > count ? (count > room ? count - room : 0) : first;
}

static void draw_grid(struct compare_page *page, const size_t *rows, size_t count,
		      const struct rectangle *area)
{
	const struct comparison *comparison = &page->model.comparison;
	const struct big_cell wanted = cell_of(comparison, rows, count);
	struct big_grid grid;
	size_t room;
	size_t i;

	big_grid_fit(area->rows, area->columns, count, &wanted, &grid);
	room = (size_t)(grid.across * grid.down);
	page->big_whole = room >= count;
	if (!page->big_whole)
		rows += first_figure(page, rows, count, room);
	for (i = 0; i < count && i < room; i++) {
		struct rectangle cell = {
			area->row + (int)(i / (size_t)grid.across) * grid.cell_rows,
			area->column + (int)(i % (size_t)grid.across) * grid.cell_columns,
			grid.cell_rows - 1, grid.cell_columns};

		draw_figure(&page->model, &comparison->rows[rows[i]], &grid, &cell);
	}
	if (grid.scale == 0)
		draw_wrapped(area, 0, ROLE_NORMAL, "too small a screen for big figures (b)");
}

void page_compare_draw_big(struct compare_page *page, const struct rectangle *area)
{
	const struct comparison *comparison = &page->model.comparison;
	const struct comparison_row *row = page_compare_selected(page);
	struct rectangle grid = *area;
	size_t rows[FIGURES_MAXIMUM];
	size_t count = choose(page, rows);
	char text[512];

	if (row == NULL)
		return;
	if (comparison->labels.count > 1)
		snprintf(text, sizeof(text), "%s: what is added to %s, %.4g %s", row->name,
			 comparison->base, comparison_shown(row, row->base_ns),
			 comparison_unit(row));
	else
		snprintf(text, sizeof(text), "%s: what is added to %s", row->label,
			 comparison->base);
	draw_text(area, 0, 1, ROLE_VALUE, text);
	grid.row++;
	grid.rows--;
	draw_grid(page, rows, count, &grid);
	draw_cursor(area, 0, 0);
}
