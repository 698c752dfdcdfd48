/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_plan.c - the Plan page: what it does on keys. What it looks like is in page_plan_draw.c,
 * what its rows are in plan_rows.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "engine/operation/suite.h"
#include "tui/clipboard.h"
#include "tui/console_state.h"
#include "tui/list.h"
#include "tui/page_plan.h"
#include "tui/plan_commands.h"
#include "tui/plan_file.h"
#include "tui/text.h"
#include "tui/view.h"

static struct plan_rows *rows_of(struct plan_page *page, enum plan_pane pane)
{
	return &page->model.panes[pane];
}

static struct plan_row *selected_row(struct plan_page *page)
{
	struct plan_rows *rows = rows_of(page, page->pane);

	if (rows->count == 0)
		return NULL;
	page_plan_keep_selected(page, page->pane);
	return &rows->rows[page->selected[page->pane]];
}

static bool is_same(const struct plan_row *row, enum plan_row_kind kind, const struct plan_key *key,
		    const char *value)
{
	return row->kind == kind && row->key == key && strcmp(row->value, value) == 0;
}

/* Derive the rows anew. They may be others: the selected one stays what it was. */
static void renew_rows(struct console *console)
{
	struct plan_page *page = &console->plan_page;
	const struct plan_row *row = selected_row(page);
	const struct plan_rows *rows = rows_of(page, page->pane);
	enum plan_row_kind kind = row != NULL ? row->kind : PLAN_ROW_ITEM;
	const struct plan_key *key = row != NULL ? row->key : NULL;
	char *value = row != NULL ? strdup(row->value) : NULL;
	size_t i;

	console_plan_changed(console);
	for (i = 0; value != NULL && i < rows->count; i++)
		if (is_same(&rows->rows[i], kind, key, value))
			page->selected[page->pane] = i;
	free(value);
}

static void tell(struct console *console, int status, const struct error *error)
{
	if (status < 0)
		console_say(console, ROLE_ALARM, "%s", error->text);
	else
		renew_rows(console);
}

static bool accept_setting(struct console *console, const char *text)
{
	struct text_list before = {0};
	struct error error;
	int status = plan_commands_add(console->plan, &before);

	if (status < 0)
		error_set(&error, status, "out of memory");
	else
		status = plan_model_set(console->plan, console->plan_page.editing, text, &error);
	if (status < 0) {
		ask_complain(&console->ask, error.text);
	} else {
		console_commands_typed(console, &before);
		renew_rows(console);
	}
	text_list_clear(&before);
	return status == 0;
}

static bool accept_addition(struct console *console, const char *text)
{
	struct plan_page *page = &console->plan_page;
	struct text_list before = {0};
	struct error error;
	int status = plan_commands_add(console->plan, &before);

	if (status < 0)
		error_set(&error, status, "out of memory");
	else
		status = plan_model_add(&page->model, console->plan, page->pane,
					page->selected[page->pane], text, &error);
	if (status < 0) {
		ask_complain(&console->ask, error.text);
	} else {
		console_commands_typed(console, &before);
		renew_rows(console);
	}
	text_list_clear(&before);
	return status == 0;
}

/* Ask for a value of the selected row's key; false when the row takes none. */
static bool edit(struct console *console)
{
	struct plan_page *page = &console->plan_page;
	struct plan_row *row = selected_row(page);
	char label[96];

	if (row == NULL || (row->kind != PLAN_ROW_SETTING && row->kind != PLAN_ROW_ADD))
		return false;
	page->editing = row->key;
	if (row->kind == PLAN_ROW_ADD)
		snprintf(label, sizeof(label), "%.80s", row->label);
	else
		snprintf(label, sizeof(label), "%.20s (empty: default)", row->key->name);
	ask_text(&console->ask, label, row->kind == PLAN_ROW_SETTING ? row->value : "",
		 row->kind == PLAN_ROW_SETTING ? accept_setting : accept_addition);
	if (row->kind == PLAN_ROW_ADD)
		ask_complain(&console->ask, row->help);
	return true;
}

/* With a suite beside it, picking an operation can be taken for its opposite: say what runs. */
static void say_what_runs(struct console *console, bool suite_ran)
{
	const struct plan *plan = console->plan;

	if (!console->runnable || console->plan_page.pane != PANE_OPERATIONS)
		return;
	if (plan->suite[0] != '\0' && plan->operations.count + plan->cases_given.count > 0)
		console_say(console, ROLE_NOTE,
			    "the suite %s runs, and what is picked beside it: %zu cases",
			    plan->suite, console->expanded.case_count);
	else if (suite_ran && plan->suite[0] == '\0' && !plan_selects_nothing(plan))
		console_say(console, ROLE_NOTE,
			    "what is picked runs alone, without the suite %s: %zu case%s",
			    SUITE_PUBLISHED, console->expanded.case_count,
			    console->expanded.case_count == 1 ? "" : "s");
}

