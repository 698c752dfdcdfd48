/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reaim_text.c - tables of the mixed workload in reaim's layout. */
#include "exports/reaim_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation_together.h"
#include "engine/operation/operation_together_jobs.h"
#include "exports/report.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

/* A run, and the table that it belongs to. */
struct row {
	size_t variant;
	uint32_t scratch;
	uint64_t cpus;
	uint16_t pass;
	uint32_t run;
	size_t step;
	struct reaim_figures figures;
};

void reaim_text_table(const struct reaim_figures *rows, size_t count, FILE *file)
{
	double most = 0;

	fputs("Num     Parent   Child   Child  Jobs per   Jobs/min/  Std_dev  Std_dev  JTI\n"
	      "Forked  Time     SysTime UTime   Minute     Child      Time     Percent\n",
	      file);
	for (size_t i = 0; i < count; i++) {
		const struct reaim_figures *row = &rows[i];

		fprintf(file,
			"%-7" PRIu64 " %-8.2f %-7.2f %-6.2f %-10.2f %-10.2f %-8.2f %-8.2f %.0f\n",
			row->forked, row->parent, row->system, row->user, row->jobs_per_minute,
			row->jobs_per_minute / (double)row->forked, row->sd, row->percent,
			together_jti(row->percent));
		if (row->jobs_per_minute > most)
			most = row->jobs_per_minute;
	}
	fprintf(file, "Max Jobs per Minute %.2f\n", most);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* Whether both stand in one table: 0; else their order. */
static int compare_tables(const struct row *a, const struct row *b)
{
	const uint64_t keys[][2] = {{a->variant, b->variant},
				    {a->scratch, b->scratch},
				    {a->cpus, b->cpus},
				    {a->pass, b->pass},
				    {a->run, b->run}};
	int order = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]) && order == 0; i++)
		order = compare_numbers(keys[i][0], keys[i][1]);
	return order;
}

static int compare_rows(const void *left, const void *right)
{
	const struct row *a = left;
	const struct row *b = right;
	int order = compare_tables(a, b);

	return order ? order : compare_numbers(a->figures.forked, b->figures.forked);
}

static struct reaim_figures figures_of(const struct result *result, const struct sample *sample)
{
	struct reaim_figures figures = {0};
	size_t count;
	const struct reading *readings = result_readings_of(result, sample, &count);
	double *const places[METRIC_COUNT] = {
		[METRIC_PARENT_TIME] = &figures.parent,
		[METRIC_CHILD_SYSTEM] = &figures.system,
		[METRIC_CHILD_USER] = &figures.user,
		[METRIC_JOBS_PER_MINUTE] = &figures.jobs_per_minute,
		[METRIC_CHILD_SD] = &figures.sd,
		[METRIC_CHILD_SD_PERCENT] = &figures.percent,
	};

	for (size_t i = 0; i < count; i++)
		if (readings[i].metric < METRIC_COUNT && places[readings[i].metric])
			*places[readings[i].metric] = readings[i].value;
	return figures;
}

/* The good runs of the mixed workload, in the order of tables. NULL when there is no memory. */
static struct row *rows_of(const struct result *result, size_t *count)
{
	const size_t variants = report_variants(&result->plan);
	struct row *rows = calloc(result->sample_count + 1, sizeof(*rows));

	*count = 0;
	for (size_t i = 0; rows && i < result->sample_count; i++) {
		const struct sample *sample = &result->samples[i];
		const struct plan_case *which = plan_step_case(&result->plan, sample->step);
		const struct parameter *parameter = which->operation->parameter;
		struct row *row = &rows[*count];

		if (which->operation != &operation_mixed || (sample->flags & SAMPLE_FAILED))
			continue;
		*row = (struct row){
			.variant = sample->step % variants,
			.scratch = which->scratch,
			.cpus = parameter_second(parameter, which->parameter),
			.pass = sample->pass,
			.run = sample->run,
			.step = sample->step,
			.figures = figures_of(result, sample),
		};
		row->figures.forked = parameter_number(parameter, which->parameter);
		*count += row->figures.forked > 0;
	}
	if (rows)
		qsort(rows, *count, sizeof(*rows), compare_rows);
	return rows;
}

/* "# none, 2 CPUs, on /dev/shm, pass 1, run 1" */
static void write_title(const struct result *result, const struct row *row, FILE *file)
{
	const struct plan *plan = &result->plan;
	const size_t index = row->step / report_variants(plan);
	char cell[2 * PATH_MAX + 64];
	char label[PLAN_LABEL_SIZE];

	fputs("\n# ", file);
	text_write_safe(plan_step_label(plan, row->step, label), file);
	fprintf(file, ", %" PRIu64 " CPU%s", row->cpus, row->cpus == 1 ? "" : "s");
	plan_case_parameter(plan, index, cell, sizeof(cell));
	if (strlen(cell) > strlen(plan->cases[index].parameter)) {
		fputc(',', file);
		text_write_safe(cell + strlen(plan->cases[index].parameter), file);
	}
	fprintf(file, ", pass %u, run %" PRIu32 "\n", row->pass + 1u, row->run + 1);
}

static int write_tables(const struct result *result, FILE *file)
{
	size_t count;
	size_t end;
	struct row *rows = rows_of(result, &count);
	struct reaim_figures *figures = calloc(count + 1, sizeof(*figures));
	const bool good = rows && figures;

	if (good && count == 0)
		fprintf(file, "\n# no run of the operation %s is in this result\n",
			operation_mixed.name);
	for (size_t i = 0; good && i < count; i = end) {
		for (end = i; end < count && compare_tables(&rows[i], &rows[end]) == 0; end++)
			figures[end - i] = rows[end].figures;
		write_title(result, &rows[i], file);
		reaim_text_table(figures, end - i, file);
	}
	free(figures);
	free(rows);
	return good ? 0 : -ENOMEM;
}

int reaim_text_write(const struct result *const *results, size_t count, FILE *file,
		     struct error *error)
{
	int status = 0;

	signature_write(SIGNATURE_TEXT, file);
	for (size_t i = 0; i < count && status == 0; i++) {
		if (i > 0)
			fputc('\n', file);
		fprintf(file,
			"# the layout of reaim's table; the jobs are those of lsmbench's operation "
			"%s, %" PRIu64 " for each child\n",
			operation_mixed.name, together_mixed_jobs());
		status = report_write_essentials(results[i], "# ", file, error);
		if (status == 0 && write_tables(results[i], file) < 0)
			status = error_set(error, -ENOMEM, "out of memory");
	}
	return status;
}
