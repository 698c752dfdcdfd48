/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench.c - tables in the layout of LMbench 2.0's summary.
 */
#include "exports/lmbench.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/figures.h"
#include "exports/lmbench_cell.h"
#include "exports/lmbench_columns.h"
#include "exports/lmbench_table.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

/* LMbench's own lines, to the last blank. */
static const char basic_heads[] = "\nBasic system parameters\n"
				  "----------------------------------------------------\n"
				  "Host                 OS Description              Mhz\n"
				  "                                                    \n"
				  "--------- ------------- ----------------------- ----\n";
static const char processor_heads[] =
	"\nProcessor, Processes - times in microseconds - smaller is better\n"
	"----------------------------------------------------------------\n"
	"Host                 OS  Mhz null null      open selct sig  sig  fork exec sh  \n"
	"                             call  I/O stat clos TCP   inst hndl proc proc proc\n"
	"--------- ------------- ---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----\n";

/* The columns of the second table behind Mhz. */
static const int processor_widths[] = {4, 4, 4, 4, 5, 4, 4, 4, 4, 4};
#define PROCESSOR_COLUMNS (sizeof(processor_widths) / sizeof(processor_widths[0]))
#define PROCESSOR_STAT 2
#define PROCESSOR_OPEN 3

/* Figures are printed for at most this many characters: three decimals below 10. */
#define PATH_PRECISION 5
#define SIZE_PRECISION 6

/* The rows that belong together: what is the same but for the pass. */
struct group {
	const struct result *result;
	size_t variant;
	uint32_t scratch;
};

static const char *host_of(const struct result *result)
{
	const char *name = environment_value(&result->environment, "host.name", "unknown");

	return name[0] == '<' ? "redacted" : name;
}

/* "Linux 6.12.1-" */
static void show_os(const struct result *result, char *buffer, size_t size)
{
	snprintf(buffer, size, "%s %s",
		 environment_value(&result->environment, "kernel.name", "Linux"),
		 environment_value(&result->environment, "kernel.release", "unknown"));
}

static void write_names(const struct result *result, FILE *file)
{
	char os[64];

	show_os(result, os, sizeof(os));
	lmbench_write_names(host_of(result), os, file);
}

/* The four characters of the clock rate; blanks when it is not known. */
static const char *show_mhz(const struct result *result, char cell[LMBENCH_CELL_SIZE])
{
	double mhz = strtod(environment_value(&result->environment, "cpu.mhz", ""), NULL);

	if (!(mhz >= 1 && mhz < 9999.5))
		return lmbench_cell(mhz, 4, cell);
	snprintf(cell, LMBENCH_CELL_SIZE, "%4.0f", mhz);
	return cell;
}

static void write_basic(const struct result *const *results, size_t count, FILE *file)
{
	char mhz[LMBENCH_CELL_SIZE];

	fputs(basic_heads, file);
	for (size_t i = 0; i < count; i++) {
		const char *label = results[i]->plan.label;
		const char *machine =
			environment_value(&results[i]->environment, "kernel.machine", "unknown");

		write_names(results[i], file);
		fputc(' ', file);
		lmbench_write_word(label && label[0] ? label : machine, 23, file);
		fprintf(file, " %s\n", show_mhz(results[i], mhz));
	}
}

/* The median of a case's pass in microseconds; NaN when it has none. */
static double figure_of(const struct group *group, const struct operation *operation,
			const char *parameter, uint32_t pass)
{
	const struct plan *plan = &group->result->plan;

	for (size_t i = 0; i < plan->case_count; i++) {
		const struct plan_case *which = &plan->cases[i];
		struct summary summary;

		if (which->operation != operation || which->scratch != group->scratch ||
		    strcmp(which->parameter, parameter) != 0)
			continue;
		if (figures_of(group->result, plan_step(plan, i, group->variant), (int)pass,
			       &summary, NULL) < 0)
			return (double)NAN;
		return summary.median / 1e3;
	}
	return (double)NAN;
}

