/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_fixture_time.c - what the fixtures of a session have taken, and what they still will.
 * They are counted apart from the workers: a large one is made once for all passes.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <stdlib.h>

bool session_is_kept(const struct session *session, size_t case_index)
{
	const struct plan_case *plan_case = &session->result.plan.cases[case_index];

	if (plan_case->operation->fixture == FIXTURE_HOME)
		return true;
	return operation_files(plan_case->operation, plan_case->parameter) > SESSION_CHEAP_FILES;
}

int session_start_file_costs(struct session *session, const struct estimate *estimate)
{
	session->costs = calloc(session->scratch_count, sizeof(*session->costs));
	if (!session->costs)
		return -ENOMEM;
	for (size_t i = 0; i < session->scratch_count; i++)
		session->costs[i] =
			estimate_file_costs(estimate, file_system_kind(session->scratches[i].path));
	return 0;
}

static double case_files(const struct session *session, size_t case_index)
{
	return (double)estimate_files(&session->result.plan.cases[case_index]);
}

/* The builder has done what it was given to do: on all scratch roots of that kind it is the same.
 */
void session_learn_fixture(struct session *session, bool made)
{
	const double ns = (double)session_since(session, session->build_start_ns);
	const double files = case_files(session, session->case_index);
	struct file_costs *costs = &session->costs[session_case(session)->scratch];

	if (made)
		file_costs_made(costs, files, ns);
	else
		file_costs_removed(costs, files, ns);
	for (size_t i = 0; i < session->scratch_count; i++)
		if (session->costs[i].file_system == costs->file_system)
			session->costs[i] = *costs;
}

/* As known, and as the fixture that is being made shows. */
static struct file_costs current_costs(const struct session *session, size_t case_index)
{
	const uint32_t scratch = session->result.plan.cases[case_index].scratch;
	struct file_costs costs = session->costs[scratch];

	if (session->stage == STAGE_BUILD && session->built_files > 0 &&
	    session->costs[session_case(session)->scratch].file_system == costs.file_system)
		file_costs_made(&costs, session->built_files,
				(double)session_since(session, session->build_start_ns));
	return costs;
}

/* How many times a fixture is still to be made and removed, parts included. */
struct to_do {
	double made;
	double removed;
};

static struct to_do fixtures_to_do(const struct session *session, size_t case_index)
{
	const double files = case_files(session, case_index);
	const bool current = case_index == session->case_index;
	struct to_do to_do;

	/* Passes whose workers have not ended. */
	to_do.made = session->result.plan.passes - session->pass;
	if (case_index < session->case_index || (current && session->stage > STAGE_END))
		to_do.made--;
	if (session_is_kept(session, case_index) && to_do.made > 0)
		to_do.made = 1;
	to_do.removed = to_do.made + (current && session->stage == STAGE_REMOVE);
	/* One that stands is only removed; one that is being made is made in part. */
	if (session->built[case_index] && to_do.made > 0 &&
	    !(current && session->stage > STAGE_END))
		to_do.made--;
	else if (current && session->stage == STAGE_BUILD && files > 0)
		to_do.made -= session->built_files / files;
	return to_do;
}

double session_fixture_seconds_left(const struct session *session, size_t case_index)
{
	const double files = case_files(session, case_index);
	const struct file_costs costs = current_costs(session, case_index);
	const struct to_do to_do = fixtures_to_do(session, case_index);

	return (to_do.made * file_costs_making(&costs, files) +
		to_do.removed * file_costs_removing(&costs, files)) /
	       1e9;
}

double session_fixture_seconds(const struct session *session, size_t case_index)
{
	const double files = case_files(session, case_index);
	const struct file_costs costs = current_costs(session, case_index);

	if (session_is_kept(session, case_index))
		return 0;
	return (file_costs_making(&costs, files) + file_costs_removing(&costs, files)) / 1e9;
}

void session_report_file_costs(const struct session *session, struct estimate_spent *spent)
{
	spent->file_system_count = session->scratch_count < ESTIMATE_FILE_SYSTEMS
					   ? session->scratch_count
					   : ESTIMATE_FILE_SYSTEMS;
	for (size_t i = 0; i < spent->file_system_count; i++)
		spent->files[i] = session->costs[i];
}
