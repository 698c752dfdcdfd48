/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_columns.c - the columns of our own tables in LMbench's style.
 */
#include "exports/lmbench/lmbench_columns.h"

#include <errno.h>
#include <string.h>

#include "exports/lmbench/lmbench_table.h"
#include "exports/report.h"
#include "fixtures/text_show.h"

/* Columns are at least as wide as the figures in them. */
#define NARROWEST_PATH 5
#define NARROWEST_SIZE 6

/* A head's lines, as pieces of text. */
#define LINES_MAXIMUM 16
#define LINE_SIZE 12

struct head {
	char lines[LINES_MAXIMUM][LINE_SIZE];
	size_t count;
};

int lmbench_columns_of(const struct result *const *results, size_t count,
		       const struct operation *operation, struct text_list *values)
{
	for (size_t i = 0; i < count; i++) {
		const struct plan *plan = &results[i]->plan;

		for (size_t j = 0; j < plan->case_count; j++) {
			if (plan->cases[j].operation != operation ||
			    text_list_has(values, plan->cases[j].parameter))
				continue;
			if (text_list_add(values, plan->cases[j].parameter) < 0)
				return -ENOMEM;
		}
	}
	return 0;
}

static bool is_own_path(const char *value)
{
	return value[0] == '/';
}

static void add_line(struct head *head, const char *text, size_t length)
{
	if (head->count == LINES_MAXIMUM)
		return;
	snprintf(head->lines[head->count++], LINE_SIZE, "%.*s", (int)length, text);
}

/* Divide text at separators into lines. */
static void add_parts(struct head *head, const char *text, const char *separators)
{
	while (*text) {
		size_t length = strcspn(text, separators);

		add_line(head, text, length);
		text += length + (text[length] != '\0');
	}
}

/* The place of an own path among those of values, from 1. */
static size_t own_number(const struct text_list *values, size_t index)
{
	size_t number = 0;

	for (size_t i = 0; i <= index; i++)
		number += is_own_path(values->items[i]);
	return number;
}

static void make_head(const struct operation *operation, const struct text_list *values,
		      size_t index, struct head *head)
{
	const struct parameter *parameter = operation->parameter;
	const char *value = values->items[index];
	char text[32];

	head->count = 0;
	if (parameter->type == PARAMETER_NUMBER && parameter->prefix) {
		add_line(head, parameter->prefix, strlen(parameter->prefix));
		snprintf(text, sizeof(text), "%ju", (uintmax_t)parameter_number(parameter, value));
		add_line(head, text, strlen(text));
	} else if (is_own_path(value)) {
		snprintf(text, sizeof(text), "own/%zu", own_number(values, index));
		add_parts(head, text, "/");
	} else {
		add_parts(head, value, "/:");
	}
}

int lmbench_column_width(const struct operation *operation, const char *value)
{
	/* An own path's number is not known here, but it is narrower than any column. */
	const struct text_list alone = {.items = (char *[]){(char *)value}, .count = 1};
	int width =
		operation->parameter->type == PARAMETER_NUMBER ? NARROWEST_SIZE : NARROWEST_PATH;
	struct head head;

	make_head(operation, &alone, 0, &head);
	for (size_t i = 0; i < head.count; i++) {
		if ((int)strlen(head.lines[i]) > width)
			width = (int)strlen(head.lines[i]);
	}
	return width;
}

/* How many columns from there on fill a line. */
static size_t fill_line(const struct operation *operation, const struct text_list *values,
			size_t from)
{
	int used = LMBENCH_NAMES_WIDTH;
	size_t count = 0;

	while (from + count < values->count && count < LMBENCH_COLUMNS_MAXIMUM) {
		used += 1 + lmbench_column_width(operation, values->items[from + count]);
		if (used > LMBENCH_LINE_WIDTH)
			break;
		count++;
	}
	return count ? count : 1;
}

size_t lmbench_columns_that_fit(const struct operation *operation, const struct text_list *values,
				size_t from)
{
	size_t left = values->count - from;
	size_t most = fill_line(operation, values, from);
	size_t tables = (left + most - 1) / most;

	return (left + tables - 1) / tables;
}

void lmbench_write_heads(const struct operation *operation, const struct text_list *values,
			 size_t from, size_t count, FILE *file)
{
	struct head heads[LMBENCH_COLUMNS_MAXIMUM];
	size_t lines = 1;

	for (size_t i = 0; i < count; i++) {
		make_head(operation, values, from + i, &heads[i]);
		if (heads[i].count > lines)
			lines = heads[i].count;
	}
	for (size_t line = 0; line < lines; line++) {
		lmbench_write_names(line == 0 ? "Host" : "", line == 0 ? "OS" : "", file);
		for (size_t i = 0; i < count; i++)
			fprintf(file, " %*s",
				lmbench_column_width(operation, values->items[from + i]),
				line < heads[i].count ? heads[i].lines[line] : "");
		fputc('\n', file);
	}
}

void lmbench_write_own_paths(const struct text_list *values, FILE *file)
{
	for (size_t i = 0; i < values->count; i++) {
		if (!is_own_path(values->items[i]))
			continue;
		fprintf(file, "own %zu: ", own_number(values, i));
		text_write_safe(values->items[i], file);
		fputc('\n', file);
	}
}
