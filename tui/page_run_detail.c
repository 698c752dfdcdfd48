/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_run_detail.c - the progress lines and the detail pane of the Run page.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/step_summary.h"
#include "tui/bars.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/page_run.h"
#include "tui/reason.h"
#include "tui/run_readings.h"
#include "tui/terminal.h"
#include "tui/text.h"

#define BAR_MAXIMUM 34
/* Of the pane's title: what the rule takes of a line, and what a name keeps. */
#define TITLE_MARGIN 5
#define NAME_MINIMUM 12
/* What the title says beside a reason: name, state, mean and iterations. */
#define REASON_MARGIN 78

/* Runs a pass of what is measured in batches; 0: all cases time themselves. */
static unsigned int batched_runs(const struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->case_count; i++)
		if (plan->cases[i].operation->record == NULL)
			return plan->runs;
	return 0;
}

/* "2 passes of 300 runs  batch 1ms"; what times itself has few runs, and no batches. */
static void describe_runs(const struct plan *plan, char *buffer, size_t size)
{
	unsigned int batched = batched_runs(plan);
	unsigned int runs = batched > 0 ? batched : plan_case_runs(plan, 0);
	char batch[32] = "";
	char limit[32] = "";
	char of[48];

	plan_get(plan, "batch", 0, batch, sizeof(batch));
	plan_get(plan, "session-limit", 0, limit, sizeof(limit));
	snprintf(of, sizeof(of), "of %u run%s", runs, runs == 1 ? "" : "s");
	if (session_passes_certain(plan) > 0)
		snprintf(buffer, size, "%u pass%s %s%s%s", plan->passes,
			 plan->passes == 1 ? "" : "es", of, batched > 0 ? "  batch " : "",
			 batched > 0 ? batch : "");
	else
		snprintf(buffer, size, "passes %s for %s%s%s", of, limit,
			 batched > 0 ? "  batch " : "", batched > 0 ? batch : "");
}

static void describe_session(const struct console *console, const struct result *result,
			     char *buffer, size_t size)
{
	const struct plan *plan = &result->plan;
	char runs[128];
	const char *caution = result_unit_caution(result->unit);

	describe_runs(plan, runs, sizeof(runs));
	snprintf(buffer, size, "%s%sCPU %d  seed %llu  %s%s%s%s%s", caution,
		 caution[0] != '\0' ? "  " : "", result->cpu, (unsigned long long)plan->seed, runs,
		 plan->label != NULL && plan->label[0] != '\0' ? "  " : "",
		 plan->label != NULL ? plan->label : "", result->suspended ? "  SUSPENDED" : "",
		 result->partial && console->session == NULL ? "  partial" : "");
}

/* "1:23 left"; before a command has run once nobody knows. */
static void describe_left(const struct session_progress *progress, char *buffer, size_t size)
{
	char left[32];

	if (progress->remaining_seconds < 0) {
		snprintf(buffer, size, "end unknown");
		return;
	}
	text_duration(left, sizeof(left), progress->remaining_seconds);
	snprintf(buffer, size, "%s left", left);
}

static void draw_running(const struct console *console, const struct rectangle *area)
{
	struct session_progress progress;
	char bar[BARS_BYTES(BAR_MAXIMUM)] = "";
	char elapsed[32];
	char left[48];
	char of[16] = "";
	int width = area->columns - 54;

	session_progress(console->session, &progress);
	if (session_passes_certain(&console_result(console)->plan) > 0)
		snprintf(of, sizeof(of), "/%u", progress.passes);
	text_duration(elapsed, sizeof(elapsed), progress.elapsed_seconds);
	describe_left(&progress, left, sizeof(left));
	if (width < 8) {
		draw_format(area, 0, 1, ROLE_VALUE, "%u%s %zu/%zu  %.0f%%  %s%s", progress.pass + 1,
			    of, progress.case_index + 1, progress.cases,
			    floor(progress.fraction * 100), left, progress.paused ? " PAUSED" : "");
		return;
	}
	bars_progress(bar, sizeof(bar), width > BAR_MAXIMUM ? BAR_MAXIMUM : width,
		      progress.fraction);
	draw_format(area, 0, 1, ROLE_VALUE, "pass %u%s  case %zu/%zu  %s %3.0f%%  %s, %s%s",
		    progress.pass + 1, of, progress.case_index + 1, progress.cases, bar,
		    floor(progress.fraction * 100), elapsed, left,
		    progress.paused ? "  PAUSED" : "");
}

