/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_model_text.c - the rows of the Ladder page as text of any width.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/ladder_model.h"
#include "tui/ladder_model_private.h"
#include "tui/text.h"

#define MARK_COLUMNS 4 /* "[x] " */
#define NAME_MINIMUM 14
#define CELL_MINIMUM 8
/* Below NARROW columns a cell is worth more than words; from WIDE on there is room for both. */
#define NARROW 70
#define WIDE 110
#define TEXT_COLUMNS 256

static int at_most(int value, int limit)
{
	return value < limit ? value : limit;
}

/*
 * Width of a case's column; the selected heading stands in brackets, others have blanks there. One
 * that is alone may have less room than it wants.
 */
static int column_width(const struct ladder_columns *columns, const struct ladder_shown *shown)
{
	int width = (int)strlen(shown->heading) + 2;

	return at_most(width > CELL_MINIMUM ? width : CELL_MINIMUM, columns->room);
}

static int name_width(const struct ladder_model *model, int width)
{
	int limit = width < NARROW ? NAME_MINIMUM : width < WIDE ? 21 : width / 4;
	int longest = NAME_MINIMUM;
	char name[LADDER_NAME_SIZE];

	for (size_t i = 0; i < model->row_count; i++) {
		ladder_model_row_name(model, &model->rows[i], name, sizeof(name));
		if (text_width(name) > longest)
			longest = text_width(name);
	}
	return at_most(longest, limit);
}

static int state_width(int width)
{
	return width < NARROW ? 8 : width < WIDE ? 13 : 32;
}

/* How many cases from first on have room. */
static size_t fitting(const struct ladder_columns *columns, const struct ladder_model *model,
		      size_t first)
{
	int room = columns->room;
	size_t count = 0;

	while (first + count < model->shown_count && room >= CELL_MINIMUM &&
	       column_width(columns, &model->shown[first + count]) <= room) {
		room -= column_width(columns, &model->shown[first + count]);
		count++;
	}
	return count;
}

void ladder_columns_fit(struct ladder_columns *columns, const struct ladder_model *model, int width,
			size_t first)
{
	columns->name = name_width(model, width);
	columns->state = state_width(width);
	columns->room = width - MARK_COLUMNS - columns->name - 1 - columns->state;
	if (first >= model->shown_count || first > model->selected_case)
		first = model->selected_case;
	while (first < model->selected_case &&
	       first + fitting(columns, model, first) <= model->selected_case)
		first++;
	/* No column stays empty while there are cases to the left. */
	while (first > 0 && fitting(columns, model, first - 1) > model->shown_count - first)
		first--;
	columns->first = first;
	columns->count = fitting(columns, model, first);
}

/* Append text, padded with blanks to columns: from the left, or from the right. */
static void append(char *buffer, size_t size, const char *text, int columns, bool right)
{
	size_t used = strlen(buffer);
	char clipped[TEXT_COLUMNS * 4];
	int width = text_clip(clipped, sizeof(clipped), text, at_most(columns, TEXT_COLUMNS));
	int blanks = columns > width ? columns - width : 0;

	snprintf(buffer + used, size - used, "%*s%s%*s", right ? blanks : 0, "", clipped,
		 right ? 0 : blanks, "");
}

void ladder_columns_heading(const struct ladder_columns *columns, const struct ladder_model *model,
			    char *buffer, size_t size)
{
	char text[LADDER_HEADING_SIZE + 4];

	buffer[0] = '\0';
	append(buffer, size, "", MARK_COLUMNS, false);
	append(buffer, size, "RUNG", columns->name, false);
	for (size_t i = columns->first; i < columns->first + columns->count; i++) {
		snprintf(text, sizeof(text), i == model->selected_case ? "[%s]" : "%s ",
			 model->shown[i].heading);
		append(buffer, size, text, column_width(columns, &model->shown[i]), true);
	}
	append(buffer, size, " STATE", columns->state, false);
}

/* A name too long for its column loses first what is there unasked. */
static void shorten_name(const char *name, int columns, char *buffer, size_t size)
{
	const char *open = strstr(name, " (");
	const char *close = open != NULL ? strchr(open, ')') : NULL;

	if (text_width(name) > columns && close != NULL)
		snprintf(buffer, size, "%.*s%s", (int)(open - name), name, close + 1);
	else
		snprintf(buffer, size, "%s", name);
}

/* The difference from a first rung that is not measured yet is not known either. */
static bool is_to_show(const struct ladder_cell *cell)
{
	return cell != NULL && cell->known && isfinite(cell->difference);
}

