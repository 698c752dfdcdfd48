/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_compare_detail.c - one row of a comparison: both distributions on one scale, and what each
 * pass says.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/compare_chart.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/page_compare.h"
#include "tui/terminal.h"
#include "tui/text.h"

/* The number of a bin, its colon and blanks. */
#define BIN_COLUMNS 11
#define PASS_COLUMNS 15

/* The variant of a row across sessions stands in its name: "stat FFF [landlock:1]". */
static void variant_of(const struct comparison_row *row, char *buffer, size_t size)
{
	const char *open = strrchr(row->name, '[');

	if (open == NULL || strchr(open, ']') == NULL)
		snprintf(buffer, size, "none");
	else
		snprintf(buffer, size, "%.*s", (int)strcspn(open + 1, "]"), open + 1);
}

static const struct case_figures *figures_of(const struct input *input,
					     const struct comparison_row *row)
{
	char variant[256];

	variant_of(row, variant, sizeof(variant));
	return figures_find_metric(&input->figures, row->operation, row->parameter, row->place,
				   variant, row->metric);
}

/* The step of a result that a row across sessions compares; -1 when it is not there. */
static long step_of(const struct result *result, const struct comparison_row *row)
{
	const struct plan *plan = &result->plan;
	char cell[2 * PATH_MAX];
	char variant[256];
	size_t i;
	long found;

	variant_of(row, variant, sizeof(variant));
	snprintf(cell, sizeof(cell), "%s%s%s", row->parameter, row->place[0] != '\0' ? " on " : "",
		 row->place);
	found = plan_find_case(plan, row->operation->name, cell);
	for (i = 0; found >= 0 && i < plan->variants.count; i++)
		if (strcmp(plan->variants.items[i], variant) == 0)
			return (long)plan_step(plan, (size_t)found, i);
	return -1;
}

/* The first session of a group that has runs of the row; NULL when there is none. */
static const struct result *samples_of(const struct compare_model *model, const char *group,
				       const struct comparison_row *row, size_t *step)
{
	size_t count;
	const struct input *inputs = compare_model_group(model, group, &count);
	size_t i;

	for (i = 0; i < count; i++) {
		long found = inputs[i].result != NULL ? step_of(inputs[i].result, row) : -1;

		*step = (size_t)found;
		if (found >= 0)
			return inputs[i].result;
	}
	return NULL;
}

static bool fill_pair(struct compare_page *page, const struct comparison_row *row, size_t bins)
{
	const struct compare_model *model = &page->model;
	const struct result *base = model->result;
	const struct result *other = model->result;
	size_t base_step;
	size_t other_step;

	if (model->has_files) {
		base = samples_of(model, model->comparison.base, row, &base_step);
		other = samples_of(model, row->label, row, &other_step);
	} else if (base != NULL && compare_pair_steps(base, row, &base_step, &other_step) < 0) {
		return false;
	}
	return base != NULL && other != NULL &&
	       compare_pair_fill(&page->pair, base, base_step, other, other_step, bins) == 0;
}

/* The distributions of the row, counted again only when the comparison is a new one. */
static const struct compare_pair *pair_of(struct compare_page *page,
					  const struct comparison_row *row, size_t bins)
{
	if (page->pair_of != page->model.generation || page->pair_row != page->selected ||
	    page->pair_bins != bins) {
		page->has_pair = fill_pair(page, row, bins);
		page->pair_of = page->model.generation;
		page->pair_row = page->selected;
		page->pair_bins = bins;
	}
	return page->has_pair ? &page->pair : NULL;
}

static const char *side_title(const struct compare_model *model, const struct comparison_row *row,
			      int side)
{
	return side == PAIR_BASE ? model->comparison.base : row->label;
}

/* "instructions" is wider than the numbers of the bins; the page says it above. */
static const char *bins_title(const struct comparison_row *row)
{
	return row->unit != RESULT_NS ? "count" : comparison_unit(row);
}

/* As many decimals as tell the bins apart. */
static int bin_decimals(const struct histogram *base, const struct comparison_row *row)
{
	/* They are alike wide in time, and of rates the last is the narrowest. */
	const double last = base->low + (double)base->bins * base->step;
	const double step =
		fabs(comparison_shown(row, last) - comparison_shown(row, last - base->step));

	return step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
}

