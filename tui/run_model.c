/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_model.c - figures that keep up with a session without disturbing it.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/step_summary.h"
#include "tui/run_model.h"

/* Sort again when this part of the values is new: the cost stays a fraction of measuring them. */
#define NEW_PART 32
/* The complete summary counts inversions as well. */
#define NEW_PART_OF_SUMMARY 8

#define NS_IN_SECOND 1e9

void run_model_clear(struct run_model *model)
{
	size_t i;

	for (i = 0; i < model->step_count; i++) {
		free(model->steps[i].values);
		free(model->steps[i].pass_starts);
	}
	free(model->steps);
	free(model->rows);
	memset(model, 0, sizeof(*model));
}

static int make_rows(struct run_model *model)
{
	size_t cases = model->result->plan.case_count;
	size_t per_case = model->variant_count == 1 ? 1 : model->variant_count + 1;
	size_t i;
	size_t j;

	model->rows = calloc(cases * per_case + 1, sizeof(*model->rows));
	if (model->rows == NULL)
		return -ENOMEM;
	for (i = 0; i < cases; i++) {
		for (j = 0; j < per_case; j++) {
			model->rows[model->row_count].case_index = i;
			model->rows[model->row_count].variant = per_case == 1 ? 0 : (int)j - 1;
			model->row_count++;
		}
	}
	return 0;
}

static void begin_step(struct run_model *model, size_t index)
{
	model->steps[index].last_pass = -1;
	model->steps[index].bytes = step_bytes(model->result, index);
	model->steps[index].in_seconds = step_in_seconds(model->result, index);
}

int run_model_begin(struct run_model *model, const struct result *result)
{
	size_t i;

	run_model_clear(model);
	if (result == NULL || result->plan.case_count == 0)
		return 0;
	model->result = result;
	model->step_count = plan_step_count(&result->plan);
	model->variant_count = model->step_count / result->plan.case_count;
	model->steps = calloc(model->step_count, sizeof(*model->steps));
	if (model->steps == NULL || make_rows(model) < 0) {
		if (model->steps == NULL)
			model->step_count = 0;
		run_model_clear(model);
		return -ENOMEM;
	}
	for (i = 0; i < model->step_count; i++)
		begin_step(model, i);
	return run_model_update(model);
}

void run_model_moved(struct run_model *model, const struct result *result)
{
	if (model->result != NULL)
		model->result = result;
}

static int note_pass(struct run_step *step, int pass)
{
	size_t *starts;

	if (pass == step->last_pass)
		return 0;
	starts = reallocarray(step->pass_starts, step->pass_count + 1, sizeof(*starts));
	if (starts == NULL)
		return -ENOMEM;
	starts[step->pass_count++] = step->count;
	step->pass_starts = starts;
	step->last_pass = pass;
	return 0;
}

static double value_of(const struct run_step *step, const struct sample *sample)
{
	if (step->bytes)
		return operation_rate(step->bytes, sample_value(sample));
	return sample_value(sample) / (step->in_seconds ? NS_IN_SECOND : 1);
}

static int add_value(struct run_step *step, double value)
{
	if (step->count == step->capacity) {
		size_t capacity = step->capacity * 2 + 64;
		double *values = reallocarray(step->values, capacity, sizeof(*values));

		if (values == NULL)
			return -ENOMEM;
		step->values = values;
		step->capacity = capacity;
	}
	step->values[step->count++] = value;
	running_add(&step->running, value);
	return 0;
}

/* A later case has seen a faster loop: what was computed with the old figure is void. */
static void follow_loop(struct run_model *model)
{
	double subtracted = step_subtracted(model->result);
	size_t i;

	if (memcmp(&model->subtracted, &subtracted, sizeof(subtracted)) == 0)
		return;
	model->subtracted = subtracted;
	for (i = 0; i < model->step_count; i++) {
		model->steps[i].order.count = 0;
		model->steps[i].has_summary = false;
		model->steps[i].histogram_bins = 0;
	}
}

int run_model_update(struct run_model *model)
{
	const struct result *result = model->result;

	if (result == NULL)
		return 0;
	follow_loop(model);
	for (; model->samples_seen < result->sample_count; model->samples_seen++) {
		const struct sample *sample = &result->samples[model->samples_seen];
		struct run_step *step;

		if (sample->step >= model->step_count)
			continue;
		step = &model->steps[sample->step];
		if (sample->flags & SAMPLE_FAILED) {
			step->failed++;
			continue;
		}
		if (note_pass(step, sample->pass) < 0 ||
		    add_value(step, value_of(step, sample)) < 0)
			return -ENOMEM;
	}
	return 0;
}

