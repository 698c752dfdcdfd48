/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_tables.c - LMbench's tables and curves of the session that runs, or of the last one.
 */
#include "tui/page_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/suite.h"
#include "engine/statistics/memory_steps.h"
#include "exports/export.h"
#include "tui/console_state.h"
#include "tui/curves.h"
#include "tui/draw.h"
#include "tui/plot.h"
#include "tui/text.h"
#include "tui/view.h"

/* While a session runs the tables are written anew so often: it costs time beside measuring. */
#define WRITE_SECONDS 2

/* Rows below a plot: the legend, and what follows from the curves. */
#define NOTES_ROWS 4

static const char curve_marks[PLOT_SERIES_MAXIMUM + 1] = "o#x*+%=@";
static const char *const tab_names[TABLES_TAB_COUNT] = {"Summary", "Memory latency",
							"Context switches"};

/* A column of LMbench's and not one of the published path suite, which has tables of its own. */
bool page_tables_has_column(const struct operation *operation)
{
	const struct suite *suite = suite_find(SUITE_LMBENCH);

	if (operation->parameter->type == PARAMETER_PATH)
		return false;
	for (size_t i = 0; i < suite->case_count; i++)
		if (strcmp(suite->cases[i].operation, operation->name) == 0)
			return true;
	return false;
}

bool page_tables_available(const struct console *console)
{
	const struct result *result = console_result(console);

	for (size_t i = 0; result && i < result->plan.case_count; i++)
		if (page_tables_has_column(result->plan.cases[i].operation))
			return true;
	return !result && console->tables_page.imported;
}

static bool is_due(const struct tables_page *page, const struct result *result, bool running)
{
	struct timespec now;

	if (page->of != result)
		return true;
	if (page->samples == result->sample_count && !running)
		return false;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return page->samples != result->sample_count &&
	       (!running || now.tv_sec - page->written.tv_sec >= WRITE_SECONDS);
}

static void show_bytes(double x, char *buffer, size_t size)
{
	static const struct parameter bytes = {.is_bytes = true};
	char number[PARAMETER_NUMBER_SIZE];

	snprintf(buffer, size, "%s", parameter_show(&bytes, (uint64_t)x, number));
}

#define CACHES_MAXIMUM 4

struct caches {
	struct plot_line lines[CACHES_MAXIMUM];
	char names[CACHES_MAXIMUM][32];
	size_t count;
};

/* What sysfs says: "48K", in K even where that is many. */
static void find_caches(const struct environment *environment, struct caches *caches)
{
	static const char *const keys[CACHES_MAXIMUM][2] = {{"cpu.cache_l1d", "L1"},
							    {"cpu.cache_l2", "L2"},
							    {"cpu.cache_l3", "L3"},
							    {"cpu.cache_l4", "L4"}};

	caches->count = 0;
	for (size_t i = 0; i < CACHES_MAXIMUM; i++) {
		const char *value = environment_value(environment, keys[i][0], NULL);
		uint64_t bytes;
		char size[24];

		if (!value || parameter_parse_number(&parameter_size, value, &bytes, NULL) < 0)
			continue;
		show_bytes((double)bytes, size, sizeof(size));
		snprintf(caches->names[caches->count], sizeof(caches->names[0]), "%s %s",
			 keys[i][1], size);
		caches->lines[caches->count] =
			(struct plot_line){(double)bytes, caches->names[caches->count]};
		caches->count++;
	}
}

/* The most memory that an operation on memory is measured with, in bytes; 0: there is none. */
static double largest_memory(const struct result *result)
{
	double largest = 0;

	for (size_t i = 0; i < result->plan.case_count; i++) {
		const struct plan_case *which = &result->plan.cases[i];
		const char *name = which->operation->name;
		double bytes =
			(double)parameter_number(which->operation->parameter, which->parameter);

		if ((strncmp(name, "memory-", 7) == 0 || strncmp(name, "copy-", 5) == 0) &&
		    bytes > largest)
			largest = bytes;
	}
	return largest;
}

/*
 * Of a machine whose last cache holds all that is measured: "64M, the largest size, fits in L3
 * 480M". Empty otherwise.
 */
static void describe_fit(const struct result *result, const struct caches *caches, char *buffer,
			 size_t size)
{
	double largest = largest_memory(result);
	const struct plot_line *last = caches->count > 0 ? &caches->lines[caches->count - 1] : NULL;
	char bytes[24];

	buffer[0] = '\0';
	if (last == NULL || largest <= 0 || largest > last->x)
		return;
	show_bytes(largest, bytes, sizeof(bytes));
	snprintf(buffer, size, "%s, the largest size, fits in %s", bytes, last->name);
}