static void draw_bin(const struct compare_pair *pair, const struct comparison_row *of, size_t bin,
		     const struct rectangle *area, int row, int width)
{
	const struct histogram *base = &pair->sides[PAIR_BASE];
	const double edge = comparison_shown(of, base->low + (double)bin * base->step);
	char bar[BARS_BYTES(150)];
	int side;

	/* No time at all would be no rate. */
	if (isfinite(edge))
		draw_format(area, row, 0, ROLE_NORMAL, "%*.*f |", BIN_COLUMNS - 2,
			    bin_decimals(base, of), edge);
	else
		draw_format(area, row, 0, ROLE_NORMAL, "%*s |", BIN_COLUMNS - 2, "-");
	for (side = PAIR_BASE; side <= PAIR_OTHER; side++) {
		int column = BIN_COLUMNS + side * (width + 2);

		bars_horizontal(bar, sizeof(bar), width,
				(double)pair->sides[side].counts[bin] / (double)base->largest,
				terminal_blocks());
		draw_text(area, row, column, side == PAIR_BASE ? ROLE_NORMAL : ROLE_BAR, bar);
		if (side == PAIR_OTHER)
			draw_text(area, row, column - 1, ROLE_NORMAL, "|");
	}
}

static void draw_distributions(struct compare_page *page, const struct comparison_row *row,
			       const struct rectangle *area)
{
	const struct compare_model *model = &page->model;
	int width = (area->columns - BIN_COLUMNS - 2) / 2;
	const struct compare_pair *pair = NULL;
	char title[256];
	size_t i;
	int side;

	if (width > 149)
		width = 149;
	if (area->rows < 3 || width < 4)
		return;
	if (row->metric) {
		draw_wrapped(area, 1, ROLE_NORMAL,
			     "what runs have told is shown by pass only: see there");
		return;
	}
	/* Two rows are for the titles and for what lies beyond. */
	pair = pair_of(page, row, (size_t)area->rows - 2);
	if (pair == NULL) {
		draw_wrapped(area, 1, ROLE_NORMAL,
			     model->has_files ? "no samples of both sides to show" : "no runs yet");
		return;
	}
	draw_format(area, 0, 0, ROLE_HEADING, "%9s", bins_title(row));
	for (side = PAIR_BASE; side <= PAIR_OTHER; side++) {
		char shortened[256];

		snprintf(title, sizeof(title), "%s n=%zu", side_title(model, row, side),
			 pair->counts[side]);
		/* The number makes room for a name that is whole without it. */
		if (text_width(title) > width && text_width(side_title(model, row, side)) <= width)
			snprintf(title, sizeof(title), "%s", side_title(model, row, side));
		text_shorten(shortened, sizeof(shortened), title, width);
		draw_text(area, 0, BIN_COLUMNS + side * (width + 2), ROLE_HEADING, shortened);
	}
	for (i = 0; i < pair->sides[0].bins; i++)
		draw_bin(pair, row, i, area, (int)i + 1, width);
	if (pair->sides[0].above + pair->sides[1].above > 0)
		draw_format(area, (int)pair->sides[0].bins + 1, 0, ROLE_NORMAL,
			    "%*s |%*zu beyond |%*zu beyond", BIN_COLUMNS - 2, "severe", width - 7,
			    pair->sides[0].above, width - 7, pair->sides[1].above);
}

/* Where the axis of the passes begins and ends: at zero, or around them when they are far off. */
static void passes_axis(const struct comparison_row *row, int width, struct chart_axis *axis)
{
	double low = 0;
	double high = 0;
	size_t i;

	for (i = 0; i < row->part_count; i++) {
		low = fmin(low, comparison_row_percent(row, row->parts[i]));
		high = fmax(high, comparison_row_percent(row, row->parts[i]));
	}
	chart_axis_fit(axis, low, high, width);
}

/* With more passes than rows: all of them in one line, and then the latest ones. */
static int draw_all_passes(const struct comparison_row *row, const struct rectangle *area, int at,
			   int width)
{
	struct sequence_chart chart = {INFINITY, -INFINITY, 1, terminal_blocks()};
	char line[BARS_BYTES(COMPARE_BAR_MAXIMUM)];
	size_t i;

	for (i = 0; i < row->part_count; i++) {
		chart.low = fmin(chart.low, row->parts[i]);
		chart.high = fmax(chart.high, row->parts[i]);
	}
	bars_sequence(line, sizeof(line), width, row->parts, row->part_count, &chart, 0);
	draw_format(area, at, 1, ROLE_NORMAL, "all %zu", row->part_count);
	draw_text(area, at, PASS_COLUMNS, ROLE_BAR, line);
	return 1;
}

