/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_figures.c - the rows of one host made sessions, their cells passes of cases.
 */
#include "exports/lmbench/lmbench_printed_figures.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation_imported.h"
#include "exports/lmbench/lmbench_printed_hosts.h"
#include "exports/lmbench/lmbench_unit.h"
#include "fixtures/text_show.h"

/* What is being made. */
struct maker {
	const struct printed_summary *summary;
	const struct printed_host *host;
	size_t variant; /* its number: each is taken in its turn */
	struct figures *figures;
	size_t sessions; /* the most rows of host and variant in a table */
	/* The table's first column repeats another's, of which the sessions are others. */
	bool repeats_apart;
};

/* A label that all rows share is said once. */
static int add_label(struct maker *maker, const char *name, const char *text)
{
	char label[2 * PRINTED_NAME_SIZE + 32];

	snprintf(label, sizeof(label), "%s: %s", name, text);
	return text_list_has(&maker->figures->labels, label)
		       ? 0
		       : text_list_add(&maker->figures->labels, label);
}

static double ns_of(const struct printed_column *column, const struct operation *operation,
		    const char *parameter, double value)
{
	static const enum lmbench_unit units[] = {
		[PRINTED_WORDS] = LMBENCH_PLAIN,
		[PRINTED_PLAIN] = LMBENCH_PLAIN,
		[PRINTED_MICROSECOND] = LMBENCH_MICROSECOND,
		[PRINTED_NANOSECOND] = LMBENCH_NANOSECOND,
		[PRINTED_RATE] = LMBENCH_MEGABYTES,
	};

	return lmbench_ns(operation, parameter, value, units[column->kind]);
}

/* The pass of that session, when the case has it already; NULL when not. */
static const struct pass_figures *find_pass(const struct case_figures *which, size_t session)
{
	for (size_t i = 0; i < which->pass_count; i++) {
		if (which->passes[i].session == session)
			return &which->passes[i];
	}
	return NULL;
}

/* A value that no case could take, and why. */
static int keep(struct maker *maker, const struct printed_table *table,
		const struct printed_row *row, const struct printed_cell *cell, const char *why)
{
	bool has_column = cell->column >= 0;

	return text_list_add_format(&maker->figures->unassigned, "line %zu, %s%s%s: %s (%s)",
				    row->line, table->layout->title, has_column ? ", " : "",
				    has_column ? table->layout->columns[cell->column].name : "",
				    cell->text, why);
}

/* Add the cell as a pass. 1, 0 when it is there already, -EEXIST with another value, -ENOMEM. */
static int add_pass(struct maker *maker, const struct operation *operation, const char *parameter,
		    const struct pass_figures *pass)
{
	struct case_figures *which = figures_case(maker->figures, operation, parameter, "",
						  printed_variant(maker->summary, maker->variant));
	const struct pass_figures *found = which ? find_pass(which, pass->session) : NULL;

	if (!which)
		return -ENOMEM;
	if (found)
		return fabs(found->median - pass->median) <= 0 ? 0 : -EEXIST;
	return figures_add_pass(which, pass) < 0 ? -ENOMEM : 1;
}

/* A cell in a column of ours. parameter is canonical. */
static int take_value(struct maker *maker, const struct printed_table *table,
		      const struct printed_row *row, const struct printed_cell *cell,
		      const struct operation *operation, const char *parameter, size_t session)
{
	const struct printed_column *column = &table->layout->columns[cell->column];
	double ns = ns_of(column, operation, parameter, cell->value);
	const struct pass_figures pass = {
		.session = session,
		.runs = 1,
		.median = ns,
		.mean = NAN,
		.mean_half_width = NAN,
		.variance = NAN,
		.sd = NAN,
		.precision = lmbench_decimal(ns * cell->precision / cell->value),
		.ambiguous = cell->ambiguous,
	};
	int status;

	if (isnan(ns))
		return keep(maker, table, row, cell,
			    cell->value > 0 ? "no bandwidth here" : "too small for its cell");
	status = add_pass(maker, operation, parameter, &pass);
	if (status == -EEXIST)
		return keep(maker, table, row, cell, "another table has another value for it");
	if (status > 0 && cell->ambiguous)
		return text_list_add_format(
			&maker->figures->notes,
			"line %zu: %s: %s is ambiguous: digits or a K may have been cut off",
			row->line, column->name, cell->text);
	return status < 0 ? status : 0;
}

