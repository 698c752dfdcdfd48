/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_ladder.c - a comparison for each step of a ladder of security modules.
 */
#include "tui/compare_ladder.h"
#include "fixtures/text_show.h"

#include <errno.h>
#include <stdlib.h>

#include "engine/compare_rungs.h"
#include "exports/compare_redact.h"
#include "exports/figures.h"

static void print_list(const char *title, const char *text, FILE *file)
{
	fputs(title, file);
	text_write_safe(text, file);
	fputc('\n', file);
}

static void print_rungs(const struct rungs *rungs, FILE *file)
{
	fputs("# lsmbench: ladder 1\nRungs, by active security modules\n", file);
	for (size_t i = 0; i < rungs->count; i++) {
		const struct rung *rung = &rungs->items[i];

		fprintf(file, "  %zu. ", i + 1);
		text_write_safe(rung->name, file);
		fprintf(file, ": %zu session%s\n", rung->count, rung->count == 1 ? "" : "s");
	}
	for (size_t i = 0; i < rungs->missing.count; i++)
		print_list("  missing: ", rungs->missing.items[i], file);
}

static int about(const struct rung *rung, struct compare_report *report)
{
	int status = 0;

	for (size_t i = 0; i < rung->count && status == 0; i++)
		status = compare_report_about(report, rung->name, rung->sessions[i]);
	return status;
}

/* What one step needs beside its rungs. */
struct step_request {
	const struct comparison_options *options;
	double above;
	const struct compare_format *format;
	FILE *file;
	bool redact;
};

static int write_step(const struct step_request *request, const struct rung *below,
		      const struct rung *rung, struct error *error)
{
	const struct comparison_group groups[] = {{below->name, below->sessions, below->count},
						  {rung->name, rung->sessions, rung->count}};
	struct comparison comparison;
	struct compare_report report;
	int status = compare_sessions(groups, 2, request->options, &comparison, error);

	if (status < 0)
		return status;
	if (request->redact && compare_redact(&comparison) < 0) {
		comparison_clear(&comparison);
		return error_set(error, -ENOMEM, "out of memory");
	}
	status = compare_report_make(&comparison, request->above, &report, error);
	if (status == 0) {
		status = about(below, &report);
		if (status == 0)
			status = about(rung, &report);
		status = status < 0 ? error_set(error, status, "out of memory")
				    : request->format->write(&report, request->file, error);
		compare_report_clear(&report);
	}
	comparison_clear(&comparison);
	return status;
}

static int write_steps(const struct step_request *request, const struct rungs *rungs,
		       struct error *error)
{
	size_t steps = 0;
	int status = 0;

	for (size_t i = 0; i < rungs->count && status == 0; i++) {
		const struct rung *rung = &rungs->items[i];

		if (rung->below < 0)
			continue;
		fprintf(request->file, "\n%zu. from %ld: ", i + 1, rung->below + 1);
		print_list("adds ", rung->added, request->file);
		fputc('\n', request->file);
		status = write_step(request, &rungs->items[rung->below], rung, error);
		steps++;
	}
	if (status == 0 && steps == 0)
		status = error_set(error, -EINVAL,
				   "there is no step: no file has all modules of another and more");
	return status;
}

int compare_ladder_write(const struct compare_inputs *inputs,
			 const struct comparison_options *options, double above,
			 const struct compare_format *format, FILE *file, struct error *error)
{
	const struct step_request request = {options, above, format, file, inputs->redact};
	const struct figures **sessions = calloc(inputs->input_count + 1, sizeof(void *));
	struct rungs rungs;
	int status;

	if (!sessions)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < inputs->input_count; i++)
		sessions[i] = &inputs->inputs[i].figures;
	status = compare_rungs_of(sessions, inputs->input_count, &rungs, error);
	free(sessions);
	if (status < 0)
		return status;
	print_rungs(&rungs, file);
	status = write_steps(&request, &rungs, error);
	compare_rungs_clear(&rungs);
	return status;
}
