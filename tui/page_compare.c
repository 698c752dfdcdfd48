/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_compare.c - the Compare page: what it does on keys, and what surrounds its tabs. What the
 * tabs show is in page_compare_bars.c, page_compare_split.c, page_compare_detail.c and
 * page_compare_big.c; what is compared in compare_model.c.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/worker/clock.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/hooks_kept.h"
#include "tui/list.h"
#include "tui/page_compare.h"
#include "tui/text.h"
#include "tui/view.h"

static const char *const tab_names[COMPARE_TAB_COUNT] = {
	"Bars", "Cost split", "Environment difference", "Detail", "Ladder",
};

bool page_compare_available(const struct console *console)
{
	const struct compare_model *model = &console->compare_page.model;

	return model->result != NULL || model->has_files;
}

void page_compare_clear(struct compare_page *page)
{
	compare_model_clear(&page->model);
	document_clear(&page->split);
	document_clear(&page->difference);
	document_clear(&page->ladder);
	hook_table_clear(&page->hooks);
	memset(page, 0, sizeof(*page));
}

/* Without a table the hooks are not shown. */
static void find_hooks(struct compare_page *page, const struct environment *environment)
{
	(void)hooks_kept_find(environment_value(environment, "kernel.release", NULL), &page->hooks);
}

void page_compare_show(struct console *console, const struct result *result, bool live)
{
	struct compare_page *page = &console->compare_page;
	enum compare_order order = page->model.order;

	page_compare_clear(page);
	page->model.order = order;
	if (result != NULL)
		find_hooks(page, &result->environment);
	compare_model_begin(&page->model, result, live);
}

void page_compare_files(struct console *console, struct compare_inputs *inputs)
{
	struct compare_page *page = &console->compare_page;
	enum compare_order order = page->model.order;

	page_compare_clear(page);
	page->model.order = order;
	if (inputs->input_count > 0)
		find_hooks(page, &inputs->inputs[0].figures.environment);
	compare_model_begin_files(&page->model, inputs);
	/* In what the sessions differ comes before how much. */
	page->tab = page->model.has_files ? COMPARE_DIFFERENCE : COMPARE_BARS;
}

void page_compare_show_ladder(struct console *console, const char *text)
{
	struct compare_page *page = &console->compare_page;

	document_add_lines(&page->ladder, ROLE_NORMAL, text);
	page->tab = COMPARE_LADDER;
}

static int tab_count(const struct compare_page *page)
{
	return page->ladder.count > 0 ? COMPARE_TAB_COUNT : COMPARE_LADDER;
}

/* The selected row is one that the table shows. */
static void keep_selection(struct compare_page *page)
{
	struct compare_model *model = &page->model;
	size_t line;

	if (model->line_count == 0)
		return;
	line = compare_model_line_of(model, page->selected);
	line = compare_model_no_heading(model, line, 1);
	page->selected = model->lines[line].row;
}

/* At first the selected row is one that answers something: no control, no A/A. */
static void select_first(struct compare_page *page)
{
	const struct comparison *comparison = &page->model.comparison;
	size_t i;

	for (i = 0; i < comparison->row_count; i++) {
		if (comparison->rows[i].role != ROW_TEST)
			continue;
		page->selected = i;
		return;
	}
}

static void update(struct compare_page *page)
{
	if (compare_model_update(&page->model, clock_now_ms()) && page->model.generation == 1)
		select_first(page);
	keep_selection(page);
}

const struct comparison_row *page_compare_selected(struct compare_page *page)
{
	if (page->model.line_count == 0)
		return NULL;
	return compare_model_row(&page->model, compare_model_line_of(&page->model, page->selected));
}

/* Order and filter, as far as they fit behind the names of the tabs. */
static void draw_choice(const struct compare_model *model, const struct rectangle *area, int column)
{
	const char *order = model->order == COMPARE_LARGEST_FIRST ? "largest first" : "plan order";
	const char *filter = model->filter != NULL ? model->filter->name : NULL;
	char text[128];

	snprintf(text, sizeof(text), "%s%s%s", order, filter != NULL ? ", " : "",
		 filter != NULL ? filter : "");
	if (filter != NULL && column + 1 + text_width(text) > area->columns)
		snprintf(text, sizeof(text), "only %s", filter);
	if (column + 1 + text_width(text) <= area->columns)
		draw_right(area, 0, ROLE_NORMAL, text);
}

