/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * step_summary.c - the figures of a step as people see them.
 */
#include "engine/result/step_summary.h"

#include <stdlib.h>
#include <string.h>

#include "engine/environment/environment_audit.h"

double step_subtracted(const struct result *result)
{
	return result->plan.subtract_loop ? result->loop_ns : 0;
}

double step_resolution(const struct result *result, size_t step)
{
	uint64_t iterations = result->steps[step].iterations;

	return iterations > 0 ? result->clock_step_ns / (double)iterations : 0;
}

int step_values(const struct result *result, size_t step, int pass, double **values, size_t *count)
{
	double subtracted = step_subtracted(result);
	int code = result_values(result, step, pass, values, count);

	for (size_t i = 0; code == 0 && i < *count; i++)
		(*values)[i] -= subtracted;
	return code;
}

uint64_t step_bytes(const struct result *result, size_t step)
{
	const struct plan_case *which = plan_step_case(&result->plan, step);

	return result_unit_bytes(result->unit, which->operation, which->parameter);
}

bool step_in_seconds(const struct result *result, size_t step)
{
	return result->unit == RESULT_NS &&
	       plan_step_case(&result->plan, step)->operation->in_seconds;
}

const char *step_unit(const struct result *result, size_t step)
{
	return result_unit_shown(result->unit, step_bytes(result, step));
}

int step_shown_summary(const struct result *result, size_t step, int pass, struct summary *summary)
{
	uint64_t bytes = step_bytes(result, step);
	double *values;
	size_t count;
	int code;

	if (!bytes)
		return step_summary(result, step, pass, summary);
	code = result_values(result, step, pass, &values, &count);
	if (code < 0)
		return code;
	for (size_t i = 0; i < count; i++)
		values[i] = operation_rate(bytes, values[i]);
	code = summary_of(values, count, 0, summary);
	free(values);
	return code;
}

int step_summary(const struct result *result, size_t step, int pass, struct summary *summary)
{
	double *values;
	size_t count;
	int code = step_values(result, step, pass, &values, &count);

	if (code < 0)
		return code;
	code = summary_of(values, count, step_resolution(result, step), summary);
	free(values);
	return code;
}

const char *case_audit_words(const struct result *result, size_t case_index, char *buffer,
			     size_t size)
{
	buffer[0] = '\0';
	if (strcmp(result->plan.cases[case_index].operation->group, "denied") != 0)
		return buffer;
	return environment_audit_words(&result->environment, case_index, buffer, size);
}
