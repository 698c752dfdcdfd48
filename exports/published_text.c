/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * published_text.c - a result in the lines of the suite that was published for Linux 5.3.
 */
#include "exports/published_text.h"

#include <stdlib.h>
#include <string.h>

#include "engine/result/step_summary.h"
#include "exports/number.h"
#include "exports/report.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

static const char *name_of(const struct operation *operation)
{
	return operation->published_name ? operation->published_name : operation->name;
}

/* The value as the published suite spells it: "FILE10," for DIR10, "fstatat /test/FFF" for FFF. */
static void write_parameter(const struct result *result, size_t case_index, FILE *file)
{
	const struct plan_case *which = &result->plan.cases[case_index];
	const char *prefix = which->operation->published_prefix;
	size_t length = strlen(which->parameter);
	char cell[2 * PATH_MAX + 64];

	/* The cell is the value, and perhaps the scratch directory behind it. */
	plan_case_parameter(&result->plan, case_index, cell, sizeof(cell));
	if (prefix && which->operation->parameter->type == PARAMETER_NUMBER)
		fprintf(file, "%s%ju,", prefix,
			(uintmax_t)parameter_number(which->operation->parameter, which->parameter));
	else if (prefix && path_shape_find(which->parameter))
		fprintf(file, "%s%s", prefix, which->parameter);
	else
		text_write_safe(which->parameter, file);
	text_write_safe(cell + length, file);
}

static void write_parameter_line(const struct result *result, size_t step, FILE *file)
{
	size_t variants = report_variants(&result->plan);
	const char *parameter = result->plan.cases[step / variants].parameter;
	char label[PLAN_LABEL_SIZE];

	if (!parameter[0] && variants == 1)
		return;
	write_parameter(result, step / variants, file);
	if (variants > 1) {
		fputs(parameter[0] ? " (variant " : "(variant ", file);
		text_write_safe(plan_step_label(&result->plan, step, label), file);
		fputc(')', file);
	}
	fputc('\n', file);
}

/* The two lines of a pass; times in ns are printed in microseconds, all else as it is. */
static void write_figures(const struct operation *operation, const struct summary *summary,
			  enum result_unit unit, uint64_t bytes, FILE *file)
{
	bool is_time = unit == RESULT_NS && bytes == 0;
	double factor = is_time ? 1e3 : 1;
	char texts[5][NUMBER_SIZE];

	fprintf(file, "Simple %s median=%s [mean=%s +/-%s] %s\n", name_of(operation),
		report_show(unit, summary->median / factor, 4, texts[0]),
		report_show(unit, summary->mean / factor, 4, texts[1]),
		report_show(unit, summary->mean_half_width / factor, 4, texts[2]),
		is_time ? "microseconds" : result_unit_shown(unit, bytes));
	fprintf(file, "var: %s sd: %s runs: %zu\n",
		report_show(unit, summary->variance / (factor * factor), 6, texts[3]),
		report_show(unit, summary->sd / factor, 6, texts[4]), summary->count);
}

static int write_step(const struct result *result, size_t step, FILE *file, struct error *error)
{
	const struct operation *operation = plan_step_case(&result->plan, step)->operation;
	const struct step *what = &result->steps[step];
	size_t written = 0;

	for (uint32_t pass = 0; pass < result->plan.passes; pass++) {
		struct summary summary;
		int status = report_shown_summary(result, step, (int)pass, &summary, error);

		if (status < 0)
			return status;
		if (summary.count == 0)
			continue;
		write_figures(operation, &summary, result->unit, step_bytes(result, step), file);
		written++;
	}
	if (written == 0 || what->state == STEP_FAILED ||
	    (what->state == STEP_SKIPPED && what->reason)) {
		fprintf(file, "Simple %s not measured%s: ", name_of(operation),
			written ? " to the end" : "");
		report_write_state(what, file);
		fputc('\n', file);
	}
	return 0;
}

static int write_result(const struct result *result, FILE *file, struct error *error)
{
	const struct operation *last = NULL;
	int status;

	signature_write(SIGNATURE_TEXT, file);
	status = report_write_essentials(result, "# ", file, error);
	for (size_t i = 0; i < plan_step_count(&result->plan) && status == 0; i++) {
		const struct operation *operation = plan_step_case(&result->plan, i)->operation;

		if (operation != last)
			fprintf(file, "%s\n",
				operation->published_title ? operation->published_title
							   : operation->name);
		last = operation;
		write_parameter_line(result, i, file);
		status = write_step(result, i, file, error);
	}
	return status;
}

int published_text_write(const struct result *const *results, size_t count, FILE *file,
			 struct error *error)
{
	int status = 0;

	for (size_t i = 0; i < count && status == 0; i++)
		status = write_result(results[i], file, error);
	return status;
}