/* LMbench calls the largest size main memory, whatever holds it. */
static void add_fit(struct document *summary, const struct result *result)
{
	struct caches caches;
	char fit[96];
	char text[256];

	find_caches(&result->environment, &caches);
	describe_fit(result, &caches, fit, sizeof(fit));
	if (fit[0] == '\0')
		return;
	snprintf(text, sizeof(text),
		 "Main mem, Rand mem and the bandwidths of memory are figures of a cache here: %s.",
		 fit);
	document_add(summary, ROLE_NOTE, "%s", "");
	document_add_wrapped(summary, ROLE_NOTE, 78, 0, text);
}

static void write_summary(struct tables_page *page, const struct result *result)
{
	const struct export_options options = {0};
	struct error error = {.text = ""};
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	int code = file ? export_write(export_format_find("lmbench"), &result, 1, &options, file,
				       &error)
			: -1;

	if (file && fclose(file) != 0)
		code = -1;
	document_restart(&page->summary);
	page->imported = false;
	if (code < 0)
		document_add(&page->summary, ROLE_ALARM, "the tables cannot be written: %s",
			     error.text);
	else
		document_add_lines(&page->summary, ROLE_NORMAL, text);
	if (code >= 0)
		add_fit(&page->summary, result);
	free(text);
	page->of = result;
	page->samples = result->sample_count;
	clock_gettime(CLOCK_MONOTONIC, &page->written);
}

static void show_count(double x, char *buffer, size_t size)
{
	snprintf(buffer, size, "%.0f", x);
}

static void fill_series(const struct curves *curves, struct plot_series *series)
{
	for (size_t i = 0; i < curves->count; i++)
		series[i] = (struct plot_series){curve_marks[i], curves->curves[i].points,
						 curves->curves[i].count};
}

static bool is_one_operation(const struct curves *curves)
{
	for (size_t i = 1; i < curves->count; i++)
		if (curves->curves[i].operation != curves->curves[0].operation)
			return false;
	return curves->count > 0;
}

/*
 * "o memory-latency, stride 128   # memory-latency-random, stride 128"; of one operation alone
 * "context-switch, working set: o 0K  # 4K"
 */
static void legend(const struct curves *curves, const char *what,
		   void (*show)(double, char *, size_t), char *buffer, size_t size)
{
	bool one = is_one_operation(curves);
	size_t used = 0;

	buffer[0] = '\0';
	if (one)
		used = (size_t)snprintf(buffer, size, "%s, %s:", curves->curves[0].operation->name,
					what);
	for (size_t i = 0; i < curves->count && used < size; i++) {
		const struct curve *curve = &curves->curves[i];
		char fixed[32];

		show((double)curve->fixed, fixed, sizeof(fixed));
		used += (size_t)(one ? snprintf(buffer + used, size - used, "  %c %s",
						curve_marks[i], fixed)
				     : snprintf(buffer + used, size - used, "%s%c %s, %s %s",
						i ? "   " : "", curve_marks[i],
						curve->operation->name, what, fixed));
	}
	if (curves->left_out > 0 && used < size)
		snprintf(buffer + used, size - used, "   and %zu more that find no room",
			 curves->left_out);
}

static void draw_plot(const struct plot *plot, const struct rectangle *area)
{
	struct plot_scale scale = plot_scale_of(plot, area->rows, area->columns);
	char row[2 * PLOT_COLUMNS_MAXIMUM];

	for (int i = 0; i < area->rows; i++) {
		plot_row(plot, &scale, i, row, sizeof(row));
		draw_text(area, i, 0, ROLE_NORMAL, row);
	}
	if (scale.columns == 0)
		draw_text(area, 0, 0, ROLE_NOTE, "no figures yet, or no room for them");
}

static void describe_caches(const struct result *result, const struct caches *caches, char *buffer,
			    size_t size)
{
	size_t used = (size_t)snprintf(buffer, size, "sysfs: ");
	char fit[96];

	for (size_t i = 0; i < caches->count && used < size; i++)
		used += (size_t)snprintf(buffer + used, size - used, "%s%s", i ? ", " : "",
					 caches->names[i]);
	if (caches->count == 0)
		snprintf(buffer, size, "sysfs says nothing of caches here");
	describe_fit(result, caches, fit, sizeof(fit));
	if (fit[0] != '\0' && used < size)
		snprintf(buffer + used, size - used, ", which holds all sizes: no main memory");
}

