/* SPDX-License-Identifier: GPL-2.0-or-later */
/* estimate_recordings.c - how long operations take that time themselves. */
#include "engine/session/estimate_recordings.h"

static const double usual_command_ns = 1e9;

static double unknown_run_ns(const struct plan *plan, const struct plan_case *plan_case)
{
	const struct operation *operation = plan_case->operation;
	struct workload workload;

	if (operation->run_ns)
		return (double)(operation->run_ns *
				parameter_number(operation->parameter, plan_case->parameter));
	if (operation->starts_commands || plan_workload(plan, &workload, NULL) < 0)
		return usual_command_ns;
	return (double)workload.interval_ns;
}

double estimate_recordings_ns(const struct plan *plan, size_t case_index, double known)
{
	const double run = known > 0 ? known : unknown_run_ns(plan, &plan->cases[case_index]);

	return plan_case_runs(plan, case_index) * run;
}

bool estimate_has_recordings(const struct plan *plan)
{
	for (size_t i = 0; i < plan->case_count; i++)
		if (plan->cases[i].operation->record)
			return true;
	return false;
}
