/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * summary_csv.c - the statistics of each case, variant and pass as a CSV file.
 */
#include "exports/csv/summary_csv.h"

#include <math.h>
#include <string.h>

#include "engine/result/step_summary.h"
#include "exports/csv/csv_layout.h"
#include "exports/number.h"
#include "exports/report.h"
#include "exports/signature.h"

/* The columns that are figures of struct summary, in their order. */
static const struct figure {
	const char *name;
	size_t offset;
	int decimals;
} figures[] = {
	{"minimum", offsetof(struct summary, minimum), 4},
	{"q1", offsetof(struct summary, q1), 4},
	{"median", offsetof(struct summary, median), 4},
	{"q3", offsetof(struct summary, q3), 4},
	{"p95", offsetof(struct summary, p95), 4},
	{"p99", offsetof(struct summary, p99), 4},
	{"maximum", offsetof(struct summary, maximum), 4},
	{"median_low", offsetof(struct summary, median_low), 4},
	{"median_high", offsetof(struct summary, median_high), 4},
	{"mean", offsetof(struct summary, mean), 4},
	{"mean_half_width", offsetof(struct summary, mean_half_width), 4},
	{"variance", offsetof(struct summary, variance), 6},
	{"sd", offsetof(struct summary, sd), 6},
	{"mad", offsetof(struct summary, mad), 6},
	{"lag1", offsetof(struct summary, lag1), 6},
	{"drift", offsetof(struct summary, drift), 6},
	{"drift_p", offsetof(struct summary, drift_p), 6},
};

#define FIGURE_COUNT (sizeof(figures) / sizeof(figures[0]))

static void write_names(FILE *file)
{
	fputs("session,operation,parameter,variant,pass,state,system_calls,unit,runs", file);
	for (size_t i = 0; i < FIGURE_COUNT; i++)
		fprintf(file, ",%s", figures[i].name);
	fputs(",outliers_mild,outliers_severe,outliers_modified_z,failed_runs\n", file);
}

static void write_figures(const struct summary *summary, FILE *file)
{
	char text[NUMBER_SIZE];

	for (size_t i = 0; i < FIGURE_COUNT; i++) {
		double value;

		memcpy(&value, (const char *)summary + figures[i].offset, sizeof(value));
		fprintf(file, ",%s",
			isfinite(value) ? number_show_fixed(value, figures[i].decimals, text) : "");
	}
}

static uint32_t count_failed(const struct result *result, size_t step, int pass)
{
	uint32_t count = 0;

	if (pass == RESULT_ALL_PASSES)
		return result->steps[step].failed_runs;
	for (size_t i = 0; result->steps[step].failed_runs && i < result->sample_count; i++)
		count += result->samples[i].step == step && result->samples[i].pass == pass &&
			 result->samples[i].flags & SAMPLE_FAILED;
	return count;
}

/* What a row needs to know beside its pass. */
struct row {
	const struct result *result;
	size_t session; /* from 1 */
	size_t step;
	const char *prefix; /* the three name cells */
};

static int write_row(const struct row *row, int pass, FILE *file, struct error *error)
{
	const struct plan_case *which = plan_step_case(&row->result->plan, row->step);
	struct summary summary;
	int status = report_shown_summary(row->result, row->step, pass, &summary, error);

	if (status < 0 || (pass != RESULT_ALL_PASSES && summary.count == 0))
		return status;
	fprintf(file, "%zu,%s", row->session, row->prefix);
	if (pass == RESULT_ALL_PASSES)
		fputs("all", file);
	else
		fprintf(file, "%d", pass);
	fprintf(file, ",%s,%g,%s,%zu", step_state_name(row->result->steps[row->step].state),
		operation_call_count(which->operation, which->parameter),
		step_unit(row->result, row->step), summary.count);
	write_figures(&summary, file);
	fprintf(file, ",%zu,%zu,%zu,%u\n", summary.outliers_mild, summary.outliers_severe,
		summary.outliers_modified_z, count_failed(row->result, row->step, pass));
	return 0;
}

static int write_rows(const struct result *result, size_t session, FILE *file, struct error *error)
{
	struct csv_prefixes prefixes;
	int status = csv_prefixes_make(&prefixes, result, error);

	if (status < 0)
		return status;
	for (size_t i = 0; i < prefixes.count && status == 0; i++) {
		const struct row row = {result, session, i, prefixes.texts[i]};

		status = write_row(&row, RESULT_ALL_PASSES, file, error);
		for (uint32_t pass = 0; pass < result->plan.passes && status == 0; pass++)
			status = write_row(&row, (int)pass, file, error);
	}
	csv_prefixes_clear(&prefixes);
	return status;
}

int summary_csv_write(const struct result *const *results, size_t count, FILE *file,
		      struct error *error)
{
	char prefix[40];
	int status = 0;

	signature_write(SIGNATURE_SUMMARY, file);
	for (size_t i = 0; i < count && status == 0; i++) {
		snprintf(prefix, sizeof(prefix), "# session %zu: ", i + 1);
		status = report_write_essentials(results[i], prefix, file, error);
	}
	write_names(file);
	for (size_t i = 0; i < count && status == 0; i++)
		status = write_rows(results[i], i + 1, file, error);
	return status;
}