/* "45 done, 2 failed; not saved (S saves)" */
static void describe_end(const struct console *console, const struct result *result, char *buffer,
			 size_t size)
{
	size_t count[STEP_FAILED + 1] = {0};
	size_t used = 0;
	size_t i;
	int state;

	for (i = 0; i < plan_step_count(&result->plan); i++)
		count[result->steps[i].state]++;
	buffer[0] = '\0';
	for (state = 0; state <= STEP_FAILED; state++)
		if (count[state] > 0 && used < size)
			used += (size_t)snprintf(buffer + used, size - used, "%s%zu %s",
						 used > 0 ? ", " : "", count[state],
						 step_state_name((enum step_state)state));
	if (used < size)
		snprintf(buffer + used, size - used, "%s%s",
			 console->unsaved            ? "; not saved (S saves)"
			 : console->result_source[0] ? "; in "
						     : "",
			 console->unsaved ? "" : console->result_source);
}

void page_run_draw_progress(struct console *console, const struct rectangle *area)
{
	const struct result *result = console_result(console);
	char text[1024];

	if (result == NULL)
		return;
	if (console->session != NULL) {
		draw_running(console, area);
	} else {
		describe_end(console, result, text, sizeof(text));
		draw_text(area, 0, 1, ROLE_VALUE, text);
	}
	if (console->run_page.activity[0] != '\0') {
		draw_text(area, 1, 1, ROLE_NOTE, console->run_page.activity);
	} else {
		describe_session(console, result, text, sizeof(text));
		draw_text(area, 1, 1, ROLE_NORMAL, text);
	}
}

static void draw_histogram(struct run_model *model, size_t index, bool final,
			   const struct rectangle *area)
{
	const struct histogram *histogram = NULL;
	char bar[BARS_BYTES(300)];
	int width = area->columns - 20;
	size_t i;

	/* The last row is for what lies beyond. */
	if (area->rows > 1 && width >= 4)
		histogram = run_model_histogram(model, index, (size_t)area->rows - 1, final);
	if (histogram == NULL)
		return;
	for (i = 0; i < histogram->bins; i++) {
		bars_horizontal(bar, sizeof(bar), width < 300 ? width : 300,
				(double)histogram->counts[i] / (double)histogram->largest,
				terminal_blocks());
		draw_format(area, (int)i, 0, ROLE_NORMAL, "%10.*f |",
			    histogram->step >= 1     ? 0
			    : histogram->step >= 0.1 ? 1
						     : 2,
			    histogram->low + (double)i * histogram->step);
		draw_text(area, (int)i, 13, ROLE_BAR, bar);
		if (histogram->counts[i] > 0)
			draw_format(area, (int)i, 13 + text_width(bar) + 1, ROLE_NORMAL, "%zu",
				    histogram->counts[i]);
	}
	if (histogram->above > 0)
		draw_format(area, (int)histogram->bins, 0, ROLE_NORMAL,
			    "%10s |  %zu beyond, marked and kept", "severe", histogram->above);
}

