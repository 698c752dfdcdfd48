/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_readings.c - of operations that time themselves: a run is one call of theirs, and tells
 * more than how long it took.
 */
#include "engine/session/session_private.h"

#include <math.h>
#include <unistd.h>

void session_request_workload(const struct session *session, struct workload *workload)
{
	/* A text that is too long was refused when the session was opened. */
	(void)plan_workload(&session->result.plan, workload, NULL);
	/* What one pass has warmed is warm in the next. */
	if (session->pass > 0)
		workload->warmups = 0;
	/* A command runs where the person stands: we never leave that directory. */
	if (!getcwd(workload->directory, sizeof(workload->directory)))
		workload->directory[0] = '\0';
}

void session_record(struct session *session)
{
	for (size_t i = 0; i < session_variant_count(session); i++)
		session_step(session, session->case_index, i)->iterations = 1;
}

void session_take_readings(struct session *session, size_t slot, const struct worker_reply *reply)
{
	const struct plan *plan = &session->result.plan;
	const uint32_t runs = session_case_runs(session);
	struct reading reading = {
		.step = (uint32_t)plan_step(plan, session->case_index, slot),
		.pass = (uint16_t)session->pass,
		.run = reply->run,
	};

	for (uint32_t i = 0; i < reply->reading_count && i < RECORDING_READINGS_MAXIMUM; i++) {
		reading.metric = (uint16_t)reply->readings[i].metric;
		reading.value = reply->readings[i].value;
		/* A worker's word is not trusted: what is no reading is left out. */
		if (reply->run < runs)
			result_add_reading(&session->result, &reading);
	}
}

void session_take_live(struct session *session, const struct worker_reply *reply)
{
	if (reply->text[0])
		session_tell(session, SESSION_LIVE, reply->text);
}
