/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curves.c - cases gathered into curves. */
#include "tui/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_named(const char *const *names, const struct operation *operation)
{
	for (; *names; names++)
		if (strcmp(*names, operation->name) == 0)
			return true;
	return false;
}

/* The median of a case, NaN while there is none. */
static double median_of(struct run_model *model, size_t case_index, bool final)
{
	const struct run_order *order =
		run_model_order(model, plan_step(&model->result->plan, case_index, 0), final);

	return order->count > 0 ? order->median : (double)NAN;
}

/* What is taken off the case's figure; 0 when nothing is, NaN while it is not known. */
static double less_of(struct run_model *model, const struct plan_case *which, bool final)
{
	const struct plan *plan = &model->result->plan;

	if (!which->operation->less)
		return 0;
	for (size_t i = 0; i < plan->case_count; i++)
		if (strcmp(plan->cases[i].operation->name, which->operation->less) == 0 &&
		    strcmp(plan->cases[i].parameter, which->parameter) == 0)
			return median_of(model, i, final);
	return (double)NAN;
}

/* The curve of an operation and a fixed number, added when it is not there; NULL: no room. */
static struct curve *curve_of(struct curves *curves, const struct operation *operation,
			      uint64_t fixed)
{
	for (size_t i = 0; i < curves->count; i++)
		if (curves->curves[i].operation == operation && curves->curves[i].fixed == fixed)
			return &curves->curves[i];
	if (curves->count == PLOT_SERIES_MAXIMUM) {
		curves->left_out++;
		return NULL;
	}
	curves->curves[curves->count] = (struct curve){.operation = operation, .fixed = fixed};
	return &curves->curves[curves->count++];
}

static void add_case(struct run_model *model, const struct plan_case *which, size_t case_index,
		     bool final, struct curves *curves)
{
	const struct parameter *parameter = which->operation->parameter;
	struct curve *curve =
		curve_of(curves, which->operation, parameter_second(parameter, which->parameter));

	if (!curve || curve->count == CURVE_POINTS_MAXIMUM)
		return;
	curve->points[curve->count++] = (struct plot_point){
		(double)parameter_number(parameter, which->parameter),
		median_of(model, case_index, final) - less_of(model, which, final),
	};
}

static int compare_places(const void *a, const void *b)
{
	double left = ((const struct plot_point *)a)->x;
	double right = ((const struct plot_point *)b)->x;

	return left < right ? -1 : left > right;
}

void curves_gather(struct run_model *model, const char *const *names, bool final,
		   struct curves *curves)
{
	memset(curves, 0, sizeof(*curves));
	for (size_t i = 0; model->result && i < model->result->plan.case_count; i++) {
		const struct plan_case *which = &model->result->plan.cases[i];

		if (is_named(names, which->operation))
			add_case(model, which, i, final, curves);
	}
	for (size_t i = 0; i < curves->count; i++)
		qsort(curves->curves[i].points, curves->curves[i].count,
		      sizeof(curves->curves[i].points[0]), compare_places);
}
