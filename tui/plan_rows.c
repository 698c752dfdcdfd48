/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_rows.c - the rows of the Plan page, derived from the tables: an entry that is added to
 * one of them appears here by itself.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "engine/variant/variant.h"
#include "tui/plan_rows.h"

struct plan_row *plan_rows_add(struct plan_rows *rows, enum plan_row_kind kind, const char *key,
			       const char *value, const char *label)
{
	struct plan_row *row;

	if (rows->count == rows->capacity) {
		size_t capacity = rows->capacity * 2 + 16;
		struct plan_row *more = reallocarray(rows->rows, capacity, sizeof(*more));

		if (more == NULL) {
			rows->status = -ENOMEM;
			return &rows->spare;
		}
		rows->rows = more;
		rows->capacity = capacity;
	}
	row = &rows->rows[rows->count++];
	memset(row, 0, sizeof(*row));
	row->kind = kind;
	row->key = plan_key_find(key);
	row->value = strdup(value);
	row->label = strdup(label);
	row->help = strdup(row->key->help);
	if (row->value == NULL || row->label == NULL || row->help == NULL)
		rows->status = -ENOMEM;
	return row;
}

void plan_row_set_help(struct plan_row *row, const char *format, ...)
{
	va_list arguments;
	char *help;

	va_start(arguments, format);
	if (vasprintf(&help, format, arguments) >= 0) {
		free(row->help);
		row->help = help;
	}
	va_end(arguments);
}

void plan_rows_mark_group(struct plan_rows *rows, size_t group)
{
	size_t items = 0;
	size_t on = 0;
	size_t runs = 0;
	size_t i;

	for (i = group + 1; i < rows->count; i++) {
		if (rows->rows[i].kind != PLAN_ROW_ITEM)
			continue;
		items++;
		on += rows->rows[i].mark == MARK_ON;
		runs += rows->rows[i].mark == MARK_ON || rows->rows[i].mark == MARK_IMPLIED;
	}
	rows->rows[group].mark = runs == 0      ? MARK_OFF
				 : on == items  ? MARK_ON
				 : runs < items ? MARK_SOME
				 : on == 0      ? MARK_IMPLIED
						: MARK_SOME;
	snprintf(rows->rows[group].note, sizeof(rows->rows[group].note), "%zu/%zu", runs, items);
}

/* The note beside a shape: components walked, or what is special about it. */
static void describe_shape(struct plan_row *row, const struct path_shape *shape)
{
	snprintf(row->note, sizeof(row->note), "%u", shape->components);
	if (shape->missing)
		snprintf(row->note, sizeof(row->note), "ENOENT");
	else if (strstr(shape->name, "LLL") != NULL)
		snprintf(row->note, sizeof(row->note), "link");
	plan_row_set_help(row, "%s; %u component%s", shape->help, shape->components,
			  shape->components == 1 ? "" : "s");
}

/* Whether a case walks this shape. */
static bool is_walked(const struct plan *expanded, const char *shape)
{
	size_t i;

	for (i = 0; expanded != NULL && i < expanded->case_count; i++)
		if (expanded->cases[i].operation->parameter->type == PARAMETER_PATH &&
		    !expanded->cases[i].added && strcmp(expanded->cases[i].parameter, shape) == 0)
			return true;
	return false;
}

/* Whether what the pane shows goes to an operation: a suite brings its shapes along. */
static bool suite_decides(const struct plan *plan, const struct plan *expanded)
{
	bool any = false;
	size_t i;

	for (i = 0; expanded != NULL && i < operation_count; i++) {
		if (operations[i]->parameter->type != PARAMETER_PATH)
			continue;
		if (plan_rows_names(plan, expanded, operations[i]))
			return false;
		any = any || plan_rows_runs(expanded, operations[i]);
	}
	return any;
}

static enum plan_mark shape_mark(const struct plan *plan, const struct plan *expanded,
				 const char *shape)
{
	bool given = plan->paths.count + plan->depths.count + plan->own_paths.count > 0;

	if (given ? text_list_has(&plan->paths, shape) || text_list_has(&plan->paths, "all")
		  : !suite_decides(plan, expanded))
		return MARK_ON;
	return is_walked(expanded, shape) ? MARK_IMPLIED : MARK_OFF;
}

