/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * layout.c - rectangles are cut from what is left, so that they can neither overlap nor leave it.
 */
#include <string.h>

#include "tui/layout.h"

/* Of the Run page: with fewer rows, table and detail pane would each show too little. */
#define RUN_ROWS_WITH_PANE 16

static int at_most(int value, int limit)
{
	if (value > limit)
		value = limit;
	return value < 0 ? 0 : value;
}

/* Cut rows off the top of rest; fewer when it has fewer. */
static struct rectangle cut_top(struct rectangle *rest, int rows)
{
	struct rectangle part = *rest;

	part.rows = at_most(rows, rest->rows);
	rest->row += part.rows;
	rest->rows -= part.rows;
	return part;
}

static struct rectangle cut_bottom(struct rectangle *rest, int rows)
{
	struct rectangle part = *rest;

	part.rows = at_most(rows, rest->rows);
	rest->rows -= part.rows;
	part.row = rest->row + rest->rows;
	return part;
}

static struct rectangle cut_left(struct rectangle *rest, int columns)
{
	struct rectangle part = *rest;

	part.columns = at_most(columns, rest->columns);
	rest->column += part.columns;
	rest->columns -= part.columns;
	return part;
}

static struct rectangle cut_right(struct rectangle *rest, int columns)
{
	struct rectangle part = *rest;

	part.columns = at_most(columns, rest->columns);
	rest->columns -= part.columns;
	part.column = rest->column + rest->columns;
	return part;
}

bool layout_is_empty(const struct rectangle *rectangle)
{
	return rectangle->rows <= 0 || rectangle->columns <= 0;
}

void layout_frame(int rows, int columns, struct layout_frame *frame)
{
	struct rectangle rest = {0, 0, at_most(rows, rows), at_most(columns, columns)};

	memset(frame, 0, sizeof(*frame));
	if (rows < LAYOUT_ROWS_MINIMUM || columns < LAYOUT_COLUMNS_MINIMUM) {
		frame->one_line = true;
		frame->body = cut_top(&rest, 1);
		return;
	}
	frame->tabs = cut_top(&rest, 1);
	frame->footer = cut_bottom(&rest, 1);
	frame->body = rest;
}

/* How wide a column of the Plan page wants to be; the last one takes what is left. */
static int plan_column_width(int column, int columns, int columns_shown)
{
	static const int narrow[] = {30, 29, 20};
	int extra = columns - 81;

	if (columns_shown == 1)
		return columns;
	if (columns_shown == 2)
		return (columns - 1) / 2;
	/* The path shapes profit most from a wide screen. */
	if (extra > 0 && column < 2)
		return narrow[column] +
		       (column == 0 ? at_most(extra / 4, 14) : at_most(extra / 2, 30));
	return narrow[column];
}

static int pane_column(enum plan_pane pane)
{
	switch (pane) {
	case PANE_OPERATIONS:
	case PANE_SETTINGS:
		return 0;
	case PANE_SHAPES:
		return 1;
	case PANE_NUMBERS:
	case PANE_VARIANTS:
		return 2;
	case PLAN_PANE_COUNT:
		break;
	}
	return 0;
}

static void place_column(struct layout_plan *layout, int column, struct rectangle area,
			 enum plan_pane focus, int numbers)
{
	if (column == 0) {
		layout->panes[PANE_OPERATIONS] = area;
	} else if (column == 1) {
		layout->panes[PANE_SHAPES] = area;
	} else if (area.rows < 8 && (focus == PANE_NUMBERS || focus == PANE_VARIANTS)) {
		/* One below the other they would show nothing of use. */
		layout->panes[focus] = area;
	} else {
		int wanted = numbers > 0 ? numbers + 1 : 2;

		/* The variants keep room for a heading and at least two of them. */
		if (wanted > area.rows - 3)
			wanted = area.rows - 3;
		if (wanted < 2)
			wanted = area.rows / 2;
		layout->panes[PANE_NUMBERS] = cut_top(&area, wanted);
		layout->panes[PANE_VARIANTS] = area;
	}
}

static void place_columns(struct layout_plan *layout, struct rectangle area, enum plan_pane focus,
			  int numbers)
{
	int shown = area.columns >= 72 ? 3 : area.columns >= 50 ? 2 : 1;
	int first = pane_column(focus) - shown + 1;
	struct rectangle part;
	int column;

	if (first < 0)
		first = 0;
	for (column = first; column < first + shown - 1; column++) {
		part = cut_left(&area,
				plan_column_width(column, area.columns + area.column, shown));
		place_column(layout, column, part, focus, numbers);
		layout->separators[column - first] = cut_left(&area, 1);
	}
	place_column(layout, column, area, focus, numbers);
}

void layout_plan(const struct rectangle *body, enum plan_pane focus, int numbers,
		 struct layout_plan *layout)
{
	struct rectangle rest = *body;
	int rows = body->rows;

