/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_select.c - from what a plan selects to its list of cases.
 */
#include "engine/plan/plan_select.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/suite.h"

/* Where cases are gathered. */
struct selection {
	struct plan *plan;
	struct text_list path_values; /* canonical values of paths, depths and own paths */
	size_t capacity;
	bool paths_used;
	bool adding; /* what nobody asked for */
};

static int out_of_memory(struct error *error)
{
	return error_set(error, -ENOMEM, "out of memory");
}

bool plan_scratch_matters(const struct plan_case *entry)
{
	if (entry->operation->calls[0].name == NULL && entry->operation->fixture == FIXTURE_NONE)
		return false;
	return strcmp(entry->parameter, "default") != 0 && entry->parameter[0] != '/';
}

/* Append one case. Takes over value. */
static int add_case(struct selection *selection, const struct operation *operation, char *value,
		    uint32_t scratch, struct error *error)
{
	struct plan *plan = selection->plan;

	if (!value)
		return out_of_memory(error);
	if (plan->case_count == selection->capacity) {
		size_t capacity = selection->capacity ? selection->capacity * 2 : 64;
		struct plan_case *cases = reallocarray(plan->cases, capacity, sizeof(*cases));

		if (!cases) {
			free(value);
			return out_of_memory(error);
		}
		plan->cases = cases;
		selection->capacity = capacity;
	}
	plan->cases[plan->case_count++] =
		(struct plan_case){operation, value, scratch, selection->adding};
	return 0;
}

/* Append the case in each scratch file system. */
static int add_everywhere(struct selection *selection, const struct operation *operation,
			  const char *value, struct error *error)
{
	struct plan *plan = selection->plan;
	uint32_t scratch = 0;
	int status;

	do {
		if (plan->case_count >= PLAN_CASES_MAXIMUM)
			return error_set(error, -EINVAL,
					 "the plan comes to more than %u cases: select fewer",
					 PLAN_CASES_MAXIMUM);
		status = add_case(selection, operation, strdup(value), scratch, error);
		if (status < 0 || !plan_scratch_matters(&plan->cases[plan->case_count - 1]))
			return status;
	} while (++scratch < plan->scratches.count);
	return 0;
}

/* The same, and what its figure is shown less of, and what that is. */
static int add_value(struct selection *selection, const struct operation *operation,
		     const char *value, struct error *error)
{
	bool adding = selection->adding;
	int status = add_everywhere(selection, operation, value, error);

	selection->adding = true;
	while (operation->less && status == 0 && !selection->plan->no_controls) {
		operation = operation_find(operation->less);
		value = operation->parameter->type == PARAMETER_NONE ? "" : value;
		status = add_everywhere(selection, operation, value, error);
	}
	selection->adding = adding;
	return status;
}

/* A case by name stands for the plan's command, or for one that nobody knows. */
static int check_command(const struct plan *plan, const struct operation *operation,
			 const char *value, struct error *error)
{
	char name[PARAMETER_COMMAND_SIZE];

	if (operation->parameter->type != PARAMETER_COMMAND ||
	    strcmp(parameter_command_name(plan->command, name), value) == 0)
		return 0;
	return error_set(error, -EINVAL, "case %s %s: --command gives %s", operation->name, value,
			 plan->command[0] ? "another one" : "none");
}

/* Append the case that a person's text names. */
static int add_parsed(struct selection *selection, const struct operation *operation,
		      const char *text, struct error *error)
{
	char *value;
	int status = parameter_parse(operation->parameter, text, &value, error);

	if (status < 0)
		return status;
	status = check_command(selection->plan, operation, value, error);
	if (status == 0)
		status = add_value(selection, operation, value, error);
	free(value);
	return status;
}

static int add_numbers(struct selection *selection, const struct operation *operation,
		       struct error *error)
{
	struct text_list values = {0};
	int status = plan_number_values(selection->plan, operation->parameter, &values, error);

	for (size_t i = 0; i < values.count && status == 0; i++) {
		struct error why = {""};

		/* One number may be for several operations: say whose it cannot be. */
		status = add_parsed(selection, operation, values.items[i], &why);
		if (status < 0)
			error_set(error, status, "%s: %s", operation->name, why.text);
	}
	text_list_clear(&values);
	return status;
}

static int add_paths(struct selection *selection, const struct operation *operation,
		     struct error *error)
{
	const struct text_list *values = &selection->path_values;
	int status = 0;

	for (size_t i = 0; i < values->count && status == 0; i++)
		status = add_value(selection, operation, values->items[i], error);
	return status;
}

/* The case is called like its command, so that no two commands are taken for the same. */
static int add_command(struct selection *selection, const struct operation *operation,
		       struct error *error)
{
	char name[PARAMETER_COMMAND_SIZE];

