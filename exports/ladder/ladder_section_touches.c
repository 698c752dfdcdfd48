/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_section_touches.c - how modules touch operations, and which hooks operations call.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ladder/ladder_signature.h"
#include "exports/hooks_text.h"
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

/*
 * What an operation calls, in buffer: in general where its cases tell that, else of the first case
 * that was counted. "" where none was.
 */
static void show_hooks(const struct hook_table *hooks, const struct operation *operation,
		       char buffer[HOOKS_TEXT_CASE_SIZE])
{
	hooks_text_operation(hooks, operation, buffer);
	for (size_t i = 0; i < hooks->count_count && buffer[0] == '\0'; i++) {
		if (strcmp(hooks->counts[i].operation, operation->name) == 0)
			hooks_text_case(hooks, operation->name, hooks->counts[i].parameter, buffer);
	}
}

/* "stat, fstatat: once per call: inode_getattr": the operations from first on that call the same.
 */
static int add_alike(const struct hook_table *hooks, const struct operation *const *measured,
		     size_t count, size_t first, struct text_list *lines)
{
	char text[HOOKS_TEXT_CASE_SIZE];
	char other[HOOKS_TEXT_CASE_SIZE];
	char names[512];
	size_t used = 0;

	show_hooks(hooks, measured[first], text);
	for (size_t i = 0; i < count && used < sizeof(names); i++) {
		show_hooks(hooks, measured[i], other);
		if (strcmp(other, text) != 0)
			continue;
		if (i < first)
			return 0;
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s",
					 used > 0 ? ", " : "", measured[i]->name);
	}
	return text[0] ? text_list_add_format(lines, "%s: %s", names, text) : 0;
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
	for (size_t i = 0; i < count && status == 0; i++)
		status = add_alike(hooks, measured, count, i, lines);
	free(measured);
	return status;
}
