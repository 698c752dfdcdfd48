/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * result_latencies.c - the histograms of runs, sorted by step, pass, run and row, each once.
 */
#include "engine/result/result_latencies.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int place_compare(const struct run_latencies *a, const struct run_latencies *b)
{
	if (a->step != b->step)
		return a->step < b->step ? -1 : 1;
	if (a->pass != b->pass)
		return a->pass < b->pass ? -1 : 1;
	if (a->run != b->run)
		return a->run < b->run ? -1 : 1;
	return (a->row > b->row) - (a->row < b->row);
}

/* The index of the first one that does not stand before place. */
static size_t find_place(const struct result *result, const struct run_latencies *place)
{
	size_t low = 0;
	size_t high = result->latencies_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_compare(&result->latencies[middle], place) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int make_room(struct result *result)
{
	size_t wanted = result->latencies_capacity / 2 * 3 + 64;
	struct run_latencies *latencies;

	if (result->latencies_count < result->latencies_capacity)
		return 0;
	latencies = reallocarray(result->latencies, wanted, sizeof(*latencies));
	if (!latencies)
		return -ENOMEM;
	result->latencies = latencies;
	result->latencies_capacity = wanted;
	return 0;
}

static int insert(struct result *result, size_t place, const struct run_latencies *told)
{
	struct run_latencies *at;
	struct latencies copy = {0};

	if (make_room(result) < 0 || latencies_merge(&copy, &told->latencies) < 0)
		return -ENOMEM;
	at = &result->latencies[place];
	memmove(at + 1, at, (result->latencies_count - place) * sizeof(*at));
	*at = *told;
	at->latencies = copy;
	result->latencies_count++;
	return 0;
}

int result_add_latencies(struct result *result, const struct run_latencies *told)
{
	const size_t place = find_place(result, told);
	struct run_latencies *there;

	if (told->row >= LATENCY_ROWS || !latencies_valid(&told->latencies))
		return -EINVAL;
	if (place == result->latencies_count || place_compare(&result->latencies[place], told) != 0)
		return insert(result, place, told);
	there = &result->latencies[place];
	/* What is kept has to be valid, too, for a file of it is read back. */
	if (told->latencies.count > LATENCIES_COUNT_MAXIMUM - there->latencies.count)
		return -EINVAL;
	return latencies_merge(&there->latencies, &told->latencies);
}

const struct run_latencies *result_latencies_of(const struct result *result,
						const struct sample *sample, size_t *count)
{
	const struct run_latencies place = {
		.step = sample->step, .pass = sample->pass, .run = sample->run};
	const struct run_latencies behind = {.step = sample->step,
					     .pass = sample->pass,
					     .run = sample->run,
					     .row = LATENCY_ROWS};
	const size_t begin = find_place(result, &place);

	*count = find_place(result, &behind) - begin;
	return *count ? &result->latencies[begin] : NULL;
}

static bool counts(const struct result *result, const struct run_latencies *told)
{
	const struct reading place = {.step = told->step, .pass = told->pass, .run = told->run};

	return result_reading_counts(result, &place);
}

int result_step_latencies(const struct result *result, size_t step, enum latency_row row, int pass,
			  struct latencies *joined)
{
	const struct run_latencies place = {
		.step = (uint32_t)step,
		.pass = pass == RESULT_ALL_PASSES ? 0 : (uint16_t)pass,
	};
	int code = 0;

	*joined = (struct latencies){0};
	for (size_t i = find_place(result, &place); i < result->latencies_count && code == 0; i++) {
		const struct run_latencies *told = &result->latencies[i];

		if (told->step != step || (pass != RESULT_ALL_PASSES && told->pass != pass))
			break;
		if (told->row == row && counts(result, told))
			code = latencies_merge(joined, &told->latencies);
	}
	if (code < 0)
		latencies_clear(joined);
	return code;
}

static bool same(const struct latencies *a, const struct latencies *b)
{
	if (a->count != b->count || a->minimum != b->minimum || a->maximum != b->maximum ||
	    a->bucket_count != b->bucket_count)
		return false;
	for (size_t i = 0; i < a->bucket_count; i++)
		if (a->buckets[i].number != b->buckets[i].number ||
		    a->buckets[i].count != b->buckets[i].count)
			return false;
	return true;
}

bool result_latencies_equal(const struct result *a, const struct result *b)
{
	if (a->latencies_count != b->latencies_count)
		return false;
	for (size_t i = 0; i < a->latencies_count; i++)
		if (place_compare(&a->latencies[i], &b->latencies[i]) != 0 ||
		    !same(&a->latencies[i].latencies, &b->latencies[i].latencies))
			return false;
	return true;
}

void result_latencies_clear(struct result *result)
{
	for (size_t i = 0; i < result->latencies_count; i++)
		latencies_clear(&result->latencies[i].latencies);
	free(result->latencies);
	result->latencies = NULL;
	result->latencies_count = 0;
	result->latencies_capacity = 0;
}