static void fill_shapes(struct plan_rows *rows, const struct plan *plan,
			const struct plan *expanded)
{
	char label[32];
	size_t i;

	for (i = 0; i < path_shape_count; i++) {
		const char *name = path_shapes[i].name;
		struct plan_row *row = plan_rows_add(rows, PLAN_ROW_ITEM, "paths", name, name);

		row->mark = shape_mark(plan, expanded, name);
		describe_shape(row, &path_shapes[i]);
	}
	for (i = 0; i < plan->depths.count; i++) {
		struct plan_row *row;

		snprintf(label, sizeof(label), "depth %.20s", plan->depths.items[i]);
		row = plan_rows_add(rows, PLAN_ROW_ITEM, "depths", plan->depths.items[i], label);
		row->mark = MARK_ON;
		snprintf(row->note, sizeof(row->note), "%.20s", plan->depths.items[i]);
	}
	for (i = 0; i < plan->own_paths.count; i++) {
		struct plan_row *row =
			plan_rows_add(rows, PLAN_ROW_ITEM, "path", plan->own_paths.items[i],
				      plan->own_paths.items[i]);

		row->mark = MARK_ON;
		snprintf(row->note, sizeof(row->note), "%u",
			 parameter_components(plan->own_paths.items[i], NULL));
	}
	snprintf(label, sizeof(label), "depth 1..%u ...", PATH_DEPTH_MAXIMUM);
	plan_rows_add(rows, PLAN_ROW_ADD, "depths", "", label);
	plan_rows_add(rows, PLAN_ROW_ADD, "path", "", "own path ...");
}

static void add_variant(struct plan_rows *rows, const struct plan *plan, const char *text)
{
	const struct variant *variant = variant_find(text);
	struct plan_row *row = plan_rows_add(rows, PLAN_ROW_ITEM, "variants", text, text);
	const char *baseline =
		plan->variants.count > 0 ? plan->variants.items[0] : variants[0].offered;
	struct error why;

	row->mark = text_list_has(&plan->variants, text) || strcmp(text, baseline) == 0 ? MARK_ON
											: MARK_OFF;
	if (strcmp(text, baseline) == 0)
		snprintf(row->note, sizeof(row->note), "baseline");
	if (variant == NULL)
		return;
	plan_row_set_help(row, "%s", variant->summary);
	if (variant_available(text, &why) < 0) {
		row->mark = MARK_UNAVAILABLE;
		plan_row_set_help(row, "%s", why.text);
	}
}

static void fill_variants(struct plan_rows *rows, const struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->variants.count; i++)
		add_variant(rows, plan, plan->variants.items[i]);
	for (i = 0; i < variant_count; i++)
		if (variants[i].offered && !text_list_has(&plan->variants, variants[i].offered))
			add_variant(rows, plan, variants[i].offered);
}

static void clear_rows(struct plan_rows *rows)
{
	size_t i;

	for (i = 0; i < rows->count; i++) {
		free(rows->rows[i].value);
		free(rows->rows[i].label);
		free(rows->rows[i].help);
	}
	free(rows->rows);
	free(rows->spare.help);
	memset(rows, 0, sizeof(*rows));
}

static void clear_panes(struct plan_model *model)
{
	size_t pane;

	for (pane = 0; pane < PLAN_PANE_COUNT; pane++)
		clear_rows(&model->panes[pane]);
}

void plan_model_clear(struct plan_model *model)
{
	clear_panes(model);
	plan_model_fold_anew(model);
}

int plan_model_fill(struct plan_model *model, const struct plan *plan, const struct plan *expanded)
{
	int status = 0;
	size_t pane;

	clear_panes(model);
	plan_rows_fill_operations(&model->panes[PANE_OPERATIONS], plan, expanded);
	fill_shapes(&model->panes[PANE_SHAPES], plan, expanded);
	plan_rows_fill_numbers(&model->panes[PANE_NUMBERS], plan, expanded);
	fill_variants(&model->panes[PANE_VARIANTS], plan);
	plan_rows_fill_settings(&model->panes[PANE_SETTINGS], plan, expanded);
	for (pane = 0; pane < PLAN_PANE_COUNT && status == 0; pane++)
		status = model->panes[pane].status;
	if (status == 0)
		status = plan_rows_fold(model);
	if (status < 0)
		clear_panes(model);
	return status;
}
