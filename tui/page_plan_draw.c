/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_plan_draw.c - what the Plan page looks like.
 */
#include <stdio.h>
#include <string.h>

#include "engine/compare/compare_plan.h"
#include "engine/operation/parameter.h"
#include "engine/operation/suite.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/page_plan.h"
#include "tui/text.h"

struct pane_title {
	const char *left;
	const char *right;
};

static const struct pane_title titles[PLAN_PANE_COUNT] = {
	[PANE_OPERATIONS] = {"OPERATION", "calls"},
	[PANE_SHAPES] = {"PATH SHAPE", "components"},
	[PANE_NUMBERS] = {"NUMBERS", ""},
	[PANE_VARIANTS] = {"VARIANT", ""},
	[PANE_SETTINGS] = {"", ""},
};

static const char *mark_of(const struct plan_row *row)
{
	if (row->kind == PLAN_ROW_ADD)
		return "[+]";
	switch (row->mark) {
	case MARK_ON:
		return "[x]";
	case MARK_SOME:
		return "[~]";
	case MARK_IMPLIED:
		return "(x)";
	case MARK_ADDED:
		return "(+)";
	case MARK_UNAVAILABLE:
		return "[-]";
	case MARK_OFF:
		break;
	}
	return "[ ]";
}

void page_plan_keep_selected(struct plan_page *page, enum plan_pane pane)
{
	const struct plan_rows *rows = &page->model.panes[pane];
	size_t *selected = &page->selected[pane];

	if (*selected >= rows->count)
		*selected = rows->count > 0 ? rows->count - 1 : 0;
	if (rows->count > 0 && rows->rows[*selected].hidden)
		*selected = plan_rows_group(rows, *selected);
}

static enum role role_of(const struct plan_row *row, bool selected, bool focused)
{
	if (selected)
		return focused ? ROLE_SELECTED : ROLE_RESTING;
	if (row->kind == PLAN_ROW_GROUP)
		return ROLE_HEADING;
	if (row->mark == MARK_ON && row->kind == PLAN_ROW_ITEM)
		return ROLE_PICKED;
	return ROLE_NORMAL;
}

/* What stands before a row's label: its mark, and of a group whether it is open. */
static void begin_row(const struct plan_row *row, char text[16])
{
	/* A heading of numbers is nothing to pick. */
	bool heading = row->kind == PLAN_ROW_GROUP && parameter_by_option(row->key->name) != NULL;

	snprintf(text, 16, "%s%s%s", heading ? "" : mark_of(row), heading ? "" : " ",
		 row->kind != PLAN_ROW_GROUP ? ""
		 : row->folded               ? "+ "
					     : "- ");
}

/* One row: a pointer, the mark, the label, and the note flush right. */
static void draw_plan_row(const struct rectangle *area, int line, const struct plan_row *row,
			  bool selected, bool focused)
{
	char begin[16];
	char label[DRAW_BYTES - 64];
	char text[DRAW_BYTES + 64];
	int note = text_width(row->note);
	enum role role = role_of(row, selected, focused);
	int used;
	int room;

	begin_row(row, begin);
	used = 1 + text_width(begin);
	room = area->columns - used - (note > 0 ? note + 1 : 0);
	/* A group's name says more than its count. */
	if (room < 4 || (row->kind == PLAN_ROW_GROUP && room < text_width(row->label))) {
		room = area->columns - used;
		note = 0;
	}
	text_shorten(label, sizeof(label), row->label, room);
	snprintf(text, sizeof(text), "%s%s%s%*s%s", selected && focused ? ">" : " ", begin, label,
		 note > 0 ? area->columns - used - text_width(label) - note : 0, "",
		 note > 0 ? row->note : "");
	if (role == ROLE_SELECTED)
		draw_row(area, line, role, text);
	else
		draw_text(area, line, 0, role, text);
}

