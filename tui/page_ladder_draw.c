/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_ladder_draw.c - the Ladder page on the screen: what boots, the table of rungs, what is to be
 * known of the selected one.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/console_ladder.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/text.h"

/* A page of fewer rows or columns shows the table alone. */
#define PANES_ROWS 17
#define PANES_COLUMNS 40
#define PANES_MINIMUM 4
#define NOTES_MAXIMUM 7

static struct rectangle cut_top(struct rectangle *rest, int rows)
{
	struct rectangle part = *rest;

	if (rows > rest->rows)
		rows = rest->rows;
	part.rows = rows > 0 ? rows : 0;
	rest->row += part.rows;
	rest->rows -= part.rows;
	return part;
}

static struct rectangle cut_bottom(struct rectangle *rest, int rows)
{
	struct rectangle part = *rest;

	if (rows > rest->rows)
		rows = rest->rows;
	part.rows = rows > 0 ? rows : 0;
	rest->rows -= part.rows;
	part.row = rest->row + rest->rows;
	return part;
}

/* "kernel 6.12.117  qemu 7.2.22 -cpu max,-cx16  tmpfs", the words of the version left out. */
static void describe_boots(const struct ladder_page *page, char *buffer, size_t size)
{
	const struct ladder_plan *plan = &page->model.plan;
	size_t used = 0;

	used += (size_t)snprintf(buffer, size, "kernel%s", plan->kernel_count > 1 ? "s" : "");
	for (size_t i = 0; i < plan->kernel_count && used < size; i++)
		used += (size_t)snprintf(buffer + used, size - used, " %s",
					 plan->kernels[i].release);
	if (page->qemu.version[0] != '\0' && used < size)
		snprintf(buffer + used, size - used, "  qemu %.*s -cpu " QEMU_CPU "  tmpfs",
			 (int)strcspn(page->qemu.version, " "), page->qemu.version);
}

static void describe_figures(const struct ladder_page *page, char *buffer, size_t size)
{
	const struct ladder_row *row = page_ladder_row(page);
	double resolution = row != NULL ? ladder_model_resolution(&page->model, row) : -1;
	size_t used =
		(size_t)snprintf(buffer, size, "instructions, not time: no caches, no stalls");

	if (resolution >= 0 && used < size)
		snprintf(buffer + used, size - used, "   resolution +-%.0f (A/A, placebo)",
			 ceil(resolution));
}

static int draw_trouble(const struct rectangle *area, int row, const struct error *trouble)
{
	if (trouble->text[0] == '\0')
		return 0;
	return draw_wrapped(area, row, ROLE_ALARM, trouble->text);
}

/* Returns the rows that it takes. */
static int draw_about(const struct ladder_page *page, const struct rectangle *body)
{
	struct rectangle area = {body->row, body->column + 1, body->rows, body->columns - 1};
	char text[1024];
	int row = 0;

	if (page->model.plan.kernel_count > 0) {
		describe_boots(page, text, sizeof(text));
		draw_text(&area, row++, 0, ROLE_VALUE, text);
	} else {
		row += draw_trouble(&area, row, &page->kernel_trouble);
		row += draw_wrapped(&area, row, ROLE_NOTE,
				    "No kernel is chosen: K chooses an image (vmlinuz, bzImage) or "
				    "a kernel build tree.");
	}
	row += draw_trouble(&area, row, &page->qemu_trouble);
	describe_figures(page, text, sizeof(text));
	draw_text(&area, row++, 0, ROLE_NORMAL, text);
	return row;
}

/* The rule above the table: how far the boots are. */
static void draw_progress(const struct console *console, const struct rectangle *area)
{
	const struct ladder_model *model = &console->ladder_page.model;
	double left = console->ladder != NULL ? ladder_remaining_seconds(console->ladder) : -1;
	char text[128];
	char span[48] = "";

	if (model->ran == NULL) {
		draw_rule(area);
		return;
	}
	if (console_ladder_runs(console) && left >= 0)
		text_span(span, sizeof(span), left);
	snprintf(text, sizeof(text), "%zu of %zu rungs ended%s%s%s", ladder_model_done(model),
		 model->ran->rung_count, span[0] != '\0' ? ", about " : "", span,
		 span[0] != '\0'                ? " left"
		 : console_ladder_runs(console) ? ", running"
						: "");
	draw_title(area, ROLE_VALUE, text);
}

static enum role row_role(const struct ladder_model *model, const struct ladder_row *row)
{
	const struct rung_status *status = ladder_model_status(model, row);

