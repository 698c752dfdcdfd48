/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_workload.c - what a plan says to operations that time themselves. */
#include <errno.h>
#include <string.h>

#include "engine/plan/plan.h"

#define REPEATS 1u

uint32_t plan_case_runs(const struct plan *plan, size_t case_index)
{
	if (!plan->cases[case_index].operation->record)
		return plan->runs;
	return plan->repeats ? plan->repeats : REPEATS;
}

uint64_t plan_interval_ns(const struct plan *plan, size_t case_index)
{
	const uint64_t usual = plan->cases[case_index].operation->usual_interval_ns;

	if (plan->interval_ns)
		return plan->interval_ns;
	return usual ? usual : WORKLOAD_INTERVAL_NS;
}

static int copy_text(char *to, size_t size, const char *from, const char *key, struct error *error)
{
	if (strlen(from) >= size)
		return error_set(error, -EINVAL, "%s: longer than %zu bytes", key, size - 1);
	memcpy(to, from, strlen(from) + 1);
	return 0;
}

int plan_workload(const struct plan *plan, struct workload *workload, struct error *error)
{
	*workload = (struct workload){
		.interval_ns = plan->interval_ns ? plan->interval_ns : WORKLOAD_INTERVAL_NS,
		.tree_files = plan->tree_files ? plan->tree_files : WORKLOAD_TREE_FILES,
		.tree_bytes = plan->tree_bytes ? plan->tree_bytes : WORKLOAD_TREE_BYTES,
		.tree_seed = plan->tree_seed ? plan->tree_seed : 1,
		.seed = plan->seed,
		.warmups = plan->warmups,
		.steps = plan->steps || plan->interval_ns ? plan->steps : WORKLOAD_STEPS,
		.steps_within_ns = plan->interval_ns,
		.cold = plan->cold,
		.sync = plan->sync,
		.no_shell = plan->no_shell,
		.ignore_failure = plan->ignore_failure,
	};
	if (copy_text(workload->tree, sizeof(workload->tree), plan->tree, "tree", error) < 0 ||
	    copy_text(workload->command, sizeof(workload->command), plan->command, "command",
		      error) < 0 ||
	    copy_text(workload->prepare, sizeof(workload->prepare), plan->prepare, "prepare",
		      error) < 0 ||
	    copy_text(workload->cleanup, sizeof(workload->cleanup), plan->cleanup, "cleanup",
		      error) < 0)
		return -EINVAL;
	return 0;
}

int plan_fixture(const struct plan *plan, size_t case_index, struct fixture_spec *spec,
		 struct error *error)
{
	const struct plan_case *plan_case = &plan->cases[case_index];
	struct workload workload;
	int code = operation_fixture(plan_case->operation, plan_case->parameter, spec, error);

	if (code < 0 || spec->kind != FIXTURE_HOME)
		return code;
	code = plan_workload(plan, &workload, error);
	if (code < 0)
		return code;
	spec->files = workload.tree_files;
	spec->bytes = workload.tree_bytes;
	spec->seed = workload.tree_seed;
	return copy_text(spec->path, sizeof(spec->path), workload.tree, "tree", error);
}
