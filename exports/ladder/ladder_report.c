/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_report.c - the table of a ladder with what is said of it in every format, and the table of
 * formats.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ladder/ladder_signature.h"
#include "exports/ladder/ladder_export.h"
#include "exports/ladder/ladder_formats.h"
#include "exports/ladder/ladder_show.h"

const struct ladder_format ladder_formats[] = {
	{"text", ".txt", "a table for a terminal or a mail", ladder_text_write},
	{"markdown", ".md", "tables for a forge", ladder_markdown_write},
	{"csv", ".csv", "a row a cell, for R, pandas, gnuplot", ladder_csv_write},
};

const size_t ladder_format_count = sizeof(ladder_formats) / sizeof(ladder_formats[0]);

const struct ladder_format *ladder_format_find(const char *name)
{
	for (size_t i = 0; i < ladder_format_count; i++) {
		if (strcmp(ladder_formats[i].name, name) == 0)
			return &ladder_formats[i];
	}
	return NULL;
}

static const char *fact(const struct result *result, enum rung_fact fact)
{
	return environment_value(&result->environment, rung_fact_key(fact), "?");
}

/* A person's directories are no concern of who reads the table. */
static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* "kernel 6.12.1: vmlinuz-6.12.1, SHA-256 0123abcd..." */
static int describe_kernel(const struct ladder_report *report, size_t kernel,
			   struct text_list *about)
{
	const struct ladder_source *first = ladder_first(report, kernel);

	if (!first)
		return 0;
	return text_list_add_format(
		about, "kernel %s: %s, SHA-256 %.16s",
		environment_value(&first->result->environment, "kernel.release", "?"),
		file_name(fact(first->result, RUNG_FACT_KERNEL)),
		fact(first->result, RUNG_FACT_KERNEL_DIGEST));
}

static int describe(const struct ladder_report *report, struct text_list *about)
{
	const struct ladder_source *first = ladder_first(report, 0);
	int status;

	status = text_list_add(about, "instructions, not time: no caches, no branch prediction, no "
				      "stalls");
	for (size_t i = 0; i < report->table.kernel_count && status == 0; i++)
		status = describe_kernel(report, i, about);
	if (status < 0 || !first)
		return status;
	status = text_list_add_format(about, "QEMU %s -accel tcg -icount shift=0 -cpu %s, seed %s",
				      fact(first->result, RUNG_FACT_QEMU),
				      fact(first->result, RUNG_FACT_CPU),
				      fact(first->result, RUNG_FACT_SEED));
	if (status == 0)
		status = text_list_add_format(about, "command line of [1]: %s",
					      fact(first->result, RUNG_FACT_COMMAND_LINE));
	if (status == 0)
		status = text_list_add_format(
			about, "guest: one CPU, %s, user 0; %u passes of %u runs a case",
			environment_value(&first->result->environment, "scratch.0.type", "tmpfs"),
			first->result->plan.passes, first->result->plan.runs);
	return status;
}

static bool same_end(const struct step *a, const struct step *b)
{
	return a->state == b->state &&
	       strcmp(a->reason ? a->reason : "", b->reason ? b->reason : "") == 0;
}

/* Steps from first on that ended as it did; 0 when an earlier one did and told of it. */
static size_t count_alike(const struct result *result, size_t first)
{
	size_t steps = plan_step_count(&result->plan);
	size_t count = 0;

	for (size_t i = 0; i < steps; i++) {
		if (!same_end(&result->steps[i], &result->steps[first]))
			continue;
		if (i < first)
			return 0;
		count++;
	}
	return count;
}

/* "[5] stat depth 4 none skipped: why", "[5] 12 cases, the first stat depth 4, stopped: why" */
static int note_steps(const struct result *result, size_t source, size_t step, size_t count,
		      struct text_list *notes)
{
	const struct step *which = &result->steps[step];
	const char *reason = which->reason ? which->reason : "";
	const char *colon = reason[0] ? ": " : "";
	char name[256];

	if (count == plan_step_count(&result->plan) && result->sample_count == 0)
		return text_list_add_format(notes, "[%zu] was not measured%s%s", source + 1, colon,
					    reason);
	ladder_show_case(&result->plan, step / result->plan.variants.count, name, sizeof(name));
	if (count > 1)
		return text_list_add_format(notes, "[%zu] %zu cases, the first %s, %s%s%s",
					    source + 1, count, name, step_state_name(which->state),
					    colon, reason);
	return text_list_add_format(notes, "[%zu] %s %s %s%s%s", source + 1, name,
				    plan_step_variant(&result->plan, step),
				    step_state_name(which->state), colon, reason);
}

/* Why cases have no figure, or not all of their runs, in a rung. */
static int note_missing(const struct ladder_report *report, size_t source, struct text_list *notes)
{
	const struct result *result = report->sources[source].result;
	int status = 0;

	if (!result)
		return text_list_add_format(notes, "[%zu] was not measured", source + 1);
	for (size_t i = 0; i < plan_step_count(&result->plan) && status == 0; i++) {
		size_t count = result->steps[i].state < STEP_SKIPPED ? 0 : count_alike(result, i);

		if (count > 0)
			status = note_steps(result, source, i, count, notes);
	}
	return status;
}

