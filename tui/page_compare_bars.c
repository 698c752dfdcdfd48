/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_compare_bars.c - the table of bars, and the notes on the selected row below it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/compare_chart.h"
#include "tui/compare_hooks.h"
#include "tui/draw.h"
#include "tui/operation_figure.h"
#include "tui/page_compare.h"
#include "tui/terminal.h"
#include "tui/text.h"

/* Less of a path than this tells nothing. */
#define PATH_MINIMUM 7

/* Where the next cell of a row goes, and how. */
struct pen {
	const struct rectangle *area;
	int row;
	int column;
	bool selected;
};

static void put(struct pen *pen, enum role role, int width, bool right, const char *text)
{
	char cell[DRAW_BYTES];
	int pad;

	if (width == 0)
		return;
	text_shorten(cell, sizeof(cell), text, width);
	pad = width - text_width(cell);
	draw_text(pen->area, pen->row, pen->column + (right && pad > 0 ? pad : 0),
		  pen->selected ? ROLE_SELECTED : role, cell);
	pen->column += width + 1;
}

/* What has a unit of its own has its digits, as many as fit; no sign where none shows. */
static void figure_of_row(const struct comparison_row *row, double value, int width, char *buffer,
			  size_t size)
{
	const bool own = comparison_has_own_unit(row) && row->bytes == 0;

	if (own && (isnan(value) || fabs(value) < 0.0005)) {
		snprintf(buffer, size, isnan(value) ? "-" : "0");
		return;
	}
	if (own &&
	    snprintf(buffer, size, "%.*f", comparison_shown_decimals(row, value), value) <= width)
		return;
	figure_text(row->unit, fabs(value) < 0.005 ? 0 : value, width, buffer, size);
}

static void put_number(struct pen *pen, int width, const struct comparison_row *row, double value)
{
	char text[48];

	figure_of_row(row, value, width, text, sizeof(text));
	put(pen, ROLE_NORMAL, width, true, text);
}

static bool has_rates(const struct comparison *comparison)
{
	size_t i;

	for (i = 0; i < comparison->row_count; i++)
		if (comparison_has_own_unit(&comparison->rows[i]))
			return true;
	return false;
}

static void draw_heading(const struct compare_model *model, const struct compare_columns *columns,
			 const struct chart_axis *axis, const struct rectangle *area)
{
	struct pen pen = {.area = area, .column = 1};
	/* Where not all rows are times, each case says in what its figures are. */
	bool times = model->comparison.unit == RESULT_NS && !has_rates(&model->comparison);
	char marks[COMPARE_BAR_MAXIMUM + 1];

	chart_axis_marks(axis, columns->bar, marks, sizeof(marks));
	put(&pen, ROLE_HEADING, columns->name, false,
	    model->has_files ? "CASE / GROUP" : "CASE / VARIANT");
	put(&pen, ROLE_HEADING, columns->base, true, times ? "base ns" : "base");
	put(&pen, ROLE_HEADING, columns->ns, true, times ? "+ns" : "change");
	put(&pen, ROLE_HEADING, columns->per_call, true, "/syscall");
	put(&pen, ROLE_HEADING, columns->percent, true, "%");
	put(&pen, ROLE_HEADING, columns->interval, true, "95% interval");
	put(&pen, ROLE_HEADING, columns->bar, false, marks);
	put(&pen, ROLE_HEADING, columns->passes, true, "passes");
	put(&pen, ROLE_HEADING, columns->verdict, false, "VERDICT");
}

/* "open-close XXX/FFF  base 1203 ns, 2 system calls" */
static void draw_case(const struct comparison_row *row, const struct rectangle *area, int at)
{
	char base[32] = "?";
	char text[512];

	if (isfinite(row->base_ns))
		figure_of_row(row, comparison_shown(row, row->base_ns), 9, base, sizeof(base));
	if (comparison_has_own_unit(row))
		snprintf(text, sizeof(text), "%s  base %s %s%s", row->name, base,
			 comparison_unit(row), comparison_is_rate(row) ? ": minus is slower" : "");
	else if (row->calls > 0)
		snprintf(text, sizeof(text), "%s  base %s %s, %g%s system call%s", row->name, base,
			 comparison_unit(row), row->calls, row->calls_grow ? "+" : "",
			 row->calls > 1 ? "s" : "");
	else
		snprintf(text, sizeof(text), "%s  base %s %s, no system call", row->name, base,
			 comparison_unit(row));
	draw_text(area, at, 1, ROLE_HEADING, text);
}

