/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_fixture_time.c - what the fixtures of a session have taken, and what they still will.
 * They are counted apart from the workers: a large one is made once for all passes.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <stdlib.h>

#include "engine/session/estimate_trees.h"

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
	struct estimate_tree tree;

	if (estimate_tree_of(&session->result.plan, case_index, &tree))
		return tree.files;
	return (double)estimate_files(&session->result.plan.cases[case_index]);
}

static double making_ns(const struct session *session, size_t case_index,
			const struct file_costs *costs)
{
	struct estimate_tree tree;

	if (estimate_tree_of(&session->result.plan, case_index, &tree))
		return estimate_tree_making(&tree, costs);
	return file_costs_making(costs, case_files(session, case_index));
}

static double removing_ns(const struct session *session, size_t case_index,
			  const struct file_costs *costs)
{
	struct estimate_tree tree;

	if (estimate_tree_of(&session->result.plan, case_index, &tree))
		return estimate_tree_removing(&tree, costs);
	return file_costs_removing(costs, case_files(session, case_index));
}

static void learn(const struct session *session, struct file_costs *costs, bool made, double ns)
{
	const double files = case_files(session, session->case_index);
	struct estimate_tree tree;

	if (!estimate_tree_of(&session->result.plan, session->case_index, &tree)) {
		if (made)
			file_costs_made(costs, files, ns);
		else
			file_costs_removed(costs, files, ns);
	} else if (made) {
		/* Removing full files teaches nothing of empty ones. */
		estimate_tree_made(&tree, costs, ns);
	}
}

/* The builder has done what it was given to do: on all scratch roots of that kind it is the same.
 */
void session_learn_fixture(struct session *session, bool made)
{
	const double ns = (double)session_since(session, session->build_start_ns);
	struct file_costs *costs = &session->costs[session_case(session)->scratch];

	learn(session, costs, made, ns);
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
	    session_case(session)->operation->fixture != FIXTURE_HOME &&
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

/* What is shared is counted with the first of the cases that go on. */
static bool counts_here(const struct session *session, size_t case_index)
{
	const size_t owner = session_fixture_owner(session, case_index);

	for (size_t i = owner; i < case_index; i++)
		if (session_fixture_owner(session, i) == owner &&
		    !session_is_over(session_step(session, i, 0)))
			return false;
	return true;
}

static struct to_do fixtures_to_do(const struct session *session, size_t case_index)
{
	const double files = case_files(session, case_index);
	const size_t owner = session_fixture_owner(session, case_index);
	const bool current = owner == session_fixture_owner(session, session->case_index);
	struct to_do to_do = {0};

	if (!counts_here(session, case_index))
		return to_do;
	to_do.made = session_fixture_passes_left(session, case_index);
	if (session_is_kept(session, case_index) && to_do.made > 0)
		to_do.made = 1;
	to_do.removed = to_do.made + (current && session->stage == STAGE_REMOVE);
	/* One that stands is only removed; one that is being made is made in part. */
	if (session->built[owner] && to_do.made > 0 && !(current && session->stage > STAGE_END))
		to_do.made--;
	else if (current && session->stage == STAGE_BUILD && files > 0)
		to_do.made -= session->built_files / files;
	return to_do;
}

/* Of a tree that is being made, what is left will take as long as what was made. */
static bool tree_seconds_left(const struct session *session, size_t case_index, double *left)
{
	const double files = case_files(session, case_index);
	const double taken = (double)session_since(session, session->build_start_ns) / 1e9;

	if (session->stage != STAGE_BUILD || session->built_files <= 0 ||
	    session_case(session)->operation->fixture != FIXTURE_HOME ||
	    session_fixture_owner(session, case_index) !=
		    session_fixture_owner(session, session->case_index) ||
	    !counts_here(session, case_index))
		return false;
	*left = taken * (files / session->built_files - 1);
	return true;
}

double session_fixture_seconds_left(const struct session *session, size_t case_index)
{
	const struct file_costs costs = current_costs(session, case_index);
	const struct to_do to_do = fixtures_to_do(session, case_index);
	const double removing = to_do.removed * removing_ns(session, case_index, &costs) / 1e9;
	double making;

	if (!tree_seconds_left(session, case_index, &making))
		making = to_do.made * making_ns(session, case_index, &costs) / 1e9;
	return making + removing;
}

double session_fixture_seconds(const struct session *session, size_t case_index)
{
	const struct file_costs costs = current_costs(session, case_index);

	if (session_is_kept(session, case_index))
		return 0;
	return (making_ns(session, case_index, &costs) + removing_ns(session, case_index, &costs)) /
	       1e9;
}

void session_report_file_costs(const struct session *session, struct estimate_spent *spent)
{
	spent->file_system_count = session->scratch_count < ESTIMATE_FILE_SYSTEMS
					   ? session->scratch_count
					   : ESTIMATE_FILE_SYSTEMS;
	for (size_t i = 0; i < spent->file_system_count; i++)
		spent->files[i] = session->costs[i];
}
