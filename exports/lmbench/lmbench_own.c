/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_own.c - what LMbench has no table for: path shapes and directory sizes.
 */
#include "exports/lmbench/lmbench_own.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "exports/ended.h"
#include "exports/lmbench/lmbench_columns.h"
#include "exports/lmbench/lmbench_fold.h"
#include "exports/lmbench/lmbench_summary.h"
#include "exports/lmbench/lmbench_table.h"
#include "exports/report.h"
#include "fixtures/text_show.h"

/* Figures are printed for at most this many characters: three decimals below 10. */
#define PATH_PRECISION 5
#define SIZE_PRECISION 6

/* What is written of: everything that the tables share. */
struct own {
	const struct lmbench_lines *lines;
	const struct result *const *results;
	size_t count;
	bool stats;
};

/* One table. */
struct view {
	const struct operation *operation;
	const char *parameters[LMBENCH_COLUMNS_MAXIMUM];
	int precisions[LMBENCH_COLUMNS_MAXIMUM];
	int widths[LMBENCH_COLUMNS_MAXIMUM];
	size_t count;
};

/* The figures of a row; false when there is not one. */
static bool fill_row(const struct view *view, const struct lmbench_row *row, double *figures)
{
	bool has_one = false;

	for (size_t i = 0; i < view->count; i++) {
		figures[i] = lmbench_row_figure(row, view->operation, view->parameters[i]);
		has_one = has_one || isfinite(figures[i]);
	}
	return has_one;
}

static void end_group(const struct own *own, const struct view *view, struct lmbench_group *group,
		      FILE *file)
{
	if (own->stats)
		lmbench_write_group(group, view->precisions, view->widths, view->count, file);
	*group = (struct lmbench_group){0};
}

static void write_rows(const struct own *own, const struct view *view, FILE *file)
{
	const struct lmbench_record *before = NULL;
	struct lmbench_group group = {0};
	double figures[LMBENCH_COLUMNS_MAXIMUM];

	for (size_t i = 0; i < own->lines->count; i++) {
		const struct lmbench_line *line = &own->lines->items[i];

		if (!line->row.result || !fill_row(view, &line->row, figures))
			continue;
		if (!before || !lmbench_same_group(before, line->record)) {
			end_group(own, view, &group, file);
			lmbench_write_group_name(before, line->record, file);
		}
		lmbench_write_names(line->record->host, line->record->os, file);
		lmbench_write_row(&group, figures, view->precisions, view->widths, view->count,
				  file);
		before = line->record;
	}
	end_group(own, view, &group, file);
}

static bool is_directory(const struct operation *operation)
{
	return operation->parameter->type == PARAMETER_NUMBER &&
	       strcmp(operation->parameter->option, parameter_directory.option) == 0;
}

/* A table with values[from..from+columns-1] as columns. */
static void write_columns(const struct own *own, const struct operation *operation,
			  const struct text_list *values, size_t from, size_t columns, FILE *file)
{
	struct view view = {.operation = operation, .count = columns};
	char title[128];

	for (size_t i = 0; i < columns; i++) {
		view.parameters[i] = values->items[from + i];
		view.precisions[i] = is_directory(operation) ? SIZE_PRECISION : PATH_PRECISION;
		view.widths[i] = lmbench_column_width(operation, values->items[from + i]);
	}
	snprintf(title, sizeof(title), "%s, %s - times in microseconds - smaller is better",
		 is_directory(operation) ? "Directory sizes" : "Path shapes", operation->name);
	lmbench_write_title(title, file);
	lmbench_write_heads(operation, values, from, columns, file);
	lmbench_write_rule(view.widths, columns, file);
	write_rows(own, &view, file);
}

static int write_operation(const struct own *own, const struct operation *operation, FILE *file,
			   struct error *error)
{
	struct text_list values = {0};