/* Names variant and scratch directory of the rows below, where there are several. */
static void write_group_name(const struct group *group, FILE *file)
{
	const struct plan *plan = &group->result->plan;
	char label[PLAN_LABEL_SIZE];

	if (figures_variants(plan) > 1) {
		fputs("variant ", file);
		text_write_safe(plan_step_label(plan, group->variant, label), file);
	}
	if (plan->scratches.count > 1) {
		fputs(figures_variants(plan) > 1 ? " on " : "on ", file);
		text_write_safe(plan->scratches.items[group->scratch], file);
	}
	if (figures_variants(plan) > 1 || plan->scratches.count > 1)
		fputs(":\n", file);
}

/* What one table shows of every group. */
struct view {
	const struct operation *operation[LMBENCH_COLUMNS_MAXIMUM]; /* NULL: a blank column */
	const char *parameter[LMBENCH_COLUMNS_MAXIMUM];
	int precisions[LMBENCH_COLUMNS_MAXIMUM];
	int widths[LMBENCH_COLUMNS_MAXIMUM];
	size_t count;
	bool has_mhz;
};

/* The figures of a pass; false when there is not one. */
static bool fill_row(const struct view *view, const struct group *group, uint32_t pass,
		     double *figures)
{
	bool has_one = false;

	for (size_t i = 0; i < view->count; i++) {
		figures[i] = view->operation[i] ? figure_of(group, view->operation[i],
							    view->parameter[i], pass)
						: (double)NAN;
		has_one = has_one || isfinite(figures[i]);
	}
	return has_one;
}

static void write_passes(const struct view *view, const struct group *group, FILE *file)
{
	struct lmbench_group sums = {0};
	double figures[LMBENCH_COLUMNS_MAXIMUM];
	char mhz[LMBENCH_CELL_SIZE];

	for (uint32_t pass = 0; pass < group->result->plan.passes; pass++) {
		if (!fill_row(view, group, pass, figures))
			continue;
		if (sums.rows == 0)
			write_group_name(group, file);
		write_names(group->result, file);
		if (view->has_mhz)
			fprintf(file, " %s", show_mhz(group->result, mhz));
		lmbench_write_row(&sums, figures, view->precisions, view->widths, view->count,
				  file);
	}
	lmbench_write_group(&sums, view->precisions, view->widths, view->count, file);
}

/* The rows of every result, variant and scratch directory. */
static void write_rows(const struct view *view, const struct result *const *results, size_t count,
		       FILE *file)
{
	for (size_t i = 0; i < count; i++) {
		const struct plan *plan = &results[i]->plan;
		size_t scratches = plan->scratches.count ? plan->scratches.count : 1;

		for (uint32_t scratch = 0; scratch < scratches; scratch++) {
			for (size_t j = 0; j < figures_variants(plan); j++) {
				const struct group group = {results[i], j, scratch};

				write_passes(view, &group, file);
			}
		}
	}
}

static bool is_measured(const struct result *const *results, size_t count,
			const struct operation *operation, const char *parameter)
{
	for (size_t i = 0; i < count; i++) {
		const struct plan *plan = &results[i]->plan;

		for (size_t j = 0; j < plan->case_count; j++) {
			if (plan->cases[j].operation == operation &&
			    strcmp(plan->cases[j].parameter, parameter) == 0)
				return true;
		}
	}
	return false;
}

/*
 * The path that stands for an operation in LMbench's table: LMbench itself takes an absolute one
 * in /usr/include, which is the shape "default"; else the deepest of these that was measured.
 */
static const char *representative(const struct result *const *results, size_t count,
				  const struct operation *operation)
{
	static const char *const shapes[] = {"default", "XXX/YYY/ZZZ/FFF", "XXX/FFF", "FFF"};

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		if (is_measured(results, count, operation, shapes[i]))
			return shapes[i];
	}
	return NULL;
}

static void fill_processor_column(struct view *view, size_t column, const char *name,
				  const struct result *const *results, size_t count)
{
	const struct operation *operation = operation_find(name);

	view->parameter[column] = operation ? representative(results, count, operation) : NULL;
	view->operation[column] = view->parameter[column] ? operation : NULL;
}

