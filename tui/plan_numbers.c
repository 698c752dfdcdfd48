/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_numbers.c - the Plan page's rows of numbers: below a heading for each of a plan's numbers
 * the values that it has, of those numbers that go to an operation which runs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "tui/plan_rows.h"

/* A growing set of numbers, in order. */
struct number_set {
	uint64_t *numbers;
	size_t count;
};

/* What is known of one of the plan's numbers. */
struct number_state {
	struct number_set given;   /* by the person */
	struct number_set run;     /* of cases that were asked for */
	struct number_set offered; /* all that are shown */
	bool taken;                /* by an operation that runs */
	bool open;                 /* one that runs leaves them to the person */
	bool alike;                /* the operations are picked and have the same default values */
};

static bool set_has(const struct number_set *set, uint64_t number)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->numbers[i] == number)
			return true;
	return false;
}

static int set_add(struct number_set *set, uint64_t number)
{
	uint64_t *more;
	size_t place = set->count;

	if (set_has(set, number))
		return 0;
	more = reallocarray(set->numbers, set->count + 1, sizeof(*more));
	if (more == NULL)
		return -ENOMEM;
	set->numbers = more;
	for (; place > 0 && more[place - 1] > number; place--)
		more[place] = more[place - 1];
	more[place] = number;
	set->count++;
	return 0;
}

static int set_add_defaults(struct number_set *set, const struct parameter *parameter)
{
	int status = 0;
	size_t i;

	for (i = 0; i < parameter_default_count(parameter) && status == 0; i++)
		status = set_add(set, parameter_default(parameter, i));
	return status;
}

static int set_add_all(struct number_set *set, const uint64_t *numbers, size_t count)
{
	int status = 0;
	size_t i;

	for (i = 0; i < count && status == 0; i++)
		status = set_add(set, numbers[i]);
	return status;
}

/* Whether the set is the parameter's defaults. */
static bool set_is(const struct number_set *set, const struct parameter *parameter)
{
	size_t count = parameter_default_count(parameter);
	size_t i;

	for (i = 0; i < count; i++)
		if (!set_has(set, parameter_default(parameter, i)))
			return false;
	return set->count == count;
}

static void clear_state(struct number_state *state)
{
	free(state->given.numbers);
	free(state->run.numbers);
	free(state->offered.numbers);
}

/* The part of an operation's parameter that the option sets, or NULL. */
static const struct parameter *part_of(const struct operation *operation, const char *option)
{
	const struct parameter *part;

	for (part = operation->parameter; part != NULL; part = part->second)
		if (part->type == PARAMETER_NUMBER && strcmp(part->option, option) == 0)
			return part;
	return NULL;
}

static int find_given(const struct plan *plan, const struct parameter *parameter,
		      struct number_set *given)
{
	char *text = malloc(PLAN_VALUE_SIZE);
	struct text_list words = {0};
	struct error ignored;
	int status = -ENOMEM;
	size_t i;

	if (text != NULL && plan_get(plan, parameter->option, 0, text, PLAN_VALUE_SIZE) == 0)
		status = text_list_add_words(&words, text);
	for (i = 0; i < words.count && status == 0; i++) {
		uint64_t number;

		if (parameter_parse_number(parameter, words.items[i], &number, &ignored) == 0)
			status = set_add(given, number);
	}
	text_list_clear(&words);
	free(text);
	return status;
}

static int find_run(const struct plan *expanded, const struct parameter *parameter,
		    struct number_state *state)
{
	int status = 0;
	size_t i;

	for (i = 0; expanded != NULL && i < expanded->case_count && status == 0; i++) {
		const struct plan_case *entry = &expanded->cases[i];
		const struct parameter *part = part_of(entry->operation, parameter->option);

		if (part == NULL || entry->added)
			continue;
		state->taken = true;
		status =
			set_add(&state->run, part == entry->operation->parameter
						     ? parameter_number(part, entry->parameter)
						     : parameter_second(entry->operation->parameter,
									entry->parameter));
	}
	return status;
}

/* The default values of what takes the plan's, and whether these are one and the same for all. */
static int find_defaults(const struct plan *plan, const struct plan *expanded,
			 const struct parameter *parameter, struct number_state *state)
{
	const struct parameter *first = NULL;
	int status = 0;
	size_t i;

	state->alike = true;
	/* Given alone, numbers go to all that take them. */
	state->open = plan_selects_nothing(plan);
	for (i = 0; i < operation_count && status == 0; i++) {
		const struct parameter *part = part_of(operations[i], parameter->option);

		if (part == NULL)
			continue;
		if (!plan_rows_names(plan, expanded, operations[i]))
			state->alike = state->alike && !plan_rows_runs(expanded, operations[i]);
		if (!plan_rows_takes(plan, expanded, operations[i]))
			continue;
		state->taken = true;
		state->open = true;
		status = set_add_defaults(&state->offered, part);
		first = first != NULL ? first : part;
		if (parameter_default_count(part) != parameter_default_count(first) ||
		    (status == 0 && !set_is(&state->offered, first)))
			state->alike = false;
	}
	return status;
}