/* The name of a row: what the heading above it does not say already. */
static void name_text(const struct compare_model *model, const struct comparison_row *row,
		      char *buffer, size_t size)
{
	if (model->comparison.labels.count == 1)
		snprintf(buffer, size, "%s", row->name);
	else if (model->order == COMPARE_AS_PLANNED)
		snprintf(buffer, size, " %s", row->label);
	else
		snprintf(buffer, size, "%s %s", row->label, row->name);
}

/* "ctrl", "A/A", or nothing. */
static const char *role_text(const struct comparison_row *row)
{
	return row->role == ROW_CONTROL ? "ctrl" : row->role == ROW_AA ? "A/A" : "";
}

static int longest_name(const struct compare_model *model)
{
	char name[512];
	int longest = 0;
	size_t i;

	for (i = 0; i < model->line_count; i++) {
		const struct comparison_row *row = compare_model_row(model, i);
		int width;

		name_text(model, row, name, sizeof(name));
		width = text_width(name) + 1 + (int)strlen(role_text(row));
		if (!model->lines[i].heading && width > longest)
			longest = width;
	}
	return longest;
}

/*
 * The name of a row in so many columns. Where it holds variant, operation and path it is the path
 * that loses its middle: cut in its own, a long name would lose the operation.
 */
static void fit_name(const struct compare_model *model, const struct comparison_row *row, int room,
		     char *buffer, size_t size)
{
	const char *path = strchr(row->name, ' ');
	char full[512];
	char part[512];
	int before;

	name_text(model, row, full, sizeof(full));
	before = text_width(full) - (path != NULL ? text_width(path + 1) : 0);
	if (text_width(full) <= room || path == NULL || room - before < PATH_MINIMUM ||
	    before <= 0 || strlen(full) < strlen(path + 1)) {
		text_shorten(buffer, size, full, room);
		return;
	}
	text_shorten(part, sizeof(part), path + 1, room - before);
	full[strlen(full) - strlen(path + 1)] = '\0';
	snprintf(buffer, size, "%s%s", full, part);
}

/* Columns that the name of a row has in a column of width. */
static int name_room(const struct comparison_row *row, int width)
{
	const char *role = role_text(row);

	return width - (role[0] != '\0' ? (int)strlen(role) + 1 : 0);
}

static bool look_alike(const struct compare_model *model, const struct comparison_row *a,
		       const struct comparison_row *b, int width)
{
	char first[512];
	char second[512];

	name_text(model, a, first, sizeof(first));
	name_text(model, b, second, sizeof(second));
	if (strcmp(first, second) == 0)
		return false;
	fit_name(model, a, name_room(a, width), first, sizeof(first));
	fit_name(model, b, name_room(b, width), second, sizeof(second));
	return strcmp(first, second) == 0;
}

/* Whether two of the rows shown, from first on, can no more be told apart. */
static bool any_look_alike(const struct compare_model *model, int first, int rows, int width)
{
	int last = first + rows < (int)model->line_count ? first + rows : (int)model->line_count;

	for (int i = first; i < last; i++)
		for (int j = i + 1; j < last; j++)
			if (!model->lines[i].heading && !model->lines[j].heading &&
			    look_alike(model, compare_model_row(model, (size_t)i),
				       compare_model_row(model, (size_t)j), width))
				return true;
	return false;
}

static void put_name(struct pen *pen, const struct comparison_row *row, const char *name, int width)
{
	const char *role = role_text(row);

	draw_format(pen->area, pen->row, pen->column, pen->selected ? ROLE_SELECTED : ROLE_NORMAL,
		    "%s%*s%s", name, width - text_width(name) - (int)strlen(role), "", role);
	pen->column += width + 1;
}

static void percent_text(double percent, char *buffer, size_t size)
{
	percent = compare_model_percent(percent);
	/* No sign where no digit shows one. */
	if (fabs(percent) < 0.05)
		snprintf(buffer, size, "0.0");
	else if (isfinite(percent))
		snprintf(buffer, size, fabs(percent) < 9999.5 ? "%+.1f" : "%+.0e", percent);
	else
		snprintf(buffer, size, "-");
}