/* The values of one pass, as a chart of several lines where there is room. */
static void draw_pass(const struct run_step *step, size_t pass, const struct sequence_chart *chart,
		      const struct rectangle *area, int row)
{
	char line[BARS_BYTES(400)];
	int width = area->columns - 6 < 400 ? area->columns - 6 : 400;
	size_t from = step->pass_starts[pass];
	size_t to = pass + 1 < step->pass_count ? step->pass_starts[pass + 1] : step->count;
	int i;

	draw_format(area, row + chart->rows - 1, 1, ROLE_NORMAL, "%3zu", pass + 1);
	for (i = 0; i < chart->rows; i++) {
		bars_sequence(line, sizeof(line), width, step->values + from, to - from, chart, i);
		draw_text(area, row + i, 5, ROLE_BAR, line);
	}
}

/* The passes below each other, all on one scale, so that one that differs is seen. */
static void draw_sequence(struct run_model *model, size_t index, bool final,
			  const struct rectangle *area)
{
	const struct run_step *step = &model->steps[index];
	const struct run_order *order = run_model_order(model, index, final);
	/* The values are drawn as measured. */
	double subtracted = run_model_subtracted(model, step);
	struct sequence_chart chart = {order->minimum + subtracted, order->p95 + subtracted, 1,
				       terminal_blocks()};
	size_t rows = area->rows > 0 ? (size_t)area->rows : 0;
	/* With more passes than rows, the latest ones. */
	size_t hidden = step->pass_count > rows ? step->pass_count - rows : 0;
	size_t pass;

	if (hidden == 0 && step->pass_count > 0)
		chart.rows = (int)(rows / step->pass_count);
	for (pass = hidden; pass < step->pass_count; pass++)
		draw_pass(step, pass, &chart, area, (int)(pass - hidden) * chart.rows);
}

/* What the summary says of the distribution and the order, in the pane's last lines. */
static int draw_remarks(struct run_model *model, size_t index, bool final,
			const struct rectangle *area)
{
	const struct summary *summary = run_model_summary(model, index, final);
	const struct run_step *step = &model->steps[index];

	if (summary == NULL || area->rows < 4)
		return 0;
	draw_format(area, area->rows - 2, 1, ROLE_NORMAL, "outliers %zu mild, %zu severe%s%.0u%s",
		    summary->outliers_mild, summary->outliers_severe,
		    step->failed > 0 ? "; failed " : "", step->failed,
		    step->failed > 0 ? " runs" : "");
	/* Of a few runs there is no trend, nor a neighbour to be like. */
	if (isfinite(summary->drift) && isfinite(summary->drift_p) && isfinite(summary->lag1))
		draw_format(area, area->rows - 1, 1, ROLE_NORMAL,
			    "drift %+.2f (p %.2f)  lag-1 %+.2f", summary->drift, summary->drift_p,
			    summary->lag1);
	else
		draw_text(area, area->rows - 1, 1, ROLE_NORMAL, "drift -  lag-1 -");
	return 2;
}

/* "mean 1088.4 +-195.3 ns (95%), ", or nothing yet. */
static void describe_mean(const struct run_model *model, size_t index, char *buffer, size_t size)
{
	const struct running running = run_model_running(model, index);
	double sd = sqrt(running_variance(&running));
	char mean[32];
	char half_width[32];

	buffer[0] = '\0';
	if (running.count < 2)
		return;
	text_number(mean, sizeof(mean), running.mean, 9);
	text_number(half_width, sizeof(half_width), mean_half_width(sd, running.count), 7);
	snprintf(buffer, size, ", mean %s +-%s %s (95%%)", mean, half_width,
		 run_model_unit(model, index));
}

/* Why a step has ended as it did; what an earlier pass said does not hold for one that goes on. */
static const char *reason_of(const struct step *step)
{
	switch (step->state) {
	case STEP_PREPARING:
	case STEP_WARMING:
	case STEP_RUNNING:
		return NULL;
	default:
		return step->reason;
	}
}

/*
 * Why a step ended as it did where the title of the pane has no room for it. What an early one has
 * measured is shown all the same.
 */
static const char *reason_apart(const struct step *step, const struct rectangle *title)
{
	bool long_one =
		step->reason != NULL && text_width(step->reason) > title->columns - REASON_MARGIN;

	return long_one && !run_model_is_explained(step) ? step->reason : NULL;
}