/* An operation was picked that starts a command, and none is named: ask for it at once. */
static bool ask_command(struct console *console)
{
	const struct plan_row *row = selected_row(&console->plan_page);
	const struct operation *operation;

	if (console->plan_page.pane != PANE_OPERATIONS || console->plan->command[0] != '\0' ||
	    row == NULL || row->kind != PLAN_ROW_ITEM || row->mark != MARK_ON)
		return false;
	operation = operation_find(row->value);
	if (operation == NULL || !operation->starts_commands)
		return false;
	console->plan_page.editing = plan_key_find("command");
	ask_text(&console->ask, "command", "", accept_setting);
	ask_complain(&console->ask, "sh -c runs it where lsmbench was started; Esc: name it later");
	return true;
}

static void toggle_row(struct console *console)
{
	struct plan_page *page = &console->plan_page;
	bool suite_ran = plan_selects_nothing(console->plan);
	struct error error;
	int status = plan_model_toggle(&page->model, console->plan, page->pane,
				       page->selected[page->pane], &error);

	tell(console, status, &error);
	if (status == 0 && !ask_command(console))
		say_what_runs(console, suite_ran);
}

static void toggle(struct console *console)
{
	struct plan_row *row = selected_row(&console->plan_page);
	struct error error;
	int status;

	if (row == NULL)
		return;
	if (row->kind == PLAN_ROW_SETTING && row->key->type == PLAN_KEY_FLAG) {
		status = plan_model_set(console->plan, row->key, row->mark == MARK_ON ? "" : "yes",
					&error);
		tell(console, status, &error);
	} else if (!edit(console)) {
		toggle_row(console);
	}
}

/* Scroll so that a group which was opened shows, as far as there is room, what is in it. */
static void show_group(struct plan_page *page, size_t group)
{
	const struct plan_rows *rows = rows_of(page, page->pane);
	int place = (int)plan_rows_place(rows, group);
	int end = place + 1;
	size_t i;

	for (i = group + 1; i < rows->count && plan_rows_group(rows, i) == group; i++)
		end += rows->rows[i].hidden ? 0 : 1;
	if (page->first[page->pane] < end - page->rows)
		page->first[page->pane] = end - page->rows;
	if (page->first[page->pane] > place)
		page->first[page->pane] = place;
}

/* Open the group that the selected row is or stands in, or fold it; false when it is in none. */
static bool fold(struct console *console)
{
	struct plan_page *page = &console->plan_page;
	struct plan_rows *rows = rows_of(page, page->pane);
	size_t group = plan_rows_group(rows, page->selected[page->pane]);

	if (group == rows->count)
		return false;
	if (plan_model_fold(&page->model, page->pane, group, !rows->rows[group].folded) < 0)
		console_say(console, ROLE_ALARM, "not enough memory to fold a group");
	page_plan_keep_selected(page, page->pane);
	show_group(page, group);
	return true;
}

static void fold_all(struct console *console)
{
	struct plan_page *page = &console->plan_page;

	if (plan_model_fold_all(&page->model, page->pane) < 0)
		console_say(console, ROLE_ALARM, "not enough memory to fold the groups");
	page_plan_keep_selected(page, page->pane);
}

static bool is_group(struct plan_page *page)
{
	const struct plan_row *row = selected_row(page);

	return row != NULL && row->kind == PLAN_ROW_GROUP;
}

static void toggle_all(struct console *console)
{
	struct plan_page *page = &console->plan_page;
	struct error error;

	if (page->pane == PANE_SETTINGS)
		return;
	tell(console,
	     plan_model_toggle_all(&page->model, console->plan, page->pane,
				   page->selected[page->pane], &error),
	     &error);
}

static void choose_preset(struct console *console, size_t preset)
{
	struct error error;
	int status = plan_model_preset(console->plan, &plan_presets[preset], &error);

	if (status == 0)
		plan_model_fold_anew(&console->plan_page.model);
	tell(console, status, &error);
	if (status == 0)
		console_say(console, ROLE_GOOD, "plan: %s", plan_presets[preset].label);
}

static void ask_preset(struct console *console)
{
	size_t i;

	ask_box(&console->ask, "Presets");
	for (i = 0; i < plan_preset_count; i++)
		ask_add_choice(&console->ask, plan_presets[i].key, plan_presets[i].label,
			       choose_preset, i);
}

static void show_command(struct console *console)
{
	char *command;

	if (!console->runnable) {
		console_say(console, ROLE_ALARM, "%s", console->plan_error.text);
		return;
	}
	command = plan_command(&console->expanded);
	if (command == NULL)
		return;
	ask_box(&console->ask, "This plan as one command line");
	document_add_wrapped(&console->ask.body, ROLE_VALUE, 72, 2, command);
	document_add(&console->ask.body, ROLE_NORMAL, "%s", "");
	document_add(&console->ask.body, ROLE_NORMAL, "%s",
		     clipboard_copy(command)
			     ? "Sent to the terminal's clipboard (OSC 52). Any key closes this."
			     : "Too long for the terminal's clipboard. Any key closes this.");
	free(command);
}

