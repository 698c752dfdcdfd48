/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_compare_split.c - what the differences are made of, and in what the environments differ:
 * the two tabs of the Compare page that are text.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/page_compare.h"
#include "tui/text.h"

/* What a label keeps of itself, whatever the room. */
#define LABEL_MINIMUM 7

static void show_ns(enum result_unit unit, double ns, char *buffer, size_t size)
{
	if (isfinite(ns))
		snprintf(buffer, size, "%.*f",
			 result_unit_decimals(unit, ns, fabs(ns) < 99.95 ? 1 : 0), ns);
	else
		snprintf(buffer, size, "-");
}

/* "d1 [landlock:1]": across sessions that hold variants the group alone names no line. */
static void name_column(char *buffer, size_t size, const char *label, const char *variant)
{
	snprintf(buffer, size, "%s%s%s", label, variant[0] != '\0' ? " " : "", variant);
}

static void add_heading(struct document *document, const char *text)
{
	document_add(document, ROLE_NORMAL, "%s", "");
	document_add(document, ROLE_HEADING, "%s", text);
}

static void add_sentences(struct document *document, const struct text_list *sentences, int columns)
{
	size_t i;

	document_add(document, ROLE_HEADING, "WHAT IT MEANS");
	for (i = 0; i < sentences->count; i++)
		document_add_wrapped(document, ROLE_VALUE, columns, 2, sentences->items[i]);
	if (sentences->count == 0)
		document_add_wrapped(
			document, ROLE_NORMAL, columns, 0,
			"Nothing to be said in a sentence: one price per system call needs "
			"three operations that agree on it, a price per component "
			"several path depths, and one per entry several sizes of "
			"readdir's directory.");
}

/* Columns of the two names that a table's rows begin with, and what its figures are. */
struct name_columns {
	int operation;
	int label;
	enum result_unit unit;
};

/* What a row takes beside its two names: the margin, a blank before each cell, the cells. */
#define CALLS_COLUMNS 44
#define LINES_COLUMNS 51

/* As wide as the widest of each. Where they have no room for it, it is the label that is cut. */
static void fit_names(struct name_columns *names, int columns)
{
	int room = columns - names->operation;

	if (names->label > room)
		names->label = room > LABEL_MINIMUM ? room : LABEL_MINIMUM;
}

static void widen(int *column, const char *text)
{
	int width = text_width(text);

	if (width > *column)
		*column = width;
}

static void per_call_label(const struct cost_per_call *cost, char *buffer, size_t size)
{
	name_column(buffer, size, cost->label, cost->variant);
}

static void line_label(const struct cost_line *cost, const char *base, char *buffer, size_t size)
{
	char name[128];

	name_column(name, sizeof(name), cost->label != NULL ? cost->label : base, cost->variant);
	snprintf(buffer, size, "%s%s", cost->subject == COST_DIFFERENCE ? "+" : " ", name);
}

static void add_per_call(struct document *document, const struct cost_per_call *cost,
			 const struct name_columns *names)
{
	char full[128];
	char label[256];
	char ns[32];

	show_ns(names->unit, cost->ns, ns, sizeof(ns));
	per_call_label(cost, full, sizeof(full));
	text_shorten(label, sizeof(label), full, names->label);
	document_add(document, ROLE_NORMAL, "  %-*s %-*s %6g %9s  %zu of %zu case%s",
		     names->operation, cost->operation->name, names->label, label, cost->calls, ns,
		     cost->decided, cost->cases, cost->cases == 1 ? "" : "s");
}

/* The operations by label: columns of a table. */
static void add_per_calls(struct document *document, const struct cost_split *split,
			  const struct comparison *comparison, int columns)
{
	struct name_columns names = {(int)strlen("operation"), (int)strlen("variant"), split->unit};
	char heading[96];
	char label[128];
	size_t i;

	for (i = 0; i < split->per_call_count; i++) {
		per_call_label(&split->per_calls[i], label, sizeof(label));
		widen(&names.operation, split->per_calls[i].operation->name);
		widen(&names.label, label);
	}
	fit_names(&names, columns - CALLS_COLUMNS);
	snprintf(heading, sizeof(heading), "DIFFERENCE PER SYSTEM CALL, %s",
		 result_unit_name(split->unit));
	add_heading(document, heading);
	document_add(document, ROLE_HEADING, "  %-*s %-*s %6s %9s  %s", names.operation,
		     "operation", names.label, "variant", "calls", "/syscall",
		     split->unit == RESULT_NS ? "slower or faster" : "more or fewer");
	for (i = 0; i < split->per_call_count; i++)
		add_per_call(document, &split->per_calls[i], &names);
	if (split->per_call_count == 0)
		document_add(document, ROLE_NORMAL, "  nothing yet%s",
			     comparison->row_count == 0 ? ": no case" : "");
}