/* What the title says of it: nothing where all of it stands below. */
static const char *reason_in_title(const struct step *step, const struct rectangle *title)
{
	return run_model_is_explained(step) || reason_apart(step, title) != NULL ? NULL
										 : reason_of(step);
}

/* The name of a long case makes room for the figures: it stands in the table as well. */
static void draw_title_of(struct console *console, const struct run_row *row, size_t index,
			  const struct rectangle *area)
{
	const struct run_model *model = &console->run_page.model;
	const struct step *step = &model->result->steps[index];
	bool several = model->variant_count > 1;
	const char *reason = reason_in_title(step, area);
	char label[PLAN_LABEL_SIZE];
	char full[512];
	char name[512];
	char figures[96];
	char rest[1024];
	char title[sizeof(name) + sizeof(rest)];
	int room;

	plan_case_name(&model->result->plan, row->case_index, full, sizeof(full));
	describe_mean(model, index, figures, sizeof(figures));
	snprintf(rest, sizeof(rest), "%s%s: %s%s%s%s, %llu iterations each", several ? ", " : "",
		 several ? plan_step_label(&model->result->plan, index, label) : "",
		 step_state_name(step->state), reason != NULL ? ": " : "",
		 reason != NULL ? reason : "", figures, (unsigned long long)step->iterations);
	room = area->columns - TITLE_MARGIN - text_width(rest);
	text_shorten(name, sizeof(name), full, room > NAME_MINIMUM ? room : NAME_MINIMUM);
	snprintf(title, sizeof(title), "%s%s", name, rest);
	draw_title(area, step->state == STEP_FAILED ? ROLE_ALARM : ROLE_HEADING, title);
}

/* Of what times itself; part is what of its readings is shown. */
static void draw_title_of_runs(struct console *console, const struct run_row *row, size_t index,
			       const char *part, const struct rectangle *area)
{
	struct run_model *model = &console->run_page.model;
	const struct step *step = &model->result->steps[index];
	const char *reason = reason_in_title(step, area);
	bool several = model->variant_count > 1;
	char label[PLAN_LABEL_SIZE];
	char full[512];
	char name[512];
	char rest[1024];
	char title[sizeof(name) + sizeof(rest)];
	int room;

	plan_case_name(&model->result->plan, row->case_index, full, sizeof(full));
	snprintf(rest, sizeof(rest), "%s%s: %s%s%s%s%s", several ? ", " : "",
		 several ? plan_step_label(&model->result->plan, index, label) : "",
		 step_state_name(step->state), reason != NULL ? ": " : "",
		 reason != NULL ? reason : "", part[0] != '\0' ? "; " : "", part);
	room = area->columns - TITLE_MARGIN - text_width(rest);
	text_shorten(name, sizeof(name), full, room > NAME_MINIMUM ? room : NAME_MINIMUM);
	snprintf(title, sizeof(title), "%s%s", name, rest);
	draw_title(area, step->state == STEP_FAILED ? ROLE_ALARM : ROLE_HEADING, title);
}

/* Take lines off the top of an area. */
static void lower(struct rectangle *area, int lines)
{
	area->row += lines;
	area->rows -= lines;
}

/* What a run tells while it lasts, where the line at the top of the page has cut it. */
static int draw_live(const struct console *console, size_t case_index,
		     const struct layout_run *layout, const struct rectangle *area)
{
	const char *activity = console->run_page.activity;
	struct session_progress progress;

	if (console->session == NULL || text_width(activity) < layout->progress.columns)
		return 0;
	session_progress(console->session, &progress);
	if (progress.case_index != case_index)
		return 0;
	return draw_wrapped(area, 0, ROLE_NOTE, activity);
}

