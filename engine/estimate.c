/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate.c - how long a plan will take.
 */
#include "engine/estimate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/session.h"
#include "engine/summary.h"

/* Before anything is known: a short-lived process. */
static const double usual_overhead_ns = 10e6;
/*
 * Making and removing one file of a fixture, on a journalling file system. Not learned: a result
 * does not tell it, and only sizes from 10000 up feel it.
 */
static const double file_ns = 15e3;

#define CASES_MAXIMUM 10000u

void estimate_init(struct estimate *estimate)
{
	*estimate = (struct estimate){.case_overhead_ns = usual_overhead_ns};
}

void estimate_clear(struct estimate *estimate)
{
	free(estimate->cases);
	estimate->cases = NULL;
	estimate->case_count = 0;
}

/* Where name stands, or where it would: the cases are sorted by name. */
static size_t find_place(const struct estimate *estimate, const char *name)
{
	size_t low = 0;
	size_t high = estimate->case_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(estimate->cases[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct estimate_case *find(const struct estimate *estimate, const char *name)
{
	size_t place = find_place(estimate, name);

	if (place < estimate->case_count && strcmp(estimate->cases[place].name, name) == 0)
		return &estimate->cases[place];
	return NULL;
}

/* Add or replace. An estimate that cannot grow stays as it is. */
static void set(struct estimate *estimate, const char *name, double ns)
{
	struct estimate_case *known = find(estimate, name);
	size_t place;

	if (known) {
		known->ns = ns;
		return;
	}
	if (estimate->case_count >= CASES_MAXIMUM)
		return;
	known = reallocarray(estimate->cases, estimate->case_count + 1, sizeof(*known));
	if (!known)
		return;
	estimate->cases = known;
	place = find_place(estimate, name);
	known += place;
	memmove(known + 1, known, (estimate->case_count - place) * sizeof(*known));
	estimate->case_count++;
	memset(known, 0, sizeof(*known));
	snprintf(known->name, sizeof(known->name), "%s", name);
	known->ns = ns;
}

static void case_name(const struct plan *plan, size_t case_index, char *buffer, size_t size)
{
	plan_case_name(plan, case_index, buffer, size);
}

double estimate_case_seconds(const struct estimate *estimate, const struct plan *plan,
			     size_t case_index)
{
	const struct plan_case *plan_case = &plan->cases[case_index];
	const double batches = (double)plan->runs * (double)plan->variants.count;
	double batch = (double)plan->batch_ns;
	double files =
		(double)parameter_number(plan_case->operation->parameter, plan_case->parameter);
	double builds = files > SESSION_CHEAP_FILES ? 1.0 / plan->passes : 1;
	double total;
	char name[sizeof(estimate->cases->name)];
	const struct estimate_case *known;

	case_name(plan, case_index, name, sizeof(name));
	known = find(estimate, name);
	/* One iteration may last longer than a batch should. */
	if (known && known->ns * plan_case->operation->period > batch)
		batch = known->ns * plan_case->operation->period;
	total = batches * batch * 1.02 + (double)plan->variants.count * estimate->case_overhead_ns +
		builds * files * file_ns;
	if (plan->time_limit_ns > 0 && total > (double)plan->time_limit_ns / plan->passes)
		total = (double)plan->time_limit_ns / plan->passes;
	return total / 1e9;
}

double estimate_plan_seconds(const struct estimate *estimate, const struct plan *plan)
{
	double total = 0;

	for (size_t i = 0; i < plan->case_count; i++)
		total += estimate_case_seconds(estimate, plan, i) * plan->passes;
	if (plan->session_limit_ns > 0 && total > (double)plan->session_limit_ns / 1e9)
		total = (double)plan->session_limit_ns / 1e9;
	return total;
}

static void learn_case(struct estimate *estimate, const struct result *result, size_t case_index)
{
	char name[sizeof(estimate->cases->name)];
	double *values;
	size_t count;

	if (result_values(result, plan_step(&result->plan, case_index, 0), RESULT_ALL_PASSES,
			  &values, &count) < 0)
		return;
	if (count > 0) {
		sort_values(values, count);
		case_name(&result->plan, case_index, name, sizeof(name));
		set(estimate, name, quantile(values, count, 0.5));
	}
	free(values);
}

/* What the session took beyond its batches and its files, for each worker that it started. */
static void learn_overhead(struct estimate *estimate, const struct result *result, double seconds)
{
	const struct plan *plan = &result->plan;
	double rest = seconds * 1e9;
	double workers = 0;

	for (size_t i = 0; i < result->sample_count; i++)
		rest -= (double)result->samples[i].duration_ns;
	for (size_t i = 0; i < plan->case_count; i++) {
		const struct plan_case *plan_case = &plan->cases[i];
		uint64_t files =
			parameter_number(plan_case->operation->parameter, plan_case->parameter);

		rest -= (double)files * file_ns * (files > SESSION_CHEAP_FILES ? 1 : plan->passes);
		workers += (double)plan->variants.count * plan->passes;
	}
	if (!result->partial && result->sample_count > 0 && rest > 0 && workers > 0)
		estimate->case_overhead_ns =
			0.5 * estimate->case_overhead_ns + 0.5 * rest / workers;
}

void estimate_learn(struct estimate *estimate, const struct result *result, double seconds)
{
	for (size_t i = 0; i < result->plan.case_count; i++)
		learn_case(estimate, result, i);
	learn_overhead(estimate, result, seconds);
}

void estimate_write(const struct estimate *estimate, FILE *file)
{
	fprintf(file, "overhead %.0f\n", estimate->case_overhead_ns);
	for (size_t i = 0; i < estimate->case_count; i++)
		fprintf(file, "case %.1f %s\n", estimate->cases[i].ns, estimate->cases[i].name);
}

static bool plausible(double ns)
{
	return ns > 0 && ns < 3600e9;
}

void estimate_read(struct estimate *estimate, FILE *file)
{
	char line[256];
	char name[sizeof(estimate->cases->name)];
	double ns;

	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "overhead %lf", &ns) == 1 && plausible(ns))
			estimate->case_overhead_ns = ns;
		else if (sscanf(line, "case %lf %95[^\n]", &ns, name) == 2 && plausible(ns))
			set(estimate, name, ns);
	}
}
