/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_operations.c - the Plan page's rows of suites, operations and whole cases.
 */
#include <stdio.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "engine/operation/suite.h"
#include "tui/operation_figure.h"
#include "tui/plan_rows.h"

static bool has_case(const struct plan *expanded, const struct operation *operation, bool added)
{
	size_t i;

	for (i = 0; expanded != NULL && i < expanded->case_count; i++)
		if (expanded->cases[i].operation == operation && expanded->cases[i].added == added)
			return true;
	return false;
}

bool plan_rows_runs(const struct plan *expanded, const struct operation *operation)
{
	return has_case(expanded, operation, false);
}

bool plan_rows_adds(const struct plan *expanded, const struct operation *operation)
{
	return has_case(expanded, operation, true) && !has_case(expanded, operation, false);
}

bool plan_rows_names(const struct plan *plan, const struct plan *expanded,
		     const struct operation *operation)
{
	size_t i;

	/* Shapes or numbers without an operation mean all operations that take them. */
	if (plan->operations.count == 0 && plan->suite[0] == '\0' && plan->cases_given.count == 0 &&
	    !plan_selects_nothing(plan) && expanded != NULL)
		return plan_rows_runs(expanded, operation);
	for (i = 0; i < plan->operations.count; i++) {
		const char *item = plan->operations.items[i];

		if (plan_word_names(item, operation) || operation_find(item) == operation)
			return true;
	}
	return false;
}

/* The suite that runs, or NULL: without a selection it is the first. */
static const struct suite *suite_of(const struct plan *plan)
{
	return plan_selects_nothing(plan) ? &suites[0] : suite_find(plan->suite);
}

/* The suite's first case of the operation, or NULL. */
static const struct suite_case *suite_case(const struct suite *suite,
					   const struct operation *operation)
{
	size_t i;

	for (i = 0; suite != NULL && i < suite->case_count; i++)
		if (operation_find(suite->cases[i].operation) == operation)
			return &suite->cases[i];
	return NULL;
}

static bool suite_has(const struct suite *suite, const struct operation *operation)
{
	return suite_case(suite, operation) != NULL;
}

bool plan_rows_takes(const struct plan *plan, const struct plan *expanded,
		     const struct operation *operation)
{
	const struct suite_case *entry = suite_case(suite_of(plan), operation);

	return plan_rows_names(plan, expanded, operation) ||
	       (entry != NULL && entry->parameter == NULL);
}

static enum plan_mark operation_mark(const struct plan *plan, const struct plan *expanded,
				     const struct operation *operation)
{
	if (plan_rows_names(plan, expanded, operation))
		return MARK_ON;
	if (plan_rows_runs(expanded, operation) || suite_has(suite_of(plan), operation))
		return MARK_IMPLIED;
	return plan_rows_adds(expanded, operation) ? MARK_ADDED : MARK_OFF;
}

static void add_suite(struct plan_rows *rows, const struct plan *plan, const struct suite *suite)
{
	struct plan_row *row =
		plan_rows_add(rows, PLAN_ROW_ITEM, "suite", suite->name, suite->name);

	plan_row_set_help(row, "%s", suite->summary);
	row->mark = strcmp(plan->suite, suite->name) == 0 ? MARK_ON : MARK_OFF;
	if (plan_selects_nothing(plan) && suite == suite_of(plan)) {
		row->mark = MARK_ON;
		plan_row_set_help(row, "nothing else is picked, so the suite %s runs", suite->name);
	}
	snprintf(row->note, sizeof(row->note), "suite");
}

/* The operation that is shown less this one; NULL: none that runs. */
static const struct operation *shown_less(const struct plan *expanded,
					  const struct operation *operation)
{
	size_t i;

	for (i = 0; expanded != NULL && i < expanded->case_count; i++) {
		const struct operation *other = expanded->cases[i].operation;

		if (other->less != NULL && operation_find(other->less) == operation)
			return other;
	}
	return NULL;
}