/* The pane's heading; place 0: all rows are in sight, else where the selected one is among them. */
static void draw_pane_title(const struct rectangle *area, enum plan_pane pane, int place,
			    size_t count)
{
	const char *right = titles[pane].right;
	int used = 1 + draw_text(area, 0, 1, ROLE_HEADING, titles[pane].left);

	if (place > 0)
		used += 1 + draw_format(area, 0, used + 1, ROLE_NORMAL, "%d/%zu", place, count);
	if (used + 1 + text_width(right) <= area->columns)
		draw_right(area, 0, ROLE_HEADING, right);
}

static void draw_rows(struct plan_page *page, enum plan_pane pane, const struct rectangle *list)
{
	const struct plan_rows *rows = &page->model.panes[pane];
	size_t row = plan_rows_at(rows, (size_t)page->first[pane]);
	int line = 0;

	for (; row < rows->count && line < list->rows; row++)
		if (!rows->rows[row].hidden)
			draw_plan_row(list, line++, &rows->rows[row], row == page->selected[pane],
				      page->pane == pane);
}

static void draw_list(struct plan_page *page, enum plan_pane pane, const struct rectangle *area)
{
	const struct plan_rows *rows = &page->model.panes[pane];
	struct rectangle list = *area;
	int count = (int)plan_rows_visible(rows);
	int place;

	if (layout_is_empty(area))
		return;
	list.row++;
	list.rows--;
	page_plan_keep_selected(page, pane);
	place = (int)plan_rows_place(rows, page->selected[pane]);
	page->first[pane] = layout_scroll(page->first[pane], place, count, list.rows);
	if (count > 0)
		draw_rows(page, pane, &list);
	else
		draw_text(&list, 0, 1, ROLE_QUIET, "none is taken");
	draw_pane_title(area, pane, list.rows < count ? place + 1 : 0, (size_t)count);
	if (page->pane == pane) {
		page->rows = list.rows;
		draw_cursor(&list, place - page->first[pane], 0);
	}
}

/* Where each setting stands when they flow like words. */
static int flow(const struct plan_rows *rows, int columns, size_t item, int *column)
{
	int line = 0;
	size_t i;

	*column = 1;
	for (i = 0; i <= item; i++) {
		int width = text_width(rows->rows[i].label);

		if (*column > 1 && *column + width > columns) {
			line++;
			*column = 1;
		}
		if (i < item)
			*column += width + 2;
	}
	return line;
}

static void draw_settings(struct plan_page *page, const struct rectangle *area)
{
	const struct plan_rows *rows = &page->model.panes[PANE_SETTINGS];
	bool focused = page->pane == PANE_SETTINGS;
	size_t selected = page->selected[PANE_SETTINGS];
	int column;
	int lines;
	int first;
	size_t i;

	if (rows->count == 0)
		return;
	lines = flow(rows, area->columns, rows->count - 1, &column) + 1;
	first = layout_scroll(page->first[PANE_SETTINGS],
			      focused ? flow(rows, area->columns, selected, &column) : 0, lines,
			      area->rows);
	page->first[PANE_SETTINGS] = first;
	for (i = 0; i < rows->count; i++) {
		int line = flow(rows, area->columns, i, &column) - first;
		enum role role = rows->rows[i].mark == MARK_ON ? ROLE_VALUE : ROLE_NORMAL;

		if (focused && i == selected)
			role = ROLE_SELECTED;
		draw_text(area, line, column, role, rows->rows[i].label);
	}
	if (focused) {
		page->rows = area->rows;
		draw_cursor(area, flow(rows, area->columns, selected, &column) - first, column);
	}
}

static void draw_host(const struct console *console, const struct rectangle *area)
{
	const struct environment *environment = &console->machine.environment;

	if (!console->machine.environment_known) {
		draw_text(area, 0, 1, ROLE_NORMAL, "reading this machine ...");
		return;
	}
	draw_format(area, 0, 1, ROLE_NORMAL, "%s    LSM %s",
		    environment_value(environment, "kernel.release", "kernel unknown"),
		    environment_value(environment, "lsm.active", "unknown"));
}