/*
 * Whether the last point of a curve lies above level by more than chance: beyond the 95% interval
 * of its median.
 */
static bool is_above(struct run_model *model, const struct curve *curve, double level)
{
	const struct plan *plan = &model->result->plan;
	double last = curve->points[curve->count - 1].x;

	for (size_t i = 0; i < plan->case_count; i++) {
		const struct plan_case *which = &plan->cases[i];
		const struct parameter *parameter = which->operation->parameter;
		const struct run_order *order;

		if (which->operation != curve->operation ||
		    parameter_second(parameter, which->parameter) != curve->fixed ||
		    (double)parameter_number(parameter, which->parameter) != last)
			continue;
		order = run_model_order(model, plan_step(plan, i, 0), false);
		return order->count > 0 && order->low > level;
	}
	return false;
}

/* "measured: 4.6 ns up to 512K, 42 ns 4M to 16M, rising behind", of the curve in random order. */
static void describe_steps(struct run_model *model, const struct curves *curves, char *buffer,
			   size_t size)
{
	const struct curve *curve = NULL;
	struct memory_point points[CURVE_POINTS_MAXIMUM];
	struct memory_steps steps;
	size_t used;

	for (size_t i = 0; i < curves->count; i++)
		if (!curve ||
		    strcmp(curves->curves[i].operation->name, "memory-latency-random") == 0)
			curve = &curves->curves[i];
	buffer[0] = '\0';
	for (size_t i = 0; curve && i < curve->count; i++)
		points[i] = (struct memory_point){(uint64_t)curve->points[i].x, curve->points[i].y};
	memory_steps_find(points, curve ? curve->count : 0, &steps);
	if (!curve || steps.count == 0)
		return;
	used = (size_t)snprintf(buffer, size, "measured (%s):", curve->operation->name);
	for (size_t i = 0; i < steps.count && used < size; i++) {
		char first[24];
		char last[24];

		show_bytes((double)steps.steps[i].first, first, sizeof(first));
		show_bytes((double)steps.steps[i].last, last, sizeof(last));
		used += (size_t)snprintf(buffer + used, size - used, "%s %.3g ns %s to %s",
					 i ? "," : "", steps.steps[i].ns, first, last);
	}
	if (steps.rising && used < size && is_above(model, curve, steps.steps[steps.count - 1].ns))
		snprintf(buffer + used, size - used, ", rising behind that");
}

static void draw_memory(struct console *console, const struct rectangle *area,
			const struct rectangle *notes)
{
	static const char *const names[] = {"memory-latency", "memory-latency-random", NULL};
	const struct result *result = console_result(console);
	struct plot_series series[PLOT_SERIES_MAXIMUM];
	struct curves curves;
	struct caches caches;
	char text[512];
	struct plot plot = {
		.series = series, .lines = caches.lines, .unit = "ns", .show_x = show_bytes};
	int row;

	curves_gather(&console->run_page.model, names, console->session == NULL, &curves);
	find_caches(&result->environment, &caches);
	fill_series(&curves, series);
	plot.series_count = curves.count;
	plot.line_count = caches.count;
	draw_plot(&plot, area);
	legend(&curves, "stride", show_count, text, sizeof(text));
	row = draw_wrapped(notes, 0, ROLE_NORMAL, text);
	describe_steps(&console->run_page.model, &curves, text, sizeof(text));
	row += draw_wrapped(notes, row, ROLE_NORMAL, text);
	describe_caches(result, &caches, text, sizeof(text));
	draw_wrapped(notes, row, ROLE_NOTE, text);
}

static void draw_context(struct console *console, const struct rectangle *area,
			 const struct rectangle *notes)
{
	static const char *const names[] = {"context-switch", NULL};
	struct plot_series series[PLOT_SERIES_MAXIMUM];
	struct curves curves;
	char text[512];
	struct plot plot = {.series = series, .unit = "ns", .show_x = show_count};
	int row;

	curves_gather(&console->run_page.model, names, console->session == NULL, &curves);
	fill_series(&curves, series);
	plot.series_count = curves.count;
	draw_plot(&plot, area);
	legend(&curves, "working set", show_bytes, text, sizeof(text));
	row = draw_wrapped(notes, 0, ROLE_NORMAL, text);
	draw_wrapped(notes, row, ROLE_NOTE,
		     "one pass of the token from one process to the next, less context-switch-"
		     "overhead; over the number of processes, all on one CPU");
}

