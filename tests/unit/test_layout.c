/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_layout.c - at every size from 1x1 to 300x100 nothing overlaps, nothing is negative, and
 * nothing leaves the screen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tui/layout.h"

#define COLUMNS_TRIED 300
#define ROWS_TRIED 100
#define PARTS 16

/* What the parts of a layout may not share: a mark for each cell, by part number. */
struct page {
	struct rectangle whole;
	struct rectangle parts[PARTS];
	int count;
};

static void add(struct page *page, const struct rectangle *part)
{
	assert_in_range(page->count, 0, PARTS - 1);
	page->parts[page->count++] = *part;
}

static void assert_inside(const struct rectangle *whole, const struct rectangle *part)
{
	assert_true(part->rows >= 0 && part->columns >= 0);
	if (layout_is_empty(part))
		return;
	assert_true(part->row >= whole->row && part->column >= whole->column);
	assert_true(part->row + part->rows <= whole->row + whole->rows);
	assert_true(part->column + part->columns <= whole->column + whole->columns);
}

static void assert_apart(const struct rectangle *a, const struct rectangle *b)
{
	if (layout_is_empty(a) || layout_is_empty(b))
		return;
	assert_true(a->row + a->rows <= b->row || b->row + b->rows <= a->row ||
		    a->column + a->columns <= b->column || b->column + b->columns <= a->column);
}

static void check(const struct page *page)
{
	int i;
	int j;

	for (i = 0; i < page->count; i++) {
		assert_inside(&page->whole, &page->parts[i]);
		for (j = 0; j < i; j++)
			assert_apart(&page->parts[i], &page->parts[j]);
	}
}

static void check_frame(int rows, int columns, struct layout_frame *frame)
{
	struct page page = {.whole = {0, 0, rows, columns}};

	layout_frame(rows, columns, frame);
	add(&page, &frame->tabs);
	add(&page, &frame->body);
	add(&page, &frame->footer);
	check(&page);
	/* Something is shown at any size. */
	assert_false(layout_is_empty(&frame->body));
	assert_int_equal(frame->one_line,
			 rows < LAYOUT_ROWS_MINIMUM || columns < LAYOUT_COLUMNS_MINIMUM);
}

static void check_plan(const struct rectangle *body, enum plan_pane focus, int sizes)
{
	struct page page = {.whole = *body};
	struct layout_plan layout;
	int pane;

	layout_plan(body, focus, sizes, &layout);
	add(&page, &layout.host);
	add(&page, &layout.rule_top);
	for (pane = 0; pane < PLAN_PANE_COUNT; pane++)
		add(&page, &layout.panes[pane]);
	add(&page, &layout.separators[0]);
	add(&page, &layout.separators[1]);
	add(&page, &layout.cases);
	add(&page, &layout.case_separator);
	add(&page, &layout.rule_bottom);
	add(&page, &layout.help);
	add(&page, &layout.forecast);
	add(&page, &layout.warnings);
	check(&page);
	/* Whatever had to be dropped, what the person works in is there. */
	assert_false(layout_is_empty(&layout.panes[focus]));
	if (focus != PANE_SETTINGS)
		assert_true(layout.panes[focus].rows >= 2);
}

static void check_run(const struct rectangle *body, bool detail)
{
	struct page page = {.whole = *body};
	struct layout_run layout;

	layout_run(body, detail, &layout);
	add(&page, &layout.progress);
	add(&page, &layout.rule);
	add(&page, &layout.heading);
	add(&page, &layout.table);
	add(&page, &layout.detail_title);
	add(&page, &layout.histogram);
	add(&page, &layout.separator);
	add(&page, &layout.sequence);
	check(&page);
	assert_true(layout.table.rows >= 3);
	if (!detail)
		assert_true(layout_is_empty(&layout.detail_title));
}

/* The pane instead of the table, where both do not fit. */
static void check_run_pane(const struct rectangle *body)
{
	struct page page = {.whole = *body};
	struct layout_run both;
	struct layout_run layout;

	layout_run(body, true, &both);
	assert_int_equal(layout_run_has_pane(body), !layout_is_empty(&both.detail_title));
	layout_run_pane(body, &layout);
	add(&page, &layout.progress);
	add(&page, &layout.detail_title);
	add(&page, &layout.histogram);
	add(&page, &layout.separator);
	add(&page, &layout.sequence);
	check(&page);
	assert_true(layout.histogram.rows >= 3);
	assert_true(layout_is_empty(&layout.table));
}

static void check_pair(const struct rectangle *area)
{
	struct page page = {.whole = *area};
	struct layout_pair layout;

	layout_pair(area, &layout);
	add(&page, &layout.title);
	add(&page, &layout.distributions);
	add(&page, &layout.separator);
	add(&page, &layout.passes);
	check(&page);
}

static void check_compare(const struct rectangle *body, bool heading, bool notes)
{
	struct page page = {.whole = *body};
	struct layout_compare layout;

	layout_compare(body, heading, notes, &layout);
	add(&page, &layout.tabs);
	add(&page, &layout.about);
	add(&page, &layout.rule);
	add(&page, &layout.heading);
	add(&page, &layout.table);
	add(&page, &layout.notes_rule);
	add(&page, &layout.notes);
	check(&page);
	assert_true(layout.table.rows >= 4);
	assert_int_equal(layout_is_empty(&layout.heading), !heading);
	if (!notes)
		assert_true(layout_is_empty(&layout.notes));
	check_pair(&layout.table);
}

