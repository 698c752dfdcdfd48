/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_figures.c - a record's figures under the names of our operations.
 */
#include "exports/lmbench/lmbench_raw_figures.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation_imported.h"
#include "exports/lmbench/lmbench_unit.h"
#include "exports/number.h"
#include "fixtures/text_show.h"

/* What of ours the figure is, or of imports' where an overhead was taken off. */
static const struct operation *operation_of(const struct lmbench_figure *figure)
{
	return figure->is_net ? operation_imported_net(figure->operation)
			      : operation_find(figure->operation);
}

static int add_case(struct figures *figures, const struct operation *operation,
		    const char *parameter, double ns)
{
	const struct pass_figures pass = {
		.runs = 1,
		.median = ns,
		.mean = NAN,
		.mean_half_width = NAN,
		.variance = NAN,
		.sd = NAN,
	};
	struct case_figures *which = figures_case(figures, operation, parameter, "", "none");

	return which ? figures_add_pass(which, &pass) : -ENOMEM;
}

/* A figure that no case of ours has, as the file says it. */
static int keep(struct figures *figures, const struct lmbench_figure *figure)
{
	static const char *const units[] = {
		[LMBENCH_PLAIN] = "",
		[LMBENCH_MICROSECOND] = " microseconds",
		[LMBENCH_NANOSECOND] = " ns",
		[LMBENCH_MEGABYTES] = " MB/s",
		[LMBENCH_PER_SECOND] = " a second",
	};
	char value[NUMBER_SIZE];

	number_show_double(figure->value, value);
	return text_list_add_format(&figures->unassigned,
				    "line %zu, %s%s%s: %s%s (no case of ours)", figure->line,
				    figure->operation, figure->parameter[0] ? " " : "",
				    figure->parameter, value, units[figure->unit]);
}

static int take_figure(struct figures *figures, const struct lmbench_figure *figure)
{
	const struct operation *operation = operation_of(figure);
	char *parameter = NULL;
	double ns = NAN;
	int status = 0;

	if (operation &&
	    parameter_parse(operation->parameter, figure->parameter, &parameter, NULL) == 0)
		ns = lmbench_ns(operation, parameter, figure->value, figure->unit);
	if (isnan(ns))
		status = keep(figures, figure);
	else
		status = add_case(figures, operation, parameter, ns);
	free(parameter);
	return status;
}

static int take_labels(struct figures *figures, const struct lmbench_record *record)
{
	int status = text_list_add_format(&figures->labels, "host: %s",
					  record->host ? record->host : "");

	if (status == 0 && record->os && record->os[0])
		status = text_list_add_format(&figures->labels, "OS: %s", record->os);
	if (status == 0 && record->version)
		status = text_list_add_format(&figures->labels, "version: %s", record->version);
	if (status == 0 && record->group)
		status = text_list_add_format(&figures->labels, "of several runs: %s",
					      record->group);
	return status;
}

static int take_all(struct figures *figures, const struct lmbench_record *record)
{
	int status = text_list_copy(&figures->notes, &record->notes);

	if (status == 0)
		status = take_labels(figures, record);
	for (size_t i = 0; i < record->figure_count && status == 0; i++)
		status = take_figure(figures, &record->figures[i]);
	return status;
}

int lmbench_raw_figures_of(const struct lmbench_record *record, const char *source,
			   struct figures *figures, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	int status;

	figures_init(figures);
	figures->summaries_only = true;
	figures->source = strdup(source);
	status = figures->source ? take_all(figures, record) : -ENOMEM;
	if (status < 0)
		error_set(error, status, "no memory to read a result of LMbench");
	else if (figures->case_count == 0)
		status = error_set(error, -ENODATA, "%s: no figure in it that a case of ours has",
				   text_show(source, strlen(source), shown));
	if (status < 0)
		figures_clear(figures);
	return status;
}
