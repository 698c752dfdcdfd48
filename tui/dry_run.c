/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dry_run.c - what a plan would run, and for how long.
 */
#include "tui/dry_run.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_plan.h"
#include "engine/session/session.h"
#include "tui/progress.h"
#include "tui/text.h"

/* Columns of a line. */
#define LINE_WIDTH 80

/* The widest name of an operation, for a column. */
static int name_width(const struct plan *plan)
{
	size_t widest = 0;

	for (size_t i = 0; i < plan->case_count; i++)
		if (strlen(plan->cases[i].operation->name) > widest)
			widest = strlen(plan->cases[i].operation->name);
	return (int)widest;
}

/* Whether two cases stand in one line. */
static bool belong_together(const struct plan_case *a, const struct plan_case *b)
{
	return a->operation == b->operation && a->added == b->added;
}

/* Whether a case before it has brought this one's line. */
static bool is_written(const struct plan *plan, size_t which)
{
	for (size_t i = 0; i < which; i++)
		if (belong_together(&plan->cases[i], &plan->cases[which]))
			return true;
	return false;
}

/* What the cases that are like the one at first are applied to, in lines of LINE_WIDTH. */
static void write_parameters(const struct plan *plan, size_t first, int indent, FILE *file)
{
	bool own_line = plan->cases[first].added;
	int column = own_line ? LINE_WIDTH : indent;

	for (size_t i = first; i < plan->case_count; i++) {
		char parameter[PLAN_LABEL_SIZE];
		int width;

		plan_case_parameter(plan, i, parameter, sizeof(parameter));
		width = text_width(parameter);
		if (width == 0 || !belong_together(&plan->cases[first], &plan->cases[i]))
			continue;
		if (i > first)
			fputs(column + width + 2 > LINE_WIDTH ? "," : ", ", file);
		else if (!own_line)
			fputs("  ", file);
		if (column + width + 2 > LINE_WIDTH)
			fprintf(file, "\n%*s", column = indent, "");
		fputs(parameter, file);
		column += width + 2;
	}
}

/* Why a case is there that nobody asked for. */
static void write_reason(const struct plan *plan, const struct operation *added, FILE *file)
{
	for (size_t i = 0; i < plan->case_count; i++) {
		const struct operation *operation = plan->cases[i].operation;

		if (operation->less && operation_find(operation->less) == added) {
			fprintf(file, "  (added: %s is shown less this)", operation->name);
			return;
		}
	}
	fputs("  (added: control)", file);
}

/* One operation, with the seconds that all its cases take. */
static void write_operation(const struct plan *plan, const struct estimate *estimate, size_t first,
			    int width, FILE *file)
{
	const struct plan_case *entry = &plan->cases[first];
	double seconds = 0;
	int used;

	for (size_t i = first; i < plan->case_count; i++)
		if (belong_together(entry, &plan->cases[i]))
			seconds += estimate_case_seconds(estimate, plan, i) * plan->passes;
	used = fprintf(file, "%-*s %8.1f s", width, entry->operation->name, seconds);
	if (entry->added)
		write_reason(plan, entry->operation, file);
	write_parameters(plan, first, used + 2, file);
	fputc('\n', file);
}

static void write_totals(const struct plan *plan, const struct estimate *estimate, FILE *file)
{
	double seconds = estimate_plan_seconds(estimate, plan);
	double limit = (double)plan->session_limit_ns / 1e9;
	char duration[32];
	char batch[32];
	char warning[160];
	char note[600];

	plan_get(plan, "batch", 0, batch, sizeof(batch));
	text_duration(duration, sizeof(duration), seconds);
	fprintf(file, "%zu case%s", plan->case_count, plan->case_count == 1 ? "" : "s");
	if (plan->variants.count > 1)
		fprintf(file, " under %zu variants", plan->variants.count);
	fprintf(file, ", %" PRIu32 " pass%s of %" PRIu32 " run%s, batches of %s: about %s",
		plan->passes, plan->passes == 1 ? "" : "es", plan->runs, plan->runs == 1 ? "" : "s",
		batch, duration);
	/* The estimate ends at the limit. */
	if (limit > 0 && seconds >= limit)
		fputs(", where the session limit ends it", file);
	fputc('\n', file);
	if (compare_plan_warning(plan, warning, sizeof(warning))[0])
		fprintf(file, "%s\n", warning);
	if (session_turns_note(plan, note, sizeof(note))[0])
		fprintf(file, "%s\n", note);
}

void dry_run_write(const struct plan *plan, const struct estimate *estimate, FILE *file)
{
	int width = name_width(plan);
	char *command = plan_command(plan);

	for (size_t i = 0; i < plan->case_count; i++)
		if (!is_written(plan, i))
			write_operation(plan, estimate, i, width, file);
	write_totals(plan, estimate, file);
	if (command)
		fprintf(file, "%s\n", command);
	free(command);
}