static void cell_text(const struct ladder_model *model, const struct ladder_row *row, size_t index,
		      char *buffer, size_t size)
{
	const struct ladder_cell *cell = ladder_model_cell(model, row, index);
	bool first = row->column != LADDER_NONE && model->has_table &&
		     model->table.columns[row->column].base == row->column;

	buffer[0] = '\0';
	if (!is_to_show(cell))
		return;
	if (first)
		snprintf(buffer, size, "%.0f%s", cell->median, cell->repeats ? " " : "~");
	else
		snprintf(buffer, size, "%+.0f%s", round(cell->difference) + 0.0,
			 cell->repeats ? " " : "~");
}

static bool any_cell(const struct ladder_columns *columns, const struct ladder_model *model,
		     const struct ladder_row *row)
{
	for (size_t i = columns->first; i < columns->first + columns->count; i++) {
		if (is_to_show(ladder_model_cell(model, row, model->shown[i].index)))
			return true;
	}
	return false;
}

static const char *second_attempt(const struct rung_status *status)
{
	return status->attempt > 1 ? " again" : "";
}

static void eta_text(const struct rung_status *status, char *buffer, size_t size)
{
	buffer[0] = '\0';
	if (status->remaining_seconds >= 0)
		snprintf(buffer, size, " ETA %.0fs", ceil(status->remaining_seconds));
}

/* What a guest that runs is doing, in one of three lengths, the longest first. */
static void running_text(const struct rung_status *status, size_t steps, int length, char *buffer,
			 size_t size)
{
	const char *name = rung_state_name(status->state);
	char eta[24];
	char done[48] = "";

	eta_text(status, eta, sizeof(eta));
	if (status->state == RUNG_MEASURING && length < 2)
		snprintf(done, sizeof(done), "%zu/%zu", status->steps_done, steps);
	if (length == 0)
		snprintf(buffer, size, "%s%s%s%s, %.0f s%s%s", name, second_attempt(status),
			 done[0] != '\0' ? " " : "", done, status->elapsed_seconds,
			 eta[0] != '\0' ? "," : "", eta);
	else if (length == 1 && done[0] != '\0')
		snprintf(buffer, size, "%s%s", done, eta);
	else if (length == 1)
		snprintf(buffer, size, "%s%s", name, eta);
	else if (length == 2)
		snprintf(buffer, size, "%s %.0fs", name, status->elapsed_seconds);
	else
		snprintf(buffer, size, "%s", name);
}

static void ended_text(const struct rung_status *status, int length, char *buffer, size_t size)
{
	const char *name = rung_state_name(status->state);

	if (status->state == RUNG_FAILED && length == 0 && status->trouble != NULL)
		snprintf(buffer, size, "%s: %s", name, status->trouble);
	else if (status->state == RUNG_DONE && length == 0)
		snprintf(buffer, size, "%s in %.0f s%s", name, status->elapsed_seconds,
			 status->attempt > 1 ? ", at the second attempt" : "");
	else if (status->state == RUNG_DONE && length == 1)
		snprintf(buffer, size, "%s %.0fs", name, status->elapsed_seconds);
	else
		snprintf(buffer, size, "%s", name);
}

static void state_text(const struct ladder_model *model, const struct ladder_row *row, int columns,
		       char *buffer, size_t size)
{
	const struct rung_status *status = ladder_model_status(model, row);
	size_t steps = status != NULL ? plan_step_count(&model->ran->plan) : 0;

	buffer[0] = '\0';
	if (status == NULL || row->kind != LADDER_ROW_RUNG)
		return;
	for (int length = 0; length < 4; length++) {
		if (status->state == RUNG_QUEUED)
			snprintf(buffer, size, "%s", rung_state_name(status->state));
		else if (status->state < RUNG_DONE)
			running_text(status, steps, length, buffer, size);
		else
			ended_text(status, length, buffer, size);
		buffer[strcspn(buffer, "\n")] = '\0';
		if (text_width(buffer) <= columns || columns < 1)
			return;
	}
}

/* A row without figures has their room for words. */
static void append_words(const struct ladder_columns *columns, const struct ladder_model *model,
			 const struct ladder_row *row, char *buffer, size_t size)
{
	const struct rung_status *status = ladder_model_status(model, row);
	char text[TEXT_COLUMNS * 4];
	int width = columns->state;

	for (size_t i = columns->first; i < columns->first + columns->count; i++)
		width += column_width(columns, &model->shown[i]);
	if (status != NULL && status->state == RUNG_FAILED)
		ended_text(status, 0, text, sizeof(text));
	else
		state_text(model, row, width - 2, text, sizeof(text));
	text[strcspn(text, "\n")] = '\0';
	append(buffer, size, "", 2, false);
	append(buffer, size, text, width - 2, false);
}

