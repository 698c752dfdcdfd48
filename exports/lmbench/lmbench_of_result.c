/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_of_result.c - a result of ours as a record.
 */
#include "exports/lmbench/lmbench_of_result.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_feet.h"
#include "exports/lmbench/lmbench_fill.h"
#include "exports/report.h"

static double median_of_case(const struct lmbench_row *row, size_t index)
{
	struct summary summary;

	if (report_summary(row->result, plan_step(&row->result->plan, index, row->variant),
			   row->pass, &summary, NULL) < 0)
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

/* What is taken off an operation's figure is itself net of what is taken off that. */
static double net_of(const struct lmbench_row *row, const struct operation *operation,
		     const char *parameter)
{
	double median = median_of(row, operation, parameter);
	const struct operation *less;

	if (!operation->less)
		return median;
	less = operation_find(operation->less);
	return less ? median - net_of(row, less,
				      less->parameter->type == PARAMETER_NONE ? "" : parameter)
		    : (double)NAN;
}

double lmbench_row_net(const struct lmbench_row *row, const struct operation *operation,
		       const char *parameter)
{
	return net_of(row, operation, parameter) / 1e3;
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
	figure.value = bytes ? operation_rate(bytes, median)
			     : net_of(row, which->operation, which->parameter);
	snprintf(figure.parameter, sizeof(figure.parameter), "%s", which->parameter);
	if (!(figure.value > 0) || !isfinite(figure.value))
		return 0;
	status = lmbench_record_add(record, &figure);
	return status == -ENOMEM ? status : 0;
}

/* What stands above the row where a result has several: "variant landlock on /srv"; "" for one. */
static void name_row(const struct lmbench_row *row, char *buffer, size_t size)
{
	const struct plan *plan = &row->result->plan;
	bool has_variants = report_variants(plan) > 1;
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

	name_row(row, name, sizeof(name));
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
		status = lmbench_fill_columns(
			record, environment_value(&row->result->environment, "cpu.mhz", NULL));
	if (status == 0)
		status = lmbench_feet_finish(row, record);
	if (status == 0)
		return 0;
	lmbench_record_clear(record);
	return error_set(error, -ENOMEM, "no memory for a row of LMbench's tables");
}