/* The pane of what times itself. */
static void draw_runs(struct console *console, const struct run_row *row, size_t index,
		      const struct layout_run *layout, struct rectangle *area)
{
	struct run_page *page = &console->run_page;
	char part[96];

	lower(area, draw_live(console, row->case_index, layout, area));
	if (page->model.steps[index].count == 0)
		return;
	page_run_draw_readings(page, index, console->session == NULL, area, part, sizeof(part));
	draw_title_of_runs(console, row, index, part, &layout->detail_title);
}

static void draw_reason(const struct step *step, const struct rectangle *area)
{
	char shown[1024];

	reason_fit_lines(shown, sizeof(shown), step->reason, area->columns, area->rows);
	draw_wrapped(area, 0, step->state == STEP_FAILED ? ROLE_ALARM : ROLE_NOTE, shown);
}

void page_run_draw_detail(struct console *console, const struct layout_run *layout)
{
	struct run_page *page = &console->run_page;
	const struct run_row *row = &page->model.rows[page->selected];
	size_t index = run_model_step(&page->model, row);
	const struct run_step *step = &page->model.steps[index];
	const struct step *outcome = &page->model.result->steps[index];
	bool final = console->session == NULL;
	struct rectangle left = layout->histogram;
	struct rectangle right = layout->sequence;
	struct rectangle separator = layout->separator;
	struct rectangle whole = layout->histogram;

	if (layout_is_empty(&layout->detail_title))
		return;
	whole.columns += layout->separator.columns + layout->sequence.columns;
	if (run_readings_has(&page->model, index))
		draw_title_of_runs(console, row, index, "", &layout->detail_title);
	else
		draw_title_of(console, row, index, &layout->detail_title);
	/* Why it failed matters more than what it measured before. */
	if (run_model_is_explained(outcome)) {
		draw_reason(outcome, &whole);
		return;
	}
	if (reason_apart(outcome, &layout->detail_title) != NULL) {
		int lines = draw_wrapped(&whole, 0, ROLE_NOTE, outcome->reason);

		lower(&whole, lines);
		lower(&left, lines);
		lower(&right, lines);
		lower(&separator, lines);
	}
	if (run_readings_has(&page->model, index)) {
		whole.row = left.row;
		whole.rows = left.rows;
		draw_runs(console, row, index, layout, &whole);
		return;
	}
	if (step->count == 0)
		return;
	if (page->chart == CHART_HISTOGRAM || (page->chart == CHART_BOTH && right.columns == 0)) {
		draw_histogram(&page->model, index, final, &whole);
		return;
	}
	if (page->chart == CHART_BOTH) {
		draw_histogram(&page->model, index, final, &left);
		draw_rule(&separator);
	} else {
		right = whole;
	}
	right.rows -= draw_remarks(&page->model, index, final, &right);
	draw_sequence(&page->model, index, final, &right);
}

void page_run_status(struct console *console, char *buffer, size_t size)
{
	struct run_page *page = &console->run_page;
	const struct result *result = console_result(console);
	struct session_progress progress;
	char left[48];
	char median[32] = "-";
	char name[256];
	size_t index;

	if (result == NULL || page->model.row_count == 0) {
		snprintf(buffer, size, "Run: nothing has been measured yet");
		return;
	}
	if (console->session == NULL) {
		describe_end(console, result, buffer, size);
		return;
	}
	run_model_update(&page->model);
	session_progress(console->session, &progress);
	index = plan_step(&result->plan, progress.case_index, 0);
	if (page->model.steps[index].count > 0)
		text_number(median, sizeof(median),
			    run_model_order(&page->model, index, false)->median, 9);
	plan_case_name(&result->plan, progress.case_index, name, sizeof(name));
	describe_left(&progress, left, sizeof(left));
	/* What matters most first: the rest may not fit. */
	snprintf(buffer, size, "%.0f%% %s%s %s %s %s", floor(progress.fraction * 100),
		 progress.paused ? "PAUSED " : "", left, median,
		 run_model_unit(&page->model, index), name);
}