static void draw_tab_names(const struct compare_page *page, const struct rectangle *area)
{
	const struct compare_model *model = &page->model;
	bool narrow = area->columns < 60;
	char text[128];
	int column = 0;
	int tab;

	for (tab = 0; tab < tab_count(page); tab++) {
		bool current = tab == (int)page->tab;

		/* A narrow screen names the one that is shown, and the numbers of the others. */
		if (narrow && !current)
			snprintf(text, sizeof(text), " %d ", tab + 1);
		else
			snprintf(text, sizeof(text), current ? "[%d %s]" : " %d %s ", tab + 1,
				 tab_names[tab]);
		column +=
			draw_text(area, 0, column, current ? ROLE_TAB_CURRENT : ROLE_NORMAL, text);
	}
	if (page->tab == COMPARE_BARS || page->tab == COMPARE_DETAIL)
		draw_choice(model, area, column);
}

static void draw_tab(struct console *console, const struct layout_compare *layout)
{
	struct compare_page *page = &console->compare_page;
	struct rectangle text = layout->table;

	text.column++;
	text.columns--;
	switch (page->tab) {
	case COMPARE_BARS:
		page_compare_draw_bars(page, &layout->heading, &layout->table);
		break;
	case COMPARE_SPLIT:
		page_compare_fill_documents(page, text.columns);
		document_draw(&page->split, &text, true);
		break;
	case COMPARE_DIFFERENCE:
		page_compare_fill_documents(page, text.columns);
		document_draw(&page->difference, &text, true);
		break;
	case COMPARE_DETAIL:
		page_compare_draw_detail(console, &layout->table);
		break;
	case COMPARE_LADDER:
		document_draw(&page->ladder, &text, true);
		break;
	case COMPARE_TAB_COUNT:
		break;
	}
}

static void draw_waiting(const struct compare_model *model, const struct rectangle *area)
{
	struct rectangle text = *area;

	text.column++;
	text.columns--;
	draw_wrapped(&text, 0, ROLE_NORMAL,
		     model->error.text[0] != '\0' ? model->error.text
						  : "Waiting for the first measurements.");
	draw_cursor(&text, 0, 0);
}

static void draw(struct console *console, const struct rectangle *body)
{
	struct compare_page *page = &console->compare_page;
	struct layout_compare layout;
	struct rectangle inner;

	update(page);
	if (page->big && page->model.valid) {
		page_compare_draw_big(page, body);
		return;
	}
	layout_compare(body, page->tab == COMPARE_BARS,
		       page->tab == COMPARE_BARS || page->tab == COMPARE_DETAIL, &layout);
	inner = layout.tabs;
	draw_tab_names(page, &inner);
	inner = layout.about;
	inner.column++;
	inner.columns--;
	page_compare_draw_about(console, &inner);
	draw_rule(&layout.rule);
	draw_rule(&layout.notes_rule);
	page_compare_draw_notes(page, page_compare_selected(page), &layout.notes);
	if (page->model.valid)
		draw_tab(console, &layout);
	else
		draw_waiting(&page->model, &layout.table);
}

static void move_by(struct compare_page *page, long by)
{
	struct compare_model *model = &page->model;
	size_t line;

	if (model->line_count == 0)
		return;
	line = list_move(compare_model_line_of(model, page->selected), model->line_count, by);
	line = compare_model_no_heading(model, line, by < 0 ? -1 : 1);
	page->selected = model->lines[line].row;
}

/* Big figures show a case at a time, if they all fit: up and down go from case to case. */
static long step_of(const struct compare_page *page)
{
	size_t labels = page->model.comparison.labels.count;

	return page->big && page->big_whole && page->model.order == COMPARE_AS_PLANNED && labels > 1
		       ? (long)labels + 1
		       : 1;
}

