/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_turns.c - variants that change the whole system while they are attached.
 *
 * What is attached concerns every process, and attaching takes much longer than a batch. So these
 * variants do not alternate with others from batch to batch: each has a turn of its own within a
 * pass of a case, in which only its worker runs and only what it needs is attached. All others run
 * interleaved as ever, in one turn. The order of turns is drawn anew for each pass, and the samples
 * tell it: they are numbered through all turns, and each has its time.
 *
 * Within a pass the machine may be slower in one turn than in another. Verdicts come from the
 * passes, each of which says one figure: across passes the drawn order makes that noise. How much
 * of it there is, the A/A variant says: it has a turn of its own as well, with nothing attached but
 * what the baseline has.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/variant/variant.h"

const char *session_turns_note(const struct plan *plan, char *buffer, size_t size)
{
	const struct text_list *list = &plan->variants;

	buffer[0] = '\0';
	for (size_t i = 0; i < list->count; i++) {
		if (!variant_is_system_wide(list->items[i]))
			continue;
		snprintf(buffer, size,
			 "%.300s is global to the system while a turn of it lasts, every process "
			 "pays for it: such variants alternate by pass, not by batch, and so does "
			 "the A/A variant",
			 list->items[i]);
		break;
	}
	return buffer;
}

int session_prepare_turns(struct session *session, struct error *error)
{
	const struct text_list *list = &session->result.plan.variants;
	char note[600];
	bool any = false;

	for (size_t i = 0; i < list->count; i++) {
		session->alone[i] = variant_is_system_wide(session_confinement(session, i));
		any = any || session->alone[i];
	}
	if (!any)
		return 0;
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->items[i], VARIANT_SAME) == 0)
			session->alone[i] = true;
	session_tell(session, SESSION_NOTICE,
		     session_turns_note(&session->result.plan, note, sizeof(note)));
	return bpf_holder_start(&session->holder, session->result.cpu, error);
}

void session_draw_turns(struct session *session, struct random_source *random)
{
	unsigned int places[RING_SLOTS_MAXIMUM];
	unsigned int together = RING_SLOTS_MAXIMUM;

	session->turn = 0;
	session->turn_count = 0;
	for (size_t i = 0; i < session->taking_part; i++) {
		unsigned int slot = session->start_order[i];

		if (session->alone[slot])
			session->turn_of[slot] = session->turn_count++;
		else if (together == RING_SLOTS_MAXIMUM)
			session->turn_of[slot] = together = session->turn_count++;
		else
			session->turn_of[slot] = together;
	}
	/* One turn: nothing to draw, as in most sessions. */
	if (session->turn_count < 2)
		return;
	random_permutation(random, places, session->turn_count);
	for (size_t i = 0; i < session->taking_part; i++) {
		unsigned int *turn = &session->turn_of[session->start_order[i]];

		*turn = places[*turn];
	}
}

bool session_serves(const struct session *session, size_t slot)
{
	return session->stage <= STAGE_CALIBRATE || session->turn_of[slot] == session->turn;
}

size_t session_serving(const struct session *session)
{
	size_t count = 0;

	for (size_t i = 0; i < session->taking_part; i++)
		count += session_serves(session, session->start_order[i]);
	return count;
}

size_t session_server(const struct session *session, size_t place)
{
	for (size_t i = 0; i < session->taking_part; i++)
		if (session_serves(session, session->start_order[i]) && place-- == 0)
			return session->start_order[i];
	return 0;
}

uint32_t session_samples_taken(const struct session *session)
{
	return session->earlier + session->drained;
}

double session_turn_share(const struct session *session)
{
	size_t behind = 0;

	if (session->turn_count < 2)
		return 1;
	for (size_t i = 0; i < session->taking_part; i++)
		behind += session->turn_of[session->start_order[i]] <= session->turn;
	return (double)behind / (double)session->taking_part;
}