	if (lmbench_columns_of(own->results, own->count, operation, &values) < 0) {
		text_list_clear(&values);
		return error_set(error, -ENOMEM, "no memory for a table");
	}
	for (size_t from = 0; from < values.count;) {
		size_t columns = lmbench_columns_that_fit(operation, &values, from);

		write_columns(own, operation, &values, from, columns, file);
		from += columns;
	}
	lmbench_write_own_paths(&values, file);
	text_list_clear(&values);
	return 0;
}

/* Whether operation is the one, or is taken off it, or off what is. */
static bool is_part_of(const struct operation *operation, const struct operation *whole)
{
	while (whole && whole != operation)
		whole = whole->less ? operation_find(whole->less) : NULL;
	return whole != NULL;
}

/* Whether the figure of a case stands in one of LMbench's tables, or is taken off one that does. */
static bool is_in_column(const struct own *own, const struct operation *operation)
{
	for (enum lmbench_column i = 0; i < LMBENCH_COLUMNS; i++) {
		const char *name = lmbench_column_names[i].operation;
		const struct operation *column = name ? operation_find(name) : NULL;

		if (!column)
			continue;
		for (size_t j = 0; j < own->lines->count; j++) {
			bool is_filled = lmbench_record_value(own->lines->items[j].record, i);

			if (is_filled && is_part_of(operation, column))
				return true;
		}
	}
	return false;
}

/* How many values of the operation's parameter were measured. */
static size_t count_values(const struct own *own, const struct operation *operation)
{
	struct text_list values = {0};
	size_t count;

	if (lmbench_columns_of(own->results, own->count, operation, &values) < 0)
		count = 1;
	else
		count = values.count;
	text_list_clear(&values);
	return count;
}

/* "fstat", "tlb-latency (5 values)": what of an operation is not in a table; "" when all is. */
static void show_left_out(const struct own *own, const struct operation *operation, char *buffer,
			  size_t size)
{
	size_t count = count_values(own, operation);

	buffer[0] = '\0';
	if (operation->parameter->type == PARAMETER_PATH || is_directory(operation) || count == 0 ||
	    (count == 1 && is_in_column(own, operation)))
		return;
	if (operation->parameter->type == PARAMETER_NUMBER)
		snprintf(buffer, size, "%s (%zu values)", operation->name, count);
	else
		snprintf(buffer, size, "%s", operation->name);
}

/* What was measured and has no column here is at least named. */
static void write_left_out(const struct own *own, FILE *file)
{
	static const char start[] = "\nNot, or not wholly, in a table here: ";
	size_t used = strlen(start) - 1;
	bool has_one = false;

	for (size_t i = 0; i < operation_count; i++) {
		char item[96];
		bool wraps;

		show_left_out(own, operations[i], item, sizeof(item));
		if (!item[0])
			continue;
		wraps = has_one && used + 2 + strlen(item) >= LMBENCH_LINE_WIDTH;
		used = wraps ? 2 : used + (has_one ? 2 : 0);
		fprintf(file, "%s%s", !has_one ? start : wraps ? ",\n  " : ", ", item);
		used += strlen(item);
		has_one = true;
	}
	if (has_one)
		fputc('\n', file);
}

/* Blank cells have a reason, where it is known. */
static void write_failures(const struct own *own, FILE *file)
{
	const char *before = "\n";

	for (size_t i = 0; i < own->count; i++) {
		const struct plan *plan = &own->results[i]->plan;

		for (size_t j = 0; j < plan_step_count(plan); j++) {
			const struct step *step = &own->results[i]->steps[j];
			char name[PLAN_LABEL_SIZE];

			if (!step->reason ||
			    (step->state != STEP_FAILED && step->state != STEP_SKIPPED))
				continue;
			plan_case_name(plan, j / report_variants(plan), name, sizeof(name));
			fprintf(file, "%sNo figure: ", before);
			text_write_safe(name, file);
			if (report_variants(plan) > 1) {
				fputs(", variant ", file);
				text_write_safe(plan_step_label(plan, j, name), file);
			}
			fputs(": ", file);
			report_write_state(step, file);
			fputc('\n', file);
			before = "";
		}
	}
}

