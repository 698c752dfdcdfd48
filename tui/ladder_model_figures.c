/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_model_figures.c - what became of the rungs that were booted: the table as it fills, and
 * which row of the page stands for which of its columns.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ladder/ladder_signature.h"
#include "exports/ladder/ladder_idle.h"
#include "tui/ladder_model.h"
#include "tui/ladder_model_private.h"

static void clear_table(struct ladder_model *model)
{
	if (model->has_table)
		ladder_table_clear(&model->table);
	memset(&model->table, 0, sizeof(model->table));
	model->has_table = false;
	if (model->signatures != NULL)
		ladder_signatures_clear(model->signatures);
	free(model->signatures);
	model->signatures = NULL;
	text_list_clear(&model->sums);
}

void ladder_model_forget(struct ladder_model *model)
{
	clear_table(model);
	free(model->statuses);
	free(model->names);
	free(model->sources);
	free(model->hooks);
	model->ran = NULL;
	model->statuses = NULL;
	model->names = NULL;
	model->sources = NULL;
	model->hooks = NULL;
	ladder_model_make_rows(model);
	ladder_model_show_cases(model);
}

/* As its row is called: a repeat has the name of what it repeats, which alone says nothing. */
static void name_rung(const struct ladder_rung *rung, const char *reported, char *buffer,
		      size_t size)
{
	if (rung->kind == RUNG_SAME)
		snprintf(buffer, size, "A/A      same again");
	else if (rung->kind == RUNG_PLACEBO)
		snprintf(buffer, size, "placebo  another word");
	else
		ladder_rung_name(rung, reported, buffer, size);
}

int ladder_model_begin(struct ladder_model *model, const struct ladder_plan *ran)
{
	ladder_model_forget(model);
	model->statuses = calloc(ran->rung_count + 1, sizeof(*model->statuses));
	model->names = calloc(ran->rung_count + 1, sizeof(*model->names));
	model->sources = calloc(ran->rung_count + 1, sizeof(*model->sources));
	model->hooks = calloc(ran->kernel_count + 1, sizeof(const struct hook_table *));
	if (model->statuses == NULL || model->names == NULL || model->sources == NULL ||
	    model->hooks == NULL) {
		ladder_model_forget(model);
		return -ENOMEM;
	}
	model->ran = ran;
	for (size_t i = 0; i < ran->rung_count; i++) {
		static const struct rung_status queued = {
			.state = RUNG_QUEUED, .remaining_seconds = -1, .trouble = "", .log = ""};

		ladder_model_tell(model, i, &queued);
	}
	ladder_model_make_rows(model);
	ladder_model_show_cases(model);
	return 0;
}

void ladder_model_tell(struct ladder_model *model, size_t rung, const struct rung_status *status)
{
	const struct ladder_rung *of = &model->ran->rungs[rung];
	const char *reported = status->booted ? status->reported : NULL;
	struct ladder_source *source = &model->sources[rung];

	model->statuses[rung] = *status;
	ladder_rung_name(of, reported, model->names[rung], LADDER_NAME_SIZE);
	*source = (struct ladder_source){status->result, of->kind, of->kernel, model->names[rung]};
	if (status->hooks != NULL && model->hooks[of->kernel] == NULL)
		model->hooks[of->kernel] = status->hooks;
}

static bool any_result(const struct ladder_model *model)
{
	for (size_t i = 0; i < model->ran->rung_count; i++)
		if (model->sources[i].result != NULL)
			return true;
	return false;
}

