/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dry_run.c - what a plan would run, and for how long.
 */
#include "tui/dry_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tui/progress.h"
#include "tui/text.h"

/* The widest case name, for a column. */
static int name_width(const struct plan *plan)
{
	size_t widest = 0;

	for (size_t i = 0; i < plan->case_count; i++) {
		char name[256];

		plan_case_name(plan, i, name, sizeof(name));
		if (strlen(name) > widest)
			widest = strlen(name);
	}
	return (int)widest;
}

static void write_totals(const struct plan *plan, const struct estimate *estimate, FILE *file)
{
	double seconds = estimate_plan_seconds(estimate, plan);
	double limit = (double)plan->session_limit_ns / 1e9;
	char duration[32];
	char batch[32];

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
}

void dry_run_write(const struct plan *plan, const struct estimate *estimate, FILE *file)
{
	int width = name_width(plan);
	char *command = plan_command(plan);

	for (size_t i = 0; i < plan->case_count; i++) {
		double seconds = estimate_case_seconds(estimate, plan, i) * plan->passes;
		char name[256];

		plan_case_name(plan, i, name, sizeof(name));
		fprintf(file, "%-*s %8.1f s%s\n", width, name, seconds,
			plan->cases[i].added ? "  (control)" : "");
	}
	write_totals(plan, estimate, file);
	if (command)
		fprintf(file, "%s\n", command);
	free(command);
}
