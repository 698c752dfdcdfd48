/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dry_run.c - what a plan would run, and for how long.
 */
#include "tui/dry_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_plan.h"
#include "engine/session/estimate_recordings.h"
#include "engine/session/estimate_trees.h"
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
	bool known = true;
	int used;

	for (size_t i = first; i < plan->case_count; i++) {
		if (!belong_together(entry, &plan->cases[i]))
			continue;
		seconds += estimate_case_seconds(estimate, plan, i) * plan->passes;
		known = known && !estimate_case_is_least(estimate, plan, i);
	}
	used = fprintf(file, "%-*s ", width, entry->operation->name);
	used += known ? fprintf(file, "%8.1f s", seconds) : fprintf(file, "%10s", "unknown");
	if (entry->added)
		write_reason(plan, entry->operation, file);
	write_parameters(plan, first, used + 2, file);
	fputc('\n', file);
}

/* A case of the kind: one that times itself, or not; the number of cases: there is none. */
static size_t find_kind(const struct plan *plan, bool times_itself)
{
	size_t i = 0;

	while (i < plan->case_count && (plan->cases[i].operation->record != NULL) != times_itself)
		i++;
	return i;
}

/* "1 run", or "1 run of 30 s" where all that times itself has one interval. */
static void write_whole_runs(const struct plan *plan, size_t first, FILE *file)
{
	const uint32_t runs = plan_case_runs(plan, first);
	double interval = estimate_interval_ns(plan, first);

	for (size_t i = first; i < plan->case_count; i++)
		if (plan->cases[i].operation->record && estimate_interval_ns(plan, i) != interval)
			interval = 0;
	fprintf(file, "%" PRIu32 " run%s", runs, runs == 1 ? "" : "s");
	if (interval > 0)
		fprintf(file, " of %.3g s", interval / 1e9);
}

/* "300 runs, batches of 1ms"; of what times itself "1 run of 30 s"; of both "..., of workloads 1
 * run".
 */
static void write_runs(const struct plan *plan, FILE *file)
{
	const size_t batched = find_kind(plan, false);
	const size_t whole = find_kind(plan, true);
	char text[32];

	if (batched < plan->case_count) {
		plan_get(plan, "batch", 0, text, sizeof(text));
		fprintf(file, "%" PRIu32 " run%s, batches of %s", plan->runs,
			plan->runs == 1 ? "" : "s", text);
	}
	if (whole == plan->case_count)
		return;
	if (batched < plan->case_count)
		fputs(", of workloads ", file);
	write_whole_runs(plan, whole, file);
}

/* What is made, or looked through, before anything is measured. */
static void write_tree(const struct plan *plan, const struct estimate *estimate, size_t which,
		       FILE *file)
{
	double seconds = plan->passes * (estimate_case_seconds(estimate, plan, which) -
					 estimate_workers_seconds(estimate, plan, which));
	struct estimate_tree tree;
	char span[32];

	if (!estimate_tree_of(plan, which, &tree) || estimate_tree_owner(plan, which) != which)
		return;
	text_span(span, sizeof(span), seconds);
	fprintf(file, "of it about %s to %s a tree of %.0f files, %.1f MB%s\n", span,
		tree.stands ? "check" : "make", tree.files, tree.bytes / 1e6,
		tree.is_kept ? ", which is kept" : "");
}

static void write_totals(const struct plan *plan, const struct estimate *estimate, FILE *file)
{
	double seconds = estimate_plan_seconds(estimate, plan);
	double limit = (double)plan->session_limit_ns / 1e9;
	char duration[32];
	bool least = estimate_is_least(estimate, plan);
	char warning[160];
	char note[600];

	text_duration(duration, sizeof(duration), least ? ceil(seconds) : seconds);
	fprintf(file, "%zu case%s", plan->case_count, plan->case_count == 1 ? "" : "s");
	if (plan->variants.count > 1)
		fprintf(file, " under %zu variants", plan->variants.count);
	fprintf(file, ", %" PRIu32 " pass%s of ", plan->passes, plan->passes == 1 ? "" : "es");
	write_runs(plan, file);
	fprintf(file, ": %s %s", least ? "at least" : "about", duration);
	/* The estimate ends at the limit. */
	if (limit > 0 && seconds >= limit)
		fputs(", where the session limit ends it", file);
	fputc('\n', file);
	if (least)
		fputs("how long a command takes is known when it has run once\n", file);
	for (size_t i = 0; i < plan->case_count; i++)
		write_tree(plan, estimate, i, file);
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
