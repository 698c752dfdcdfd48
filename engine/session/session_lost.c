/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_lost.c - one variant of a case that cannot go on. The others can: what they measure
 * beside the baseline says as much without it. Only without the baseline the whole case ends.
 *
 * While workers are set up and warmed, nobody is told before all have had their turn: what the
 * baseline cannot do either is the case's fault, not the variant's.
 */
#include "engine/session/session_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool session_takes_part(const struct session *session, size_t slot)
{
	for (size_t i = 0; i < session->taking_part; i++)
		if (session->start_order[i] == slot)
			return true;
	return false;
}

void session_gather(struct session *session, struct random_source *random)
{
	const size_t count = session_variant_count(session);

	random_permutation(random, session->start_order, count);
	session->taking_part = 0;
	for (size_t i = 0; i < count; i++) {
		unsigned int slot = session->start_order[i];

		if (!session_is_over(session_step(session, session->case_index, slot)))
			session->start_order[session->taking_part++] = slot;
	}
}

/* Out of the order of this pass; who stands behind it moves up. True when it had the word. */
static bool take_out(struct session *session, size_t slot)
{
	const bool serves = session_serves(session, slot);
	size_t kept = 0;
	size_t place = 0; /* among those that the stage serves */
	bool found = false;

	for (size_t i = 0; i < session->taking_part; i++) {
		unsigned int other = session->start_order[i];

		if (other == slot)
			found = true;
		else
			session->start_order[kept++] = other;
		place += !found && session_serves(session, other);
	}
	session->taking_part = kept;
	if (serves && place < session->served)
		session->served--;
	else
		return serves && place == session->served;
	return false;
}

static bool at_work(const struct session *session)
{
	return session->stage >= STAGE_SETUP && session->stage <= STAGE_RUN;
}

static void set_reason(struct session *session, size_t slot, const char *reason)
{
	struct step *step = session_step(session, session->case_index, slot);

	free(step->reason);
	step->reason = strdup(reason);
}

/* "under landlock:1: ...", as far as there is a choice of variants. */
static void name_variant(const struct session *session, size_t slot, const char *reason,
			 char *buffer, size_t size)
{
	char label[PLAN_LABEL_SIZE];

	plan_step_label(&session->result.plan, slot, label);
	if (session_variant_count(session) > 1)
		snprintf(buffer, size, "under %.64s: %s", label, reason);
	else
		snprintf(buffer, size, "%s", reason);
}

/* The case goes down with its baseline: at work, with all that this ends, or behind it. */
static void lose_case(struct session *session, enum step_state state, const char *reason)
{
	char named[1024];

	name_variant(session, 0, reason, named, sizeof(named));
	/* What this machine cannot do is no matter of the variant. */
	if (state == STEP_SKIPPED)
		session_leave_out_case(session, reason);
	else if (at_work(session))
		session_fail_case(session, named);
	else
		session_mark_failed(session, named);
}

/* A pass that runs has the lost one's turns in its order: it ends here. */
static void end_pass(struct session *session, const char *reason)
{
	if (session->cut == CUT_NONE) {
		session->cut = CUT_LIMIT;
		snprintf(session->cut_reason, sizeof(session->cut_reason), "%s", reason);
	}
	session_drain(session);
	session_kill_workers(session);
	session_end_workers(session);
}

static void lose_variant(struct session *session, size_t slot, enum step_state state,
			 const char *reason)
{
	char named[1024];

	name_variant(session, slot, reason, named, sizeof(named));
	set_reason(session, slot, named);
	session_step(session, session->case_index, slot)->state = state;
	session->lost[slot] = true;
	session->lost_any = true;
}

void session_tell_lost(struct session *session)
{
	for (size_t i = 0; i < session_variant_count(session); i++) {
		const struct step *step = session_step(session, session->case_index, i);
		char text[700];

		if (!session->lost[i])
			continue;
		session->lost[i] = false;
		snprintf(text, sizeof(text), "%s%.600s; the case goes on without it",
			 step->state == STEP_SKIPPED ? "skipped " : "", step->reason);
		session_tell_of_case(session,
				     step->state == STEP_SKIPPED ? SESSION_NOTICE : SESSION_FAILED,
				     text);
	}
}

void session_lose(struct session *session, size_t slot, enum step_state state, const char *reason)
{
	/* Told to end, it may die: it has not failed. Nor is there more to lose than the case. */
	if (session->cut >= CUT_SKIP ||
	    session_is_over(session_step(session, session->case_index, 0)))
		return;
	if (slot == 0) {
		lose_case(session, state, reason);
		return;
	}
	lose_variant(session, slot, state, reason);
	if (!at_work(session))
		return;
	worker_process_kill(&session->workers[slot]);
	if (session->stage == STAGE_RUN) {
		end_pass(session, session_step(session, session->case_index, slot)->reason);
		session_tell_lost(session);
	} else if (take_out(session, slot)) {
		session_serve_next(session);
	}
}

void session_lose_silent(struct session *session, const char *reason)
{
	uint32_t turn = ring_count(&session->ring);
	size_t slot = 0;

	if (session->stage == STAGE_SETUP || session->stage == STAGE_ATTACH ||
	    session->stage == STAGE_WARM)
		slot = session_server(session, session->served);
	else if (session->stage == STAGE_RUN && turn < session->ring.turns)
		slot = session->ring.shared->order[turn];
	/* What stands in the shared memory is not trusted. */
	session_lose(session, slot < session_variant_count(session) ? slot : 0, STEP_FAILED,
		     reason);
}
