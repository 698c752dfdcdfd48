/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_run.c - the Run page: what it does on keys, and its table. The detail pane is in
 * page_run_detail.c, the figures in run_model.c.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/list.h"
#include "tui/page_run.h"
#include "tui/reason.h"
#include "tui/run_columns.h"
#include "tui/run_latencies.h"
#include "tui/run_readings.h"
#include "tui/text.h"
#include "tui/view.h"

static void draw_heading(const struct run_model *model, const struct rectangle *area)
{
	struct run_columns columns;
	char line[DRAW_BYTES];

	run_columns_fit(&columns, area->columns, model->variant_count);
	run_columns_heading(&columns, result_unit_name(model->result->unit), line, sizeof(line));
	draw_text(area, 0, 0, ROLE_HEADING, line);
}

/* "450/600", or a word for what has no run yet. */
static void runs_text(const struct result *result, const struct step *step,
		      const struct run_step *figures, char *buffer, size_t size)
{
	if (step->state == STEP_WAITING || (figures->count == 0 && step->state != STEP_RUNNING))
		snprintf(buffer, size, "%s", step_state_name(step->state));
	else if (session_passes_certain(&result->plan) == 0)
		snprintf(buffer, size, "%zu", figures->count);
	else
		snprintf(buffer, size, "%zu/%" PRIu64, figures->count,
			 (uint64_t)plan_case_runs(&result->plan,
						  (size_t)(step - result->steps) /
							  result->plan.variants.count) *
				 result->plan.passes);
}

static void row_name(const struct run_model *model, const struct run_row *row, char *buffer,
		     size_t size)
{
	char label[PLAN_LABEL_SIZE];

	if (row->variant > 0 || (row->variant == 0 && model->variant_count > 1))
		snprintf(buffer, size, "  %s",
			 plan_step_label(&model->result->plan, run_model_step(model, row), label));
	else
		plan_case_name(&model->result->plan, row->case_index, buffer, size);
}

static void row_text(struct run_page *page, const struct run_row *row, int width, bool final,
		     char *line, size_t size)
{
	const struct result *result = page->model.result;
	size_t index = run_model_step(&page->model, row);
	const struct step *step = &result->steps[index];
	const struct run_step *figures = &page->model.steps[index];
	char full[512];
	char name[512];
	char runs[48];
	struct run_columns columns;

	run_columns_fit(&columns, width, page->model.variant_count);
	row_name(&page->model, row, full, sizeof(full));
	text_shorten(name, sizeof(name), full, row->variant < 0 ? width - 2 : columns.name_width);
	if (row->variant < 0) {
		snprintf(line, size, "  %s", name);
		return;
	}
	runs_text(result, step, figures, runs, sizeof(runs));
	snprintf(line, size, "%c %s%*s %*s", run_model_mark(step->state), name,
		 columns.name_width - text_width(name), "", RUN_COLUMNS_RUNS, runs);
	if (run_model_is_explained(step)) {
		reason_fit(full, sizeof(full), step->reason, width - text_width(line) - 1);
		snprintf(line + strlen(line), size - strlen(line), " %s", full);
	} else if (figures->count > 0)
		run_columns_figures(&columns, &page->model, index, final, line, size);
}

static enum role row_role(const struct run_page *page, const struct run_row *row)
{
	enum step_state state = page->model.result->steps[run_model_step(&page->model, row)].state;

	if (row->variant < 0)
		return ROLE_HEADING;
	if (state == STEP_FAILED)
		return ROLE_ALARM;
	if (state == STEP_PREPARING || state == STEP_WARMING || state == STEP_RUNNING)
		return ROLE_VALUE;
	return state == STEP_DONE || state == STEP_EARLY ? ROLE_GOOD : ROLE_NORMAL;
}

static void follow(struct console *console)
{
	struct run_page *page = &console->run_page;
	struct session_progress progress;

	if (!page->follow || console->session == NULL)
		return;
	session_progress(console->session, &progress);
	page->selected = run_model_row_of_case(&page->model, progress.case_index);
	if (page->model.variant_count == 1)
		return;
	/* All variants of the case are to be seen, as far as they fit. */
	page->first = layout_scroll(page->first, (int)(page->selected + page->model.variant_count),
				    (int)page->model.row_count, page->rows);
	if (page->selected + 1 < page->model.row_count)
		page->selected++;
}

static void draw_table(struct console *console, const struct rectangle *area)
{
	struct run_page *page = &console->run_page;
	bool final = console->session == NULL;
	char line[DRAW_BYTES];
	int i;

	page->rows = area->rows;
	if (page->selected >= page->model.row_count)
		page->selected = page->model.row_count - 1;
	page->first = layout_scroll(page->first, (int)page->selected, (int)page->model.row_count,
				    area->rows);
	for (i = 0; i < area->rows && page->first + i < (int)page->model.row_count; i++) {
		const struct run_row *row = &page->model.rows[page->first + i];

		row_text(page, row, area->columns, final, line, sizeof(line));
		if (page->first + i == (int)page->selected)
			draw_row(area, i, ROLE_SELECTED, line);
		else
			draw_text(area, i, 0, row_role(page, row), line);
	}
}