/* Why a row that was not picked is marked, for the beginning of its help; or "". */
static void say_why(const struct plan *plan, const struct plan *expanded,
		    const struct plan_row *row, const struct operation *operation, char *text,
		    size_t size)
{
	const struct suite *suite = suite_of(plan);
	const struct operation *other = shown_less(expanded, operation);

	text[0] = '\0';
	if (row->mark == MARK_ADDED && other != NULL)
		snprintf(text, size, "added, not asked for: %s is shown less this; ", other->name);
	else if (row->mark == MARK_ADDED)
		snprintf(text, size, "added, not asked for, as a variant's control; ");
	else if (row->mark == MARK_IMPLIED && suite_has(suite, operation))
		snprintf(text, size, "by the suite %s; ", suite->name);
	else if (row->mark == MARK_IMPLIED)
		snprintf(text, size, "by a whole case below; ");
}

/* "stat(path) [newfstatat]": what one iteration does and the system calls it makes. */
static void describe_operation(struct plan_row *row, const struct plan *plan,
			       const struct plan *expanded, const struct operation *operation)
{
	char calls[OPERATION_CALLS_SIZE];
	char figure[OPERATION_FIGURE_SIZE];
	char why[128];

	operation_calls_show(operation, calls);
	say_why(plan, expanded, row, operation, why, sizeof(why));
	operation_figure_show(operation, figure);
	/* The summary may be long: what may be cut comes last. */
	plan_row_set_help(row, "%s%s%s%s [%s]", why, figure, figure[0] != '\0' ? "; " : "",
			  operation->summary,
			  calls[0] != '\0'                ? calls
			  : operation->calls_note != NULL ? operation->calls_note
							  : "no system call");
	/* Of what times itself the calls of an iteration are not counted. */
	if (operation->record != NULL && operation->calls_note != NULL)
		return;
	snprintf(row->note, sizeof(row->note), "%g%s", operation_call_count(operation, ""),
		 operation->calls_note != NULL ? "+" : " ");
}

static void add_operation(struct plan_rows *rows, const struct plan *plan,
			  const struct plan *expanded, const struct operation *operation)
{
	struct plan_row *row;
	char label[80];

	snprintf(label, sizeof(label), " %s", operation->name);
	row = plan_rows_add(rows, PLAN_ROW_ITEM, "ops", operation->name, label);
	row->mark = operation_mark(plan, expanded, operation);
	describe_operation(row, plan, expanded, operation);
}

/* Open at first is a group of which a part is picked. */
static void end_group(struct plan_rows *rows, size_t group)
{
	size_t picked = 0;
	size_t i;

	plan_rows_mark_group(rows, group);
	for (i = group + 1; i < rows->count; i++)
		if (rows->rows[i].mark == MARK_ON)
			picked++;
	rows->rows[group].folded = picked == 0 || picked == rows->count - group - 1;
}

void plan_rows_fill_operations(struct plan_rows *rows, const struct plan *plan,
			       const struct plan *expanded)
{
	const char *group = "";
	size_t group_row = 0;
	size_t i;

	for (i = 0; i < suite_count; i++)
		add_suite(rows, plan, &suites[i]);
	for (i = 0; i < operation_count; i++) {
		if (strcmp(operations[i]->group, group) != 0) {
			group = operations[i]->group;
			group_row = rows->count;
			plan_row_set_help(plan_rows_add(rows, PLAN_ROW_GROUP, "ops", group, group),
					  "all operations of the group \"%s\"; Enter opens it or "
					  "folds it",
					  group);
		}
		add_operation(rows, plan, expanded, operations[i]);
		if (i + 1 == operation_count || strcmp(operations[i + 1]->group, group) != 0)
			end_group(rows, group_row);
	}
	for (i = 0; i < plan->cases_given.count; i++)
		plan_rows_add(rows, PLAN_ROW_ITEM, "cases", plan->cases_given.items[i],
			      plan->cases_given.items[i])
			->mark = MARK_ON;
	plan_rows_add(rows, PLAN_ROW_ADD, "cases", "", "one case ...");
}