/* "directory sizes", "processes" of "processes and working set". */
static void heading_of(const struct parameter *parameter, char *text, size_t size)
{
	const char *end = strstr(parameter->name, " and ");
	size_t length = end != NULL ? (size_t)(end - parameter->name) : strlen(parameter->name);

	snprintf(text, size, "%.*s%s", (int)length, parameter->name,
		 length > 0 && parameter->name[length - 1] == 's' ? "" : "s");
}

static enum plan_mark number_mark(const struct number_state *state, uint64_t number)
{
	bool runs = set_has(&state->run, number);

	if (state->given.count > 0 ? set_has(&state->given, number) : state->alike)
		return MARK_ON;
	return runs ? MARK_IMPLIED : MARK_OFF;
}

static void add_number(struct plan_rows *rows, const struct parameter *parameter,
		       const struct number_state *state, uint64_t number)
{
	struct parameter bare = *parameter;
	char value[PARAMETER_NUMBER_SIZE];
	char label[PARAMETER_NUMBER_SIZE + 1];
	struct plan_row *row;

	bare.prefix = NULL;
	bare.suffix = NULL;
	parameter_show(&bare, number, value);
	snprintf(label, sizeof(label), " %s", value);
	row = plan_rows_add(rows, PLAN_ROW_ITEM, parameter->option, value, label);
	row->mark = number_mark(state, number);
	plan_row_set_help(row, "%s%s (%s)",
			  row->mark == MARK_IMPLIED ? "by a suite, or one operation's default; "
						    : "",
			  parameter->help, parameter->unit);
}

static void add_numbers(struct plan_rows *rows, const struct parameter *parameter,
			const struct number_state *state)
{
	bool fixed = state->taken && !state->open && state->given.count == 0;
	size_t heading = rows->count;
	char label[64];
	size_t i;

	heading_of(parameter, label, sizeof(label));
	plan_row_set_help(
		plan_rows_add(rows, PLAN_ROW_GROUP, parameter->option, parameter->option, label),
		"%s; %s",
		!state->taken            ? "nothing that is picked takes it: Space drops it"
		: state->given.count > 0 ? "Space takes the default values back"
		: fixed                  ? "the suite decides them"
					 : "these are the default values",
		parameter->help);
	for (i = 0; i < state->offered.count; i++)
		add_number(rows, parameter, state, state->offered.numbers[i]);
	plan_rows_mark_group(rows, heading);
	rows->rows[heading].folded = state->given.count == 0;
	plan_row_set_help(plan_rows_add(rows, PLAN_ROW_ADD, parameter->option, "", " other ..."),
			  state->given.count > 0 || state->alike
				  ? "%s"
				  : "%s; it goes to all, in place of what each has by default",
			  plan_key_find(parameter->option)->help);
	for (i = heading; i < rows->count; i++)
		rows->rows[i].fixed = fixed;
}

static int fill_number(struct plan_rows *rows, const struct plan *plan, const struct plan *expanded,
		       const struct parameter *parameter)
{
	struct number_state state = {.alike = false};
	int status = find_given(plan, parameter, &state.given);

	if (status == 0)
		status = find_run(expanded, parameter, &state);
	if (status == 0)
		status = find_defaults(plan, expanded, parameter, &state);
	if (status == 0)
		status = set_add_all(&state.offered, state.run.numbers, state.run.count);
	if (status == 0)
		status = set_add_all(&state.offered, state.given.numbers, state.given.count);
	if (status == 0 && (state.taken || state.given.count > 0))
		add_numbers(rows, parameter, &state);
	clear_state(&state);
	return status;
}

void plan_rows_fill_numbers(struct plan_rows *rows, const struct plan *plan,
			    const struct plan *expanded)
{
	size_t headings = 0;
	size_t last = 0;
	size_t i;

	for (i = 0; i < parameter_number_count; i++)
		if (fill_number(rows, plan, expanded, parameter_numbers[i]) < 0)
			rows->status = -ENOMEM;
	for (i = 0; i < rows->count; i++) {
		if (rows->rows[i].kind != PLAN_ROW_GROUP)
			continue;
		headings++;
		last = i;
	}
	/* Alone it has the room. */
	if (headings == 1)
		rows->rows[last].folded = false;
}
