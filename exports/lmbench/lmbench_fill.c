/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_fill.c - the columns of LMbench's summary out of a record's figures.
 */
#include "exports/lmbench/lmbench_fill.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "exports/lmbench/lmbench_feet.h"

/* The shape "default" is LMbench's own kind of path; else the deepest of these stands for it. */
static const char *const shapes[] = {"default", "XXX/YYY/ZZZ/FFF", "XXX/FFF", "FFF"};

static const struct lmbench_figure *find_figure(const struct lmbench_record *record,
						const char *operation, const char *parameter)
{
	for (size_t i = 0; i < record->figure_count; i++) {
		if (strcmp(record->figures[i].operation, operation) == 0 &&
		    strcmp(record->figures[i].parameter, parameter) == 0)
			return &record->figures[i];
	}
	return NULL;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text);

	return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* The figure of the largest parameter that ends so. */
static const struct lmbench_figure *find_largest(const struct lmbench_record *record,
						 const struct operation *operation, const char *end)
{
	const struct lmbench_figure *found = NULL;
	uint64_t largest = 0;

	for (size_t i = 0; i < record->figure_count; i++) {
		const struct lmbench_figure *figure = &record->figures[i];
		uint64_t number;

		if (strcmp(figure->operation, operation->name) != 0 ||
		    !ends_with(figure->parameter, end))
			continue;
		number = parameter_number(operation->parameter, figure->parameter);
		if (!found || number > largest)
			found = figure;
		largest = number > largest ? number : largest;
	}
	return found;
}

static const struct lmbench_figure *find_path(const struct lmbench_record *record,
					      const struct operation *operation)
{
	const struct lmbench_figure *found = NULL;

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]) && !found; i++)
		found = find_figure(record, operation->name, shapes[i]);
	return found;
}

/* The figure that stands in a column, or NULL. */
static const struct lmbench_figure *find_column(const struct lmbench_record *record,
						const struct lmbench_column_name *column)
{
	const struct operation *operation =
		column->operation ? operation_find(column->operation) : NULL;
	const struct lmbench_figure *found;

	if (!operation)
		return NULL;
	if (operation->parameter->type == PARAMETER_PATH)
		return find_path(record, operation);
	if (!column->parameter || column->parameter[0] == '/')
		return find_largest(record, operation, column->parameter ? column->parameter : "");
	found = find_figure(record, operation->name, column->parameter);
	/* A parameter that LMbench does not know: its largest. */
	return found || column->parameter[0] ? found : find_largest(record, operation, "");
}

double lmbench_ns_in(double value, enum lmbench_unit unit)
{
	switch (unit) {
	case LMBENCH_MICROSECOND:
		return value / 1e3;
	case LMBENCH_PER_SECOND:
		return 1e9 / value;
	default:
		return value;
	}
}

int lmbench_fill_text(struct lmbench_record *record, enum lmbench_column column, const char *text)
{
	int status = lmbench_record_set(record, LMBENCH_2, column, text);

	return status == 0 ? lmbench_record_set(record, LMBENCH_3, column, text) : status;
}

int lmbench_fill_columns(struct lmbench_record *record, const char *mhz)
{
	int status = 0;

	for (enum lmbench_column i = 0; i < LMBENCH_COLUMNS && status == 0; i++) {
		const struct lmbench_column_name *column = &lmbench_column_names[i];
		const struct lmbench_figure *figure = find_column(record, column);
		bool is_rate = column->unit == LMBENCH_MEGABYTES;
		char text[64];

		if (lmbench_record_value(record, i) || !figure ||
		    is_rate != (figure->unit == LMBENCH_MEGABYTES))
			continue;
		snprintf(text, sizeof(text), "%.9f", lmbench_ns_in(figure->value, column->unit));
		status = lmbench_fill_text(record, i, text);
		if (status == 0 && record->is_ours)
			status = lmbench_feet_note(record, i, figure->parameter);
	}
	return status == 0 && mhz ? lmbench_fill_text(record, LMBENCH_MHZ, mhz) : status;
}