static void draw_passes(const struct comparison_row *row, const struct rectangle *area)
{
	struct chart_axis axis;
	char text[COMPARE_BAR_BYTES];
	int width = area->columns - PASS_COLUMNS - 1;
	size_t from = 0;
	size_t i;
	int at = 1;

	if (width > COMPARE_BAR_MAXIMUM)
		width = COMPARE_BAR_MAXIMUM;
	if (area->rows < 2 || width < 4)
		return;
	passes_axis(row, width, &axis);
	chart_axis_marks(&axis, width, text, sizeof(text));
	draw_text(area, 0, 1, ROLE_HEADING, "pass  median");
	draw_text(area, 0, PASS_COLUMNS, ROLE_HEADING, text);
	if (row->part_count > (size_t)area->rows - 1) {
		at += draw_all_passes(row, area, at, width);
		from = row->part_count - (size_t)(area->rows - at);
	}
	for (i = from; i < row->part_count; i++, at++) {
		double percent = comparison_row_percent(row, row->parts[i]);

		compare_bar(text, sizeof(text), width, &axis, percent, percent, percent,
			    terminal_blocks());
		draw_format(area, at, 1, ROLE_NORMAL, "%4zu %+7.1f%%", i + 1,
			    compare_model_percent(percent));
		draw_text(area, at, PASS_COLUMNS, ROLE_BAR, text);
	}
}

/* A median of figures, as the row's own figures are shown. */
static double shown_median(const struct comparison_row *row, double median)
{
	return comparison_shown(row, comparison_inner(row->metric, median));
}

static void draw_medians(const struct input *input, const struct comparison_row *row,
			 const char *title, const struct rectangle *area)
{
	const struct case_figures *which = figures_of(input, row);
	int at = 0;
	size_t i;

	draw_format(area, at++, 1, ROLE_HEADING, "passes of %s, medians in %s", title,
		    comparison_unit(row));
	for (i = 0; which != NULL && i < which->pass_count && at < area->rows; i++) {
		double median = shown_median(row, which->passes[i].median);

		draw_format(area, at++, 1, ROLE_NORMAL, "%4zu %12.*f  %zu run%s", i + 1,
			    comparison_shown_decimals(row, median), median, which->passes[i].runs,
			    which->passes[i].runs == 1 ? "" : "s");
	}
}

/* "12345.6  x.csv" for each session: a boot counts once, however many passes it has. */
static void draw_sessions(const struct input *inputs, size_t count,
			  const struct comparison_row *row, const char *title,
			  const struct rectangle *area)
{
	int at = 0;
	size_t i;

	draw_format(area, at++, 1, ROLE_HEADING, "sessions of %s, medians in %s", title,
		    comparison_unit(row));
	for (i = 0; i < count && at < area->rows; i++) {
		const struct case_figures *which = figures_of(&inputs[i], row);
		const char *slash = strrchr(inputs[i].figures.source, '/');
		const char *name = slash != NULL ? slash + 1 : inputs[i].figures.source;

		double median = which != NULL && which->pass_count > 0
					? shown_median(row, figures_median(which))
					: NAN;

		if (isfinite(median))
			draw_format(area, at++, 1, ROLE_NORMAL, "%4zu %12.*f  %s", i + 1,
				    comparison_shown_decimals(row, median), median, name);
		else
			draw_format(area, at++, 1, ROLE_NORMAL, "%4zu %12s  %s", i + 1, "-", name);
	}
}

static void draw_side(const struct compare_model *model, const char *group,
		      const struct comparison_row *row, const struct rectangle *area)
{
	size_t count;
	const struct input *inputs = compare_model_group(model, group, &count);

	if (count == 1)
		draw_medians(inputs, row, group, area);
	else if (count > 1)
		draw_sessions(inputs, count, row, group, area);
}

/* Across sessions passes have no partners: each side's own medians. */
static void draw_sides(const struct compare_model *model, const struct comparison_row *row,
		       const struct rectangle *area)
{
	struct rectangle half = *area;

	half.rows = area->rows / 2;
	draw_side(model, model->comparison.base, row, &half);
	half.row += half.rows;
	half.rows = area->rows - half.rows;
	draw_side(model, row->label, row, &half);
}

void page_compare_draw_detail(struct console *console, const struct rectangle *area)
{
	struct compare_page *page = &console->compare_page;
	const struct comparison_row *row = page_compare_selected(page);
	struct layout_pair layout;
	const char *command;
	char title[2048];

	layout_pair(area, &layout);
	draw_cursor(&layout.title, 0, 0);
	if (row == NULL)
		return;
	command = compare_model_command(&page->model, row);
	snprintf(title, sizeof(title), "%s against %s: %s%s%s", row->label,
		 page->model.comparison.base, row->name, command != NULL ? ": " : "",
		 command != NULL ? command : "");
	draw_text(&layout.title, 0, 1, ROLE_HEADING, title);
	draw_distributions(page, row, &layout.distributions);
	draw_rule(&layout.separator);
	if (page->model.has_files)
		draw_sides(&page->model, row, &layout.passes);
	else
		draw_passes(row, &layout.passes);
	draw_cursor(&layout.title, 0, 0);
}
