/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ended.c - what was really run where a plan's runs and passes were not.
 */
#include "exports/ended.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a step has of samples. */
struct run_count {
	uint64_t runs;
	uint64_t passes;
	int last_pass; /* -1: none yet */
};

/* Samples stand in the order of their passes. malloc'ed; NULL without memory. */
static struct run_count *count_runs(const struct result *result, size_t steps)
{
	struct run_count *counts = calloc(steps + 1, sizeof(*counts));

	if (!counts)
		return NULL;
	for (size_t i = 0; i < steps; i++)
		counts[i].last_pass = -1;
	for (size_t i = 0; i < result->sample_count; i++) {
		const struct sample *sample = &result->samples[i];
		struct run_count *count = &counts[sample->step];

		if (sample->flags & SAMPLE_FAILED)
			continue;
		count->runs++;
		count->passes += count->last_pass != sample->pass;
		count->last_pass = sample->pass;
	}
	return counts;
}

static void widen(struct ended_range *range, uint64_t value, bool is_first)
{
	if (is_first || value < range->low)
		range->low = value;
	if (is_first || value > range->high)
		range->high = value;
}

static void add_step(struct ended *ended, const struct run_count *count)
{
	widen(&ended->runs, count->runs, ended->count == 0);
	widen(&ended->passes, count->passes, ended->count == 0);
	ended->count++;
}

static bool is_same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Those that ended as step did; the list has room for another. */
static struct ended *find_or_add(struct ended_list *list, const struct step *step)
{
	struct ended *ended;

	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].state == step->state &&
		    is_same_text(list->items[i].reason, step->reason))
			return &list->items[i];
	}
	ended = &list->items[list->count++];
	*ended = (struct ended){.state = step->state, .reason = step->reason};
	return ended;
}

int ended_find(const struct result *result, struct ended_list *list)
{
	size_t steps = result->steps ? plan_step_count(&result->plan) : 0;
	struct run_count *counts = count_runs(result, steps);

	*list = (struct ended_list){.items = calloc(steps + 1, sizeof(*list->items))};
	if (!counts || !list->items) {
		free(counts);
		ended_clear(list);
		return -ENOMEM;
	}
	for (size_t i = 0; i < steps; i++) {
		const struct step *step = &result->steps[i];

		if (counts[i].runs > 0)
			add_step(&list->all, &counts[i]);
		if (step->state == STEP_EARLY || step->state == STEP_STOPPED)
			add_step(find_or_add(list, step), &counts[i]);
	}
	free(counts);
	return 0;
}

void ended_clear(struct ended_list *list)
{
	free(list->items);
	*list = (struct ended_list){0};
}

/* "46 to 283 runs", "1 pass". */
static void show_range(const struct ended_range *range, const char *one, const char *many,
		       char *buffer, size_t size)
{
	if (range->low == range->high)
		snprintf(buffer, size, "%" PRIu64 " %s", range->low, range->low == 1 ? one : many);
	else
		snprintf(buffer, size, "%" PRIu64 " to %" PRIu64 " %s", range->low, range->high,
			 many);
}

const char *ended_range_words(const struct ended *ended, char buffer[ENDED_WORDS_SIZE])
{
	char runs[64];
	char passes[64];

	show_range(&ended->runs, "run", "runs", runs, sizeof(runs));
	show_range(&ended->passes, "pass", "passes", passes, sizeof(passes));
	snprintf(buffer, ENDED_WORDS_SIZE, "%s in %s", runs, passes);
	return buffer;
}

const char *ended_words(const struct ended *ended, size_t steps, const char *noun,
			char buffer[ENDED_WORDS_SIZE])
{
	const char *how = ended->state == STEP_EARLY ? "ended early" : "were stopped";
	char after[ENDED_WORDS_SIZE];

	snprintf(buffer, ENDED_WORDS_SIZE, "%zu of %zu %s %s, after %.100s", ended->count, steps,
		 noun, how, ended_range_words(ended, after));
	return buffer;
}
