/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * markdown_runs.c - what a run is, how many were planned, and how many there are.
 *
 * Operations that time themselves (walk, dbench, a command) have few runs a pass, and no batches.
 */
#include "exports/markdown_runs.h"

#include "exports/number.h"

/* Both kinds of operations: runs a pass that each has, 0 where there is none of the kind. */
struct kinds {
	uint32_t batched;
	uint32_t whole;
};

static struct kinds kinds_of(const struct plan *plan)
{
	struct kinds kinds = {0};

	for (size_t i = 0; i < plan->case_count; i++) {
		uint32_t runs = plan_case_runs(plan, i);

		*(plan->cases[i].operation->record ? &kinds.whole : &kinds.batched) = runs;
	}
	return kinds;
}

/* Whether every row has the runs and passes of the plan. */
static bool is_as_planned(const struct result *result, const struct kinds *kinds,
			  const struct ended_list *ended)
{
	const struct ended *all = &ended->all;
	const uint64_t batched = (uint64_t)kinds->batched * result->plan.passes;
	const uint64_t whole = (uint64_t)kinds->whole * result->plan.passes;

	if (ended->count > 0)
		return false;
	if (all->count == 0)
		return true;
	if (kinds->batched == 0 || kinds->whole == 0)
		return all->runs.low == batched + whole;
	return all->runs.low == (batched < whole ? batched : whole) &&
	       all->runs.high == (batched < whole ? whole : batched);
}

/* "300 runs in each of 3 passes"; gap stands before "in". */
static void write_amount(const struct plan *plan, uint32_t runs, char gap, FILE *file)
{
	fprintf(file, "%u run%s%cin ", runs, runs == 1 ? "" : "s", gap);
	if (plan->passes == 1)
		fputs("1 pass", file);
	else
		fprintf(file, "each of %u passes", plan->passes);
}

/* "dbench, walk": those that time themselves. */
static void write_whole_names(const struct plan *plan, FILE *file)
{
	const struct operation *last = NULL;

	for (size_t i = 0; i < plan->case_count; i++) {
		const struct operation *operation = plan->cases[i].operation;

		if (!operation->record || operation == last)
			continue;
		fprintf(file, "%s%s", last ? ", " : "", operation->name);
		last = operation;
	}
}

/* How a run of a batch is measured, "it" being all runs, or all others. */
static void write_batch(const struct result *result, const char *all, FILE *file)
{
	char batch[NUMBER_SIZE];

	if (result->unit == RESULT_INSTRUCTIONS)
		fprintf(file,
			"%s run counts those of back-to-back\n"
			"iterations; ",
			all);
	else
		fprintf(file, "%s run times about %s us of back-to-back iterations; ", all,
			number_show_fixed((double)result->plan.batch_ns / 1e3, 0, batch));
}

void markdown_write_runs(const struct result *result, const struct ended_list *ended, FILE *file)
{
	const struct plan *plan = &result->plan;
	const struct kinds kinds = kinds_of(plan);
	const bool planned = is_as_planned(result, &kinds, ended);
	char words[ENDED_WORDS_SIZE];

	fputc('\n', file);
	if (result->unit == RESULT_INSTRUCTIONS)
		fputs("Figures are instructions, not time: ", file);
	if (kinds.whole > 0) {
		fputs("Each run", file);
		if (kinds.batched > 0) {
			fputs(" of ", file);
			write_whole_names(plan, file);
		}
		fprintf(file, " is timed as a whole%s%s", kinds.batched > 0 ? ", " : "; ",
			planned ? "" : "planned: ");
		write_amount(plan, kinds.whole, ' ', file);
		fputs(kinds.batched > 0 ? ";\n" : "", file);
	}
	if (kinds.batched > 0) {
		write_batch(result,
			    kinds.whole > 0                       ? "each other"
			    : result->unit == RESULT_INSTRUCTIONS ? "each"
								  : "Each",
			    file);
		fputs(planned ? "" : "planned were up to ", file);
		write_amount(plan, kinds.batched, planned ? ' ' : '\n', file);
	}
	if (!planned && ended->all.count > 0)
		fprintf(file, ", a row has %s", ended_range_words(&ended->all, words));
	fputs(",\n", file);
}