static void interval_text(const struct comparison_row *row, char *buffer, size_t size)
{
	struct comparison_span span = comparison_shown_span(row, row->low, row->high);
	char low[32];
	char high[32];

	percent_text(span.low, low, sizeof(low));
	percent_text(span.high, high, sizeof(high));
	if (isfinite(row->low) && isfinite(row->high))
		snprintf(buffer, size, "%s..%s", low, high);
	else
		snprintf(buffer, size, "-");
}

static enum role verdict_role(const struct comparison_row *row)
{
	/* Fewer instructions are no alarm. */
	if (row->unit == RESULT_INSTRUCTIONS && row->verdict == VERDICT_MOVED && row->estimate < 0)
		return ROLE_GOOD;
	switch (row->verdict) {
	case VERDICT_SLOWER:
	case VERDICT_UNTRUSTWORTHY:
	case VERDICT_MOVED:
		return ROLE_ALARM;
	case VERDICT_FASTER:
		return ROLE_GOOD;
	default:
		return ROLE_NORMAL;
	}
}

/* As short as the column asks for. */
static void verdict_text(const struct compare_model *model, const struct comparison_row *row,
			 int width, char *buffer, size_t size)
{
	char jump[COMPARISON_PERCENT_SIZE];
	size_t used;

	compare_model_verdict(model, row, buffer, size);
	used = strlen(buffer);
	comparison_show_jump(row, jump);
	/* Why its difference is not shown matters more than that there is no verdict. */
	if (jump[0] != '\0' && text_width(buffer) + 2 + text_width(jump) <= width)
		snprintf(buffer + used, size - used, "; %s", jump);
	else if (jump[0] != '\0' && row->verdict == VERDICT_NONE && !model->live)
		snprintf(buffer, size, "%s", jump);
	if (width > 30 && !model->live) {
		char full[COMPARISON_REASON_SIZE + 64];

		comparison_verdict(row, full, sizeof(full));
		if (text_width(full) <= width)
			snprintf(buffer, size, "%s", full);
	}
}

static void draw_row_of(const struct compare_model *model, const struct comparison_row *row,
			const struct compare_columns *columns, const struct chart_axis *axis,
			struct pen *pen)
{
	struct comparison_span span = comparison_shown_span(row, row->low, row->high);
	char bar[COMPARE_BAR_BYTES];
	char text[COMPARISON_REASON_SIZE + 64];

	if (pen->selected)
		draw_row(pen->area, pen->row, ROLE_SELECTED, "");
	fit_name(model, row, name_room(row, columns->name), text, sizeof(text));
	put_name(pen, row, text, columns->name);
	if (columns->base > 0)
		put_number(pen, columns->base, row, comparison_shown(row, row->base_ns));
	if (columns->ns > 0)
		put_number(pen, columns->ns, row, comparison_shown_difference(row));
	if (columns->per_call > 0)
		put_number(pen, columns->per_call, row, comparison_shown_per_call(row));
	percent_text(comparison_row_percent(row, row->estimate), text, sizeof(text));
	put(pen, ROLE_VALUE, columns->percent, true, comparison_is_same(row) ? "same" : text);
	interval_text(row, text, sizeof(text));
	put(pen, ROLE_NORMAL, columns->interval, true, text);
	compare_bar(bar, sizeof(bar), columns->bar, axis,
		    comparison_row_percent(row, row->estimate), span.low, span.high,
		    terminal_blocks());
	put(pen, ROLE_BAR, columns->bar, false, bar);
	snprintf(text, sizeof(text), "%zu", row->has_zeros ? row->base_count : row->part_count);
	put(pen, ROLE_NORMAL, columns->passes, true, text);
	verdict_text(model, row, columns->verdict, text, sizeof(text));
	put(pen, verdict_role(row), columns->verdict, false, text);
}

/* A bar is worth less than to know whose it is. */
static void fit_columns(const struct compare_page *page, const struct rectangle *area,
			struct compare_columns *columns)
{
	const struct compare_model *model = &page->model;
	int longest = longest_name(model);

	compare_columns_fit(columns, area->columns - 1, longest);
	if (columns->bar == 0 || longest <= columns->name ||
	    !any_look_alike(model, page->first, area->rows, columns->name))
		return;
	columns->name += columns->bar + 1;
	columns->bar = 0;
}