static void append_figures(const struct ladder_columns *columns, const struct ladder_model *model,
			   const struct ladder_row *row, char *buffer, size_t size)
{
	char text[TEXT_COLUMNS * 4];

	for (size_t i = columns->first; i < columns->first + columns->count; i++) {
		cell_text(model, row, model->shown[i].index, text, sizeof(text));
		append(buffer, size, text, column_width(columns, &model->shown[i]), true);
	}
	state_text(model, row, columns->state - 1, text, sizeof(text));
	append(buffer, size, " ", 1, false);
	append(buffer, size, text, columns->state - 1, false);
}

void ladder_columns_row(const struct ladder_columns *columns, const struct ladder_model *model,
			const struct ladder_row *row, char *buffer, size_t size)
{
	char full[LADDER_NAME_SIZE];
	char name[LADDER_NAME_SIZE];

	ladder_model_row_name(model, row, full, sizeof(full));
	if (row->kind == LADDER_ROW_KERNEL) {
		snprintf(buffer, size, "%s", full);
		return;
	}
	buffer[0] = '\0';
	append(buffer, size,
	       row->kind != LADDER_ROW_RUNG               ? ""
	       : ladder_model_is_picked(model, row->rung) ? "[x]"
							  : "[ ]",
	       MARK_COLUMNS, false);
	shorten_name(full, columns->name, name, sizeof(name));
	append(buffer, size, name, columns->name, false);
	if (any_cell(columns, model, row))
		append_figures(columns, model, row, buffer, size);
	else
		append_words(columns, model, row, buffer, size);
}

static bool same_kernel(const struct ladder_model *model, size_t column, size_t kernel)
{
	return model->sources[model->table.columns[column].source].kernel == kernel;
}

static bool is_repeat(const struct ladder_model *model, size_t column)
{
	enum rung_kind kind = model->sources[model->table.columns[column].source].kind;

	return kind == RUNG_SAME || kind == RUNG_PLACEBO;
}

static void name_bar(const struct ladder_model *model, size_t column, struct ladder_bar *bar)
{
	const struct ladder_column *of = &model->table.columns[column];
	const struct ladder_source *source = &model->sources[of->source];
	char shortened[LADDER_NAME_SIZE];

	shorten_name(source->name, 0, shortened, sizeof(shortened));
	if (strcmp(of->variant, "none") == 0)
		snprintf(bar->name, sizeof(bar->name), "%s", shortened);
	else
		snprintf(bar->name, sizeof(bar->name), "%.120s %.120s", shortened, of->variant);
}

/* False when nothing is known of the column yet. */
static bool fill_bar(const struct ladder_model *model, size_t column, struct ladder_bar *bar)
{
	size_t index = model->shown[model->selected_case].index;
	const struct ladder_cell *cell = ladder_table_cell(&model->table, index, column);
	const struct ladder_split *split =
		ladder_table_split(&model->table, model->operation->name, column);

	memset(bar, 0, sizeof(*bar));
	if (!is_to_show(cell))
		return false;
	bar->first = model->table.columns[column].base == column;
	bar->cost = bar->first ? cell->median : cell->difference;
	bar->split = split != NULL && split->known;
	if (bar->split) {
		bar->per_call = split->per_call;
		bar->per_component = split->per_component;
	}
	name_bar(model, column, bar);
	return true;
}

size_t ladder_model_bars(const struct ladder_model *model, const struct ladder_row *row,
			 struct ladder_bar **bars)
{
	size_t columns = model->has_table ? model->table.column_count : 0;
	const struct ladder_row *booted = ladder_model_booted(model, row);
	size_t kernel = booted != NULL ? model->ran->rungs[booted->ran].kernel : 0;
	size_t count = 0;

	*bars = calloc(columns + 1, sizeof(**bars));
	if (*bars == NULL || ladder_model_case(model) == NULL)
		return 0;
	for (size_t i = 0; i < columns; i++)
		if (same_kernel(model, i, kernel) && !is_repeat(model, i) &&
		    fill_bar(model, i, &(*bars)[count]))
			(*bars)[count++].column = i;
	return count;
}

double ladder_model_resolution(const struct ladder_model *model, const struct ladder_row *row)
{
	const struct ladder_row *booted = ladder_model_booted(model, row);
	size_t column = booted != NULL ? booted->column : LADDER_NONE;
	double largest = -1;

	if (!model->has_table || column == LADDER_NONE)
		return largest;
	for (size_t i = 0; i < model->shown_count; i++) {
		double value =
			ladder_table_resolution(&model->table, model->shown[i].index, column);

		if (value > largest)
			largest = value;
	}
	return largest;
}