/* What the marks in the table mean, where there are any. */
static int note_marks(const struct ladder_report *report, struct text_list *notes)
{
	const struct ladder_table *table = &report->table;
	bool wavers = false;
	bool once = false;
	bool unknown = false;
	bool fine = false;
	int status = 0;

	for (size_t i = 0; i < table->row_count * table->column_count; i++) {
		wavers = wavers || (table->cells[i].known && !table->cells[i].repeats);
		once = once || (table->cells[i].known && table->cells[i].passes == 1);
	}
	for (size_t i = 0; i < table->row_count * table->kernel_count; i++) {
		unknown = unknown || table->resolution[i] < 0;
		fine = fine || (table->resolution[i] >= 0 &&
				table->resolution[i] < LADDER_FINEST_RESOLUTION);
	}
	if (wavers)
		status = text_list_add(notes, "N~S: this cell does not repeat; its passes differ "
					      "by S instructions");
	if (once && status == 0)
		status = text_list_add(notes, "cells were measured in one pass: whether they "
					      "repeat is not known");
	if (fine && status == 0)
		status = text_list_add_format(notes,
					      "+- is the most by which the first rung and its two "
					      "repeats differ from their median, with which the "
					      "others are compared; equal kernels were seen to "
					      "differ by up to %.0f even where it is less",
					      LADDER_FINEST_RESOLUTION);
	if (unknown && status == 0)
		status = text_list_add(notes, "+- is unknown where the first rung was not "
					      "repeated");
	return status;
}

/* What was measured and what the hooks say do not fit together: nobody may overlook that. */
/* QEMU's counter takes each round of a rep stosb or rep movsb for an instruction. */
static int note_strings(const struct ladder_report *report, struct text_list *notes)
{
	if (report->table.kernel_count < 2)
		return 0;
	return text_list_add(notes, "between kernels: a string instruction (rep stosb) counts "
				    "once a byte, so one that clears or copies memory "
				    "differently, or with another size of structure, differs by "
				    "thousands here that cost little time");
}

static int note_mismatches(const struct ladder_report *report, struct text_list *notes)
{
	int status = 0;

	for (size_t i = 0; i < report->signatures->count && status == 0; i++) {
		const struct touch_signature *signature = &report->signatures->items[i];
		const struct ladder_column *column = &report->table.columns[signature->column];

		if (signature->agrees || report->sources[column->source].kind != RUNG_OTHER)
			continue;
		status = text_list_add_format(
			notes, "mismatch: [%zu] %s touches %s %s, by its hooks %s (%s)",
			column->source + 1, report->sources[column->source].name,
			signature->operation, touch_name(signature->measured),
			touch_name(signature->predicted), signature->because);
	}
	return status;
}

static int note(struct ladder_report *report, const struct text_list *advice)
{
	int status = note_marks(report, &report->notes);

	if (status == 0)
		status = note_strings(report, &report->notes);
	if (status == 0)
		status = note_mismatches(report, &report->notes);
	if (status == 0)
		status = ladder_table_sums(&report->table, report->sources, &report->notes);
	for (size_t i = 0; advice && i < advice->count && status == 0; i++) {
		if (!text_list_has(&report->notes, advice->items[i]))
			status = text_list_add(&report->notes, advice->items[i]);
	}
	for (size_t i = 0; i < report->source_count && status == 0; i++)
		status = note_missing(report, i, &report->notes);
	return status;
}

static int find_signatures(struct ladder_report *report, struct error *error)
{
	report->signatures = calloc(1, sizeof(*report->signatures));
	if (!report->signatures)
		return -ENOMEM;
	return ladder_signatures_of(&report->table, report->sources, report->hooks,
				    report->signatures, error);
}

int ladder_report_make(const struct ladder_source *sources, size_t count,
		       const struct hook_table *const *hooks, const struct text_list *advice,
		       struct ladder_report *report, struct error *error)
{
	int status;

	*report = (struct ladder_report){.sources = sources, .source_count = count, .hooks = hooks};
	status = ladder_table_make(&report->table, sources, count, error);
	if (status < 0)
		return status;
	status = find_signatures(report, error);
	if (status == 0)
		status = describe(report, &report->about);
	if (status == 0)
		status = note(report, advice);
	if (status == 0)
		return 0;
	ladder_report_clear(report);
	return error_set(error, status, "no memory for the table of a ladder");
}

void ladder_report_clear(struct ladder_report *report)
{
	ladder_table_clear(&report->table);
	if (report->signatures)
		ladder_signatures_clear(report->signatures);
	free(report->signatures);
	text_list_clear(&report->about);
	text_list_clear(&report->notes);
	*report = (struct ladder_report){0};
}