/* What has to be attached while a turn lasts: that of its only variant, or nothing. */
static const char *attached_in_turn(const struct session *session)
{
	const size_t slot = session_server(session, 0);

	return session->alone[slot] ? session_confinement(session, slot) : VARIANT_NONE;
}

void session_begin_turn(struct session *session)
{
	int code;

	session->stage = STAGE_ATTACH;
	session->served = 0;
	session->let_go_in_pause = false;
	session->last_sign_ns = session_now(session);
	/* Whoever had this turn was lost. */
	if (session_serving(session) == 0) {
		session_end_turn(session);
		return;
	}
	code = session->holder ? bpf_holder_want(session->holder, attached_in_turn(session)) : 1;
	/* One that has died closes its side: session_on_holder. */
	if (code == 1)
		session_start_warming(session);
}

/* Keep what the ring says of this turn, which the next one writes over. */
static void close_turn(struct session *session)
{
	const int failure = (int)atomic_load(&session->ring.shared->failure);

	session->earlier += session->drained;
	session->drained = 0;
	session->precision_at = 0;
	if (session->failure == 0)
		session->failure = failure;
	ring_reset(&session->ring, 0, 0, 1);
}

void session_end_turn(struct session *session)
{
	if (++session->turn >= session->turn_count || session->cut > CUT_LIMIT) {
		session_end_workers(session);
		return;
	}
	/* What limits a turn does not limit the next one. */
	session->cut = CUT_NONE;
	close_turn(session);
	session_begin_turn(session);
}

void session_let_go(struct session *session)
{
	if (session->holder)
		bpf_holder_want(session->holder, VARIANT_NONE);
}

bool session_has_let_go(const struct session *session)
{
	return !session->holder || !bpf_holder_is_busy(session->holder);
}

void session_pause_turn(struct session *session)
{
	if (!session->holder || session->let_go_in_pause || session->stage != STAGE_RUN ||
	    !session->alone[session_server(session, 0)] || !ring_is_waiting(&session->ring))
		return;
	session->let_go_in_pause = true;
	session_let_go(session);
}

void session_resume_turn(struct session *session)
{
	const bool has_let_go = session->let_go_in_pause;

	session->let_go_in_pause = false;
	if (has_let_go && session->holder &&
	    bpf_holder_want(session->holder, attached_in_turn(session)) != 1)
		return;
	ring_command(&session->ring, RING_RUN);
}

/* In a turn that goes on after a pause. */
static void on_attached_again(struct session *session, int code, const struct error *error)
{
	if (session->paused || session->cut != CUT_NONE)
		return;
	if (code < 0)
		session_lose(session, session_server(session, 0), STEP_FAILED, error->text);
	else
		ring_command(&session->ring, RING_RUN);
}

static void on_attached(struct session *session, int code, const struct error *error)
{
	session->last_sign_ns = session_now(session);
	if (session->stage == STAGE_TRIAL)
		session_on_trial_attached(session, code, error);
	else if (session->stage == STAGE_END)
		session_try_end_case(session);
	else if (session->stage == STAGE_ATTACH && code < 0)
		session_lose(session, session_server(session, 0), STEP_FAILED, error->text);
	else if (session->stage == STAGE_ATTACH)
		session_start_warming(session);
	else if (session->stage == STAGE_RUN)
		on_attached_again(session, code, error);
}

void session_on_holder(struct session *session)
{
	struct error error = {.text = ""};
	int attached = 0;
	int code = session->holder ? bpf_holder_next(session->holder, &attached, &error) : 0;

	if (code == 0)
		return;
	if (code > 0) {
		on_attached(session, attached, &error);
		return;
	}
	bpf_holder_stop(session->holder);
	session->holder = NULL;
	session_break(session, "the process that holds BPF programs has ended by itself; look for "
			       "the reason in the kernel's log (dmesg)");
	if (session->stage == STAGE_END)
		session_try_end_case(session);
}