static void add_line(struct document *document, const struct cost_line *cost, const char *base,
		     const struct name_columns *names)
{
	char call[32];
	char slope[32];
	char low[32];
	char high[32];
	char interval[72];
	char full[160];
	char label[320];

	line_label(cost, base, full, sizeof(full));
	text_shorten(label, sizeof(label), full, names->label);
	show_ns(names->unit, cost->line.intercept, call, sizeof(call));
	show_ns(names->unit, cost->line.slope, slope, sizeof(slope));
	show_ns(names->unit, cost->line.slope_low, low, sizeof(low));
	show_ns(names->unit, cost->line.slope_high, high, sizeof(high));
	/* Two places make a line, but no interval. */
	snprintf(interval, sizeof(interval), "%s..%s", low, high);
	document_add(document, cost->subject == COST_DIFFERENCE ? ROLE_VALUE : ROLE_NORMAL,
		     "  %-*s %-*s %9s %9s %16s %s", names->operation, cost->operation->name,
		     names->label, label, call, slope,
		     isfinite(cost->line.slope_low) ? interval : "-",
		     cost->axis == COST_PER_ENTRY ? "entry" : "component");
}

static void add_lines(struct document *document, const struct cost_split *split, const char *base,
		      int columns)
{
	struct name_columns names = {(int)strlen("operation"), (int)strlen("variant"), split->unit};
	char heading[96];
	char label[160];
	size_t i;

	for (i = 0; i < split->line_count; i++) {
		line_label(&split->lines[i], base, label, sizeof(label));
		widen(&names.operation, split->lines[i].operation->name);
		widen(&names.label, label);
	}
	fit_names(&names, columns - LINES_COLUMNS);
	snprintf(heading, sizeof(heading),
		 "LINES THROUGH PATH DEPTHS AND DIRECTORY SIZES, %s (+: what is added)",
		 result_unit_name(split->unit));
	add_heading(document, heading);
	document_add(document, ROLE_HEADING, "  %-*s %-*s %9s %9s %16s %s", names.operation,
		     "operation", names.label, "variant", "iteration", "per step",
		     "95% of the step", "step");
	for (i = 0; i < split->line_count; i++)
		add_line(document, &split->lines[i], base, &names);
	if (split->line_count == 0)
		document_add(document, ROLE_NORMAL,
			     "  no line: it takes two depths, or two sizes, of an operation");
}

static void fill_split(struct compare_page *page, int columns)
{
	const struct compare_model *model = &page->model;
	struct document *document = &page->split;
	char line[1024];

	document_restart(document);
	document_add_wrapped(
		document, ROLE_VALUE, columns, 2,
		comparison_headline(&model->comparison, HEADLINE_ABOVE, line, sizeof(line)));
	document_add(document, ROLE_NORMAL, "%s", "");
	add_sentences(document, &model->sentences, columns);
	add_per_calls(document, &model->split, &model->comparison, columns);
	add_lines(document, &model->split, model->comparison.base, columns);
}

static const char *shown(const char *value)
{
	if (value == NULL)
		return "(unknown)";
	return value[0] != '\0' ? value : "(empty)";
}

static void add_item(struct document *document, const struct difference_item *item, int columns)
{
	char line[DRAW_BYTES];

	document_add(document, item->kind == DIFFERENCE_OTHER ? ROLE_ALARM : ROLE_VALUE, "  %s%s",
		     item->key, item->excused ? "  (excused)" : "");
	snprintf(line, sizeof(line), "    base %s", shown(item->base));
	document_add_wrapped(document, ROLE_NORMAL, columns, 9, line);
	snprintf(line, sizeof(line), "    new  %s", shown(item->other));
	document_add_wrapped(document, ROLE_NORMAL, columns, 9, line);
}

