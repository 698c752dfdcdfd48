/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate_learn.c - what a session that has ended tells about the next ones.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/session/estimate_private.h"
#include "engine/session/estimate_recordings.h"
#include "engine/statistics/summary.h"

/* Fewer say more about the moment than about the machine. */
static const double workers_minimum = 20;
/* So many, and what they say weighs as much as what was known before. */
static const double workers_enough = 60;
/* A fixture of so many files is made in less time than a worker takes. */
static const uint64_t files_few = 8;

/* What a sample tells for the next time: an iteration, or a run that timed itself. */
static double learned_ns(const struct plan_case *plan_case, const struct sample *sample)
{
	return plan_case->operation->record ? estimate_recorded_ns(plan_case, sample)
					    : sample_value(sample);
}

static void learn_case(struct estimate *estimate, const struct result *result, size_t case_index)
{
	const struct plan_case *plan_case = &result->plan.cases[case_index];
	const size_t step = plan_step(&result->plan, case_index, 0);
	char name[ESTIMATE_NAME_SIZE];
	double *values = malloc((result->sample_count + 1) * sizeof(*values));
	size_t count = 0;

	if (!values)
		return;
	for (size_t i = 0; i < result->sample_count; i++)
		if (result->samples[i].step == step && !(result->samples[i].flags & SAMPLE_FAILED))
			values[count++] = learned_ns(plan_case, &result->samples[i]);
	if (count > 0) {
		sort_values(values, count);
		estimate_case_name(&result->plan, case_index, name);
		estimate_set(estimate, name, quantile(values, count, 0.5));
	}
	free(values);
}

/*
 * From what is known towards what was seen by a share of the way; what was seen counts only between
 * least and most.
 */
static double drawn(double known, double seen, double share, double least, double most)
{
	return known + share * (fmin(fmax(seen, least), most) - known);
}

/* A session that its limit has ended did not come to all of its passes. */
static double started_workers(const struct result *result)
{
	double workers = 0;

	for (size_t i = 0; i < result->sample_count; i++)
		workers += result->samples[i].run == 0;
	return workers;
}

/* What the session took beyond its batches and its files, for each worker that it started. */
static void learn_overhead(struct estimate *estimate, const struct result *result,
			   const struct estimate_spent *spent)
{
	const double workers = started_workers(result);
	double rest = (spent->seconds - spent->fixture_seconds) * 1e9;
	double mean;

	if (result->partial || result->sample_count == 0 || workers < workers_minimum ||
	    estimate_has_recordings(&result->plan))
		return;
	for (size_t i = 0; i < result->sample_count; i++)
		rest -= 1.02 * (double)result->samples[i].duration_ns;
	for (size_t i = 0; i < result->sample_count; i++)
		if (result->samples[i].run == 0)
			rest -= estimate_warming_ns((double)result->samples[i].duration_ns);
	mean = rest / workers;
	/* A disturbed session may at most double what is known, and never go beyond 100 ms. */
	estimate->case_overhead_ns =
		drawn(estimate->case_overhead_ns, mean, workers / (workers + workers_enough), 1e6,
		      fmin(100e6, 2 * estimate->case_overhead_ns));
}

/* What one case took beside its batches, over the passes. */
struct beside {
	double ns;
	double workers;
};

/* Whether the time before a case's first batch is its workers' and not that of making files. */
static bool is_without_files(const struct plan_case *plan_case)
{
	return estimate_files(plan_case) <= files_few;
}

/* What a sample took, which of an interval is more than the calls in it that were timed. */
static double sample_ns(const struct result *result, const struct sample *sample)
{
	const double interval =
		plan_step_case(&result->plan, sample->step)->operation->record
			? estimate_interval_ns(&result->plan,
					       sample->step / result->plan.variants.count)
			: 0;

	return interval > 0 ? interval : (double)sample->duration_ns;
}

/* The same, and of a worker's first one what it took to warm it. */
static double batches_ns(const struct result *result, const struct sample *sample)
{
	const double duration = sample_ns(result, sample);

	if (plan_step_case(&result->plan, sample->step)->operation->record)
		return duration;
	return 1.02 * duration + (sample->run == 0 ? estimate_warming_ns(duration) : 0);
}

/* Whether the first pass takes more: a tree is made in it, or a command runs to warm up. */
static bool begins_slowly(const struct result *result, const struct sample *sample)
{
	const struct operation *operation = plan_step_case(&result->plan, sample->step)->operation;

	return operation->fixture == FIXTURE_HOME ||
	       (operation->starts_commands && result->plan.warmups > 0);
}

/*
 * From the end of the case before to the end of its own last batch a case has that time: less the
 * batches, also those of warming, it is what starting and setting up its workers took. Where memory
 * is filled, that is many times what a worker usually takes. Samples are in the order of time. What
 * begins slowly has a first pass that does not count.
 */
static void sum_besides(const struct result *result, struct beside *besides)
{
	const size_t width = result->plan.variants.count;
	double before = 0;

	for (size_t begin = 0, end; begin < result->sample_count; begin = end) {
		const struct sample *first = &result->samples[begin];
		struct beside *beside = &besides[first->step / width];
		double batches = estimate_attaching_ns(&result->plan);
		const bool counts = first->pass > 0 || !begins_slowly(result, first);
		double last = 0;

		for (end = begin; end < result->sample_count; end++) {
			const struct sample *sample = &result->samples[end];

			if (sample->pass != first->pass ||
			    sample->step / width != first->step / width)
				break;
			batches += batches_ns(result, sample);
			beside->workers += counts && sample->run == 0;
			last = (double)sample->start_ns + sample_ns(result, sample);
		}
		beside->ns += counts ? last - before - batches : 0;
		before = last;
	}
}

static void learn_besides(struct estimate *estimate, const struct result *result,
			  const struct estimate_spent *spent)
{
	const size_t count = result->sample_count;
	struct beside *besides;
	uint64_t end;

	if (result->partial || result->suspended || count == 0)
		return;
	/* A pause is not left out of the times at which samples began. */
	end = result->samples[count - 1].start_ns + result->samples[count - 1].duration_ns;
	if ((double)end > (spent->seconds + 1) * 1e9)
		return;
	besides = calloc(result->plan.case_count + 1, sizeof(*besides));
	if (!besides)
		return;
	sum_besides(result, besides);
	for (size_t i = 0; i < result->plan.case_count; i++) {
		char name[ESTIMATE_NAME_SIZE];
		struct estimate_case *known;

		estimate_case_name(&result->plan, i, name);
		known = estimate_find(estimate, name);
		if (known && is_without_files(&result->plan.cases[i]) && besides[i].workers > 0 &&
		    besides[i].ns > 0)
			known->beside_ns = besides[i].ns / besides[i].workers;
	}
	free(besides);
}

void estimate_learn(struct estimate *estimate, const struct result *result,
		    const struct estimate_spent *spent)
{
	for (size_t i = 0; i < result->plan.case_count; i++)
		learn_case(estimate, result, i);
	for (size_t i = 0; i < spent->file_system_count; i++)
		estimate_set_costs(estimate, &spent->files[i]);
	learn_overhead(estimate, result, spent);
	learn_besides(estimate, result, spent);
}
