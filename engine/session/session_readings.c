/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_readings.c - of operations that time themselves: a run is one call of theirs, and tells
 * more than how long it took.
 */
#include "engine/session/session_private.h"

#include <string.h>
#include <unistd.h>

#include "engine/result/result_latencies.h"

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

/*
 * The run of which a worker tells. Its word is not trusted: false, and all of it is left out, when
 * the plan has no such run.
 */
static bool find_run(const struct session *session, size_t slot, const struct worker_reply *reply,
		     struct sample *run)
{
	*run = (struct sample){
		.step = (uint32_t)plan_step(&session->result.plan, session->case_index, slot),
		.pass = (uint16_t)session->pass,
		.run = reply->run,
	};
	return reply->run < session_case_runs(session);
}

void session_take_readings(struct session *session, size_t slot, const struct worker_reply *reply)
{
	struct sample run;
	size_t told;

	if (!find_run(session, slot, reply, &run))
		return;
	(void)result_readings_of(&session->result, &run, &told);
	for (uint32_t i = 0; i < reply->reading_count && told + i < RECORDING_READINGS_MAXIMUM;
	     i++) {
		const struct reading reading = {.step = run.step,
						.pass = run.pass,
						.run = run.run,
						.metric = (uint16_t)reply->readings[i].metric,
						.value = reply->readings[i].value};

		/* What is no reading is left out. */
		result_add_reading(&session->result, &reading);
	}
}

void session_take_latencies(struct session *session, size_t slot, const struct worker_reply *reply)
{
	const struct latency_piece *piece = &reply->latencies;
	struct latency_bucket buckets[LATENCY_PIECE_BUCKETS];
	struct sample run;
	struct run_latencies told;

	if (!find_run(session, slot, reply, &run) || piece->bucket_count > LATENCY_PIECE_BUCKETS ||
	    piece->row >= LATENCY_ROWS)
		return;
	memcpy(buckets, piece->buckets, sizeof(buckets));
	told = (struct run_latencies){
		.step = run.step,
		.pass = run.pass,
		.run = run.run,
		.row = (uint16_t)piece->row,
		.latencies = {.minimum = piece->minimum,
			      .maximum = piece->maximum,
			      .bucket_count = piece->bucket_count,
			      .buckets = buckets},
	};
	for (size_t i = 0; i < piece->bucket_count; i++)
		told.latencies.count += buckets[i].count;
	/* What is no histogram is left out. */
	result_add_latencies(&session->result, &told);
}

void session_take_live(struct session *session, const struct worker_reply *reply)
{
	if (reply->text[0])
		session_tell(session, SESSION_LIVE, reply->text);
}
