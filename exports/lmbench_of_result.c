/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_of_result.c - a result of ours as a record.
 */
#include "exports/lmbench_of_result.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/figures.h"
#include "exports/lmbench_feet.h"

/* The shape "default" is LMbench's own kind of path; else the deepest of these stands for it. */
static const char *const shapes[] = {"default", "XXX/YYY/ZZZ/FFF", "XXX/FFF", "FFF"};

static double median_of_case(const struct lmbench_row *row, size_t index)
{
	struct summary summary;

	if (figures_of(row->result, plan_step(&row->result->plan, index, row->variant), row->pass,
		       &summary, NULL) < 0)
		return (double)NAN;
	return summary.median;
}

/* The median in ns of the case in the row's scratch directory; NaN when there is none. */
static double median_of(const struct lmbench_row *row, const struct operation *operation,
			const char *parameter)
{
	const struct plan *plan = &row->result->plan;

	for (size_t i = 0; i < plan->case_count; i++) {
		if (plan->cases[i].operation == operation &&
		    plan->cases[i].scratch == row->scratch &&
		    strcmp(plan->cases[i].parameter, parameter) == 0)
			return median_of_case(row, i);
	}
	return (double)NAN;
}

double lmbench_row_figure(const struct lmbench_row *row, const struct operation *operation,
			  const char *parameter)
{
	return median_of(row, operation, parameter) / 1e3;
}

/* What is taken off a case's figure, in ns: 0 for most, NaN when it was not measured. */
static double less_of(const struct lmbench_row *row, const struct plan_case *which)
{
	const struct operation *less =
		which->operation->less ? operation_find(which->operation->less) : NULL;

	if (!which->operation->less)
		return 0;
	if (!less)
		return (double)NAN;
	return median_of(row, less,
			 less->parameter->type == PARAMETER_NONE ? "" : which->parameter);
}

/* Add the figure of a case, if it has one. 0 or -ENOMEM. */
static int add_case(const struct lmbench_row *row, size_t index, struct lmbench_record *record)
{
	const struct plan_case *which = &row->result->plan.cases[index];
	uint64_t bytes = operation_bytes(which->operation, which->parameter);
	struct lmbench_figure figure = {
		.operation = which->operation->name,
		.unit = bytes ? LMBENCH_MEGABYTES : LMBENCH_NANOSECOND,
		.is_net = which->operation->less != NULL,
	};
	double median = median_of_case(row, index);
	int status;

	if (which->scratch != row->scratch || !(median > 0) ||
	    strlen(which->parameter) >= sizeof(figure.parameter))
		return 0;
	figure.value = bytes ? operation_rate(bytes, median) : median - less_of(row, which);
	snprintf(figure.parameter, sizeof(figure.parameter), "%s", which->parameter);
	if (!(figure.value > 0) || !isfinite(figure.value))
		return 0;
	status = lmbench_record_add(record, &figure);
	return status == -ENOMEM ? status : 0;
}

static const struct lmbench_figure *find_figure(const struct lmbench_record *record,
						const char *operation, const char *parameter)
{
	for (size_t i = 0; i < record->figure_count; i++) {
		if (strcmp(record->figures[i].operation, operation) == 0 &&
		    strcmp(record->figures[i].parameter, parameter) == 0)
			return &record->figures[i];
	}
	return NULL;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text);

	return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* The figure of the largest parameter that ends so. */
static const struct lmbench_figure *find_largest(const struct lmbench_record *record,
						 const struct operation *operation, const char *end)
{
	const struct lmbench_figure *found = NULL;
	uint64_t largest = 0;

	for (size_t i = 0; i < record->figure_count; i++) {
		const struct lmbench_figure *figure = &record->figures[i];
		uint64_t number;

		if (strcmp(figure->operation, operation->name) != 0 ||
		    !ends_with(figure->parameter, end))
			continue;
		number = parameter_number(operation->parameter, figure->parameter);
		if (!found || number > largest)
			found = figure;
		largest = number > largest ? number : largest;
	}
	return found;
}

static const struct lmbench_figure *find_path(const struct lmbench_record *record,
					      const struct operation *operation)
{
	const struct lmbench_figure *found = NULL;

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]) && !found; i++)
		found = find_figure(record, operation->name, shapes[i]);
	return found;
}

