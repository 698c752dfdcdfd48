/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_ladder.c - a comparison for each step of a ladder of security modules.
 */
#include "tui/compare_ladder.h"
#include "fixtures/text_show.h"

#include <errno.h>
#include <stdlib.h>

#include "engine/compare/compare_rungs.h"
#include "exports/compare/compare_redact.h"

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

static int write_report(const struct compare_ladder *ladder, const struct rung *below,
			const struct rung *rung, const struct comparison *comparison, FILE *file,
			struct error *error)
{
	struct compare_report report;
	int status = compare_report_make(comparison, ladder->above, &report, error);

	if (status < 0)
		return status;
	status = about(below, &report);
	if (status == 0)
		status = about(rung, &report);
	status = status < 0 ? error_set(error, status, "out of memory")
			    : ladder->format->write(&report, file, error);
	compare_report_clear(&report);
	return status;
}

static int write_step(const struct compare_ladder *ladder, const struct rung *below,
		      const struct rung *rung, FILE *file, struct error *error)
{
	const struct comparison_group groups[] = {{below->name, below->sessions, below->count},
						  {rung->name, rung->sessions, rung->count}};
	struct comparison comparison;
	int status = compare_sessions(groups, 2, ladder->options, &comparison, error);

	/* The other steps can still tell something. */
	if (status == -EINVAL) {
		text_write_safe(error->text, file);
		fputc('\n', file);
		return 0;
	}
	if (status < 0)
		return status;
	if (ladder->redact && compare_redact(&comparison) < 0)
		status = error_set(error, -ENOMEM, "out of memory");
	else
		status = write_report(ladder, below, rung, &comparison, file, error);
	comparison_clear(&comparison);
	return status;
}

int compare_ladder_write(const void *what, FILE *file, struct error *error)
{
	const struct compare_ladder *ladder = what;
	const struct rungs *rungs = &ladder->rungs;
	int status = 0;

	print_rungs(rungs, file);
	for (size_t i = 0; i < rungs->count && status == 0; i++) {
		const struct rung *rung = &rungs->items[i];

		if (rung->below < 0)
			continue;
		fprintf(file, "\n%zu. from %ld: ", i + 1, rung->below + 1);
		print_list("adds ", rung->added, file);
		fputc('\n', file);
		status = write_step(ladder, &rungs->items[rung->below], rung, file, error);
	}
	return status;
}

static bool has_step(const struct rungs *rungs)
{
	for (size_t i = 0; i < rungs->count; i++) {
		if (rungs->items[i].below >= 0)
			return true;
	}
	return false;
}

int compare_ladder_order(struct compare_ladder *ladder, const struct compare_inputs *inputs,
			 struct error *error)
{
	const struct figures **sessions = calloc(inputs->input_count + 1, sizeof(void *));
	int status;

	if (!sessions)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < inputs->input_count; i++)
		sessions[i] = &inputs->inputs[i].figures;
	status = compare_rungs_of(sessions, inputs->input_count, &ladder->rungs, error);
	free(sessions);
	if (status < 0 || has_step(&ladder->rungs))
		return status;
	error_set(error, -ENODATA,
		  "--ladder: there is no step: no file has all security modules of another and "
		  "more (the first has %.200s); name sessions of other boots, too",
		  ladder->rungs.items[0].name);
	compare_ladder_clear(ladder);
	return -ENODATA;
}

void compare_ladder_clear(struct compare_ladder *ladder)
{
	compare_rungs_clear(&ladder->rungs);
}
