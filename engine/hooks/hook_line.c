/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_line.c - how the number of calls of a hook depends on depth.
 */
#include "engine/hooks/hook_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Counts are whole, or in hundredths. */
#define SAME 0.02

bool hook_line_has_entries(const struct operation *operation)
{
	return strcmp(operation->name, "readdir") == 0;
}

bool hook_line_place(const struct operation *operation, const char *parameter, double *x)
{
	if (hook_line_has_entries(operation)) {
		*x = (double)parameter_number(operation->parameter, parameter);
		return true;
	}
	if (!operation->parameter || operation->parameter->type != PARAMETER_PATH ||
	    !parameter_fits_line(parameter))
		return false;
	*x = parameter_components(parameter, NULL);
	return true;
}

/* The lowest and the highest place, with the counts there. */
struct ends {
	double x[2];
	double y[2];
};

static void take_place(struct hook_line *line, struct ends *ends, double x, double y)
{
	if (line->places == 0 || x < ends->x[0]) {
		ends->x[0] = x;
		ends->y[0] = y;
	}
	if (line->places == 0 || x > ends->x[1]) {
		ends->x[1] = x;
		ends->y[1] = y;
	}
	line->places = ends->x[0] < ends->x[1] ? 2 : 1;
}

/* Whether a case comes for the first time at index of the table's counts. */
static bool is_first(const struct hook_table *table, size_t index)
{
	const struct hook_count *count = &table->counts[index];

	for (size_t i = 0; i < index; i++)
		if (strcmp(table->counts[i].operation, count->operation) == 0 &&
		    strcmp(table->counts[i].parameter, count->parameter) == 0)
			return false;
	return true;
}

static bool is_case(const struct hook_table *table, size_t index, const struct operation *operation)
{
	return strcmp(table->counts[index].operation, operation->name) == 0 &&
	       is_first(table, index);
}

static bool is_exact(const struct hook_table *table, const struct operation *operation,
		     const char *hook, const struct hook_line *line)
{
	for (size_t i = 0; i < table->count_count; i++) {
		const char *parameter = table->counts[i].parameter;
		double x;

		if (is_case(table, i, operation) && hook_line_place(operation, parameter, &x) &&
		    fabs(hook_table_count(table, operation->name, parameter, hook) -
			 line->per_call - x * line->per_component) > SAME)
			return false;
	}
	return true;
}

void hook_line_of(const struct hook_table *table, const struct operation *operation,
		  const char *hook, struct hook_line *line)
{
	struct ends ends = {0};

	*line = (struct hook_line){0};
	for (size_t i = 0; i < table->count_count; i++) {
		const char *parameter = table->counts[i].parameter;
		double x;
		double y;

		if (!is_case(table, i, operation))
			continue;
		y = hook_table_count(table, operation->name, parameter, hook);
		if (line->cases++ == 0)
			line->per_call = y;
		line->called |= y > 0;
		line->differs |= fabs(y - line->per_call) > SAME;
		if (hook_line_place(operation, parameter, &x))
			take_place(line, &ends, x, y);
	}
	if (line->places < 2)
		return;
	line->per_component = (ends.y[1] - ends.y[0]) / (ends.x[1] - ends.x[0]);
	if (fabs(line->per_component) * (ends.x[1] - ends.x[0]) <= SAME)
		line->per_component = 0;
	line->per_call = ends.y[0] - line->per_component * ends.x[0];
	if (fabs(line->per_call) <= SAME)
		line->per_call = 0;
	line->exact = is_exact(table, operation, hook, line);
}

static const char *times(double count, char *buffer, size_t size)
{
	if (fabs(count - 1) <= SAME)
		return "once";
	snprintf(buffer, size, "%g", count);
	return buffer;
}

const char *hook_line_words(const struct hook_line *line, const struct operation *operation,
			    char *buffer, size_t size)
{
	const char *unit = hook_line_has_entries(operation) ? "entry" : "component";
	char number[32];
	char more[32];
	bool straight = line->places < 2 ? !line->differs : line->exact;

	if (!line->called)
		snprintf(buffer, size, "never");
	else if (!straight && line->places < 2)
		snprintf(buffer, size, "not the same in each case");
	else if (!straight)
		snprintf(buffer, size, "not in step with %s",
			 hook_line_has_entries(operation) ? "entries" : "components");
	else if (line->per_component == 0 && line->per_call == 0)
		snprintf(buffer, size, "never on plain paths");
	else if (line->per_component == 0)
		snprintf(buffer, size, "%s per call",
			 times(line->per_call, number, sizeof(number)));
	else if (line->per_call == 0)
		snprintf(buffer, size, "%s per %s",
			 times(line->per_component, number, sizeof(number)), unit);
	else
		snprintf(buffer, size, "%s per %s, and %s %s per call",
			 times(line->per_component, number, sizeof(number)), unit,
			 times(fabs(line->per_call), more, sizeof(more)),
			 line->per_call > 0 ? "more" : "less");
	return buffer;
}