/* "/var/tmp ext4 rw,noatime" of each scratch file system. */
static void scratch_text(const struct console *console, char *buffer, size_t size)
{
	const struct text_list *scratches = &console->plan->scratches;
	size_t used = 0;
	size_t i = 0;

	buffer[0] = '\0';
	do {
		char type[48];
		char options[48];

		snprintf(type, sizeof(type), "scratch.%zu.type", i);
		snprintf(options, sizeof(options), "scratch.%zu.options", i);
		used += (size_t)snprintf(
			buffer + used, size - used, "%s%s %s %s", i > 0 ? ", " : "",
			scratches->count > 0 ? scratches->items[i] : scratch_default_parent(),
			environment_value(&console->machine.environment, type, "?"),
			environment_value(&console->machine.environment, options, ""));
	} while (++i < scratches->count && used < size);
}

/* What the cases come from when a suite is among it: " (suite lmbench, 2 operations)"; or "". */
static void selection_text(const struct plan *plan, char *buffer, size_t size)
{
	size_t used;

	buffer[0] = '\0';
	if (plan->suite[0] == '\0' && !plan_selects_nothing(plan))
		return;
	used = (size_t)snprintf(buffer, size, " (suite %s",
				plan->suite[0] != '\0' ? plan->suite : SUITE_PUBLISHED);
	if (plan->operations.count > 0 && used < size)
		used += (size_t)snprintf(buffer + used, size - used, " and what is picked");
	else if (plan->cases_given.count > 0 && used < size)
		used += (size_t)snprintf(buffer + used, size - used, " and whole cases");
	if (used < size)
		snprintf(buffer + used, size - used, ")");
}

/* The selected row's help: in the rule, and where there is a line below it, there, too. */
static void draw_help(const struct plan_page *page, const struct layout_plan *layout)
{
	const struct plan_rows *rows = &page->model.panes[page->pane];
	int room = layout->rule_bottom.columns - 4;
	char shown[DRAW_BYTES];
	const char *text;
	size_t length;

	if (page->selected[page->pane] >= rows->count)
		return;
	text = rows->rows[page->selected[page->pane]].help;
	length = layout_is_empty(&layout->help) ? strlen(text) : text_wrap(text, room);
	snprintf(shown, sizeof(shown), "%.*s", (int)length, text);
	draw_title(&layout->rule_bottom, ROLE_NORMAL, shown);
	text += length;
	text += strspn(text, " ");
	draw_text(&layout->help, 0, 3, ROLE_NORMAL, text);
}

/* What is wrong and what helps takes the lines of warnings, too, as far as it needs them. */
static void draw_mistake(const struct console *console, const struct rectangle *forecast,
			 struct rectangle *warnings)
{
	struct rectangle text = *forecast;
	int lines;

	draw_text(forecast, 0, 1, ROLE_ALARM, "!");
	text.column += 3;
	text.columns -= 3;
	text.rows += warnings->rows;
	lines = draw_wrapped(&text, 0, ROLE_ALARM, console->plan_error.text);
	if (lines < 2)
		return;
	warnings->row += lines - 1;
	warnings->rows -= lines - 1;
}

static void draw_forecast(const struct console *console, const struct rectangle *area)
{
	char scratch[512];
	char selection[64];
	char seconds[32];
	size_t variants;
	size_t lacking;
	int used;

	text_span(seconds, sizeof(seconds), console->plan_seconds);
	variants = console->expanded.variants.count > 0 ? console->expanded.variants.count : 1;
	selection_text(console->plan, selection, sizeof(selection));
	lacking = compare_plan_lacks(&console->expanded);
	used = draw_format(
		area, 0, 1, ROLE_VALUE, "%zu case%s%s%s%.0zu%s: %s %s%s%.0zu%s",
		console->expanded.case_count, console->expanded.case_count == 1 ? "" : "s",
		selection, variants > 1 ? " x " : "", variants > 1 ? variants : 0,
		variants > 1 ? " variants" : "", console->plan_is_least ? "at least" : "about",
		seconds, lacking > 0 ? "; a verdict needs at least " : "", lacking,
		lacking > 0 ? " passes" : "");
	if (!console->machine.environment_known)
		return;
	scratch_text(console, scratch, sizeof(scratch));
	if (used + 4 + text_width(scratch) < area->columns)
		draw_right(area, 0, ROLE_NORMAL, scratch);
	else
		draw_text(area, 0, used + 4, ROLE_NORMAL, scratch);
}

