/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_lines.c - the lines of the Compare page's table: order, filter, and what stands in them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/compare_model.h"

#include "exports/compare/compare_show.h"
#include "exports/number.h"

static bool add_line(struct compare_model *model, size_t row, bool heading)
{
	if (model->line_count == model->capacity) {
		size_t capacity = model->capacity * 2 + 64;
		struct compare_line *lines = reallocarray(model->lines, capacity, sizeof(*lines));

		if (lines == NULL)
			return false;
		model->lines = lines;
		model->capacity = capacity;
	}
	model->lines[model->line_count++] = (struct compare_line){row, heading};
	return true;
}

static bool same_case(const struct comparison_row *a, const struct comparison_row *b)
{
	return a->operation == b->operation && strcmp(a->name, b->name) == 0;
}

/* With one label a heading for each row would only double the table. */
static bool has_headings(const struct compare_model *model)
{
	return model->order == COMPARE_AS_PLANNED && model->comparison.labels.count > 1;
}

/* By estimate, the largest first, those without one last. */
static int compare_by_size(const void *first, const void *second, void *model)
{
	const struct comparison_row *rows = ((const struct compare_model *)model)->comparison.rows;
	const struct compare_line *a = first;
	const struct compare_line *b = second;
	double x = rows[a->row].estimate;
	double y = rows[b->row].estimate;

	if (isnan(x) || isnan(y))
		return isnan(x) - isnan(y) ? isnan(x) - isnan(y)
					   : (a->row > b->row) - (a->row < b->row);
	if (x != y)
		return x < y ? 1 : -1;
	return (a->row > b->row) - (a->row < b->row);
}

void compare_model_arrange(struct compare_model *model)
{
	const struct comparison *comparison = &model->comparison;
	const struct comparison_row *last = NULL;
	size_t i;

	model->line_count = 0;
	for (i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (model->filter != NULL && row->operation != model->filter)
			continue;
		if (has_headings(model) && (last == NULL || !same_case(last, row)) &&
		    !add_line(model, i, true))
			return;
		if (!add_line(model, i, false))
			return;
		last = row;
	}
	if (model->order == COMPARE_LARGEST_FIRST && model->line_count > 0)
		qsort_r(model->lines, model->line_count, sizeof(*model->lines), compare_by_size,
			model);
}

static bool has_operation(const struct comparison *comparison, const struct operation *operation)
{
	size_t i;

	for (i = 0; i < comparison->row_count; i++)
		if (comparison->rows[i].operation == operation)
			return true;
	return false;
}

void compare_model_next_filter(struct compare_model *model)
{
	bool passed = model->filter == NULL;
	const struct operation *next = NULL;
	size_t i;

	for (i = 0; i < operation_count && next == NULL; i++) {
		if (passed && has_operation(&model->comparison, operations[i]))
			next = operations[i];
		passed = passed || operations[i] == model->filter;
	}
	model->filter = next;
	compare_model_arrange(model);
}

const struct comparison_row *compare_model_row(const struct compare_model *model, size_t line)
{
	if (line >= model->line_count)
		return NULL;
	return &model->comparison.rows[model->lines[line].row];
}

const char *compare_model_command(const struct compare_model *model,
				  const struct comparison_row *row)
{
	const char *command = compare_row_command(model->result, row);

	for (size_t i = 0; i < model->inputs.input_count && command == NULL; i++)
		command = compare_row_command(model->inputs.inputs[i].result, row);
	return command;
}

size_t compare_model_line_of(const struct compare_model *model, size_t row)
{
	size_t i;

	for (i = 0; i < model->line_count; i++)
		if (model->lines[i].row == row && !model->lines[i].heading)
			return i;
	return 0;
}

size_t compare_model_no_heading(const struct compare_model *model, size_t line, int direction)
{
	long place = (long)line;
	int turn;

	for (turn = 0; turn < 2; turn++) {
		for (place = (long)line; place >= 0 && place < (long)model->line_count;
		     place += direction)
			if (!model->lines[place].heading)
				return (size_t)place;
		direction = -direction;
	}
	return line;
}

