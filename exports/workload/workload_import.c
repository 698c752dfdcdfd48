/* SPDX-License-Identifier: GPL-2.0-or-later */
/* workload_import.c - add printed values to figures, and compute derived ones again. */
#include "exports/workload/workload_import.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation_imported.h"
#include "exports/number.h"

/* Far more than any table has; each is looked for among all others. */
#define CASES_MAXIMUM 8192u

void workload_copy_name(char name[WORKLOAD_NAME_SIZE], const char *text, size_t length)
{
	if (length > WORKLOAD_NAME_SIZE - 1)
		length = WORKLOAD_NAME_SIZE - 1;
	for (size_t i = 0; i < length; i++)
		name[i] = parameter_is_plain(text[i]) ? text[i] : '_';
	name[length] = '\0';
}

int workload_enter_group(struct workload_import *import, const char *name, struct error *error)
{
	workload_copy_name(import->group, name, strlen(name));
	if (text_list_has(&import->groups, import->group) ||
	    text_list_add(&import->groups, import->group) == 0)
		return 0;
	return error_set(error, -ENOMEM, "no memory to read a text");
}

bool workload_is_wanted(const struct workload_import *import)
{
	return !import->wanted || strcmp(import->wanted, import->group) == 0;
}

/* The case's name in figures: alone it is compared with another group's by the same name. */
static const char *variant_of(const struct workload_import *import)
{
	return import->wanted || !import->group[0] ? "none" : import->group;
}

/* The decimal that is meant, without the digits that a division leaves behind. */
static double decimal(double value)
{
	char text[NUMBER_SIZE];

	snprintf(text, sizeof(text), "%.12g", value);
	return strtod(text, NULL);
}

struct printed_number workload_scaled(const struct printed_number *number, double factor)
{
	return (struct printed_number){.value = decimal(number->value * factor),
				       .precision = decimal(number->precision * factor)};
}

static const struct metric *metric_of(const struct workload_target *target)
{
	return target->metric == METRIC_NONE ? NULL : &metrics[target->metric];
}

/* In figures' terms: a bandwidth is kept as ns per iteration. */
static struct printed_number figure_of(const struct operation *operation,
				       const struct workload_target *target,
				       const struct printed_number *number)
{
	const uint64_t bytes = operation_bytes(operation, target->parameter);
	struct printed_number figure = *number;

	if (target->metric != METRIC_NONE || bytes == 0)
		return figure;
	figure.value = operation_rate(bytes, number->value);
	figure.precision = decimal(figure.value * number->precision / number->value);
	return figure;
}

static int add_pass(struct workload_import *import, const struct workload_target *target,
		    const struct operation *operation, const char *parameter,
		    const struct printed_number *number)
{
	const struct printed_number figure = figure_of(operation, target, number);
	const struct pass_figures pass = {
		.runs = 1,
		.median = figure.value,
		.mean = NAN,
		.mean_half_width = NAN,
		.variance = NAN,
		.sd = NAN,
		.precision = figure.precision,
	};
	struct case_figures *which =
		figures_metric_case(import->figures, operation, parameter, import->section,
				    variant_of(import), metric_of(target));

	return which ? figures_add_pass(which, &pass) : -ENOMEM;
}

static const struct operation *operation_of(const struct workload_target *target)
{
	const struct operation *operation = operation_find(target->operation);

	return operation ? operation : operation_imported_find(target->operation);
}

bool workload_has(const struct workload_import *import, const struct workload_target *target)
{
	return figures_find_metric(import->figures, operation_of(target), target->parameter,
				   import->section, variant_of(import), metric_of(target)) != NULL;
}

int workload_add(struct workload_import *import, const struct workload_target *target,
		 const struct printed_number *number, struct error *error)
{
	const struct operation *operation = operation_of(target);
	char *parameter;
	int code;

	if (!workload_is_wanted(import))
		return 0;
	if (import->figures->case_count > CASES_MAXIMUM)
		return error_set(error, -EINVAL,
				 "line %zu: more than %u cases: cut the text in two files",
				 workload_line(&import->words), CASES_MAXIMUM);
	if (!operation)
		return error_set(error, -EINVAL, "there is no operation %s", target->operation);
	if (target->metric == METRIC_NONE && !(number->value > 0))
		return error_set(error, -EINVAL, "line %zu: a figure of %s is 0",
				 workload_line(&import->words), target->operation);
	code = parameter_parse(operation->parameter, target->parameter, &parameter, error);
	if (code < 0)
		return code;
	code = add_pass(import, target, operation, parameter, number);
	free(parameter);
	return code < 0 ? error_set(error, code, "no memory to keep figures") : 0;
}

int workload_refine(struct workload_import *import, const struct workload_target *target,
		    const struct printed_number *number, struct error *error)
{
	if (workload_is_wanted(import) && workload_has(import, target)) {
		struct case_figures *which = figures_metric_case(
			import->figures, operation_of(target), target->parameter, import->section,
			variant_of(import), metric_of(target));

		if (which && which->pass_count > 0)
			which->pass_count--;
	}
	return workload_add(import, target, number, error);
}

/* Add a text behind what tells where it stood. */
static int add_text(struct workload_import *import, struct text_list *list, const char *format,
		    va_list arguments)
{
	char *text;
	int code;

	if (!workload_is_wanted(import))
		return 0;
	if (vasprintf(&text, format, arguments) < 0)
		return -ENOMEM;
	code = text_list_add_format(list, "%s%s%s%s%s", import->section,
				    import->section[0] ? ", " : "", import->group,
				    import->group[0] ? ": " : "", text);
	free(text);
	return code;
}

int workload_keep(struct workload_import *import, const char *format, ...)
{
	va_list arguments;
	int code;

	va_start(arguments, format);
	code = add_text(import, &import->figures->printed, format, arguments);
	va_end(arguments);
	return code;
}

int workload_unassigned(struct workload_import *import, const char *format, ...)
{
	va_list arguments;
	int code;

	va_start(arguments, format);
	code = add_text(import, &import->figures->unassigned, format, arguments);
	va_end(arguments);
	return code;
}

int workload_note(struct workload_import *import, const char *format, ...)
{
	va_list arguments;
	int code;

	va_start(arguments, format);
	code = add_text(import, &import->figures->notes, format, arguments);
	va_end(arguments);
	return code;
}

bool workload_fits(const struct workload_derived *derived)
{
	const struct printed_number *printed = &derived->printed;
	/* A half that was rounded down, and the last bits of what was computed. */
	const double bound = printed->precision * 1.001 + derived->slack + 1e-12 * printed->value;

	return fabs(derived->computed - printed->value) <= bound;
}

int workload_check(struct workload_import *import, size_t line,
		   const struct workload_derived *derived)
{
	const struct printed_number *printed = &derived->printed;

	if (workload_fits(derived))
		return workload_keep(import, "line %zu: %s is %.12g, and so it is computed", line,
				     derived->name, printed->value);
	return workload_note(import, "line %zu: %s is printed as %.12g, but computed as %.12g",
			     line, derived->name, printed->value, derived->computed);
}

double workload_mean(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return count > 0 ? sum / (double)count : NAN;
}

double workload_variance(const double *values, size_t count)
{
	const double mean = workload_mean(values, count);
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return count > 0 ? sum / (double)count : NAN;
}