/* The figure that stands in a column, or NULL. */
static const struct lmbench_figure *find_column(const struct lmbench_record *record,
						const struct lmbench_column_name *column)
{
	const struct operation *operation =
		column->operation ? operation_find(column->operation) : NULL;
	const struct lmbench_figure *found;

	if (!operation)
		return NULL;
	if (operation->parameter->type == PARAMETER_PATH)
		return find_path(record, operation);
	if (!column->parameter || column->parameter[0] == '/')
		return find_largest(record, operation, column->parameter ? column->parameter : "");
	found = find_figure(record, operation->name, column->parameter);
	/* A parameter that LMbench does not know: its largest. */
	return found || column->parameter[0] ? found : find_largest(record, operation, "");
}

static double in_unit(const struct lmbench_figure *figure, enum lmbench_unit unit)
{
	switch (unit) {
	case LMBENCH_MICROSECOND:
		return figure->value / 1e3;
	case LMBENCH_PER_SECOND:
		return 1e9 / figure->value;
	default:
		return figure->value;
	}
}

static int set_text(struct lmbench_record *record, enum lmbench_column column, const char *text)
{
	int status = lmbench_record_set(record, LMBENCH_2, column, text);

	return status == 0 ? lmbench_record_set(record, LMBENCH_3, column, text) : status;
}

static int set_columns(const struct lmbench_row *row, struct lmbench_record *record)
{
	int status = 0;

	for (enum lmbench_column i = 0; i < LMBENCH_COLUMNS && status == 0; i++) {
		const struct lmbench_column_name *column = &lmbench_column_names[i];
		const struct lmbench_figure *figure = find_column(record, column);
		bool is_rate = column->unit == LMBENCH_MEGABYTES;
		char text[64];

		if (!figure || is_rate != (figure->unit == LMBENCH_MEGABYTES))
			continue;
		snprintf(text, sizeof(text), "%.9f", in_unit(figure, column->unit));
		status = set_text(record, i, text);
		if (status == 0)
			status = lmbench_feet_note(record, i, figure->parameter);
	}
	if (status == 0) {
		const char *mhz = environment_value(&row->result->environment, "cpu.mhz", NULL);

		status = mhz ? set_text(record, LMBENCH_MHZ, mhz) : 0;
	}
	return status;
}

void lmbench_row_name(const struct lmbench_row *row, char *buffer, size_t size)
{
	const struct plan *plan = &row->result->plan;
	bool has_variants = figures_variants(plan) > 1;
	bool has_scratches = plan->scratches.count > 1;
	char label[PLAN_LABEL_SIZE];

	snprintf(buffer, size, "%s%s%s%s%s", has_variants ? "variant " : "",
		 has_variants ? plan_step_label(plan, row->variant, label) : "",
		 has_variants && has_scratches ? " " : "", has_scratches ? "on " : "",
		 has_scratches ? plan->scratches.items[row->scratch] : "");
}

static int set_names(const struct lmbench_row *row, struct lmbench_record *record)
{
	const struct result *result = row->result;
	const struct environment *environment = &result->environment;
	const char *host = environment_value(environment, "host.name", "unknown");
	const char *label = result->plan.label;
	char name[2 * PLAN_LABEL_SIZE];

	lmbench_row_name(row, name, sizeof(name));
	record->is_ours = true;
	record->host = strdup(host[0] == '<' ? "redacted" : host);
	record->description = strdup(
		label && label[0] ? label
				  : environment_value(environment, "kernel.machine", "unknown"));
	record->group = name[0] ? strdup(name) : NULL;
	if (asprintf(&record->os, "%s %s", environment_value(environment, "kernel.name", "Linux"),
		     environment_value(environment, "kernel.release", "unknown")) < 0)
		record->os = NULL;
	if (asprintf(&record->version, "lsmbench %s", result->version) < 0)
		record->version = NULL;
	return record->host && record->description && record->os && record->version &&
			       (record->group || !name[0])
		       ? 0
		       : -ENOMEM;
}

int lmbench_of_result(const struct lmbench_row *row, struct lmbench_record *record,
		      struct error *error)
{
	int status;

	lmbench_record_init(record);
	status = set_names(row, record);
	for (size_t i = 0; i < row->result->plan.case_count && status == 0; i++)
		status = add_case(row, i, record);
	if (status == 0)
		status = set_columns(row, record);
	if (status == 0)
		status = lmbench_feet_finish(row, record);
	if (status == 0)
		return 0;
	lmbench_record_clear(record);
	return error_set(error, -ENOMEM, "no memory for a row of LMbench's tables");
}
