/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * result_readings.c - what runs told beside their durations, sorted by step, pass and run; within
 * a run as they were told.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/result.h"

static int place_compare(const struct reading *a, const struct reading *b)
{
	if (a->step != b->step)
		return a->step < b->step ? -1 : 1;
	if (a->pass != b->pass)
		return a->pass < b->pass ? -1 : 1;
	return a->run == b->run ? 0 : a->run < b->run ? -1 : 1;
}

/* The index of the first reading that stands behind place, or with_equal: not before it. */
static size_t find_place(const struct result *result, const struct reading *place, bool with_equal)
{
	size_t low = 0;
	size_t high = result->reading_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = place_compare(&result->readings[middle], place);

		if (order < 0 || (order == 0 && !with_equal))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int make_room(struct result *result)
{
	size_t wanted = result->reading_capacity / 2 * 3 + 256;
	struct reading *readings;

	if (result->reading_count < result->reading_capacity)
		return 0;
	readings = reallocarray(result->readings, wanted, sizeof(*readings));
	if (!readings)
		return -ENOMEM;
	result->readings = readings;
	result->reading_capacity = wanted;
	return 0;
}

int result_add_reading(struct result *result, const struct reading *reading)
{
	size_t place;

	if (!isfinite(reading->value) || reading->metric == METRIC_NONE ||
	    reading->metric >= METRIC_COUNT)
		return -EINVAL;
	if (make_room(result) < 0)
		return -ENOMEM;
	place = find_place(result, reading, false);
	memmove(&result->readings[place + 1], &result->readings[place],
		(result->reading_count - place) * sizeof(*reading));
	result->readings[place] = *reading;
	result->reading_count++;
	return 0;
}

const struct reading *result_readings_of(const struct result *result, const struct sample *sample,
					 size_t *count)
{
	const struct reading place = {
		.step = sample->step, .pass = sample->pass, .run = sample->run};
	size_t begin = find_place(result, &place, true);

	*count = find_place(result, &place, false) - begin;
	return *count ? &result->readings[begin] : NULL;
}

/* Among which samples a step's are looked for, and where the last one stood. */
struct place {
	uint32_t step;
	uint16_t pass;
	size_t begin;
	size_t end;
	size_t at;
};

static struct place place_of(const struct result *result, uint32_t step, uint16_t pass)
{
	struct place place = {.step = step, .pass = pass};

	result_range(result, step, pass, &place.begin, &place.end);
	place.at = place.begin;
	return place;
}

/*
 * Whether the sample of a run is there and good. From one run to the next it stands a few samples
 * further on, so that going through all runs in turn goes through the samples once.
 */
static bool is_good(const struct result *result, struct place *place, uint32_t run)
{
	for (size_t looked = place->begin; looked < place->end; looked++) {
		const struct sample *sample = &result->samples[place->at];

		if (sample->step == place->step && sample->run == run)
			return !(sample->flags & SAMPLE_FAILED);
		if (++place->at == place->end)
			place->at = place->begin;
	}
	return false;
}

bool result_reading_counts(const struct result *result, const struct reading *reading)
{
	struct place place = place_of(result, reading->step, reading->pass);

	return is_good(result, &place, reading->run);
}

int result_metric_values(const struct result *result, size_t step, enum metric_id metric, int pass,
			 double **values, size_t *count)
{
	const struct reading first = {.step = (uint32_t)step};
	struct place place = place_of(result, (uint32_t)step, 0);
	size_t begin = find_place(result, &first, true);
	size_t end = begin;

	while (end < result->reading_count && result->readings[end].step == step)
		end++;
	*count = 0;
	*values = malloc((end - begin + 1) * sizeof(**values));
	if (!*values)
		return -ENOMEM;
	for (size_t i = begin; i < end; i++) {
		const struct reading *reading = &result->readings[i];

		if (reading->metric != metric ||
		    (pass != RESULT_ALL_PASSES && reading->pass != pass))
			continue;
		if (reading->pass != place.pass)
			place = place_of(result, reading->step, reading->pass);
		if (is_good(result, &place, reading->run))
			(*values)[(*count)++] = reading->value;
	}
	return 0;
}

size_t result_metrics_of(const struct result *result, size_t case_index,
			 enum metric_id found[METRIC_COUNT])
{
	const size_t width = result->plan.variants.count;
	const struct reading place = {.step = (uint32_t)(case_index * width)};
	bool seen[METRIC_COUNT] = {false};
	size_t count = 0;

	for (size_t i = find_place(result, &place, true);
	     i < result->reading_count && result->readings[i].step / width == case_index; i++) {
		const enum metric_id metric = (enum metric_id)result->readings[i].metric;

		if (!seen[metric])
			found[count++] = metric;
		seen[metric] = true;
	}
	return count;
}

bool result_readings_equal(const struct result *a, const struct result *b)
{
	if (a->reading_count != b->reading_count)
		return false;
	for (size_t i = 0; i < a->reading_count; i++) {
		const struct reading *x = &a->readings[i];
		const struct reading *y = &b->readings[i];

		if (place_compare(x, y) != 0 || x->metric != y->metric ||
		    memcmp(&x->value, &y->value, sizeof(x->value)) != 0)
			return false;
	}
	return true;
}
