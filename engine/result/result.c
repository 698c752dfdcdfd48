/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * result.c - what a session measured: its growing array of samples, and the values of a step.
 *
 * The samples always stand sorted by (pass, case, order), so that the values of a step in a pass
 * are found by bisection and not by walking a million samples.
 */
#include "engine/result/result.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/result_latencies.h"

static const char *const state_names[] = {
	[STEP_WAITING] = "waiting", [STEP_PREPARING] = "preparing", [STEP_WARMING] = "warming",
	[STEP_RUNNING] = "running", [STEP_BETWEEN] = "between",     [STEP_DONE] = "done",
	[STEP_EARLY] = "early",     [STEP_SKIPPED] = "skipped",     [STEP_STOPPED] = "stopped",
	[STEP_FAILED] = "failed",
};

const char *step_state_name(enum step_state state)
{
	return state_names[state];
}

int step_state_parse(const char *name, enum step_state *state)
{
	for (size_t i = 0; i < sizeof(state_names) / sizeof(state_names[0]); i++) {
		if (strcmp(name, state_names[i]) == 0) {
			*state = (enum step_state)i;
			return 0;
		}
	}
	return -EINVAL;
}

static const char *const unit_names[] = {
	[RESULT_NS] = "ns",
	[RESULT_INSTRUCTIONS] = "instructions",
};

const char *result_unit_name(enum result_unit unit)
{
	return unit_names[unit];
}

const char *result_unit_caution(enum result_unit unit)
{
	return unit == RESULT_INSTRUCTIONS ? "instructions, not time" : "";
}

int result_unit_decimals(enum result_unit unit, double value, int usual)
{
	bool is_whole = fabs(value - round(value)) < 0.5 * pow(10, -usual);

	return unit == RESULT_INSTRUCTIONS && is_whole ? 0 : usual;
}

int result_unit_parse(const char *name, enum result_unit *unit)
{
	for (size_t i = 0; i < sizeof(unit_names) / sizeof(unit_names[0]); i++) {
		if (strcmp(name, unit_names[i]) == 0) {
			*unit = (enum result_unit)i;
			return 0;
		}
	}
	return -EINVAL;
}

uint64_t result_unit_bytes(enum result_unit unit, const struct operation *operation,
			   const char *parameter)
{
	return unit == RESULT_NS ? operation_bytes(operation, parameter) : 0;
}

const char *result_unit_shown(enum result_unit unit, uint64_t bytes)
{
	return bytes ? "MB/s" : result_unit_name(unit);
}

void result_init(struct result *result)
{
	*result = (struct result){.cpu = -1};
	plan_init(&result->plan);
}

void result_clear(struct result *result)
{
	size_t count = result->steps ? plan_step_count(&result->plan) : 0;

	for (size_t i = 0; i < count; i++)
		free(result->steps[i].reason);
	free(result->steps);
	free(result->samples);
	free(result->readings);
	result_latencies_clear(result);
	environment_clear(&result->environment);
	plan_clear(&result->plan);
	*result = (struct result){.cpu = -1};
}

int result_begin(struct result *result, struct plan *plan, struct error *error)
{
	size_t count = plan_step_count(plan);

	result->steps = calloc(count ? count : 1, sizeof(*result->steps));
	if (!result->steps)
		return error_set(error, -ENOMEM, "no memory for %zu steps", count);
	plan_clear(&result->plan);
	result->plan = *plan;
	plan_init(plan);
	return 0;
}

int result_reserve(struct result *result, size_t count, struct error *error)
{
	struct sample *samples;
	size_t needed;

	if (__builtin_add_overflow(result->sample_count, count, &needed))
		return error_set(error, -ENOMEM, "no memory for %zu samples", count);
	if (needed <= result->sample_capacity)
		return 0;
	samples = reallocarray(result->samples, needed, sizeof(*samples));
	if (!samples)
		return error_set(error, -ENOMEM, "no memory for %zu samples", needed);
	result->samples = samples;
	result->sample_capacity = needed;
	return 0;
}

/* Negative, 0 or positive as a stands before, with or behind b; variants is the steps a case has.
 */
static int place_compare(const struct sample *a, const struct sample *b, size_t variants)
{
	size_t case_a = a->step / variants;
	size_t case_b = b->step / variants;

	if (a->pass != b->pass)
		return a->pass < b->pass ? -1 : 1;
	if (case_a != case_b)
		return case_a < case_b ? -1 : 1;
	return a->order == b->order ? 0 : a->order < b->order ? -1 : 1;
}

static size_t variant_count_of(const struct plan *plan)
{
	size_t steps = plan_step_count(plan);

	return plan->case_count && steps ? steps / plan->case_count : 1;
}

