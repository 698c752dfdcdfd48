/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_model.c - a comparison that keeps up with a session. Its lines are in compare_lines.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tui/compare_model.h"

/* This part of the samples being new is reason enough, though no pass has ended. */
#define NEW_PART 8

bool compare_model_can(const struct result *result)
{
	return result != NULL && result->plan.case_count > 0 && result->plan.variants.count > 1;
}

static void forget(struct compare_model *model)
{
	/* Lines and split point into the comparison. */
	model->line_count = 0;
	text_list_clear(&model->sentences);
	cost_split_clear(&model->split);
	comparison_clear(&model->comparison);
	model->valid = false;
}

void compare_model_clear(struct compare_model *model)
{
	forget(model);
	compare_inputs_clear(&model->inputs);
	text_list_clear(&model->despite);
	free(model->lines);
	memset(model, 0, sizeof(*model));
}

void compare_model_begin(struct compare_model *model, const struct result *result, bool live)
{
	enum compare_order order = model->order;

	compare_model_clear(model);
	model->order = order;
	if (!compare_model_can(result))
		return;
	model->result = result;
	model->live = live;
}

void compare_model_begin_files(struct compare_model *model, struct compare_inputs *inputs)
{
	enum compare_order order = model->order;

	compare_model_clear(model);
	model->order = order;
	model->inputs = *inputs;
	*inputs = (struct compare_inputs){0};
	model->has_files = model->inputs.input_count > 1;
	if (!model->has_files)
		model->result = model->inputs.inputs[0].result;
}

int compare_model_excuse(struct compare_model *model, const char *key)
{
	size_t i;

	model->finished = false;
	for (i = 0; i < model->despite.count; i++) {
		if (strcmp(model->despite.items[i], key) == 0) {
			text_list_remove(&model->despite, i);
			return 0;
		}
	}
	return text_list_add(&model->despite, key);
}

const struct input *compare_model_group(const struct compare_model *model, const char *name,
					size_t *count)
{
	const struct compare_inputs *inputs = &model->inputs;
	size_t first = 0;
	size_t i;

	*count = 0;
	for (i = 0; i < inputs->group_count; i++) {
		if (strcmp(inputs->groups[i].name, name) == 0) {
			*count = inputs->groups[i].files.count;
			return &inputs->inputs[first];
		}
		first += inputs->groups[i].files.count;
	}
	return NULL;
}

void compare_model_ended(struct compare_model *model, const struct result *result)
{
	if (model->result == NULL)
		return;
	model->result = result;
	model->live = false;
	model->finished = false;
}

size_t compare_model_ripe(const struct compare_model *model)
{
	const struct result *result = model->result;
	size_t variants;
	size_t ripe;
	const struct sample *last;

	if (result == NULL || result->sample_count == 0)
		return 0;
	if (!model->live)
		return result->sample_count;
	variants = result->plan.variants.count;
	last = &result->samples[result->sample_count - 1];
	/* In the first pass a part is more than nothing. */
	if (last->pass == 0)
		return result->sample_count;
	for (ripe = result->sample_count; ripe > 0; ripe--) {
		const struct sample *sample = &result->samples[ripe - 1];

		if (sample->pass != last->pass || sample->step / variants != last->step / variants)
			break;
	}
	return ripe;
}

bool compare_model_is_due(const struct compare_model *model, int64_t now_ms)
{
	size_t count;

	if (model->has_files || !model->live)
		return (model->has_files || model->result != NULL) && !model->finished;
	if (model->result == NULL)
		return false;
	count = model->result->sample_count;
	if (count == model->samples_then || now_ms < model->next_ms)
		return false;
	if (!model->valid)
		return true;
	return compare_model_ripe(model) != model->samples_seen &&
	       (model->result->samples[count - 1].pass > 0 ||
		count - model->samples_then >= model->samples_then / NEW_PART);
}

/* The result as far as it has come, and no step is to blame for not having come further. */
static int look_at(const struct compare_model *model, struct result *view)
{
	size_t count = plan_step_count(&model->result->plan);
	size_t i;

	*view = *model->result;
	if (!model->live)
		return 0;
	view->sample_count = compare_model_ripe(model);
	view->partial = false;
	view->steps = calloc(count, sizeof(*view->steps));
	if (view->steps == NULL)
		return -ENOMEM;
	for (i = 0; i < count; i++) {
		view->steps[i] = model->result->steps[i];
		if (view->steps[i].state != STEP_FAILED && view->steps[i].state != STEP_SKIPPED)
			view->steps[i].state = STEP_DONE;
	}
	return 0;
}

static int compare_result(struct compare_model *model)
{
	struct result view;
	int status = look_at(model, &view);

	if (status < 0)
		return error_set(&model->error, status, "out of memory");
	status = compare_variants(&view, &model->comparison, &model->error);
	if (model->live)
		free(view.steps);
	return status;
}

/* What a person would write of it to a file is made anew when they ask for it. */
static int compare_files(struct compare_model *model)
{
	const struct comparison_options options = {.despite = &model->despite};
	struct compare_report report;
	int status = compare_inputs_compare(&model->inputs, &options, HEADLINE_ABOVE,
					    &model->comparison, &report, &model->error);

	if (status == 0)
		compare_report_clear(&report);
	return status;
}

/* While a session runs, not all rows can be tested yet; they will be. */
static void find_needed(struct compare_model *model)
{
	size_t counts[ROW_AA + 1] = {0};
	size_t i;

	for (i = 0; i < model->comparison.row_count; i++)
		counts[model->comparison.rows[i].role]++;
	for (i = 0; i <= ROW_AA; i++)
		model->needed[i] = verdict_passes_needed(counts[i]);
}

static void compute(struct compare_model *model)
{
	int status;

	forget(model);
	model->error.text[0] = '\0';
	status = model->has_files ? compare_files(model) : compare_result(model);
	if (status == 0)
		status = cost_split_of(&model->comparison, &model->split, &model->error);
	if (status == 0)
		status = cost_split_sentences(&model->split, &model->sentences);
	find_needed(model);
	model->valid = status == 0;
	if (status == -ENOMEM && model->error.text[0] == '\0')
		error_set(&model->error, status, "out of memory");
	if (!model->valid)
		forget(model);
	model->generation++;
}

static int64_t clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool compare_model_update(struct compare_model *model, int64_t now_ms)
{
	int64_t started = clock_ms();
	int64_t pause;

	if (!compare_model_is_due(model, now_ms))
		return false;
	model->samples_seen = compare_model_ripe(model);
	model->samples_then = model->result != NULL ? model->result->sample_count : 0;
	compute(model);
	compare_model_arrange(model);
	model->finished = !model->live;
	pause = COMPARE_SHARE * (clock_ms() - started);
	model->next_ms = now_ms + (pause > COMPARE_INTERVAL_MS ? pause : COMPARE_INTERVAL_MS);
	return true;
}