	if (!selection->plan->command[0])
		return error_set(error, -EINVAL,
				 "%s: there is no command to time: name one with --command, or use "
				 "\"lsmbench time -- COMMAND\"",
				 operation->name);
	return add_value(selection, operation,
			 parameter_command_name(selection->plan->command, name), error);
}

static int add_operation(struct selection *selection, const struct operation *operation,
			 struct error *error)
{
	switch (operation->parameter->type) {
	case PARAMETER_PATH:
		selection->paths_used = true;
		return add_paths(selection, operation, error);
	case PARAMETER_NUMBER:
		return add_numbers(selection, operation, error);
	case PARAMETER_COMMAND:
		return add_command(selection, operation, error);
	case PARAMETER_NONE:
		break;
	}
	return add_value(selection, operation, "", error);
}

static int add_suite(struct selection *selection, struct error *error)
{
	const struct suite *suite = suite_find(selection->plan->suite);
	int status = 0;

	for (size_t i = 0; suite && i < suite->case_count && status == 0; i++) {
		const struct operation *operation = operation_find(suite->cases[i].operation);
		const char *parameter = suite->cases[i].parameter;

		status = parameter ? add_parsed(selection, operation, parameter, error)
				   : add_operation(selection, operation, error);
	}
	return status;
}

/* Every operation that a word of the selection names, in the order of words, then of the table. */
static int add_operations(struct selection *selection, struct error *error)
{
	const struct text_list *words = &selection->plan->operations;
	int status = 0;

	for (size_t i = 0; i < words->count; i++) {
		for (size_t j = 0; j < operation_count && status == 0; j++) {
			if (plan_word_names(words->items[i], operations[j]))
				status = add_operation(selection, operations[j], error);
		}
	}
	return status;
}

/* True when plan gives path shapes, depths or own paths. */
static bool names_paths(const struct plan *plan)
{
	return plan->paths.count + plan->depths.count + plan->own_paths.count > 0;
}

/* Whether the plan gives numbers for the parameter, or for the second one behind it. */
static bool is_given(const struct plan *plan, const struct parameter *parameter)
{
	for (; parameter; parameter = parameter->second) {
		const struct text_list *numbers = plan_number_list(plan, parameter);

		if (parameter->type == PARAMETER_NUMBER && numbers && numbers->count > 0)
			return true;
	}
	return false;
}

/* Every operation that takes one of the parameters given, but those that are picked by name only.
 */
static int add_takers(struct selection *selection, struct error *error)
{
	const struct plan *plan = selection->plan;
	int status = 0;

	for (size_t i = 0; i < operation_count && status == 0; i++) {
		const struct parameter *parameter = operations[i]->parameter;

		if ((parameter->type == PARAMETER_PATH && names_paths(plan)) ||
		    (!operations[i]->only_by_name && is_given(plan, parameter)))
			status = add_operation(selection, operations[i], error);
	}
	return status;
}

static int add_cases_given(struct selection *selection, struct error *error)
{
	const struct text_list *given = &selection->plan->cases_given;
	int status = 0;

	for (size_t i = 0; i < given->count && status == 0; i++) {
		size_t length = strcspn(given->items[i], " ");
		const char *parameter = given->items[i] + length + (given->items[i][length] == ' ');
		char *name = strndup(given->items[i], length);

		if (!name)
			return out_of_memory(error);
		status = add_parsed(selection, operation_find(name), parameter, error);
		free(name);
	}
	return status;
}

/* Add the canonical value of text to values, unless it is there. */
static int add_path_value(struct text_list *values, const char *text, struct error *error)
{
	char *value;
	int status = parameter_parse(&parameter_path, text, &value, error);

	if (status < 0)
		return status;
	if (!text_list_has(values, value))
		status = text_list_add(values, value);
	free(value);
	return status < 0 ? out_of_memory(error) : 0;
}

static int gather_shapes(struct text_list *values, struct error *error)
{
	int status = 0;

	for (size_t i = 0; i < path_shape_count && status == 0; i++)
		status = add_path_value(values, path_shapes[i].name, error);
	return status;
}

static int gather_depths(struct text_list *values, const char *range, struct error *error)
{
	unsigned int first;
	unsigned int last;
	int status = 0;

	if (plan_depth_range(range, &first, &last) < 0)
		return error_set(error, -EINVAL, "depths: '%s' is no depth", range);
	for (unsigned int depth = first; depth <= last && status == 0; depth++) {
		char text[16];

		snprintf(text, sizeof(text), "%u", depth);
		status = add_path_value(values, text, error);
	}
	return status;
}

