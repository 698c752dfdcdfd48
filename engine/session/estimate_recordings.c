/* SPDX-License-Identifier: GPL-2.0-or-later */
/* estimate_recordings.c - how long operations take that time themselves. */
#include "engine/session/estimate_recordings.h"

#include <math.h>

#include "engine/session/estimate_trees.h"

/* A step on a file, before any was seen: on a disk; in memory it is a tenth. */
static const double usual_step_ns = 40e3;

/* The workload without its texts, of which nothing here depends. */
static struct workload workload_of(const struct plan *plan)
{
	struct workload workload;

	/* A text that is too long is refused when the session is opened. */
	(void)plan_workload(plan, &workload, NULL);
	return workload;
}

double estimate_interval_ns(const struct plan *plan, size_t case_index)
{
	const struct operation *operation = plan->cases[case_index].operation;
	const struct workload workload = workload_of(plan);

	if (operation->run_ns || operation->starts_commands ||
	    (operation->has_steps && workload.steps > 0))
		return 0;
	return (double)plan_interval_ns(plan, case_index) *
	       (1 + operation->before_interval / 100.0);
}

/* How many times what was learned a run takes. */
static double run_times(const struct plan *plan, const struct operation *operation)
{
	return operation->has_steps ? (double)workload_of(plan).steps : 1;
}

/* What has steps ends with its interval, where the plan names one. */
static double within_interval(const struct plan *plan, const struct operation *operation, double ns)
{
	return operation->has_steps && plan->interval_ns > 0 ? fmin(ns, (double)plan->interval_ns)
							     : ns;
}

static double unknown_run_ns(const struct plan *plan, const struct plan_case *plan_case)
{
	const struct operation *operation = plan_case->operation;

	if (operation->run_ns)
		return (double)(operation->run_ns *
				parameter_number(operation->parameter, plan_case->parameter));
	return operation->has_steps ? usual_step_ns * run_times(plan, operation) : -1;
}

static double run_ns(const struct estimate_case *known, const struct plan *plan, size_t case_index)
{
	const struct plan_case *plan_case = &plan->cases[case_index];
	const double interval = estimate_interval_ns(plan, case_index);

	if (interval > 0)
		return interval;
	return within_interval(plan, plan_case->operation,
			       known ? known->ns * run_times(plan, plan_case->operation)
				     : unknown_run_ns(plan, plan_case));
}

void estimate_recording(const struct estimate *estimate, const struct plan *plan, size_t case_index,
			struct estimate_recording *expected)
{
	const struct estimate_case *known = estimate_known(estimate, plan, case_index);

	expected->run_ns = run_ns(known, plan, case_index);
	expected->beside_ns =
		known && known->beside_ns > 0
			? known->beside_ns
			: estimate->case_overhead_ns + estimate_tree_reading_ns(plan, case_index) *
							       plan_case_runs(plan, case_index);
}

/* Runs of a worker, those too that do not count: they come in the first pass, and are shared out.
 */
static double runs_of_worker(const struct plan *plan, size_t case_index)
{
	const bool warms = plan->cases[case_index].operation->starts_commands;

	return plan_case_runs(plan, case_index) +
	       (warms ? (double)plan->warmups / plan->passes : 0);
}

double estimate_recording_ns(const struct estimate *estimate, const struct plan *plan,
			     size_t case_index)
{
	struct estimate_recording expected;
	double runs = runs_of_worker(plan, case_index);

	estimate_recording(estimate, plan, case_index, &expected);
	if (expected.run_ns < 0)
		runs = 0;
	return (double)plan->variants.count * (runs * expected.run_ns + expected.beside_ns);
}

double estimate_recorded_ns(const struct plan_case *plan_case, const struct sample *sample)
{
	const double duration = (double)sample->duration_ns;

	return plan_case->operation->has_steps ? duration / (double)sample->iterations : duration;
}

bool estimate_has_recordings(const struct plan *plan)
{
	for (size_t i = 0; i < plan->case_count; i++)
		if (plan->cases[i].operation->record)
			return true;
	return false;
}

bool estimate_is_least(const struct estimate *estimate, const struct plan *plan)
{
	for (size_t i = 0; i < plan->case_count; i++)
		if (estimate_case_is_least(estimate, plan, i))
			return true;
	return false;
}

bool estimate_case_is_least(const struct estimate *estimate, const struct plan *plan,
			    size_t case_index)
{
	struct estimate_recording expected;

	if (!plan->cases[case_index].operation->record)
		return false;
	estimate_recording(estimate, plan, case_index, &expected);
	return expected.run_ns < 0;
}