static void check_export(const struct rectangle *body, int formats)
{
	struct page page = {.whole = *body};
	struct layout_export layout;

	layout_export(body, formats, &layout);
	add(&page, &layout.heading);
	add(&page, &layout.formats);
	add(&page, &layout.fields);
	add(&page, &layout.rule);
	add(&page, &layout.preview);
	check(&page);
	assert_true(layout.formats.rows >= (formats < 2 ? formats : 2) && layout.preview.rows >= 1);
}

static void check_box(int screen_rows, int screen_columns, int rows, int columns)
{
	struct page page = {.whole = {0, 0, screen_rows, screen_columns}};
	struct rectangle box;

	layout_box(screen_rows, screen_columns, rows, columns, &box);
	add(&page, &box);
	check(&page);
	assert_false(layout_is_empty(&box));
}

static void check_size(int rows, int columns)
{
	struct layout_frame frame;
	int pane;

	check_frame(rows, columns, &frame);
	check_box(rows, columns, 7, 60);
	check_box(rows, columns, 200, 1000);
	if (frame.one_line)
		return;
	for (pane = 0; pane < PLAN_PANE_COUNT; pane++) {
		check_plan(&frame.body, (enum plan_pane)pane, 6);
		check_plan(&frame.body, (enum plan_pane)pane, 60);
		check_plan(&frame.body, (enum plan_pane)pane, 0);
	}
	check_run(&frame.body, false);
	check_run(&frame.body, true);
	check_run_pane(&frame.body);
	check_compare(&frame.body, true, true);
	check_compare(&frame.body, false, false);
	check_export(&frame.body, 5);
	check_export(&frame.body, 1);
}

static void every_size_is_sound(void **state)
{
	int rows;
	int columns;

	(void)state;
	for (rows = 1; rows <= ROWS_TRIED; rows++)
		for (columns = 1; columns <= COLUMNS_TRIED; columns++)
			check_size(rows, columns);
}

static void no_size_at_all(void **state)
{
	struct layout_frame frame;

	(void)state;
	layout_frame(0, 0, &frame);
	assert_true(layout_is_empty(&frame.body));
	layout_frame(-1, -5, &frame);
	assert_true(layout_is_empty(&frame.body));
}

/* The sketch that the page was built from. */
static void plan_at_80x24(void **state)
{
	struct layout_frame frame;
	struct layout_plan layout;

	(void)state;
	layout_frame(24, 80, &frame);
	layout_plan(&frame.body, PANE_OPERATIONS, 6, &layout);
	assert_int_equal(layout.panes[PANE_OPERATIONS].rows, 13);
	assert_int_equal(layout.panes[PANE_SHAPES].rows, 13);
	assert_int_equal(layout.panes[PANE_NUMBERS].rows + layout.panes[PANE_VARIANTS].rows, 13);
	assert_int_equal(layout.panes[PANE_SETTINGS].rows, 2);
	assert_int_equal(layout.warnings.rows, 2);
	/* A second line for what does not fit beside the row's rule. */
	assert_int_equal(layout.help.rows, 1);
	assert_int_equal(layout.help.row, layout.rule_bottom.row + 1);
	assert_true(layout_is_empty(&layout.cases));
}

static void narrow_plan_drops_columns_not_focus(void **state)
{
	struct rectangle body = {1, 0, 20, 45};
	struct layout_plan layout;

	(void)state;
	layout_plan(&body, PANE_SHAPES, 6, &layout);
	assert_true(layout_is_empty(&layout.panes[PANE_OPERATIONS]));
	assert_int_equal(layout.panes[PANE_SHAPES].columns, 45);
	body.columns = 60;
	layout_plan(&body, PANE_OPERATIONS, 6, &layout);
	assert_false(layout_is_empty(&layout.panes[PANE_OPERATIONS]));
	assert_false(layout_is_empty(&layout.panes[PANE_SHAPES]));
	assert_true(layout_is_empty(&layout.panes[PANE_NUMBERS]));
}

/* Numbers and variants share a column; a low one is for the one in focus. */
static void low_plan_shows_numbers_or_variants(void **state)
{
	struct rectangle body = {1, 0, 8, 40};
	struct layout_plan layout;

	(void)state;
	layout_plan(&body, PANE_NUMBERS, 20, &layout);
	assert_int_equal(layout.panes[PANE_NUMBERS].rows, 5);
	assert_true(layout_is_empty(&layout.panes[PANE_VARIANTS]));
	layout_plan(&body, PANE_VARIANTS, 20, &layout);
	assert_int_equal(layout.panes[PANE_VARIANTS].rows, 5);
	assert_true(layout_is_empty(&layout.panes[PANE_NUMBERS]));
}

static void check_scrolling(int count, int rows)
{
	int selected;
	int first;

	for (selected = 0; selected < count; selected++) {
		for (first = 0; first < count; first++) {
			int top = layout_scroll(first, selected, count, rows);

			assert_in_range(top, 0, selected);
			assert_true(selected < top + rows);
			assert_true(top == 0 || top + rows <= count);
		}
	}
}

static void scrolling_keeps_the_selection_in_sight(void **state)
{
	int count;
	int rows;

	(void)state;
	for (count = 1; count < 20; count++)
		for (rows = 1; rows < 25; rows++)
			check_scrolling(count, rows);
	assert_int_equal(layout_scroll(7, 3, 10, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_size_is_sound),
		cmocka_unit_test(no_size_at_all),
		cmocka_unit_test(plan_at_80x24),
		cmocka_unit_test(narrow_plan_drops_columns_not_focus),
		cmocka_unit_test(low_plan_shows_numbers_or_variants),
		cmocka_unit_test(scrolling_keeps_the_selection_in_sight),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