/* The tables are as wide as a usual screen: a margin is only for who has room for it. */
static void draw_summary(struct tables_page *page, const struct rectangle *body,
			 const struct rectangle *inner)
{
	struct rectangle area = *inner;

	if (document_width(&page->summary) > inner->columns) {
		area.column = body->column;
		area.columns = body->columns;
	}
	document_draw(&page->summary, &area, true);
}

static void draw_tab_names(const struct console *console, const struct rectangle *area)
{
	int column = 1;

	for (int i = 0; i < TABLES_TAB_COUNT; i++) {
		bool current = i == (int)console->tables_page.tab;

		column += draw_format(area, 0, column, current ? ROLE_TAB_CURRENT : ROLE_NORMAL,
				      current ? "[%d %s]" : " %d %s ", i + 1, tab_names[i]);
	}
}

static void draw(struct console *console, const struct rectangle *body)
{
	struct tables_page *page = &console->tables_page;
	const struct result *result = console_result(console);
	struct rectangle inner = {body->row + 1, body->column + 1, body->rows - 1,
				  body->columns - 2};
	struct rectangle plot = inner;
	struct rectangle notes = inner;

	draw_tab_names(console, body);
	if (result == NULL && page->imported) {
		page->tab = TABLES_SUMMARY;
		draw_summary(page, body, &inner);
		return;
	}
	if (result == NULL || !page_tables_available(console)) {
		draw_wrapped(&inner, 1, ROLE_NOTE,
			     "Nothing of LMbench's tables was measured yet: P leads to the Plan "
			     "page, where the suite lmbench can be picked.");
		draw_cursor(&inner, 0, 0);
		return;
	}
	if (result->unit != RESULT_NS) {
		draw_wrapped(&inner, 1, ROLE_NOTE,
			     "The figures of this result are instructions, not time: LMbench's "
			     "tables and curves hold times. The Run page shows what was counted.");
		draw_cursor(&inner, 0, 0);
		return;
	}
	if (page->tab == TABLES_SUMMARY) {
		if (is_due(page, result, console->session != NULL))
			write_summary(page, result);
		draw_summary(page, body, &inner);
		return;
	}
	run_model_update(&console->run_page.model);
	notes.rows = inner.rows > 3 * NOTES_ROWS ? NOTES_ROWS : 0;
	plot.rows -= notes.rows;
	notes.row += plot.rows;
	if (page->tab == TABLES_MEMORY)
		draw_memory(console, &plot, &notes);
	else
		draw_context(console, &plot, &notes);
	draw_cursor(&inner, 0, 0);
}

static bool act(struct console *console, enum action action)
{
	struct tables_page *page = &console->tables_page;

	switch (action) {
	case ACTION_NEXT_PANE:
		page->tab = (enum tables_tab)((page->tab + 1) % TABLES_TAB_COUNT);
		return true;
	case ACTION_PREVIOUS_PANE:
		page->tab =
			(enum tables_tab)((page->tab + TABLES_TAB_COUNT - 1) % TABLES_TAB_COUNT);
		return true;
	case ACTION_TAB_BARS:
	case ACTION_TAB_SPLIT:
	case ACTION_TAB_DIFFERENCE:
		page->tab = (enum tables_tab)(action - ACTION_TAB_BARS);
		return true;
	case ACTION_PAUSE:
	case ACTION_STOP:
		return view_run.act(console, action);
	default:
		return page->tab == TABLES_SUMMARY && document_act(&page->summary, action);
	}
}

static bool find(struct console *console, const char *text)
{
	console->tables_page.tab = TABLES_SUMMARY;
	return document_find(&console->tables_page.summary, text);
}

static void status(struct console *console, char *buffer, size_t size)
{
	const struct result *result = console_result(console);

	if (result == NULL)
		snprintf(buffer, size, "Tables: %s",
			 console->tables_page.imported ? "of a file without samples"
						       : "nothing measured yet");
	else
		snprintf(buffer, size, "Tables: %zu samples", result->sample_count);
}

const struct view view_tables = {
	.name = "Tables",
	.draw = draw,
	.act = act,
	.find = find,
	.status = status,
};
