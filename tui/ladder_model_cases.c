/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_model_cases.c - which cases the Ladder page shows as columns: one for each operation, at a
 * depth where both what a call and what a component costs can be seen, or all of one operation.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/parameter.h"
#include "tui/ladder_model.h"
#include "tui/ladder_model_private.h"
#include "tui/text.h"

/* The depth of published comparisons. */
#define SHOWN_DEPTH 4u
/* What a heading spends on the parameter. */
#define PARAMETER_COLUMNS 9
#define DRAWN_BYTES 256

const struct plan *ladder_model_cases(const struct ladder_model *model)
{
	if (model->has_table && model->table.plan != NULL)
		return model->table.plan;
	if (model->ran != NULL)
		return &model->ran->plan;
	return model->cases.expanded ? &model->cases : NULL;
}

static bool walks_path(const struct plan_case *which)
{
	return which->operation->parameter->type == PARAMETER_PATH;
}

unsigned int ladder_model_depth(const struct ladder_model *model, const struct plan_case *which)
{
	const struct plan *plan = ladder_model_cases(model);

	if (plan == NULL || !walks_path(which) || !parameter_fits_line(which->parameter))
		return 0;
	return parameter_components(which->parameter, plan->default_file);
}

/* What the operation is applied to, in few letters: "4", "100", " LLL", "8M/128". */
static void make_parameter(const struct ladder_model *model, const struct plan_case *which,
			   char *buffer, size_t size)
{
	unsigned int depth = ladder_model_depth(model, which);
	const char *prefix = which->operation->parameter->prefix;
	const char *value = which->parameter;

	if (prefix != NULL && strncmp(value, prefix, strlen(prefix)) == 0)
		value += strlen(prefix);
	if (depth > 0)
		snprintf(buffer, size, "%u", depth);
	else
		text_shorten(buffer, size, value, PARAMETER_COLUMNS);
}

/* "stat4", "readdir100", "loop". */
static void make_heading(const struct ladder_model *model, const struct plan_case *which,
			 char heading[LADDER_HEADING_SIZE])
{
	char parameter[4 * LADDER_HEADING_SIZE];
	char text[DRAWN_BYTES];
	int room;

	make_parameter(model, which, parameter, sizeof(parameter));
	room = LADDER_HEADING_SIZE - 1 - (int)strlen(parameter);
	snprintf(text, sizeof(text), "%.*s%s", room > 4 ? room : 4, which->operation->name,
		 parameter);
	snprintf(heading, LADDER_HEADING_SIZE, "%.*s", LADDER_HEADING_SIZE - 1, text);
}

/* Whether the case at index is a better one to stand for its operation than the one chosen. */
static bool is_better(const struct ladder_model *model, const struct plan *plan, size_t index,
		      size_t chosen)
{
	if (!walks_path(&plan->cases[index]))
		return true;
	return ladder_model_depth(model, &plan->cases[chosen]) != SHOWN_DEPTH &&
	       ladder_model_depth(model, &plan->cases[index]) > 0;
}

/* The case that stands for an operation. */
static size_t standing_case(const struct ladder_model *model, const struct plan *plan,
			    const struct operation *operation)
{
	size_t chosen = LADDER_NONE;

	for (size_t i = 0; i < plan->case_count; i++)
		if (plan->cases[i].operation == operation &&
		    (chosen == LADDER_NONE || is_better(model, plan, i, chosen)))
			chosen = i;
	return chosen;
}

static bool is_shown(const struct ladder_model *model, const struct plan *plan, size_t index,
		     const struct operation *operation)
{
	const struct plan_case *which = &plan->cases[index];

	if (model->every_case)
		return which->operation == operation;
	return !which->added && standing_case(model, plan, which->operation) == index;
}

/* The operation whose case is selected, if the plan still has it; else its first one, or NULL. */
static const struct operation *keep_operation(const struct ladder_model *model,
					      const struct plan *plan)
{
	const struct operation *wanted = model->operation;

	for (size_t i = 0; plan != NULL && wanted != NULL && i < plan->case_count; i++)
		if (plan->cases[i].operation == wanted)
			return wanted;
	return plan != NULL && plan->case_count > 0 ? plan->cases[0].operation : NULL;
}

/* The same case as before, or at least the same operation. */
static size_t keep_case(const struct ladder_model *model, const struct plan *plan, const char *was)
{
	size_t of_operation = 0;

	for (size_t i = model->shown_count; i-- > 0;) {
		if (strcmp(model->shown[i].heading, was) == 0)
			return i;
		if (plan->cases[model->shown[i].index].operation == model->operation)
			of_operation = i;
	}
	return of_operation;
}

void ladder_model_show_cases(struct ladder_model *model)
{
	const struct plan *plan = ladder_model_cases(model);
	size_t count = plan != NULL ? plan->case_count : 0;
	struct ladder_shown *shown = calloc(count + 1, sizeof(*shown));
	char was[LADDER_HEADING_SIZE] = "";

	if (model->selected_case < model->shown_count)
		memcpy(was, model->shown[model->selected_case].heading, sizeof(was));
	free(model->shown);
	model->shown = shown;
	model->shown_count = 0;
	model->operation = keep_operation(model, plan);
	for (size_t i = 0; shown != NULL && i < count; i++) {
		if (!is_shown(model, plan, i, model->operation))
			continue;
		shown[model->shown_count].index = i;
		make_heading(model, &plan->cases[i], shown[model->shown_count++].heading);
	}
	model->selected_case = keep_case(model, plan, was);
}

const struct plan_case *ladder_model_case(const struct ladder_model *model)
{
	const struct plan *plan = ladder_model_cases(model);
	size_t index;

	if (plan == NULL || model->selected_case >= model->shown_count)
		return NULL;
	index = model->shown[model->selected_case].index;
	return index < plan->case_count ? &plan->cases[index] : NULL;
}

void ladder_model_move(struct ladder_model *model, long by)
{
	long to = (long)model->selected_case + by;

	if (to >= (long)model->shown_count)
		to = (long)model->shown_count - 1;
	model->selected_case = to > 0 ? (size_t)to : 0;
	if (ladder_model_case(model) != NULL)
		model->operation = ladder_model_case(model)->operation;
}

void ladder_model_change_cases(struct ladder_model *model)
{
	model->every_case = !model->every_case;
	ladder_model_show_cases(model);
}
