/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_lines.c - the rows that what is exported gives in LMbench's tables.
 */
#include "exports/lmbench/lmbench_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_of_figures.h"
#include "exports/lmbench/lmbench_summary.h"
#include "exports/report.h"

static const char *host_of(const struct result *result)
{
	return environment_value(&result->environment, "host.name", "");
}

/* How many results are from the host of this one. */
static size_t count_of_host(const struct export_item *items, size_t count,
			    const struct result *result)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		found += items[i].result && strcmp(host_of(items[i].result), host_of(result)) == 0;
	return found;
}

static struct lmbench_line *add_line(struct lmbench_lines *lines)
{
	struct lmbench_line *items =
		reallocarray(lines->items, lines->count + 1, sizeof(*lines->items));

	if (!items)
		return NULL;
	lines->items = items;
	items[lines->count] = (struct lmbench_line){0};
	return &items[lines->count];
}

static int add_record(struct lmbench_lines *lines, const struct lmbench_record *record,
		      struct error *error)
{
	struct lmbench_line *line = add_line(lines);

	if (!line)
		return error_set(error, -ENOMEM, "no memory for LMbench's tables");
	line->record = record;
	lines->count++;
	return 0;
}

static int add_row(struct lmbench_lines *lines, const struct lmbench_row *row, struct error *error)
{
	struct lmbench_line *line = add_line(lines);
	int status;

	if (!line)
		return error_set(error, -ENOMEM, "no memory for LMbench's tables");
	line->row = *row;
	status = lmbench_of_result(row, &line->made, error);
	lines->count += status == 0;
	return status;
}

static int add_session(struct lmbench_lines *lines, const struct figures *figures, size_t session,
		       const char *variant, struct error *error)
{
	struct lmbench_line *line = add_line(lines);
	int status;

	if (!line)
		return error_set(error, -ENOMEM, "no memory for LMbench's tables");
	status = lmbench_of_figures(figures, session, variant, &line->made, error);
	lines->count += status == 0;
	return status;
}

/* The variant of the case at index is the first of its name. */
static bool is_first_of_variant(const struct figures *figures, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (strcmp(figures->cases[i].variant, figures->cases[index].variant) == 0)
			return false;
	}
	return true;
}

static int add_figures(struct lmbench_lines *lines, const struct figures *figures,
		       struct error *error)
{
	size_t sessions = figures_session_count(figures);
	int status = 0;

	for (size_t i = 0; i < figures->case_count && status == 0; i++) {
		if (!is_first_of_variant(figures, i))
			continue;
		for (size_t j = 0; j < sessions && status == 0; j++)
			status = add_session(lines, figures, j, figures->cases[i].variant, error);
	}
	return status;
}

/* Whether a pass has a sample of the row's variant. */
static bool has_pass(const struct lmbench_row *row, uint32_t pass)
{
	const struct result *result = row->result;
	size_t variants = report_variants(&result->plan);

	for (size_t i = 0; i < result->sample_count; i++) {
		if (result->samples[i].pass == pass &&
		    result->samples[i].step % variants == row->variant)
			return true;
	}
	return false;
}

static int add_rows(struct lmbench_lines *lines, struct lmbench_row row, bool by_pass,
		    struct error *error)
{
	int status = 0;

	if (!by_pass) {
		row.pass = RESULT_ALL_PASSES;
		return add_row(lines, &row, error);
	}
	lines->has_passes = true;
	for (uint32_t pass = 0; pass < row.result->plan.passes && status == 0; pass++) {
		row.pass = (int)pass;
		if (has_pass(&row, pass))
			status = add_row(lines, &row, error);
	}
	return status;
}

static int add_result(struct lmbench_lines *lines, const struct result *result, bool by_pass,
		      struct error *error)
{
	const struct plan *plan = &result->plan;
	size_t scratches = plan->scratches.count ? plan->scratches.count : 1;
	int status = 0;

	for (uint32_t scratch = 0; scratch < scratches && status == 0; scratch++) {
		for (size_t i = 0; i < report_variants(plan) && status == 0; i++) {
			const struct lmbench_row row = {
				.result = result, .variant = i, .scratch = scratch};

			status = add_rows(lines, row, by_pass, error);
		}
	}
	return status;
}

static const struct lmbench_record *record_of(const struct lmbench_line *line)
{
	return line->record ? line->record : &line->made;
}

/*
 * Where one row has a name, those of every result of ours have: a result of one variant would stand
 * under the variant of another one. 0 or -ENOMEM.
 */
static int name_groups(struct lmbench_lines *lines)
{
	bool has_names = false;

	for (size_t i = 0; i < lines->count; i++)
		has_names = has_names || record_of(&lines->items[i])->group;
	for (size_t i = 0; i < lines->count && has_names; i++) {
		struct lmbench_line *line = &lines->items[i];
		char label[PLAN_LABEL_SIZE];

		if (!line->row.result || line->made.group)
			continue;
		plan_step_label(&line->row.result->plan, line->row.variant, label);
		if (asprintf(&line->made.group, "variant %s", label) < 0) {
			line->made.group = NULL;
			return -ENOMEM;
		}
	}
	return 0;
}

static bool is_first_of_group(const struct lmbench_lines *lines, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (lmbench_same_group(record_of(&lines->items[i]),
				       record_of(&lines->items[index])))
			return false;
	}
	return true;
}

/* Put the lines of a group together, behind its first one. 0 or -ENOMEM. */
static int arrange(struct lmbench_lines *lines)
{
	struct lmbench_line *all = calloc(lines->count + 1, sizeof(*all));
	size_t made = 0;

	if (!all)
		return -ENOMEM;
	for (size_t i = 0; i < lines->count; i++) {
		if (!is_first_of_group(lines, i))
			continue;
		for (size_t j = i; j < lines->count; j++) {
			if (lmbench_same_group(record_of(&lines->items[i]),
					       record_of(&lines->items[j])))
				all[made++] = lines->items[j];
		}
	}
	free(lines->items);
	lines->items = all;
	return 0;
}

/* The basic table has one row for a result, whatever it has of rows elsewhere. */
static void mark_again(struct lmbench_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		for (size_t j = 0; j < i && lines->items[i].row.result; j++)
			lines->items[i].made.is_again |=
				lines->items[j].row.result == lines->items[i].row.result;
	}
}

int lmbench_lines_make(const struct export_item *items, size_t count, bool stats,
		       struct lmbench_lines *lines, struct error *error)
{
	int status = 0;

	*lines = (struct lmbench_lines){0};
	for (size_t i = 0; i < count && status == 0; i++) {
		const struct result *result = items[i].result;

		if (items[i].record)
			status = add_record(lines, items[i].record, error);
		else if (items[i].figures)
			status = add_figures(lines, items[i].figures, error);
		else
			status = add_result(lines, result,
					    stats && count_of_host(items, count, result) == 1,
					    error);
	}
	if (status == 0 && (name_groups(lines) < 0 || (stats && arrange(lines) < 0)))
		status = error_set(error, -ENOMEM, "no memory for LMbench's tables");
	mark_again(lines);
	/* The array has stopped moving. */
	for (size_t i = 0; i < lines->count; i++) {
		if (!lines->items[i].record)
			lines->items[i].record = &lines->items[i].made;
	}
	if (status < 0)
		lmbench_lines_clear(lines);
	return status;
}

void lmbench_lines_clear(struct lmbench_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		lmbench_record_clear(&lines->items[i].made);
	free(lines->items);
	*lines = (struct lmbench_lines){0};
}
