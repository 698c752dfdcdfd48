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

/* In what a step's figures are printed. */
struct scale {
	const char *name;
	double factor; /* that they are divided by */
	int decimals;
	int decimals_of_spread; /* of variance and sd */
};

/* Times in ns are printed in microseconds or seconds, all else as it is. */
static struct scale scale_of(const struct result *result, size_t step)
{
	const uint64_t bytes = step_bytes(result, step);

	if (step_in_seconds(result, step))
		return (struct scale){"seconds", 1e9, 6, 9};
	if (result->unit == RESULT_NS && bytes == 0)
		return (struct scale){"microseconds", 1e3, 4, 6};
	return (struct scale){result_unit_shown(result->unit, bytes), 1, 4, 6};
}

/* The two lines of a pass. */
static void write_figures(const struct operation *operation, struct summary *summary,
			  enum result_unit unit, const struct scale *scale, FILE *file)
{
	char texts[5][NUMBER_SIZE];

	summary_scale(summary, 1 / scale->factor);
	fprintf(file, "Simple %s median=%s [mean=%s +/-%s] %s\n", name_of(operation),
		report_show(unit, summary->median, scale->decimals, texts[0]),
		report_show(unit, summary->mean, scale->decimals, texts[1]),
		report_show(unit, summary->mean_half_width, scale->decimals, texts[2]),
		scale->name);
	fprintf(file, "var: %s sd: %s runs: %zu\n",
		report_show(unit, summary->variance, scale->decimals_of_spread, texts[3]),
		report_show(unit, summary->sd, scale->decimals_of_spread, texts[4]),
		summary->count);
}

static int write_step(const struct result *result, size_t step, FILE *file, struct error *error)
{
	const struct operation *operation = plan_step_case(&result->plan, step)->operation;
	const struct step *what = &result->steps[step];
	const struct scale scale = scale_of(result, step);
	size_t written = 0;

	for (uint32_t pass = 0; pass < result->plan.passes; pass++) {
		struct summary summary;
		int status = report_shown_summary(result, step, (int)pass, &summary, error);

		if (status < 0)
			return status;
		if (summary.count == 0)
			continue;
		write_figures(operation, &summary, result->unit, &scale, file);
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