/* More of them are counted only. */
#define NAMED_MAXIMUM 12u

/* Whether the step is one of those that ended so. */
static bool is_of(const struct step *step, const struct ended *ended)
{
	return step->state == ended->state &&
	       strcmp(step->reason ? step->reason : "", ended->reason ? ended->reason : "") == 0;
}

/* The cases of a few that ended alike, in lines of the tables' width. */
static void write_ended_names(const struct result *result, const struct ended *ended, FILE *file)
{
	const size_t variants = report_variants(&result->plan);
	size_t used = 2;

	if (ended->count > NAMED_MAXIMUM)
		return;
	fputs("  ", file);
	for (size_t i = 0; i < plan_step_count(&result->plan); i++) {
		char name[2 * PATH_MAX + 64];
		char label[PLAN_LABEL_SIZE];
		char item[128];

		if (!is_of(&result->steps[i], ended))
			continue;
		plan_case_name(&result->plan, i / variants, name, sizeof(name));
		snprintf(item, sizeof(item), "%.72s%s%.40s", name, variants > 1 ? " under " : "",
			 variants > 1 ? plan_step_label(&result->plan, i, label) : "");
		if (used > 2 && used + 2 + strlen(item) >= LMBENCH_LINE_WIDTH) {
			fputs(",\n  ", file);
			used = 2;
		} else if (used > 2) {
			used += (size_t)fprintf(file, ", ");
		}
		text_write_safe(item, file);
		used += strlen(item);
	}
	fputc('\n', file);
}

/* Medians of fewer runs than planned look like any other: a line for each reason. 0 or -ENOMEM. */
static int write_ended(const struct own *own, FILE *file)
{
	const char *before = "\n";

	for (size_t i = 0; i < own->count; i++) {
		const struct result *result = own->results[i];
		struct ended_list ended;

		if (ended_find(result, &ended) < 0)
			return -ENOMEM;
		for (size_t j = 0; j < ended.count; j++) {
			const char *reason = ended.items[j].reason;
			char words[ENDED_WORDS_SIZE];

			ended_words(&ended.items[j], plan_step_count(&result->plan), "figures",
				    words);
			fprintf(file, "%s%s:\n  ", before, words);
			text_write_safe(reason ? reason : "no reason is known", file);
			fputc('\n', file);
			write_ended_names(result, &ended.items[j], file);
			before = "";
		}
		ended_clear(&ended);
	}
	return 0;
}

/* What is missing, or made of less than was planned, in lines of the tables' width. */
static int write_missing(const struct own *own, FILE *file)
{
	struct lmbench_fold fold;
	int status = lmbench_fold_begin(&fold);
	int end;

	if (status < 0)
		return status;
	write_failures(own, fold.file);
	status = write_ended(own, fold.file);
	end = lmbench_fold_end(&fold, file);
	return status < 0 ? status : end;
}

int lmbench_own_write(const struct lmbench_lines *lines, const struct result *const *results,
		      size_t count, bool stats, FILE *file, struct error *error)
{
	const struct own own = {lines, results, count, stats};
	int status = 0;

	for (size_t i = 0; i < operation_count && status == 0; i++) {
		if (operations[i]->parameter->type == PARAMETER_PATH)
			status = write_operation(&own, operations[i], file, error);
	}
	for (size_t i = 0; i < operation_count && status == 0; i++) {
		if (is_directory(operations[i]))
			status = write_operation(&own, operations[i], file, error);
	}
	if (status < 0)
		return status;
	write_left_out(&own, file);
	if (write_missing(&own, file) < 0)
		return error_set(error, -ENOMEM, "no memory for what was run");
	return 0;
}
