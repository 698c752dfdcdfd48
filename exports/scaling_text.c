/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scaling_text.c - rates of several processes at once, beside that of one. */
#include "exports/scaling_text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation_together.h"
#include "engine/statistics/summary.h"
#include "exports/report.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

/* A step, and the table that it belongs to. */
struct row {
	const struct plan_case *which;
	const char *of; /* what the processes did */
	size_t variant;
	size_t step;
	uint64_t processes;
	uint64_t cpus;
	size_t runs;
	double rate; /* medians of the runs */
	double least;
	double most;
	double spread;
};

double scaling_efficiency(double rate, uint64_t processes, uint64_t cpus, double single)
{
	return single > 0 ? 100 * rate / ((double)(processes < cpus ? processes : cpus) * single)
			  : NAN;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* Whether both stand in one table: 0; else their order. */
static int compare_tables(const struct row *a, const struct row *b)
{
	int order = strcmp(a->which->operation->name, b->which->operation->name);

	if (order == 0)
		order = strcmp(a->of, b->of);
	if (order == 0)
		order = compare_numbers(a->which->scratch, b->which->scratch);
	return order ? order : compare_numbers(a->variant, b->variant);
}

static int compare_rows(const void *left, const void *right)
{
	const struct row *a = left;
	const struct row *b = right;
	int order = compare_tables(a, b);

	if (order == 0)
		order = compare_numbers(a->cpus, b->cpus);
	return order ? order : compare_numbers(a->processes, b->processes);
}

/* The median of what a step's runs told. 0 or -ENOMEM. */
static int take_median(const struct result *result, struct row *row, enum metric_id metric,
		       double *median)
{
	double *values;
	int status = result_metric_values(result, row->step, metric, RESULT_ALL_PASSES, &values,
					  &row->runs);

	if (status < 0)
		return status;
	sort_values(values, row->runs);
	*median = quantile(values, row->runs, 0.5);
	free(values);
	return 0;
}

static int take_medians(const struct result *result, struct row *row)
{
	int status = take_median(result, row, METRIC_PROCESS_RATE_LEAST, &row->least);

	if (status == 0)
		status = take_median(result, row, METRIC_PROCESS_RATE_MOST, &row->most);
	if (status == 0)
		status = take_median(result, row, METRIC_PROCESS_SPREAD, &row->spread);
	if (status == 0)
		status = take_median(result, row, METRIC_PROCESS_RATE, &row->rate);
	return status;
}

/* The steps that have run, in the order of tables. NULL when there is no memory. */
static struct row *rows_of(const struct result *result, size_t *count)
{
	const size_t steps = plan_step_count(&result->plan);
	struct row *rows = calloc(steps + 1, sizeof(*rows));

	*count = 0;
	for (size_t i = 0; rows && i < steps; i++) {
		const struct plan_case *which = plan_step_case(&result->plan, i);
		const struct parameter *parameter = which->operation->parameter;
		struct row *row = &rows[*count];

		if (!parameter->of)
			continue;
		*row = (struct row){
			.which = which,
			.of = parameter_of(which->parameter),
			.variant = i % report_variants(&result->plan),
			.step = i,
			.processes = parameter_number(parameter, which->parameter),
			.cpus = parameter_second(parameter, which->parameter),
		};
		if (take_medians(result, row) < 0) {
			free(rows);
			return NULL;
		}
		*count += row->runs > 0;
	}
	if (rows)
		qsort(rows, *count, sizeof(*rows), compare_rows);
	return rows;
}

/* "# together, stat FFF, on /dev/shm, none" */
static void write_title(const struct result *result, const struct row *row, FILE *file)
{
	const struct plan *plan = &result->plan;
	const size_t length = strlen(row->which->parameter);
	char cell[2 * PATH_MAX + 64];
	char label[PLAN_LABEL_SIZE];

	plan_case_parameter(plan, row->step / report_variants(plan), cell, sizeof(cell));
	fprintf(file, "\n# %s, ", row->which->operation->name);
	text_write_safe(row->of, file);
	if (strlen(cell) > length) {
		fputc(',', file);
		text_write_safe(cell + length, file);
	}
	fputs(", ", file);
	text_write_safe(plan_step_label(plan, row->step, label), file);
	fputc('\n', file);
}

/* The rate of one process, on the fewest CPUs; 0: it was not measured. */
static double single_of(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (rows[i].processes == 1)
			return rows[i].rate;
	return 0;
}

static void write_table(const struct row *rows, size_t count, FILE *file)
{
	const double single = single_of(rows, count);

	fputs("CPUs processes        total/s         each/s efficiency     spread        least/s "
	      "        most/s runs\n",
	      file);
	for (size_t i = 0; i < count; i++) {
		const struct row *row = &rows[i];
		const double efficiency =
			scaling_efficiency(row->rate, row->processes, row->cpus, single);
		char text[32] = "-";

		if (isfinite(efficiency))
			snprintf(text, sizeof(text), "%.1f%%", efficiency);
		fprintf(file,
			"%4" PRIu64 " %9" PRIu64 " %14.1f %14.1f %10s %9.1f%% %14.1f %14.1f %4zu\n",
			row->cpus, row->processes, row->rate, row->rate / (double)row->processes,
			text, row->spread, row->least, row->most, row->runs);
	}
}

static int write_tables(const struct result *result, FILE *file)
{
	size_t count;
	size_t end;
	struct row *rows = rows_of(result, &count);

	if (rows && count == 0)
		fprintf(file, "\n# no run of %s or %s is in this result\n", operation_together.name,
			operation_together_shared.name);
	for (size_t i = 0; rows && i < count; i = end) {
		for (end = i; end < count && compare_tables(&rows[i], &rows[end]) == 0; end++)
			;
		write_title(result, &rows[i], file);
		write_table(&rows[i], end - i, file);
	}
	free(rows);
	return rows ? 0 : -ENOMEM;
}

int scaling_text_write(const struct result *const *results, size_t count, FILE *file,
		       struct error *error)
{
	int status = 0;

	signature_write(SIGNATURE_TEXT, file);
	for (size_t i = 0; i < count && status == 0; i++) {
		if (i > 0)
			fputc('\n', file);
		fputs("# medians of the runs; efficiency is of as many CPUs as can be busy, each "
		      "at "
		      "the rate of one process alone\n",
		      file);
		status = report_write_essentials(results[i], "# ", file, error);
		if (status == 0 && write_tables(results[i], file) < 0)
			status = error_set(error, -ENOMEM, "out of memory");
	}
	return status;
}