static void write_processor(const struct result *const *results, size_t count, FILE *file)
{
	struct view view = {.count = PROCESSOR_COLUMNS, .has_mhz = true};

	memcpy(view.widths, processor_widths, sizeof(processor_widths));
	memcpy(view.precisions, processor_widths, sizeof(processor_widths));
	fill_processor_column(&view, PROCESSOR_STAT, "stat", results, count);
	fill_processor_column(&view, PROCESSOR_OPEN, "open-close", results, count);
	if (!view.operation[PROCESSOR_STAT] && !view.operation[PROCESSOR_OPEN])
		return;
	fputs(processor_heads, file);
	write_rows(&view, results, count, file);
	if (view.operation[PROCESSOR_STAT])
		fprintf(file, "stat: path shape %s\n", view.parameter[PROCESSOR_STAT]);
	if (view.operation[PROCESSOR_OPEN])
		fprintf(file, "open clos: path shape %s\n", view.parameter[PROCESSOR_OPEN]);
}

/* One of the tables of ours, with values[from..from+view.count-1] as columns. */
static void write_columns(const struct operation *operation, const struct text_list *values,
			  size_t from, size_t columns, const struct result *const *results,
			  size_t count, FILE *file)
{
	bool is_size = operation->parameter->type == PARAMETER_NUMBER;
	struct view view = {.count = columns};
	char title[128];

	for (size_t i = 0; i < columns; i++) {
		view.operation[i] = operation;
		view.parameter[i] = values->items[from + i];
		view.precisions[i] = is_size ? SIZE_PRECISION : PATH_PRECISION;
		view.widths[i] = lmbench_column_width(operation, values->items[from + i]);
	}
	snprintf(title, sizeof(title), "%s, %s - times in microseconds - smaller is better",
		 is_size ? "Directory sizes" : "Path shapes", operation->name);
	lmbench_write_title(title, file);
	lmbench_write_heads(operation, values, from, columns, file);
	lmbench_write_rule(view.widths, columns, file);
	write_rows(&view, results, count, file);
}

static int write_operation(const struct operation *operation, const struct result *const *results,
			   size_t count, FILE *file, struct error *error)
{
	struct text_list values = {0};

	if (lmbench_columns_of(results, count, operation, &values) < 0) {
		text_list_clear(&values);
		return error_set(error, -ENOMEM, "no memory for a table");
	}
	for (size_t from = 0; from < values.count;) {
		size_t columns = lmbench_columns_that_fit(operation, &values, from);

		write_columns(operation, &values, from, columns, results, count, file);
		from += columns;
	}
	lmbench_write_own_paths(&values, file);
	text_list_clear(&values);
	return 0;
}

/* The tables of all operations whose parameter is of this type. */
static int write_operations(enum parameter_type type, const struct result *const *results,
			    size_t count, FILE *file, struct error *error)
{
	int status = 0;

	for (size_t i = 0; i < operation_count && status == 0; i++) {
		if (operations[i]->parameter->type == type)
			status = write_operation(operations[i], results, count, file, error);
	}
	return status;
}

static bool has_operation(const struct result *const *results, size_t count,
			  const struct operation *operation)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < results[i]->plan.case_count; j++) {
			if (results[i]->plan.cases[j].operation == operation)
				return true;
		}
	}
	return false;
}

/* What was measured and has no column here is at least named. */
static void write_left_out(const struct result *const *results, size_t count, FILE *file)
{
	const char *between = "\nMeasured too, without a table here: ";

	for (size_t i = 0; i < operation_count; i++) {
		if (operations[i]->parameter->type != PARAMETER_NONE ||
		    !has_operation(results, count, operations[i]))
			continue;
		fprintf(file, "%s%s", between, operations[i]->name);
		between = ", ";
	}
	if (between[0] == ',')
		fputc('\n', file);
}

int lmbench_write(const struct result *const *results, size_t count, FILE *file,
		  struct error *error)
{
	int status;

	fputs(signature_lmbench, file);
	text_write_safe(results[0]->version, file);
	fputs("\nA row is a pass, its figures are medians; STDEV divides by n - 1.\n", file);
	write_basic(results, count, file);
	write_processor(results, count, file);
	status = write_operations(PARAMETER_PATH, results, count, file, error);
	if (status == 0)
		status = write_operations(PARAMETER_NUMBER, results, count, file, error);
	write_left_out(results, count, file);
	for (size_t i = 0; i < count && status == 0; i++) {
		fputc('\n', file);
		status = figures_write_essentials(results[i], "", file, error);
	}
	return status;
}