static bool move_selection(struct compare_page *page, enum action action)
{
	long by;

	if (action == ACTION_LEFT || action == ACTION_RIGHT)
		action = action == ACTION_LEFT ? ACTION_UP : ACTION_DOWN;
	if (!list_step(action, page->model.line_count, page->rows, &by))
		return false;
	if (action == ACTION_UP || action == ACTION_DOWN)
		by *= step_of(page);
	move_by(page, by);
	return true;
}

static struct document *document_of(struct compare_page *page)
{
	if (page->big)
		return NULL;
	if (page->tab == COMPARE_SPLIT)
		return &page->split;
	if (page->tab == COMPARE_LADDER)
		return &page->ladder;
	return page->tab == COMPARE_DIFFERENCE ? &page->difference : NULL;
}

static void show_tab(struct compare_page *page, int tab)
{
	page->tab = (enum compare_tab)((tab + tab_count(page)) % tab_count(page));
	page->big = false;
}

static void change_order(struct compare_page *page)
{
	page->model.order = (enum compare_order)((page->model.order + 1) % COMPARE_ORDER_COUNT);
	compare_model_arrange(&page->model);
}

static bool act(struct console *console, enum action action)
{
	struct compare_page *page = &console->compare_page;
	struct document *document = document_of(page);

	if (document != NULL ? document_act(document, action) : move_selection(page, action))
		return true;
	switch (action) {
	case ACTION_TAB_BARS:
	case ACTION_TAB_SPLIT:
	case ACTION_TAB_DIFFERENCE:
	case ACTION_TAB_DETAIL:
		show_tab(page, (int)(action - ACTION_TAB_BARS));
		return true;
	case ACTION_TAB_LADDER:
		if (tab_count(page) <= COMPARE_LADDER)
			return false;
		show_tab(page, COMPARE_LADDER);
		return true;
	case ACTION_NEXT_PANE:
		show_tab(page, (int)page->tab + 1);
		return true;
	case ACTION_PREVIOUS_PANE:
		show_tab(page, (int)page->tab - 1);
		return true;
	case ACTION_ENTER:
		show_tab(page, page->tab == COMPARE_BARS ? COMPARE_DETAIL : COMPARE_BARS);
		return true;
	case ACTION_ORDER:
		change_order(page);
		return true;
	case ACTION_FILTER:
		compare_model_next_filter(&page->model);
		keep_selection(page);
		return true;
	case ACTION_BIG:
		page->big = !page->big;
		return true;
	case ACTION_EXCUSE:
		page_compare_excuse(console);
		return true;
	case ACTION_WRITE_COMPARISON:
		page_compare_ask_file(console);
		return true;
	case ACTION_PAUSE:
	case ACTION_STOP:
		return view_run.act(console, action);
	default:
		return false;
	}
}

static bool find(struct console *console, const char *text)
{
	struct compare_page *page = &console->compare_page;
	const struct compare_model *model = &page->model;
	struct document *document = document_of(page);
	size_t from = compare_model_line_of(model, page->selected);
	char name[512];
	size_t i;

	if (document != NULL)
		return document_find(document, text);
	for (i = 1; i <= model->line_count; i++) {
		size_t line = (from + i) % model->line_count;
		const struct comparison_row *row = compare_model_row(model, line);

		snprintf(name, sizeof(name), "%s %s", row->label, row->name);
		if (!model->lines[line].heading && text_contains(name, text)) {
			page->selected = model->lines[line].row;
			return true;
		}
	}
	return false;
}

static void status(struct console *console, char *buffer, size_t size)
{
	struct compare_page *page = &console->compare_page;
	const struct comparison_row *row;
	char verdict[64];

	update(page);
	row = page_compare_selected(page);
	if (row == NULL || isnan(row->estimate))
		snprintf(buffer, size, "Compare: nothing yet");
	else
		snprintf(buffer, size, "%+.1f%% %s %s, %s",
			 compare_model_percent(comparison_row_percent(row, row->estimate)),
			 row->label, row->name,
			 compare_model_verdict(&page->model, row, verdict, sizeof(verdict)));
}

const struct view view_compare = {
	.name = "Compare",
	.draw = draw,
	.act = act,
	.find = find,
	.status = status,
};