	memset(layout, 0, sizeof(*layout));
	if (rows >= 12)
		layout->host = cut_top(&rest, 1);
	if (rows >= 16)
		layout->rule_top = cut_top(&rest, 1);
	layout->warnings = cut_bottom(&rest, rows >= 34 ? 6 : rows >= 12 ? 2 : 1);
	layout->forecast = cut_bottom(&rest, 1);
	layout->panes[PANE_SETTINGS] = cut_bottom(&rest, rows >= 34 ? 3 : rows >= 18 ? 2 : 1);
	if (rows >= 20)
		layout->help = cut_bottom(&rest, 1);
	if (rows >= 10)
		layout->rule_bottom = cut_bottom(&rest, 1);
	if (rest.columns >= 124) {
		int width = at_most(rest.columns - 84, 56);

		layout->cases = cut_right(&rest, width);
		layout->case_separator = cut_right(&rest, 1);
	}
	place_columns(layout, rest, focus, numbers);
}

bool layout_run_has_pane(const struct rectangle *body)
{
	return body->rows >= RUN_ROWS_WITH_PANE;
}

static void place_detail(struct rectangle pane, struct layout_run *layout)
{
	layout->detail_title = cut_top(&pane, 1);
	if (pane.columns >= 70) {
		layout->histogram = cut_left(&pane, (pane.columns - 1) * 5 / 9);
		layout->separator = cut_left(&pane, 1);
		layout->sequence = pane;
	} else {
		layout->histogram = pane;
	}
}

void layout_run_pane(const struct rectangle *body, struct layout_run *layout)
{
	struct rectangle rest = *body;

	memset(layout, 0, sizeof(*layout));
	layout->progress = cut_top(&rest, 1);
	place_detail(rest, layout);
}

void layout_run(const struct rectangle *body, bool detail, struct layout_run *layout)
{
	struct rectangle rest = *body;
	int rows = body->rows;

	memset(layout, 0, sizeof(*layout));
	layout->progress = cut_top(&rest, rows >= 12 ? 2 : 1);
	if (rows >= 14)
		layout->rule = cut_top(&rest, 1);
	layout->heading = cut_top(&rest, 1);
	if (detail && layout_run_has_pane(body))
		place_detail(cut_bottom(&rest, rows >= 24 ? rows / 3 : 8), layout);
	layout->table = rest;
}

void layout_compare(const struct rectangle *body, bool heading, bool notes,
		    struct layout_compare *layout)
{
	struct rectangle rest = *body;
	int rows = body->rows;

	memset(layout, 0, sizeof(*layout));
	layout->tabs = cut_top(&rest, 1);
	if (rows >= 10)
		layout->about = cut_top(&rest, 1);
	if (rows >= 16)
		layout->rule = cut_top(&rest, 1);
	if (heading)
		layout->heading = cut_top(&rest, 1);
	if (notes)
		layout->notes = cut_bottom(&rest, rows >= 40   ? 8
						  : rows >= 18 ? 3
						  : rows >= 8  ? 1
							       : 0);
	if (notes && rows >= 16)
		layout->notes_rule = cut_bottom(&rest, 1);
	layout->table = rest;
}

void layout_pair(const struct rectangle *area, struct layout_pair *layout)
{
	struct rectangle rest = *area;

	memset(layout, 0, sizeof(*layout));
	layout->title = cut_top(&rest, 1);
	if (rest.columns >= 70) {
		layout->distributions = cut_left(&rest, (rest.columns - 1) * 5 / 9);
		layout->separator = cut_left(&rest, 1);
	} else if (rest.rows >= 10) {
		layout->distributions = cut_top(&rest, rest.rows / 2);
	}
	layout->passes = rest;
}

void layout_export(const struct rectangle *body, int formats, struct layout_export *layout)
{
	struct rectangle rest = *body;
	/* All of them at 24 rows, and still some lines of the file. */
	int room = body->rows >= 20 ? body->rows / 2 + 1 : body->rows / 3;

	memset(layout, 0, sizeof(*layout));
	layout->heading = cut_top(&rest, 1);
	layout->formats = cut_top(&rest, formats < room ? formats : room < 2 ? 2 : room);
	layout->fields = cut_top(&rest, body->rows >= 12 ? 2 : 1);
	layout->rule = cut_top(&rest, 1);
	layout->preview = rest;
}

void layout_box(int screen_rows, int screen_columns, int rows, int columns, struct rectangle *box)
{
	box->rows = at_most(rows, screen_rows);
	box->columns = at_most(columns, screen_columns);
	box->row = at_most((screen_rows - box->rows) / 2, screen_rows);
	box->column = at_most((screen_columns - box->columns) / 2, screen_columns);
}

int layout_scroll(int first, int selected, int count, int rows)
{
	if (rows <= 0)
		return 0;
	if (selected < first)
		first = selected;
	if (selected >= first + rows)
		first = selected - rows + 1;
	if (first > count - rows)
		first = count - rows;
	return first < 0 ? 0 : first;
}