static void estimates_range(const struct compare_model *model, double *low, double *high)
{
	const double reach = compare_reach_of(&model->comparison, model->filter);
	size_t i;

	*low = 0;
	*high = 0;
	for (i = 0; i < model->line_count; i++) {
		const struct comparison_row *row = compare_model_row(model, i);
		double percent = comparison_row_percent(row, row->estimate);

		/* A few rows that are far off must not make all others look like nothing. */
		if (isfinite(percent) && fabs(percent) <= reach) {
			*low = fmin(*low, percent);
			*high = fmax(*high, percent);
		}
	}
}

void compare_model_range(const struct compare_model *model, double *low, double *high)
{
	double least;
	double most;
	size_t i;

	estimates_range(model, low, high);
	/* The first intervals are so wide that nothing else would be seen. */
	least = *low - (*high - *low) / 4;
	most = *high + (*high - *low) / 4;
	for (i = 0; i < model->line_count; i++) {
		const struct comparison_row *row = compare_model_row(model, i);
		struct comparison_span span = comparison_shown_span(row, row->low, row->high);

		if (isfinite(span.low) && span.low > least)
			*low = fmin(*low, span.low);
		if (isfinite(span.high) && span.high < most)
			*high = fmax(*high, span.high);
	}
}

double compare_model_percent(double percent)
{
	return fabs(percent) < 0.05 ? 0 : percent;
}

const char *compare_model_verdict(const struct compare_model *model,
				  const struct comparison_row *row, char *buffer, size_t size)
{
	const bool waits = model->live && row->verdict == VERDICT_NONE && !row->has_zeros;

	if (waits && row->part_count == 0)
		snprintf(buffer, size, "waiting");
	else if (waits && row->part_count < model->needed[row->role])
		snprintf(buffer, size, "pass %zu/%zu", row->part_count, model->needed[row->role]);
	else
		comparison_verdict_short(row, buffer, size);
	return buffer;
}

#define SIGNED_SIZE 48

/* No sign where no digit shows one. */
static const char *signed_text(double value, int decimals, char buffer[SIGNED_SIZE])
{
	const bool shows = fabs(value) * pow(10, decimals) >= 0.5;

	snprintf(buffer, SIGNED_SIZE, shows ? "%+.*f" : "%.*f", decimals, shows ? value : 0.0);
	return buffer;
}

/* " (95% -60.00 to -37.50)", or the spread of passes, or nothing. */
static void interval_text(const struct comparison_row *row, char *buffer, size_t size)
{
	const bool is_interval = isfinite(row->low) && isfinite(row->high);
	const struct comparison_span span =
		is_interval ? comparison_shown_span(row, row->low, row->high)
			    : comparison_shown_span(row, row->spread_low, row->spread_high);
	const int decimals = is_interval ? 2 : 1;
	char low[SIGNED_SIZE];
	char high[SIGNED_SIZE];

	buffer[0] = '\0';
	if (isfinite(span.low) && isfinite(span.high))
		snprintf(buffer, size, " (%s %s to %s)", is_interval ? "95%" : "passes spread",
			 signed_text(span.low, decimals, low),
			 signed_text(span.high, decimals, high));
}

const char *compare_model_sentence(const struct comparison_row *row, char *buffer, size_t size)
{
	char verdict[COMPARISON_REASON_SIZE + 64];
	char interval[2 * SIGNED_SIZE + 32];
	char percent[SIGNED_SIZE];
	char difference[NUMBER_SIZE];
	bool has_difference;

	if (row->has_zeros) {
		compare_show_figure(row, comparison_shown_difference(row), true, difference);
		snprintf(buffer, size, "%s  %s: %s %s; %s", row->label, row->name, difference,
			 comparison_unit(row), row->reason);
		return buffer;
	}
	if (isnan(row->estimate)) {
		snprintf(buffer, size, "%s  %s: %s", row->label, row->name,
			 row->reason[0] != '\0' ? row->reason : "not measured");
		return buffer;
	}
	interval_text(row, interval, sizeof(interval));
	compare_show_figure(row, comparison_shown_difference(row), true, difference);
	has_difference = isfinite(comparison_shown_difference(row));
	snprintf(buffer, size, "%s  %s: %s%%%s%s%s%s%s; %s", row->label, row->name,
		 signed_text(comparison_row_percent(row, row->estimate), 2, percent), interval,
		 has_difference ? ", " : "", has_difference ? difference : "",
		 has_difference ? " " : "", has_difference ? comparison_unit(row) : "",
		 comparison_verdict(row, verdict, sizeof(verdict)));
	return buffer;
}
