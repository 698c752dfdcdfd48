/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.h - the front end's only door to a measurement.
 *
 * Open it with a plan, wait on its descriptor, take events until it has ended, close it and keep
 * the result. Nothing here blocks for longer than starting a process takes, and no step of the
 * front end lies between two timed batches: the order is decided beforehand and the workers pass
 * the turn among themselves (ring.h). The samples arrive in session_result() as they are measured.
 */
#ifndef LSMBENCH_ENGINE_SESSION_H
#define LSMBENCH_ENGINE_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/plan/plan.h"
#include "engine/result/result.h"
#include "engine/session/estimate.h"
#include "fixtures/error.h"

struct session; /* opaque */

/* A fixture with more files than this is kept for the passes to come instead of made anew. */
#define SESSION_CHEAP_FILES 1000u

/*
 * A plan's limit for the whole session shortens the runs of so many passes at most, to have them
 * all: a verdict on a good number of cases needs them. A pass beyond them is not shortened: it is
 * begun when there is time for all of it by what the passes before have taken, and only one that
 * turns out to take longer is ended by the limit.
 */
#define SESSION_PASSES_DUE 15u

/* How many passes there will be; 0 when that depends on how many such a limit has time for. */
unsigned int session_passes_certain(const struct plan *plan);

/*
 * What a person has to know of a plan's variants that change the whole system, a line; "" when
 * there is none. Returns buffer.
 */
const char *session_turns_note(const struct plan *plan, char *buffer, size_t size);

enum session_event_kind {
	SESSION_BUILDING,  /* the builder has made (or removed) done of total files for a case */
	SESSION_STEP,      /* the state of the steps of case_index changed */
	SESSION_SAMPLES,   /* new samples of case_index in the result */
	SESSION_CASE_DONE, /* a case has ended for this pass, in whatever state its steps are */
	SESSION_FAILED,    /* a case failed: text names it and says why; the session goes on */
	SESSION_LIVE,      /* how a run that times itself stands, for people: text */
	SESSION_NOTICE,    /* something to tell the person, a case that is skipped too: text */
	SESSION_ENDED,     /* nothing more will come: close it */
};

struct session_event {
	enum session_event_kind kind;
	size_t case_index;
	unsigned int pass;
	uint64_t done;
	uint64_t total;
	char text[768];
};

/* Where a session stands, for progress displays. */
struct session_progress {
	unsigned int pass; /* from 0 */
	unsigned int passes;
	size_t case_index; /* being worked on */
	size_t cases_done; /* in this pass, those that failed or were skipped too */
	size_t cases;
	double fraction; /* of the whole session, by estimated time, 0..1; never falls */
	struct estimate_spent spent; /* so far: what estimate_learn takes */
	double elapsed_seconds;   /* without pauses, and without what the front end slept through */
	double remaining_seconds; /* smoothed estimate; negative while unknown */
	bool paused;
	bool ended;
	unsigned int step_runs; /* runs done of the current case in this pass, per variant */
};

/*
 * Start. plan must be expanded; it is copied. estimate is what the machine is known to need, for
 * session_progress (NULL: general values serve). Makes the scratch roots, starts the builder, reads
 * the environment. Errors leave nothing behind and have a message: no worker program, no scratch
 * directory (-ENOENT, -EACCES ...), CPU not allowed (-EINVAL), more samples than memory can hold
 * (-ENOMEM), a variant that needs what is not here. Whether the variants work is tried out then,
 * before the first case: see session_refused.
 */
int session_open(struct session **session, const struct plan *plan, const struct estimate *estimate,
		 struct error *error);

/*
 * Readable (poll) whenever session_next has something to do or to tell, also after session_skip and
 * session_stop; quiet once the end was told. Owned by the session.
 */
int session_fd(const struct session *session);

/*
 * Work on what has arrived, without blocking, and take one event: 1 and *event, or 0 when there is
 * none for now, or negative errno when the session broke (it is then ended).
 */
int session_next(struct session *session, struct session_event *event);

/*
 * No further batch begins until session_resume; what prepares a case still goes on. What a turn has
 * attached to the whole system is taken off meanwhile, once the batch that runs has ended.
 */
void session_pause(struct session *session);
void session_resume(struct session *session);
/*
 * End the current case, in all its passes, after the batch that runs; a worker that does not end
 * within a second is killed. What it has measured is kept.
 */
void session_skip(struct session *session);
/*
 * End the session likewise: SESSION_ENDED follows. What it has measured is kept, and the result is
 * partial unless nothing was left to do.
 */
void session_stop(struct session *session);

/*
 * Why the session ended before its time by trouble of its own, such as a dead builder; NULL when
 * it did not. What it has measured is kept. Valid until session_close.
 */
const char *session_broken(const struct session *session);

/*
 * Whether that was before anything could be measured: a variant does not work here. Then
 * session_broken says which and why, and there is nothing to keep.
 */
bool session_refused(const struct session *session);

void session_progress(const struct session *session, struct session_progress *progress);

/* The result so far: valid until session_close, changed only by session_next. */
const struct result *session_result(const struct session *session);

/*
 * Stop if it runs, end the workers, remove the scratch roots, free the session (NULL is fine)
 * and move what was measured to *result (may be NULL).
 */
int session_close(struct session *session, struct result *result, struct error *error);

/* The workers that run now, for tests: their process ids in pids, at most size; returns how many.
 */
size_t session_workers(const struct session *session, pid_t *pids, size_t size);

#endif