size_t run_model_step(const struct run_model *model, const struct run_row *row)
{
	return plan_step(&model->result->plan, row->case_index,
			 row->variant < 0 ? 0 : (size_t)row->variant);
}

size_t run_model_row_of_case(const struct run_model *model, size_t case_index)
{
	size_t i;

	for (i = 0; i < model->row_count; i++)
		if (model->rows[i].case_index == case_index)
			return i;
	return 0;
}

static bool is_stale(size_t then, size_t now, bool final, size_t part)
{
	if (final || then < part)
		return then != now;
	return now - then >= then / part;
}

double run_model_subtracted(const struct run_model *model, const struct run_step *step)
{
	return step->bytes || step->in_seconds ? 0 : model->subtracted;
}

const char *run_model_unit(const struct run_model *model, size_t step)
{
	return model->steps[step].in_seconds ? "s" : step_unit(model->result, step);
}

/* The least difference between two of a step's values that the clock tells; 0: unknown. */
static double resolution_of(const struct run_model *model, size_t index)
{
	const struct run_step *step = &model->steps[index];

	if (step->bytes)
		return 0;
	return step_resolution(model->result, index) / (step->in_seconds ? NS_IN_SECOND : 1);
}

static double *shown_values(const struct run_model *model, const struct run_step *step)
{
	double *values = malloc((step->count + 1) * sizeof(*values));
	size_t i;

	for (i = 0; values != NULL && i < step->count; i++)
		values[i] = step->values[i] - run_model_subtracted(model, step);
	return values;
}

static double *sorted_values(const struct run_model *model, const struct run_step *step)
{
	double *sorted = shown_values(model, step);

	if (sorted != NULL)
		sort_values(sorted, step->count);
	return sorted;
}

struct running run_model_running(const struct run_model *model, size_t index)
{
	struct running running = model->steps[index].running;
	double subtracted = run_model_subtracted(model, &model->steps[index]);

	running.mean -= subtracted;
	running.minimum -= subtracted;
	running.maximum -= subtracted;
	return running;
}

const struct run_order *run_model_order(struct run_model *model, size_t index, bool final)
{
	struct run_step *step = &model->steps[index];
	struct run_order *order = &step->order;
	size_t low;
	size_t high;
	double *sorted;

	if (step->count == 0 || !is_stale(order->count, step->count, final, NEW_PART))
		return order;
	sorted = sorted_values(model, step);
	if (sorted == NULL)
		return order;
	median_interval_ranks(step->count, 0.95, &low, &high);
	order->count = step->count;
	order->minimum = sorted[0];
	order->median = quantile(sorted, step->count, 0.5);
	order->low = low > 0 ? sorted[low - 1] : NAN;
	order->high = low > 0 ? sorted[high - 1] : NAN;
	order->p95 = quantile(sorted, step->count, 0.95);
	order->p99 = quantile(sorted, step->count, 0.99);
	order->maximum = sorted[step->count - 1];
	free(sorted);
	return order;
}

const struct summary *run_model_summary(struct run_model *model, size_t index, bool final)
{
	struct run_step *step = &model->steps[index];
	double *values;

	if (step->has_summary &&
	    !is_stale(step->summary.count, step->count, final, NEW_PART_OF_SUMMARY))
		return &step->summary;
	values = shown_values(model, step);
	step->has_summary =
		values != NULL &&
		summary_of(values, step->count, resolution_of(model, index), &step->summary) == 0;
	free(values);
	return step->has_summary ? &step->summary : NULL;
}

const struct histogram *run_model_histogram(struct run_model *model, size_t index, size_t bins,
					    bool final)
{
	struct run_step *step = &model->steps[index];
	double *sorted;

	if (step->count == 0 || bins == 0)
		return NULL;
	if (step->histogram_bins == bins &&
	    !is_stale(step->histogram_count, step->count, final, NEW_PART))
		return &step->histogram;
	sorted = sorted_values(model, step);
	if (sorted == NULL)
		return NULL;
	histogram_fill(&step->histogram, sorted, step->count, bins);
	step->histogram_count = step->count;
	step->histogram_bins = bins;
	free(sorted);
	return &step->histogram;
}

bool run_model_is_explained(const struct step *step)
{
	return step->reason && (step->state == STEP_FAILED || step->state == STEP_SKIPPED);
}

char run_model_mark(enum step_state state)
{
	switch (state) {
	case STEP_WAITING:
		return ' ';
	case STEP_PREPARING:
	case STEP_WARMING:
	case STEP_RUNNING:
		return '>';
	case STEP_BETWEEN:
		return '.';
	case STEP_DONE:
		return '*';
	case STEP_EARLY:
	case STEP_STOPPED:
		return '~';
	case STEP_SKIPPED:
		return '-';
	case STEP_FAILED:
		return '!';
	}
	return '?';
}