static void add_only(struct document *document, const char *title, const struct text_list *names)
{
	size_t i;

	if (names->count == 0)
		return;
	add_heading(document, title);
	for (i = 0; i < names->count; i++)
		document_add(document, ROLE_NORMAL, "  %s", names->items[i]);
}

static void add_differences(struct document *document, const struct comparison *comparison,
			    size_t files, int columns)
{
	const struct environment_difference *difference = &comparison->difference;
	const struct difference_item *last = NULL;
	size_t i;

	if ((difference->base_unknown || difference->other_unknown) && files > 2)
		document_add_wrapped(document, ROLE_ALARM, columns, 0,
				     "Not every file says in what environment it was measured.");
	else if (difference->base_unknown || difference->other_unknown)
		document_add_wrapped(
			document, ROLE_ALARM, columns, 0,
			difference->base_unknown && difference->other_unknown
				? "Neither file says in what environment it was measured."
			: difference->base_unknown
				? "The base does not say in what environment it was "
				  "measured."
				: "The new file does not say in what environment it was "
				  "measured.");
	else if (difference->count == 0)
		document_add(document, ROLE_GOOD,
			     "The environments do not differ in anything that "
			     "is recorded and lasts.");
	for (i = 0; i < difference->count; i++) {
		const struct difference_item *item = &difference->items[i];

		if (last == NULL || last->kind != item->kind)
			add_heading(document, difference_kind_title(item->kind));
		add_item(document, item, columns);
		last = item;
	}
}

static void fill_difference(struct compare_page *page, int columns)
{
	const struct comparison *comparison = &page->model.comparison;
	struct document *document = &page->difference;

	document_restart(document);
	if (!page->model.has_files) {
		document_add_wrapped(
			document, ROLE_GOOD, columns, 0,
			"One session: nothing differs but the variants. All of them "
			"ran on the same kernel and CPU, in the same directory, at the "
			"same time.");
		document_add(document, ROLE_NORMAL, "%s", "");
		document_add_wrapped(document, ROLE_NORMAL, columns, 0,
				     "To compare sessions with each other, choose their files: c.");
		return;
	}
	if (environment_difference_first(&comparison->difference, DIFFERENCE_OTHER) != NULL)
		document_add_wrapped(document, ROLE_NOTE, columns, 0,
				     "What differs beside the security modules makes the sessions "
				     "not comparable; x on a field compares despite it.");
	add_differences(document, comparison, page->model.inputs.input_count, columns);
	add_only(document, "CASES IN THE BASE ONLY", &comparison->only_base);
	add_only(document, "CASES NOT IN THE BASE", &comparison->only_other);
}

static bool names(const char *line, const char *key)
{
	size_t length = strlen(key);

	return strncmp(line, "  ", 2) == 0 && strncmp(line + 2, key, length) == 0 &&
	       (line[2 + length] == '\0' || line[2 + length] == ' ');
}

/* The difference that a line of the document belongs to; NULL when it belongs to none. */
static const struct difference_item *item_at(const struct environment_difference *difference,
					     const struct document *document, int line)
{
	size_t i;

	for (; line >= 0 && line < (int)document->count; line--)
		for (i = 0; i < difference->count; i++)
			if (names(document->lines[line].text, difference->items[i].key))
				return &difference->items[i];
	return NULL;
}

void page_compare_excuse(struct console *console)
{
	struct compare_page *page = &console->compare_page;
	const struct difference_item *item = NULL;
	char key[256];

	if (page->tab == COMPARE_DIFFERENCE && page->model.has_files && page->model.valid)
		item = item_at(&page->model.comparison.difference, &page->difference,
			       page->difference.selected);
	if (item == NULL || item->kind != DIFFERENCE_OTHER) {
		console_say(console, ROLE_NORMAL,
			    "x is for a field that makes sessions not comparable: select it on the "
			    "tab Environment difference");
		return;
	}
	snprintf(key, sizeof(key), "%s", item->key);
	if (compare_model_excuse(&page->model, key) < 0)
		console_say(console, ROLE_ALARM, "out of memory");
}

void page_compare_fill_documents(struct compare_page *page, int columns)
{
	if (page->documents_of == page->model.generation && page->documents_columns == columns)
		return;
	page->documents_of = page->model.generation;
	page->documents_columns = columns;
	fill_split(page, columns);
	fill_difference(page, columns);
}
