/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_section_touches.c - how modules touch operations, and which hooks operations call.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hooks/hook_line.h"
#include "engine/ladder/ladder_signature.h"
#include "exports/ladder/ladder_sections.h"
#include "exports/ladder/ladder_show.h"

static const char *short_touch(enum touch touch)
{
	switch (touch) {
	case TOUCH_NOTHING:
		return "-";
	case TOUCH_CALL:
		return "call";
	case TOUCH_COMPONENT:
		return "component";
	case TOUCH_UNKNOWN:
		break;
	}
	return "?";
}

/* Rungs whose modules can have touched something: no first, no repeat. */
static bool is_shown(const struct ladder_report *report, size_t column, size_t kernel)
{
	const struct ladder_column *which = &report->table.columns[column];

	return which->kernel == kernel && which->base != column &&
	       report->sources[which->source].kind == RUNG_OTHER;
}

static const struct touch_signature *find(const struct ladder_report *report, const char *operation,
					  size_t column)
{
	for (size_t i = 0; i < report->signatures->count; i++) {
		const struct touch_signature *signature = &report->signatures->items[i];

		if (signature->column == column && strcmp(signature->operation, operation) == 0)
			return signature;
	}
	return NULL;
}

/* The operations of the table in order, each once; malloc'ed. */
static const struct operation **find_operations(const struct ladder_table *table, size_t *count)
{
	const struct operation **measured = calloc(table->row_count + 1, sizeof(void *));

	*count = 0;
	for (size_t row = 0; measured && row < table->row_count; row++) {
		const struct operation *operation = table->plan->cases[row].operation;
		bool is_new = true;

		for (size_t i = 0; i < *count; i++)
			is_new = is_new && measured[i] != operation;
		if (is_new)
			measured[(*count)++] = operation;
	}
	return measured;
}

static int set_cell(const struct ladder_report *report, const char *operation, size_t column,
		    size_t row, size_t at, struct ladder_grid *grid)
{
	const struct touch_signature *signature = find(report, operation, column);
	char text[64];

	snprintf(text, sizeof(text), "%s%s",
		 short_touch(signature ? signature->measured : TOUCH_UNKNOWN),
		 signature && !signature->agrees ? "!" : "");
	return ladder_grid_cell(grid, row, at, text);
}

static int fill(const struct ladder_report *report, size_t kernel,
		const struct operation *const *measured, size_t count, struct ladder_grid *grid)
{
	size_t at = 0;
	int status = 0;

	for (size_t row = 0; row < count && status == 0; row++)
		status = ladder_grid_label(grid, row, measured[row]->name);
	for (size_t i = 0; i < report->table.column_count && status == 0; i++) {
		char head[LADDER_HEAD_SIZE];

		if (!is_shown(report, i, kernel))
			continue;
		status =
			ladder_grid_head(grid, at, ladder_show_head(report, i, head, sizeof(head)));
		for (size_t row = 0; row < count && status == 0; row++)
			status = set_cell(report, measured[row]->name, i, row, at, grid);
		at++;
	}
	return status;
}

int ladder_section_touches(const struct ladder_report *report, size_t kernel,
			   struct ladder_grid *grid)
{
	size_t count;
	size_t columns = 0;
	const struct operation **measured = find_operations(&report->table, &count);
	int status = measured ? 0 : -ENOMEM;

	*grid = (struct ladder_grid){0};
	for (size_t i = 0; i < report->table.column_count; i++)
		columns += is_shown(report, i, kernel);
	if (status == 0)
		status = ladder_grid_init(grid, "TOUCHED", count, columns);
	if (status == 0)
		status = fill(report, kernel, measured, count, grid);
	free(measured);
	return status;
}

/* Each hook of an operation is looked at once. */
static bool is_first_of_hook(const struct hook_table *hooks, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (strcmp(hooks->counts[i].operation, hooks->counts[index].operation) == 0 &&
		    strcmp(hooks->counts[i].hook, hooks->counts[index].hook) == 0)
			return false;
	}
	return true;
}

/* "stat: inode_permission once per component, inode_getattr 1 per call" */
static int add_line(const struct hook_table *hooks, const struct operation *operation,
		    struct text_list *lines)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	size_t count = 0;
	int status;

	if (!file)
		return -ENOMEM;
	fprintf(file, "%s: ", operation->name);
	for (size_t i = 0; i < hooks->count_count; i++) {
		struct hook_line line;
		char words[128];

		if (strcmp(hooks->counts[i].operation, operation->name) != 0 ||
		    !is_first_of_hook(hooks, i) || hooks->counts[i].hook[0] == '\0')
			continue;
		hook_line_of(hooks, operation, hooks->counts[i].hook, &line);
		if (line.called)
			fprintf(file, "%s%s %s", count++ > 0 ? "; " : "", hooks->counts[i].hook,
				hook_line_words(&line, operation, words, sizeof(words)));
	}
	if (count == 0)
		fputs("none", file);
	status = fclose(file) == 0 ? text_list_add(lines, text) : -ENOMEM;
	free(text);
	return status;
}

static bool was_counted(const struct hook_table *hooks, const struct operation *operation)
{
	for (size_t i = 0; i < hooks->count_count; i++) {
		if (strcmp(hooks->counts[i].operation, operation->name) == 0)
			return true;
	}
	return false;
}

int ladder_hook_lines(const struct ladder_report *report, size_t kernel, struct text_list *lines)
{
	const struct hook_table *hooks = report->hooks ? report->hooks[kernel] : NULL;
	size_t count;
	const struct operation **measured;
	int status = 0;

	if (!hooks)
		return 0;
	measured = find_operations(&report->table, &count);
	if (!measured)
		return -ENOMEM;
	for (size_t i = 0; i < count && status == 0; i++) {
		if (was_counted(hooks, measured[i]))
			status = add_line(hooks, measured[i], lines);
	}
	free(measured);
	return status;
}