static int gather_paths(const struct plan *plan, struct text_list *values, struct error *error)
{
	int status = 0;

	if (!names_paths(plan))
		return gather_shapes(values, error);
	for (size_t i = 0; i < plan->paths.count && status == 0; i++) {
		if (strcmp(plan->paths.items[i], "all") == 0)
			status = gather_shapes(values, error);
		else
			status = add_path_value(values, plan->paths.items[i], error);
	}
	for (size_t i = 0; i < plan->depths.count && status == 0; i++)
		status = gather_depths(values, plan->depths.items[i], error);
	for (size_t i = 0; i < plan->own_paths.count && status == 0; i++)
		status = add_path_value(values, plan->own_paths.items[i], error);
	return status;
}

static bool takes(const struct operation *operation, const char *option)
{
	const struct parameter *parameter = operation->parameter;

	for (; parameter; parameter = parameter->second)
		if (parameter->type == PARAMETER_NUMBER && strcmp(parameter->option, option) == 0)
			return true;
	return false;
}

/* Numbers that were given must have an operation to go to. */
static int check_numbers_used(const struct plan *plan, const struct parameter *parameter,
			      struct error *error)
{
	const struct text_list *numbers = plan_number_list(plan, parameter);
	const char *example = "";

	if (!numbers || numbers->count == 0)
		return 0;
	for (size_t i = 0; i < plan->case_count; i++)
		if (takes(plan->cases[i].operation, parameter->option))
			return 0;
	for (size_t i = 0; i < operation_count && !example[0]; i++)
		if (takes(operations[i], parameter->option))
			example = operations[i]->name;
	return error_set(
		error, -EINVAL,
		"%s has no operation to go to: add one whose parameter is the %s to ops (%s "
		"...), or leave it out",
		parameter->option, parameter->name, example);
}

static int check_of_used(const struct plan *plan, struct error *error)
{
	for (size_t i = 0; i < plan->case_count; i++)
		if (plan->cases[i].operation->parameter->of)
			return 0;
	if (plan->of.count == 0)
		return 0;
	return error_set(error, -EINVAL,
			 "of has no operation to go to: add together or together-shared to ops, or "
			 "leave it out");
}

/* Parameters that were given must have an operation to go to. */
static int check_used(const struct selection *selection, struct error *error)
{
	const struct plan *plan = selection->plan;
	int status = 0;

	if (names_paths(plan) && !selection->paths_used)
		return error_set(error, -EINVAL,
				 "paths, depths and path have no operation to go to: add one that "
				 "takes a path to ops (stat, open-close ...), or leave them out");
	for (size_t i = 0; i < parameter_number_count && status == 0; i++)
		status = check_numbers_used(plan, parameter_numbers[i], error);
	return status == 0 ? check_of_used(plan, error) : status;
}

static int gather_cases(struct selection *selection, struct error *error)
{
	const struct plan *plan = selection->plan;
	int status = gather_paths(plan, &selection->path_values, error);

	if (status == 0 && plan->suite[0])
		status = add_suite(selection, error);
	if (status == 0 && plan->operations.count > 0)
		status = add_operations(selection, error);
	else if (status == 0 && !plan->suite[0] && plan->cases_given.count == 0)
		status = add_takers(selection, error);
	if (status == 0)
		status = add_cases_given(selection, error);
	return status == 0 ? check_used(selection, error) : status;
}

/* Whether a case is a control for the variant at index already. */
static bool has_control(const struct plan *plan, size_t variant)
{
	for (size_t i = 0; i < plan->case_count; i++)
		if (plan_step_is_control(plan, plan_step(plan, i, variant)))
			return true;
	return false;
}

/* The operation that controls a variant against the baseline; NULL when none is needed. */
static const struct operation *control_of(const struct plan *plan, size_t variant)
{
	const char *baseline = plan->variants.items[0];
	const char *control = variant_control(plan->variants.items[variant]);

	if (control && variant_spares(baseline, operation_find(control)))
		return operation_find(control);
	/* The baseline is confined, too: what spares it spares as little as it does. */
	return control ? operation_find(variant_control(baseline)) : NULL;
}

static int add_controls(struct selection *selection, struct error *error)
{
	const struct plan *plan = selection->plan;
	int status = 0;

	selection->adding = true;
	for (size_t i = 1; i < plan->variants.count && status == 0; i++) {
		const struct operation *control = control_of(plan, i);

		if (!control || has_control(plan, i))
			continue;
		status = add_parsed(selection, control,
				    control->parameter->type == PARAMETER_PATH ? "FFF" : "", error);
	}
	return status;
}

int plan_select(struct plan *plan, struct error *error)
{
	struct selection selection = {.plan = plan};
	int status = gather_cases(&selection, error);

	text_list_clear(&selection.path_values);
	if (status == 0 && !plan->no_controls)
		status = add_controls(&selection, error);
	return status == 0 ? plan_drop_duplicates(plan, error) : status;
}