static int make_table(struct ladder_model *model, struct error *error)
{
	int status =
		ladder_table_make(&model->table, model->sources, model->ran->rung_count, error);

	if (status < 0)
		return status;
	model->has_table = true;
	if (ladder_table_sums(&model->table, model->sources, &model->sums) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	model->signatures = calloc(1, sizeof(*model->signatures));
	if (model->signatures == NULL)
		return error_set(error, -ENOMEM, "out of memory");
	status = ladder_signatures_of(&model->table, model->sources, model->hooks,
				      model->signatures, error);
	if (status < 0) {
		free(model->signatures);
		model->signatures = NULL;
	}
	return status;
}

int ladder_model_update(struct ladder_model *model, struct error *error)
{
	int status = 0;

	clear_table(model);
	if (model->ran != NULL && any_result(model))
		status = make_table(model, error);
	ladder_model_make_rows(model);
	return status;
}

/* The rung of what was booted that is the plan's rung, or LADDER_NONE. */
static size_t find_ran(const struct ladder_model *model, size_t rung)
{
	char *key = model->ran != NULL ? ladder_model_key(&model->plan, rung) : NULL;
	size_t found = LADDER_NONE;

	for (size_t i = 0; key != NULL && i < model->ran->rung_count && found == LADDER_NONE; i++) {
		char *other = ladder_model_key(model->ran, i);

		if (other != NULL && strcmp(other, key) == 0)
			found = i;
		free(other);
	}
	free(key);
	return found;
}

static size_t find_column(const struct ladder_model *model, size_t ran, const char *variant)
{
	for (size_t i = 0; model->has_table && i < model->table.column_count; i++)
		if (model->table.columns[i].source == ran &&
		    strcmp(model->table.columns[i].variant, variant) == 0)
			return i;
	return LADDER_NONE;
}

/* A variant that cannot be had under a rung, as landlock without the module, has none. */
static bool any_figure(const struct ladder_model *model, size_t column)
{
	for (size_t i = 0; column != LADDER_NONE && i < model->table.row_count; i++)
		if (ladder_table_cell(&model->table, i, column)->known)
			return true;
	return false;
}

static void add_row(struct ladder_model *model, const struct ladder_row *row)
{
	size_t capacity = model->row_count + 1;
	struct ladder_row *rows = realloc(model->rows, capacity * sizeof(*rows));

	if (rows == NULL)
		return;
	model->rows = rows;
	rows[model->row_count++] = *row;
}

/* The rung's row and, once it was booted with several variants, one for each further variant. */
static void add_rung(struct ladder_model *model, size_t rung)
{
	struct ladder_row row = {
		.kind = LADDER_ROW_RUNG,
		.kernel = model->plan.rungs[rung].kernel,
		.rung = rung,
		.ran = find_ran(model, rung),
		.column = LADDER_NONE,
	};
	const struct text_list *variants =
		row.ran != LADDER_NONE ? &model->ran->plan.variants : NULL;

	if (variants != NULL)
		row.column = find_column(model, row.ran,
					 variants->count > 0 ? variants->items[0] : "none");
	add_row(model, &row);
	row.kind = LADDER_ROW_VARIANT;
	for (row.variant = 1; variants != NULL && row.variant < variants->count; row.variant++) {
		row.column = find_column(model, row.ran, variants->items[row.variant]);
		if (any_figure(model, row.column))
			add_row(model, &row);
	}
}

void ladder_model_make_rows(struct ladder_model *model)
{
	const struct ladder_plan *plan = &model->plan;

	model->row_count = 0;
	for (size_t kernel = 0; kernel < plan->kernel_count; kernel++) {
		const struct ladder_row heading = {LADDER_ROW_KERNEL, kernel,      LADDER_NONE,
						   LADDER_NONE,       LADDER_NONE, 0};

		if (plan->kernel_count > 1)
			add_row(model, &heading);
		for (size_t rung = 0; rung < plan->rung_count; rung++)
			if (plan->rungs[rung].kernel == kernel)
				add_rung(model, rung);
	}
}

bool ladder_model_idle(const struct ladder_model *model, const struct ladder_row *row, char *buffer,
		       size_t size)
{
	struct text_list extra = {NULL, 0};
	const struct ladder_column *column;
	size_t used = 0;

	buffer[0] = '\0';
	if (!model->has_table || row->column == LADDER_NONE)
		return false;
	column = &model->table.columns[row->column];
	(void)ladder_table_extra(&model->table, model->sources, row->column, &extra);
	for (size_t i = 0; i < extra.count && used < size; i++) {
		const struct result *result = model->sources[column->source].result;
		const char *why =
			ladder_idle(extra.items[i], &result->environment, column->variant);

		if (why != NULL)
			used += (size_t)snprintf(buffer + used, size - used, "%s%s %s",
						 used > 0 ? ", " : "", extra.items[i], why);
	}
	text_list_clear(&extra);
	return used > 0;
}

/* A rung's name, and a word on what its figures are not. */
static void row_name_of_rung(const struct ladder_model *model, const struct ladder_row *row,
			     char *buffer, size_t size)
{
	const struct rung_status *status = ladder_model_status(model, row);
	char idle[LADDER_NAME_SIZE];
	size_t used;

	name_rung(&model->plan.rungs[row->rung],
		  status != NULL && status->booted ? status->reported : NULL, buffer, size);
	used = strlen(buffer);
	if (ladder_model_idle(model, row, idle, sizeof(idle)))
		snprintf(buffer + used, size - used, " idle");
}

void ladder_model_row_name(const struct ladder_model *model, const struct ladder_row *row,
			   char *buffer, size_t size)
{
	if (row->kind == LADDER_ROW_KERNEL)
		snprintf(buffer, size, "%s", model->plan.kernels[row->kernel].release);
	else if (row->kind == LADDER_ROW_VARIANT)
		snprintf(buffer, size, "  %s", model->ran->plan.variants.items[row->variant]);
	else
		row_name_of_rung(model, row, buffer, size);
}

const struct rung_status *ladder_model_status(const struct ladder_model *model,
					      const struct ladder_row *row)
{
	return row->ran != LADDER_NONE ? &model->statuses[row->ran] : NULL;
}

const struct ladder_cell *ladder_model_cell(const struct ladder_model *model,
					    const struct ladder_row *row, size_t index)
{
	if (!model->has_table || row->column == LADDER_NONE || index >= model->table.row_count)
		return NULL;
	return ladder_table_cell(&model->table, index, row->column);
}

const struct ladder_row *ladder_model_booted(const struct ladder_model *model,
					     const struct ladder_row *row)
{
	if (row->ran != LADDER_NONE)
		return row;
	for (size_t i = 0; i < model->row_count; i++)
		if (model->rows[i].kernel == row->kernel && model->rows[i].ran != LADDER_NONE)
			return &model->rows[i];
	return NULL;
}

const struct hook_table *ladder_model_hooks(const struct ladder_model *model,
					    const struct ladder_row *row)
{
	const struct ladder_row *booted = ladder_model_booted(model, row);

	return booted != NULL ? model->hooks[model->ran->rungs[booted->ran].kernel] : NULL;
}

static const struct touch_signature *find_signature(const struct ladder_model *model, size_t column)
{
	const struct plan_case *selected = ladder_model_case(model);

	if (model->signatures == NULL || selected == NULL || column == LADDER_NONE ||
	    model->table.columns[column].base == column)
		return NULL;
	for (size_t i = 0; i < model->signatures->count; i++) {
		const struct touch_signature *item = &model->signatures->items[i];

		if (item->column == column &&
		    strcmp(item->operation, selected->operation->name) == 0)
			return item;
	}
	return NULL;
}

static bool is_measured(const struct ladder_model *model, const struct ladder_row *row)
{
	const struct ladder_cell *cell =
		ladder_model_cell(model, row, model->shown[model->selected_case].index);

	return cell != NULL && cell->known;
}

bool ladder_model_prediction(const struct ladder_model *model, const struct ladder_row *row,
			     char *buffer, size_t size)
{
	const struct touch_signature *found = find_signature(model, row->column);

	if (found == NULL || model->sources[row->ran].kind != RUNG_OTHER ||
	    (found->measured == TOUCH_UNKNOWN && !is_measured(model, row)))
		return false;
	if (found->measured == TOUCH_UNKNOWN || found->predicted == TOUCH_UNKNOWN)
		snprintf(buffer, size, "prediction of %s: none: %s", found->operation,
			 found->because);
	else
		snprintf(buffer, size, "prediction of %s: %s: by its hooks %s (%s), measured %s",
			 found->operation, found->agrees ? "agrees" : "DOES NOT AGREE",
			 touch_name(found->predicted), found->because, touch_name(found->measured));
	return true;
}

size_t ladder_model_done(const struct ladder_model *model)
{
	size_t done = 0;

	for (size_t i = 0; model->ran != NULL && i < model->ran->rung_count; i++)
		done += model->statuses[i].state >= RUNG_DONE;
	return done;
}