static bool accept_plan_file(struct console *console, const char *text)
{
	struct error error;

	if (*text == '\0') {
		ask_complain(&console->ask, "no file name given; Esc cancels");
		return false;
	}
	if (plan_file_write(&console->expanded, text, &error) < 0) {
		ask_complain(&console->ask, error.text);
		return false;
	}
	console_say(console, ROLE_GOOD, "plan written to %s; \"lsmbench run --plan %s\" runs it",
		    text, text);
	return true;
}

static void move_to_pane(struct plan_page *page, int by)
{
	page->pane = (enum plan_pane)(((int)page->pane + by + PLAN_PANE_COUNT) % PLAN_PANE_COUNT);
}

/* Left and right: between the columns; among the settings: from one to the next. */
static void move_sideways(struct plan_page *page, int by)
{
	if (page->pane != PANE_SETTINGS) {
		if (by > 0)
			move_to_pane(page, 1);
		else if (page->pane == PANE_VARIANTS)
			page->pane = PANE_SHAPES;
		else
			move_to_pane(page, -1);
		return;
	}
	if (by < 0 && page->selected[page->pane] > 0)
		page->selected[page->pane]--;
	else if (by > 0 && page->selected[page->pane] + 1 < rows_of(page, page->pane)->count)
		page->selected[page->pane]++;
}

/* Up and down among what is shown; sideways and by Tab from pane to pane. */
static bool move_selection(struct plan_page *page, enum action action)
{
	const struct plan_rows *rows = rows_of(page, page->pane);
	size_t place = plan_rows_place(rows, page->selected[page->pane]);

	if (list_act(action, plan_rows_visible(rows), page->rows, &place)) {
		page->selected[page->pane] = plan_rows_at(rows, place);
		return true;
	}
	switch (action) {
	case ACTION_LEFT:
		move_sideways(page, -1);
		return true;
	case ACTION_RIGHT:
		move_sideways(page, 1);
		return true;
	case ACTION_NEXT_PANE:
		move_to_pane(page, 1);
		return true;
	case ACTION_PREVIOUS_PANE:
		move_to_pane(page, -1);
		return true;
	default:
		return false;
	}
}

static bool act(struct console *console, enum action action)
{
	if (move_selection(&console->plan_page, action))
		return true;
	switch (action) {
	case ACTION_TOGGLE:
		toggle(console);
		return true;
	case ACTION_EDIT:
		if (!edit(console))
			console_say(console, ROLE_NORMAL,
				    "nothing to enter here; the settings are below (Tab)");
		return true;
	case ACTION_ENTER:
		if (is_group(&console->plan_page))
			fold(console);
		else if (!edit(console))
			console_start_session(console);
		return true;
	case ACTION_FOLD:
		if (!fold(console))
			console_say(console, ROLE_NORMAL, "this row is in no group");
		return true;
	case ACTION_FOLD_ALL:
		fold_all(console);
		return true;
	case ACTION_START:
		console_start_session(console);
		return true;
	case ACTION_ALL:
		toggle_all(console);
		return true;
	case ACTION_PRESETS:
		ask_preset(console);
		return true;
	case ACTION_DEMO:
		console_start_demo(console);
		return true;
	case ACTION_COMMAND:
		show_command(console);
		return true;
	case ACTION_WRITE_PLAN:
		if (!console->runnable)
			console_say(console, ROLE_ALARM, "%s", console->plan_error.text);
		else
			ask_text(&console->ask, "write plan to", "lsmbench.plan", accept_plan_file);
		return true;
	default:
		return false;
	}
}

/* What is found below a folded group opens it. */
static bool find(struct console *console, const char *text)
{
	struct plan_page *page = &console->plan_page;
	size_t offset;
	int tried;

	/* From the row behind the selected one, through all panes, and round. */
	for (tried = 0; tried <= PLAN_PANE_COUNT; tried++) {
		enum plan_pane pane = (enum plan_pane)(((int)page->pane + tried) % PLAN_PANE_COUNT);
		const struct plan_rows *rows = rows_of(page, pane);

		for (offset = tried == 0 ? page->selected[pane] + 1 : 0; offset < rows->count;
		     offset++) {
			if (!text_contains(rows->rows[offset].label, text))
				continue;
			page->pane = pane;
			page->selected[pane] = offset;
			if (rows->rows[offset].hidden)
				fold(console);
			return true;
		}
	}
	return false;
}

static void status(struct console *console, char *buffer, size_t size)
{
	char seconds[32];

	text_span(seconds, sizeof(seconds), console->plan_seconds);
	if (console->runnable)
		snprintf(buffer, size, "Plan: %zu cases, %s %s", console->expanded.case_count,
			 console->plan_is_least ? "at least" : "about", seconds);
	else
		snprintf(buffer, size, "Plan: %s", console->plan_error.text);
}

const struct view view_plan = {
	.name = "Plan",
	.draw = page_plan_draw,
	.act = act,
	.find = find,
	.status = status,
};