	if (row->kind == LADDER_ROW_KERNEL)
		return ROLE_HEADING;
	if (!ladder_model_is_picked(model, row->rung))
		return ROLE_QUIET;
	if (status == NULL || status->state == RUNG_QUEUED)
		return ROLE_NORMAL;
	if (status->state == RUNG_FAILED)
		return ROLE_ALARM;
	return status->state < RUNG_DONE ? ROLE_VALUE : ROLE_GOOD;
}

static void draw_table(struct ladder_page *page, const struct rectangle *whole)
{
	const struct ladder_model *model = &page->model;
	struct rectangle area = *whole;
	struct ladder_columns columns;
	char line[DRAW_BYTES];
	char text[DRAW_BYTES + 1];

	ladder_columns_fit(&columns, model, area.columns - 1, page->first_case);
	page->first_case = columns.first;
	ladder_columns_heading(&columns, model, line, sizeof(line));
	draw_text(&area, 0, 1, ROLE_HEADING, line);
	(void)cut_top(&area, 1);
	page->rows = area.rows;
	if (page->selected >= model->row_count)
		page->selected = model->row_count > 0 ? model->row_count - 1 : 0;
	page->first =
		layout_scroll(page->first, (int)page->selected, (int)model->row_count, area.rows);
	for (int i = 0; i < area.rows && page->first + i < (int)model->row_count; i++) {
		const struct ladder_row *row = &model->rows[page->first + i];
		bool selected = page->first + i == (int)page->selected;

		ladder_columns_row(&columns, model, row, line, sizeof(line));
		snprintf(text, sizeof(text), "%c%s", selected ? '>' : ' ', line);
		if (selected)
			draw_row(&area, i, ROLE_SELECTED, text);
		else
			draw_text(&area, i, 0, row_role(model, row), text);
	}
	draw_cursor(&area, (int)page->selected - page->first, 0);
}

static int sentence_rows(const struct text_list *sentences, int columns)
{
	int rows = 0;

	for (size_t i = 0; i < sentences->count; i++)
		rows += draw_wrapped_lines(sentences->items[i], columns);
	return rows;
}

static void draw_sentences(const struct text_list *sentences, bool alarm,
			   const struct rectangle *whole)
{
	struct rectangle area = {whole->row, whole->column + 1, whole->rows, whole->columns - 1};

	for (size_t i = 0; i < sentences->count && area.rows > 0; i++)
		(void)cut_top(&area,
			      draw_wrapped(&area, 0, alarm && i == 0 ? ROLE_ALARM : ROLE_NOTE,
					   sentences->items[i]));
}

/*
 * Once something was booted the notes have their place, so that the table does not move with every
 * row; what went wrong may take more.
 */
static int note_rows(const struct ladder_page *page, const struct rectangle *body,
		     const struct text_list *sentences)
{
	const struct ladder_row *row = page_ladder_row(page);
	const struct rung_status *status =
		row != NULL ? ladder_model_status(&page->model, row) : NULL;
	int wanted = sentence_rows(sentences, body->columns - 1);
	int usual = body->rows / 5 < NOTES_MAXIMUM ? body->rows / 5 : NOTES_MAXIMUM;

	if (status != NULL && status->state == RUNG_FAILED)
		return wanted < body->rows / 3 ? wanted : body->rows / 3;
	if (page->model.ran != NULL)
		return usual;
	return wanted < usual ? wanted : usual;
}

/* The table has what it needs, and the panes what is left; on a small screen they share. */
static int pane_rows(const struct ladder_page *page, const struct rectangle *rest)
{
	int wanted = (int)page->model.row_count + 1;
	int left = rest->rows - wanted - 1;
	int half = rest->rows / 2 - 1;

	if (left < PANES_MINIMUM)
		left = PANES_MINIMUM;
	return left < half ? left : half > PANES_MINIMUM ? half : PANES_MINIMUM;
}

void page_ladder_draw(struct console *console, const struct rectangle *body)
{
	struct ladder_page *page = &console->ladder_page;
	struct rectangle rest = *body;
	struct rectangle notes;
	struct rectangle panes = {0, 0, 0, 0};
	struct rectangle rule;
	struct text_list sentences = {NULL, 0};
	bool alarm = false;

	console_ladder_refresh(console);
	(void)cut_top(&rest, draw_about(page, body));
	rule = cut_top(&rest, 1);
	page_ladder_sentences(page, &sentences, &alarm);
	notes = cut_bottom(&rest, note_rows(page, body, &sentences));
	if (body->rows >= PANES_ROWS && body->columns > PANES_COLUMNS && page->model.row_count > 0)
		panes = cut_bottom(&rest, pane_rows(page, &rest));
	draw_progress(console, &rule);
	draw_sentences(&sentences, alarm, &notes);
	text_list_clear(&sentences);
	if (panes.rows > 0)
		page_ladder_draw_panes(page, &panes);
	draw_table(page, &rest);
}