void page_compare_draw_bars(struct compare_page *page, const struct rectangle *heading,
			    const struct rectangle *area)
{
	const struct compare_model *model = &page->model;
	struct compare_columns columns;
	struct chart_axis axis;
	size_t selected = compare_model_line_of(model, page->selected);
	double low;
	double high;
	int i;

	page->rows = area->rows;
	/* The first row of a case is not shown without its heading, where there is room. */
	if (selected > 0 && (int)selected == page->first && model->lines[selected - 1].heading)
		page->first--;
	page->first = layout_scroll(page->first, (int)selected, (int)model->line_count, area->rows);
	fit_columns(page, area, &columns);
	compare_model_range(model, &low, &high);
	chart_axis_fit(&axis, low, high, columns.bar);
	draw_heading(model, &columns, &axis, heading);
	for (i = 0; i < area->rows && page->first + i < (int)model->line_count; i++) {
		size_t line = (size_t)(page->first + i);
		struct pen pen = {area, i, 1, line == selected};

		if (model->lines[line].heading)
			draw_case(compare_model_row(model, line), area, i);
		else
			draw_row_of(model, compare_model_row(model, line), &columns, &axis, &pen);
	}
	draw_cursor(area, (int)selected - page->first, 0);
}

/* Without the name of the worst case, which takes most of its room. */
static void drop_name(char *headline)
{
	char *name = strstr(headline, " (");
	const char *end = name != NULL ? strchr(name, ')') : NULL;

	if (end != NULL)
		memmove(name, end + 1, strlen(end + 1) + 1);
}

/*
 * Where not both have room, names go that stand above: the worst case's first, then those of the
 * sentence's row. What is shown of the sentence.
 */
static const char *fit_notes(const struct comparison_row *row, const char *sentence, char *headline,
			     const struct rectangle *area)
{
	const char *figures = sentence + strlen(row->label) + strlen(row->name) + 4;
	int rows = area->rows - draw_wrapped_lines(sentence, area->columns);

	if (area->rows == 1)
		return figures;
	if (draw_wrapped_lines(headline, area->columns) > rows) {
		char whole[1024];

		snprintf(whole, sizeof(whole), "%s", headline);
		drop_name(headline);
		if (draw_wrapped_lines(headline, area->columns) <= rows)
			return sentence;
		rows = area->rows - draw_wrapped_lines(figures, area->columns);
		if (draw_wrapped_lines(whole, area->columns) <= rows)
			memcpy(headline, whole, sizeof(whole));
		return figures;
	}
	return sentence;
}

/* The last line is for the hooks that the row's operation calls, where they are known. */
static void draw_hooks(const struct compare_page *page, const struct comparison_row *row,
		       struct rectangle *area)
{
	char line[1024];

	if (area->rows < 3 || compare_hooks_row(&page->hooks, row, line, sizeof(line))[0] == '\0')
		return;
	/* Cut at its end: what is called most stands first. */
	draw_text(area, area->rows - 1, 0, ROLE_NOTE, line);
	area->rows--;
}

void page_compare_draw_notes(const struct compare_page *page, const struct comparison_row *row,
			     const struct rectangle *area)
{
	const struct compare_model *model = &page->model;
	struct rectangle text = *area;
	char line[1024];
	char headline[1024];
	int used = 0;
	size_t i;

	if (!model->valid || area->rows < 1)
		return;
	text.column++;
	text.columns--;
	comparison_headline(&model->comparison, HEADLINE_ABOVE, headline, sizeof(headline));
	if (row != NULL) {
		draw_hooks(page, row, &text);
		compare_model_sentence(row, line, sizeof(line));
		used += draw_wrapped(&text, 0, ROLE_VALUE, fit_notes(row, line, headline, &text));
	}
	if (used < text.rows)
		used += draw_wrapped(&text, used, ROLE_NORMAL, headline);
	if (row != NULL && used < text.rows && compare_model_command(model, row) != NULL) {
		snprintf(line, sizeof(line), "the command: %s", compare_model_command(model, row));
		used += draw_wrapped(&text, used, ROLE_NORMAL, line);
	}
	for (i = 0; i < model->sentences.count && used < text.rows; i++)
		used += draw_wrapped(&text, used, ROLE_NOTE, model->sentences.items[i]);
}
