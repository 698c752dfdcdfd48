/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_fixture_shared.c - which cases share a fixture, and until when it is kept: all cases that
 * walk through a tree of files in one place walk through the same one.
 */
#include "engine/session/session_private.h"

#include <stdio.h>

#include "engine/session/estimate_trees.h"

size_t session_fixture_owner(const struct session *session, size_t case_index)
{
	return estimate_tree_owner(&session->result.plan, case_index);
}

bool *session_fixture_stands(const struct session *session)
{
	return &session->built[session_fixture_owner(session, session->case_index)];
}

void session_fixture_name(const struct session *session, char *buffer, size_t size)
{
	snprintf(buffer, size, "case%zu", session_fixture_owner(session, session->case_index));
}

bool session_is_kept(const struct session *session, size_t case_index)
{
	const struct plan_case *plan_case = &session->result.plan.cases[case_index];

	if (plan_case->operation->fixture == FIXTURE_HOME)
		return true;
	return operation_files(plan_case->operation, plan_case->parameter) > SESSION_CHEAP_FILES;
}

double session_fixture_passes_left(const struct session *session, size_t case_index)
{
	const size_t owner = session_fixture_owner(session, case_index);
	double most = 0;

	for (size_t i = owner; i < session->result.plan.case_count; i++) {
		const bool current = i == session->case_index && session->stage > STAGE_END;
		double left = session->result.plan.passes - session->pass;

		if (session_fixture_owner(session, i) != owner ||
		    session_is_over(session_step(session, i, 0)))
			continue;
		if (i < session->case_index || current)
			left--;
		if (left > most)
			most = left;
	}
	return most;
}

/* Whether something may be wrong with it, now that a pass of the current case has ended. */
static bool is_doubtful(const struct session *session)
{
	const struct step *baseline = session_step(session, session->case_index, 0);

	if (session->lost_any || baseline->state == STEP_FAILED)
		return true;
	for (size_t i = 0; i < session_variant_count(session); i++)
		if (session->failed[i] > 0)
			return true;
	return false;
}

/* Called behind the pass of the current case, whose stage has not moved on yet. */
static bool is_needed_again(const struct session *session)
{
	const size_t owner = session_fixture_owner(session, session->case_index);

	for (size_t i = owner; i < session->result.plan.case_count; i++)
		if (session_fixture_owner(session, i) == owner &&
		    !session_is_over(session_step(session, i, 0)) &&
		    (!session_in_last_pass(session) || i > session->case_index))
			return true;
	return false;
}

bool session_keeps_fixture(const struct session *session)
{
	return session_is_kept(session, session->case_index) && is_needed_again(session) &&
	       !is_doubtful(session);
}