static void draw_warnings(const struct console *console, const struct rectangle *area)
{
	const struct environment *environment = &console->machine.environment;
	int row = 0;
	int level;
	size_t i;

	if (!console->machine.environment_known)
		return;
	/* Alarms before notes. */
	for (level = WARNING_ALARM; level >= WARNING_NOTE; level--) {
		for (i = 0; i < environment->warning_count; i++) {
			const struct environment_warning *warning = &environment->warnings[i];

			if ((int)warning->level != level)
				continue;
			if (row > 0 && row == area->rows - 1 &&
			    environment->warning_count > (size_t)row + 1) {
				draw_format(area, row, 1, ROLE_NOTE,
					    "and %zu more on the Environment page (E)",
					    environment->warning_count - (size_t)row);
				return;
			}
			draw_format(area, row++, 1, level == WARNING_ALARM ? ROLE_ALARM : ROLE_NOTE,
				    "%s %s", level == WARNING_ALARM ? "!" : "i", warning->text);
		}
	}
}

/* On a wide screen: what all the picking comes to. */
static void draw_cases(const struct console *console, const struct rectangle *area)
{
	char name[DRAW_BYTES];
	char shown[DRAW_BYTES];
	size_t used;
	int row;

	if (layout_is_empty(area) || !console->runnable)
		return;
	draw_text(area, 0, 1, ROLE_HEADING, "WHAT WILL RUN");
	for (row = 1; row < area->rows && row <= (int)console->expanded.case_count; row++) {
		size_t left = console->expanded.case_count - (size_t)row + 1;

		if (row == area->rows - 1 && left > 1) {
			draw_format(area, row, 1, ROLE_NORMAL, "... and %zu more", left);
			return;
		}
		plan_case_name(&console->expanded, (size_t)row - 1, name, sizeof(name));
		if (console->expanded.cases[row - 1].added) {
			used = strlen(name);
			snprintf(name + used, sizeof(name) - used, "  (added)");
		}
		text_shorten(shown, sizeof(shown), name, area->columns - 2);
		draw_text(area, row, 1, ROLE_NORMAL, shown);
	}
}

void page_plan_draw(struct console *console, const struct rectangle *body)
{
	struct plan_page *page = &console->plan_page;
	struct layout_plan layout;
	int pane;

	layout_plan(body, page->pane, (int)plan_rows_visible(&page->model.panes[PANE_NUMBERS]),
		    &layout);
	draw_host(console, &layout.host);
	draw_rule(&layout.rule_top);
	draw_rule(&layout.separators[0]);
	draw_rule(&layout.separators[1]);
	draw_rule(&layout.case_separator);
	draw_cases(console, &layout.cases);
	draw_help(page, &layout);
	if (!console->runnable)
		draw_mistake(console, &layout.forecast, &layout.warnings);
	else
		draw_forecast(console, &layout.forecast);
	draw_warnings(console, &layout.warnings);
	for (pane = PANE_OPERATIONS; pane < PANE_SETTINGS; pane++)
		if ((enum plan_pane)pane != page->pane)
			draw_list(page, (enum plan_pane)pane, &layout.panes[pane]);
	if (page->pane != PANE_SETTINGS)
		draw_settings(page, &layout.panes[PANE_SETTINGS]);
	/* The pane in focus last: the hardware cursor stays there. */
	if (page->pane == PANE_SETTINGS)
		draw_settings(page, &layout.panes[PANE_SETTINGS]);
	else
		draw_list(page, page->pane, &layout.panes[page->pane]);
}