static void draw(struct console *console, const struct rectangle *body)
{
	struct run_page *page = &console->run_page;
	struct rectangle text = *body;
	struct layout_run layout;

	if (page->model.row_count == 0) {
		text.column++;
		text.columns--;
		draw_text(&text, 1, 0, ROLE_NORMAL, "Nothing has been measured yet.");
		draw_wrapped(&text, 3, ROLE_NORMAL,
			     "Choose on the Plan page (P) and press Enter there; or open a result: "
			     "lsmbench FILE.csv");
		return;
	}
	run_model_update(&page->model);
	follow(console);
	page->low = !layout_run_has_pane(body);
	if (page->low && page->pane_alone)
		layout_run_pane(body, &layout);
	else
		layout_run(body, !page->detail_hidden, &layout);
	page_run_draw_progress(console, &layout.progress);
	draw_rule(&layout.rule);
	draw_heading(&page->model, &layout.heading);
	draw_table(console, &layout.table);
	page->latency_pages = 0;
	page_run_draw_detail(console, &layout);
	draw_cursor(&layout.table, (int)page->selected - page->first, 0);
}

static bool move_selection(struct run_page *page, enum action action)
{
	if (!list_act(action, page->model.row_count, page->rows, &page->selected))
		return false;
	page->follow = false;
	return true;
}

/* To be edited, so it is taken back to what was chosen; and it gets an order of its own. */
static void use_plan(struct console *console)
{
	const struct result *result = console_result(console);
	struct error error;
	struct plan copy;

	if (result == NULL) {
		console_say(console, ROLE_ALARM, "there is no result to take a plan from");
		return;
	}
	if (plan_copy(&copy, &result->plan) < 0)
		return;
	plan_unexpand(&copy);
	plan_set(&copy, "seed", "", &error);
	plan_clear(console->plan);
	*console->plan = copy;
	console_plan_changed(console);
	console_show_page(console, PAGE_PLAN);
	console_say(console, ROLE_GOOD,
		    "the plan of the result, with a seed of its own; Enter measures it again");
}

/* Keys that need a running session. */
static void act_on_session(struct console *console, enum action action)
{
	struct session_progress progress;

	if (console->session == NULL) {
		console_say(console, ROLE_NORMAL, "%s",
			    console->unsaved ? "no session runs; S saves its result"
					     : "no session runs");
		return;
	}
	session_progress(console->session, &progress);
	if (action == ACTION_SKIP)
		session_skip(console->session);
	else if (action == ACTION_STOP)
		console_stop_and_save(console);
	else if (progress.paused)
		session_resume(console->session);
	else
		session_pause(console->session);
}

static bool shows_readings(const struct run_page *page)
{
	return run_readings_has(&page->model,
				run_model_step(&page->model, &page->model.rows[page->selected]));
}

static bool shows_pane(const struct run_page *page)
{
	return page->low ? page->pane_alone : !page->detail_hidden;
}

/* Where there is room for both, the pane is there from the start. */
static void show_pane(struct run_page *page, bool shown)
{
	if (page->low)
		page->pane_alone = shown;
	else
		page->detail_hidden = !shown;
}

static void show_more_readings(struct console *console)
{
	struct run_page *page = &console->run_page;

	page->readings_page++;
	if (page->reading_pages + page->latency_pages == 1)
		console_say(console, ROLE_NORMAL, "these are all readings of the case");
}

/* The next chart; of what times itself the next readings, then its latencies. */
static void change_chart(struct console *console)
{
	struct run_page *page = &console->run_page;
	const bool was_shown = shows_pane(page);

	show_pane(page, true);
	/* What is not seen needs no other one after it. */
	if (page->low && !was_shown)
		return;
	if (page->model.row_count == 0 || !shows_readings(page))
		page->chart = (enum run_chart)((page->chart + 1) % RUN_CHART_COUNT);
	else if (page->latency_page == 0 || page->latency_pages == 0)
		show_more_readings(console);
	else if (++page->latency_page > page->latency_pages)
		page->latency_page = 0;
}

/* The latencies, then the next of them; before the first run has ended, as soon as it has. */
static void show_latencies(struct console *console)
{
	struct run_page *page = &console->run_page;
	size_t step = run_model_step(&page->model, &page->model.rows[page->selected]);
	bool told = run_latencies_has(page->model.result, step);

	if (!shows_readings(page) || (page->model.steps[step].count > 0 && !told)) {
		console_say(console, ROLE_NORMAL, "here no call was timed alone: walk does that");
		return;
	}
	if (told && page->latency_pages == 0 && shows_pane(page))
		console_say(console, ROLE_NORMAL, "the screen is too low to show latencies");
	show_pane(page, true);
	if (++page->latency_page > page->latency_pages)
		page->latency_page = 1;
}

static bool act(struct console *console, enum action action)
{
	struct run_page *page = &console->run_page;

	if (move_selection(page, action))
		return true;
	switch (action) {
	case ACTION_PAUSE:
	case ACTION_SKIP:
	case ACTION_STOP:
		act_on_session(console, action);
		return true;
	case ACTION_DETAIL:
		show_pane(page, !shows_pane(page));
		return true;
	case ACTION_CHART:
		change_chart(console);
		return true;
	case ACTION_LATENCIES:
		if (page->model.row_count > 0)
			show_latencies(console);
		return true;
	case ACTION_FOLLOW:
		page->follow = true;
		return true;
	case ACTION_USE_PLAN:
		use_plan(console);
		return true;
	default:
		return false;
	}
}

static bool find(struct console *console, const char *text)
{
	struct run_page *page = &console->run_page;
	char name[512];
	size_t i;

	for (i = 1; i <= page->model.row_count; i++) {
		size_t row = (page->selected + i) % page->model.row_count;

		row_name(&page->model, &page->model.rows[row], name, sizeof(name));
		if (text_contains(name, text)) {
			page->selected = row;
			page->follow = false;
			return true;
		}
	}
	return false;
}

const struct view view_run = {
	.name = "Run",
	.draw = draw,
	.act = act,
	.find = find,
	.status = page_run_status,
};