static int take_cell(struct maker *maker, const struct printed_table *table,
		     const struct printed_row *row, const struct printed_cell *cell, size_t session)
{
	const struct printed_column *column;
	const struct operation *operation;
	struct error ignored;
	char *parameter;
	int status;

	if (cell->damaged)
		return keep(maker, table, row, cell, "no figure");
	if (cell->column < 0)
		return keep(maker, table, row, cell, "its column is not certain");
	if (cell->column == 0 && maker->repeats_apart)
		return keep(maker, table, row, cell, "another table has it");
	column = &table->layout->columns[cell->column];
	if (column->kind == PRINTED_PLAIN)
		return add_label(maker, column->name, cell->text);
	if (!column->operation)
		return keep(maker, table, row, cell, "not measured here");
	operation = operation_find(column->operation);
	if (!operation)
		operation = operation_imported_find(column->operation);
	if (!operation ||
	    parameter_parse(operation->parameter, column->parameter, &parameter, &ignored) < 0)
		return keep(maker, table, row, cell, "not measured here");
	status = take_value(maker, table, row, cell, operation, parameter, session);
	free(parameter);
	return status;
}

static int take_row(struct maker *maker, const struct printed_table *table,
		    const struct printed_row *row, size_t session)
{
	int status = add_label(maker, "OS", row->system);

	for (size_t i = 0; i < table->layout->column_count && status == 0; i++) {
		const struct printed_column *column = &table->layout->columns[i];

		if (column->kind == PRINTED_WORDS && row->note[0])
			status = add_label(maker, column->name, row->note);
	}
	for (size_t i = 0; i < row->cell_count && status == 0; i++)
		status = take_cell(maker, table, row, &row->cells[i], session);
	return status;
}

/* "line 17, Processor, Processes: MEAN 2368 0.17", as it stands. */
static int take_statistic(struct maker *maker, const struct printed_table *table,
			  const struct printed_row *row)
{
	char text[PRINTED_COLUMNS_MAXIMUM * (PRINTED_CELL_SIZE + 1) + 1] = "";
	size_t used = 0;

	for (size_t i = 0; i < row->cell_count; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, " %s",
					 row->cells[i].text);
	return text_list_add_format(&maker->figures->printed, "line %zu, %s: %s%s%s%s", row->line,
				    table->layout->title, printed_row_word(row->kind),
				    row->note[0] ? " " : "", row->note, text);
}

/* Whether the row, of a host, is of the host and the variant. */
static bool is_taken(const struct maker *maker, const struct printed_row *row)
{
	return row->variant == maker->variant && printed_host_has(maker->host, row);
}

/* The host's rows in the table, of the variant. */
static size_t rows_in(const struct maker *maker, const struct printed_table *table)
{
	size_t count = 0;

	for (size_t i = 0; i < table->row_count; i++)
		count += table->rows[i].kind == PRINTED_HOST && is_taken(maker, &table->rows[i]);
	return count;
}

/* A description is no measurement: it may stand once for all of a host's rows. */
static bool is_description(const struct printed_table *table)
{
	return table->layout->columns[0].kind == PRINTED_WORDS;
}

/* Find the most rows that a table has. */
static void count_sessions(struct maker *maker)
{
	const struct printed_summary *summary = maker->summary;

	maker->sessions = 0;
	for (size_t i = 0; i < summary->table_count; i++) {
		size_t rows = rows_in(maker, &summary->tables[i]);

		if (rows > maker->sessions && !is_description(&summary->tables[i]))
			maker->sessions = rows;
	}
}

/*
 * The session of the table's first row. Rows of tables that have them all are one session where
 * they stand at the same place. Which rows a table with fewer has lost is not known: its rows
 * become sessions of their own, behind all others.
 */
static size_t first_session(const struct maker *maker, const struct printed_table *table)
{
	const struct printed_summary *summary = maker->summary;
	size_t own = rows_in(maker, table);
	size_t first = maker->sessions;

	if (is_description(table) || own == 0 || own == maker->sessions)
		return 0;
	for (const struct printed_table *other = summary->tables; other < table; other++) {
		size_t rows = rows_in(maker, other);

		if (!is_description(other) && rows < maker->sessions)
			first += rows;
	}
	return first;
}