/* The index of the first sample that does not stand before place. */
static size_t find_place(const struct result *result, const struct sample *place, size_t variants)
{
	size_t low = 0;
	size_t high = result->sample_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_compare(&result->samples[middle], place, variants) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Where sample belongs; in a session that is always the end. */
static size_t place_of(const struct result *result, const struct sample *sample)
{
	size_t variants = variant_count_of(&result->plan);
	const struct sample *last;

	if (result->sample_count == 0)
		return 0;
	last = &result->samples[result->sample_count - 1];
	if (place_compare(last, sample, variants) < 0)
		return result->sample_count;
	return find_place(result, sample, variants);
}

int result_add(struct result *result, const struct sample *sample)
{
	size_t variants = variant_count_of(&result->plan);
	size_t place;

	if (result->sample_count == result->sample_capacity) {
		size_t more = result->sample_capacity / 2 + 1024;

		if (result_reserve(result, more, NULL) < 0)
			return -ENOMEM;
	}
	place = place_of(result, sample);
	if (place < result->sample_count &&
	    place_compare(&result->samples[place], sample, variants) == 0)
		return -EEXIST;
	memmove(&result->samples[place + 1], &result->samples[place],
		(result->sample_count - place) * sizeof(*sample));
	result->samples[place] = *sample;
	result->sample_count++;
	return 0;
}

/* RESULT_ALL_PASSES is not for here: the passes of a case do not stand together. */
void result_range(const struct result *result, size_t step, unsigned int pass, size_t *begin,
		  size_t *end)
{
	size_t variants = variant_count_of(&result->plan);
	struct sample place = {.step = (uint32_t)step, .pass = (uint16_t)pass};

	*begin = find_place(result, &place, variants);
	place.order = UINT32_MAX;
	*end = find_place(result, &place, variants);
	/* No order comes behind UINT32_MAX, so at most one sample stands exactly there. */
	if (*end < result->sample_count &&
	    place_compare(&result->samples[*end], &place, variants) == 0)
		(*end)++;
}

/* Passes that the samples reach into, whatever the plan says. */
static unsigned int passes_present(const struct result *result)
{
	if (result->sample_count == 0)
		return 0;
	return result->samples[result->sample_count - 1].pass + 1u;
}

static size_t count_in_pass(const struct result *result, size_t step, unsigned int pass)
{
	size_t begin;
	size_t end;
	size_t count = 0;

	result_range(result, step, pass, &begin, &end);
	for (size_t i = begin; i < end; i++)
		count += result->samples[i].step == step &&
			 !(result->samples[i].flags & SAMPLE_FAILED);
	return count;
}

static size_t copy_pass(const struct result *result, size_t step, unsigned int pass, double *values)
{
	size_t begin;
	size_t end;
	size_t count = 0;

	result_range(result, step, pass, &begin, &end);
	for (size_t i = begin; i < end; i++) {
		const struct sample *sample = &result->samples[i];

		if (sample->step == step && !(sample->flags & SAMPLE_FAILED))
			values[count++] = sample_value(sample);
	}
	return count;
}

int result_values(const struct result *result, size_t step, int pass, double **values,
		  size_t *count)
{
	unsigned int first = pass == RESULT_ALL_PASSES ? 0 : (unsigned int)pass;
	unsigned int last = pass == RESULT_ALL_PASSES ? passes_present(result) : first + 1;
	size_t total = 0;

	for (unsigned int i = first; i < last; i++)
		total += count_in_pass(result, step, i);
	*count = 0;
	*values = malloc((total ? total : 1) * sizeof(**values));
	if (!*values)
		return -ENOMEM;
	for (unsigned int i = first; i < last; i++)
		*count += copy_pass(result, step, i, *values + *count);
	return 0;
}

unsigned int result_pass_count(const struct result *result, size_t step)
{
	unsigned int count = 0;

	for (unsigned int pass = 0; pass < passes_present(result); pass++) {
		size_t begin;
		size_t end;

		result_range(result, step, pass, &begin, &end);
		while (begin < end && result->samples[begin].step != step)
			begin++;
		count += begin < end;
	}
	return count;
}

static bool text_equal(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool steps_equal(const struct result *a, const struct result *b)
{
	size_t count = a->steps ? plan_step_count(&a->plan) : 0;

	if (!a->steps != !b->steps)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct step *x = &a->steps[i];
		const struct step *y = &b->steps[i];

		if (x->state != y->state || x->iterations != y->iterations ||
		    x->warmup != y->warmup || x->failed_runs != y->failed_runs ||
		    x->fixture_reused != y->fixture_reused || !text_equal(x->reason, y->reason))
			return false;
	}
	return true;
}

static bool samples_equal(const struct result *a, const struct result *b)
{
	if (a->sample_count != b->sample_count)
		return false;
	for (size_t i = 0; i < a->sample_count; i++) {
		const struct sample *x = &a->samples[i];
		const struct sample *y = &b->samples[i];

		if (x->step != y->step || x->pass != y->pass || x->flags != y->flags ||
		    x->run != y->run || x->order != y->order || x->start_ns != y->start_ns ||
		    x->duration_ns != y->duration_ns || x->iterations != y->iterations)
			return false;
	}
	return true;
}

/* The same bits: a comparison by == would take 0 and -0 for one. */
static bool number_equal(double a, double b)
{
	uint64_t bits_a;
	uint64_t bits_b;

	memcpy(&bits_a, &a, sizeof(bits_a));
	memcpy(&bits_b, &b, sizeof(bits_b));
	return bits_a == bits_b;
}

bool result_equal(const struct result *a, const struct result *b)
{
	return a->unit == b->unit && strcmp(a->version, b->version) == 0 &&
	       strcmp(a->clock, b->clock) == 0 && a->started == b->started &&
	       a->ended == b->ended && a->partial == b->partial && a->suspended == b->suspended &&
	       a->cpu == b->cpu && number_equal(a->clock_cost_ns, b->clock_cost_ns) &&
	       number_equal(a->clock_step_ns, b->clock_step_ns) &&
	       number_equal(a->loop_ns, b->loop_ns) &&
	       environment_equal(&a->environment, &b->environment) &&
	       plan_equal(&a->plan, &b->plan) && steps_equal(a, b) && samples_equal(a, b) &&
	       result_readings_equal(a, b) && result_latencies_equal(a, b);
}
