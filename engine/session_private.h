/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_private.h - what the files of the session share: session.c (the door), session_case.c
 * (one case and its fixture), session_workers.c (its workers), session_watch.c (what happens by the
 * clock), session_progress.c (how far and how long still), session_variants.c (how its workers are
 * confined).
 */
#ifndef LSMBENCH_ENGINE_SESSION_PRIVATE_H
#define LSMBENCH_ENGINE_SESSION_PRIVATE_H

#include <limits.h>
#include <sched.h>

#include "engine/clock.h"
#include "engine/ring.h"
#include "engine/session.h"
#include "engine/worker_process.h"
#include "fixtures/builder.h"
#include "fixtures/scratch.h"

/* What the session is waiting for. */
enum stage {
	STAGE_IDLE,      /* nothing: the next case can begin */
	STAGE_BUILD,     /* the builder, to make the fixture */
	STAGE_SETUP,     /* one worker after the other, to be ready */
	STAGE_CALIBRATE, /* the baseline's worker */
	STAGE_WARM,      /* one worker after the other */
	STAGE_RUN,       /* the workers, among themselves */
	STAGE_END,       /* the workers, to end */
	STAGE_REMOVE,    /* the builder, to remove the fixture */
	STAGE_OVER,      /* nothing any more */
};

/* Why a pass of a case ends before all its runs. */
enum cut {
	CUT_NONE,
	CUT_PRECISION,
	CUT_TIME_LIMIT,
	CUT_SESSION_LIMIT,
	CUT_SKIP,
	CUT_STOP,
	CUT_FAILURE,
};

struct session {
	struct result result;
	char program[PATH_MAX]; /* the worker */
	struct clock_choice clock;
	uint64_t epoch_ns; /* the session's clock when it started */

	struct scratch *scratches; /* as many as the plan's, at least one */
	size_t scratch_count;
	struct builder *builder;
	bool *built; /* for each case: its fixture stands */

	struct ring ring;
	struct worker_process workers[RING_SLOTS_MAXIMUM]; /* by variant */
	bool answered[RING_SLOTS_MAXIMUM];                 /* to the request of this stage */
	unsigned int start_order[RING_SLOTS_MAXIMUM];      /* variants, as started and warmed */
	size_t setting_up;                                 /* index into start_order */
	size_t warming;                                    /* the same */

	enum stage stage;
	unsigned int pass;
	size_t case_index;
	size_t next_case; /* in this pass */
	enum cut cut;
	uint32_t drained; /* samples taken from the ring */
	bool paused;
	bool stopping;
	bool on_one_cpu;
	bool moved;        /* the front end's affinity was changed */
	cpu_set_t allowed; /* as it was before */

	int poll_fd;  /* epoll over everything below */
	int timer_fd; /* ticks ten times a second */

	uint64_t suspended_ns;  /* clock_suspended() at the last tick */
	uint64_t last_sign_ns;  /* when a worker last showed that it lives, CLOCK_MONOTONIC */
	uint64_t case_start_ns; /* CLOCK_MONOTONIC, less pauses */
	uint64_t run_start_ns;  /* the same: when timed batches began */
	uint64_t session_start_ns;
	uint64_t pause_start_ns;
	uint64_t paused_ns; /* all pauses so far */

	struct estimate estimate;
	double *case_seconds; /* per case: one pass, estimated, then as measured */
	bool *case_measured;
	double remaining_shown; /* smoothed; negative while unknown */
	double remaining_at;    /* elapsed seconds when it was computed */

	struct session_event *events; /* a queue: first .. count */
	size_t event_first;
	size_t event_count;
	size_t event_capacity;
};

/* session.c */

/* Put an event into the queue; text may be NULL. Lost, without harm, when memory is out. */
void session_tell(struct session *session, enum session_event_kind kind, const char *text);
struct session_event *session_tell_event(struct session *session, enum session_event_kind kind);
/* Watch, or stop watching, a worker's descriptors. */
int session_watch_worker(struct session *session, size_t slot);
size_t session_variant_count(const struct session *session);
struct step *session_step(struct session *session, size_t case_index, size_t variant);

/* session_case.c */

/* Begin the next case that is still to be done, or end the session. */
void session_begin_next(struct session *session);
void session_on_builder(struct session *session, const struct builder_event *event);
/* The last worker of this pass has ended. */
void session_end_case(struct session *session);
/* End this pass of the current case: at once for SKIP, STOP and FAILURE, after a block otherwise.
 */
void session_cut(struct session *session, enum cut cut, const char *reason);
/* Mark all variants of the current case. */
void session_mark(struct session *session, enum step_state state);
const struct plan_case *session_case(const struct session *session);
/* The name of the current case's fixture below its scratch root. */
void session_fixture_name(const struct session *session, char *buffer, size_t size);

/* session_workers.c */

/* Start one worker for each variant. When none could be started the stage is IDLE. */
void session_start_workers(struct session *session);
/* Close their sockets: they end by themselves. */
void session_end_workers(struct session *session);
/* A worker's socket is readable, or its process has ended. */
void session_on_worker(struct session *session, size_t slot);
void session_on_exit(struct session *session, size_t slot);

/* session_watch.c */

/* Take what the ring holds into the result. */
void session_drain(struct session *session);
/* The clock has ticked. */
void session_on_tick(struct session *session);

/* session_variants.c */

/* Make what the plan's variants need in the scratch roots, and prove that each of them works. */
int session_prepare_variants(struct session *session, struct error *error);
/* Record what the variants are made of. 0 or -ENOMEM. */
int session_record_variants(struct session *session);
/* How the worker of a slot is confined: the variant, or for the A/A variant the baseline. */
const char *session_confinement(const struct session *session, size_t slot);
/* Start a worker as its variant has it, in a case's directory. */
int session_spawn_worker(struct session *session, size_t slot, int directory, struct error *error);
/* iterations, rounded up to what the plan's variants ask for. */
uint64_t session_round_iterations(const struct session *session, uint64_t iterations);
/* Say in request how to confine the worker of a slot, which works in roots[scratch]. */
void session_request_variant(const struct session *session, size_t slot, size_t scratch,
			     struct worker_request *request);

/* session_progress.c */

/* Elapsed ns on CLOCK_MONOTONIC without pauses, counted from when the machine started. */
uint64_t session_now(const struct session *session);
/* A pass of the current case took so long: learn from it. */
void session_learn_case(struct session *session);
/* Bring the estimate of the time that is left up to date: at every tick. */
void session_estimate_remaining(struct session *session);
int session_start_estimates(struct session *session);

#endif