/* Whether the table's first column would add what another has a second time. */
static bool repeats_apart(const struct maker *maker, const struct printed_table *table)
{
	const struct printed_summary *summary = maker->summary;

	if (table->layout->trait != PRINTED_REPEATS || rows_in(maker, table) == 0)
		return false;
	for (size_t i = 0; i < summary->table_count; i++) {
		const struct printed_table *other = &summary->tables[i];

		if (strcmp(other->layout->title, "Context switching") == 0 &&
		    rows_in(maker, other) > 0 &&
		    first_session(maker, other) != first_session(maker, table))
			return true;
	}
	return false;
}

/* Say which tables' rows are joined with no other's. */
static int note_unmatched(struct maker *maker, const struct printed_table *table)
{
	size_t rows = rows_in(maker, table);

	if (rows == 0 || rows == maker->sessions || is_description(table))
		return 0;
	return text_list_add_format(&maker->figures->notes,
				    "line %zu: %s: %zu rows, where another table has %zu: which "
				    "belong together is not known, so they are sessions apart",
				    table->line, table->layout->title, rows, maker->sessions);
}

static int take_table(struct maker *maker, const struct printed_table *table)
{
	bool is_ours = false; /* the statistics that come next */
	size_t sessions = first_session(maker, table);
	int status = note_unmatched(maker, table);

	maker->repeats_apart = repeats_apart(maker, table);

	for (size_t i = 0; i < table->row_count && status == 0; i++) {
		const struct printed_row *row = &table->rows[i];

		if (row->kind == PRINTED_HOST) {
			is_ours = is_taken(maker, row);
			if (is_ours)
				status = take_row(maker, table, row, sessions++);
		} else if (is_ours) {
			status = take_statistic(maker, table, row);
		}
	}
	if (sessions > maker->figures->sessions && !is_description(table))
		maker->figures->sessions = sessions;
	return status;
}

static int take_labels(struct maker *maker)
{
	const struct text_list *labels = &maker->summary->labels;
	int status = add_label(maker, "host", maker->host->host);

	for (size_t i = 0; i < labels->count && status == 0; i++) {
		size_t length = strcspn(labels->items[i], " ");

		if (strncmp(labels->items[i], "LMbench ", 8) == 0 ||
		    (strlen(maker->host->host) == length &&
		     strncmp(labels->items[i], maker->host->host, length) == 0))
			status = text_list_add_format(&maker->figures->labels, "%s",
						      labels->items[i]);
	}
	return status;
}

/* Ten times too small, as LMbench's authors found later. */
static int note_alpha(struct maker *maker)
{
	if (maker->summary->generation != PRINTED_ALPHA)
		return 0;
	return text_list_add_format(
		&maker->figures->notes,
		"an alpha version's summary: its file create and delete times are known to be "
		"ten times too small; they are kept as printed");
}

static int take_variant(struct maker *maker, size_t variant)
{
	const struct printed_summary *summary = maker->summary;
	int status = 0;

	maker->variant = variant;
	count_sessions(maker);
	for (size_t i = 0; i < summary->table_count && status == 0; i++)
		status = take_table(maker, &summary->tables[i]);
	return status;
}

static int make(struct maker *maker)
{
	const struct printed_summary *summary = maker->summary;
	int status = text_list_copy(&maker->figures->notes, &summary->notes);

	if (status == 0)
		status = note_alpha(maker);
	if (status == 0 && summary->by[0])
		status = text_list_add_format(&maker->figures->labels, "measured by: %s",
					      summary->by);
	if (status == 0)
		status = take_labels(maker);
	for (size_t i = 0; i <= summary->variants.count && status == 0; i++)
		status = take_variant(maker, i);
	return status;
}

int printed_figures_of(const struct printed_summary *summary, const char *source, const char *host,
		       struct figures *figures, struct error *error)
{
	struct maker maker = {.summary = summary, .figures = figures};
	struct printed_hosts hosts;
	int status;

	figures_init(figures);
	figures->summaries_only = true;
	figures->source = strdup(source);
	status = figures->source ? printed_hosts_of(summary, &hosts) : -ENOMEM;
	if (status < 0) {
		figures_clear(figures);
		return error_set(error, status, "no memory to read a summary");
	}
	maker.host = printed_hosts_pick(&hosts, source, host, error);
	status = maker.host ? make(&maker) : -EINVAL;
	printed_hosts_clear(&hosts);
	if (status == 0 && figures->case_count == 0)
		status = error_set(error, -ENODATA, "%s: no figure in it that a case of ours has",
				   source);
	else if (status == -ENOMEM)
		error_set(error, status, "no memory to read a summary");
	if (status < 0)
		figures_clear(figures);
	return status;
}
