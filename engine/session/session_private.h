/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_private.h - what the files of the session share: session.c (the door), session_open.c
 * (what stands before the first case), session_case.c (one case and its fixture),
 * session_fixture_shared.c (who shares one),
 * session_workers.c (its workers), session_lost.c (those that cannot go on), session_cut.c (ends
 * before their time), session_watch.c (what happens by the clock), session_progress.c (how far and
 * how long still), session_run_time.c (of that, runs that time themselves), session_fixture_time.c
 * (of that, the fixtures), session_variants.c (how its
 * workers are confined), session_trial.c (whether that works here), session_turns.c (variants that
 * change the whole system take turns of their own).
 *
 * A session is a machine of stages that stands in one struct and moves when something arrives on
 * one of its descriptors. A function that has nothing to wait for any more sets the stage to
 * STAGE_IDLE and returns; only session_advance() begins the next case, in a loop, so that a
 * thousand cases that fail at once are no thousand nested calls.
 */
#ifndef LSMBENCH_ENGINE_SESSION_PRIVATE_H
#define LSMBENCH_ENGINE_SESSION_PRIVATE_H

#include <limits.h>
#include <sched.h>

#include "engine/session/session.h"
#include "engine/text/random.h"
#include "engine/variant/bpf_holder.h"
#include "engine/worker/audit_watch.h"
#include "engine/worker/clock.h"
#include "engine/worker/ring.h"
#include "engine/worker/worker_process.h"
#include "fixtures/builder.h"
#include "fixtures/scratch.h"

#define SECOND_NS 1000000000u
/* Attaching a program takes 8 to 130 ms; a variant may have several hundred. */
#define SESSION_ATTACH_SECONDS 120u
#define SESSION_ATTACH_LATE "the kernel has not attached its programs in two minutes"

/* What the session is waiting for. */
enum stage {
	STAGE_IDLE,      /* nothing: the next case can begin */
	STAGE_TRIAL,     /* a variant's worker, to show that it works: before the first case */
	STAGE_BUILD,     /* the builder, to make the fixture */
	STAGE_SETUP,     /* one worker after the other, to be ready */
	STAGE_CALIBRATE, /* the baseline's worker */
	STAGE_ATTACH,    /* the holder, to have attached what a turn needs, and nothing else */
	STAGE_WARM,      /* one worker of the turn after the other */
	STAGE_RUN,       /* the workers of the turn, among themselves */
	STAGE_END,       /* the workers, to end, and the holder, to have let go */
	STAGE_REMOVE,    /* the builder, to remove the fixture */
	STAGE_OVER,      /* nothing any more */
};

/* Why a pass of a case ends before all its runs. The later ones overrule the earlier ones. */
enum cut {
	CUT_NONE,
	CUT_LIMIT, /* precise enough, or out of time: after the block that runs */
	CUT_SKIP,
	CUT_STOP,
	CUT_FAILURE,
};

/* What is known of a case that times itself, in seconds. */
struct session_run_time {
	double seconds;    /* a run: expected, then the mean of those seen; negative: unknown */
	unsigned int seen; /* runs in this session */
	double beside;     /* what all workers of a pass take beside their runs */
};

struct session {
	struct result result;
	char program[PATH_MAX]; /* the worker */
	struct clock_choice clock;
	uint64_t epoch_ns; /* the session's clock when it started */

	struct scratch *scratches; /* as many as the plan's, at least one */
	size_t scratch_count;
	struct builder *builder;
	bool *built; /* for each case that a fixture goes by: it stands */

	struct ring ring;
	struct worker_process workers[RING_SLOTS_MAXIMUM]; /* by variant */
	unsigned int start_order[RING_SLOTS_MAXIMUM];      /* variants, as started and warmed */
	size_t taking_part;                                /* variants there: those not given up */
	size_t served;                                     /* workers that are through the stage */
	struct bpf_holder *holder;                         /* NULL: no variant needs one */
	bool alone[RING_SLOTS_MAXIMUM];                    /* takes turns of its own */
	unsigned int turn_of[RING_SLOTS_MAXIMUM];          /* in this pass of this case */
	unsigned int turn;                                 /* the one that is being served */
	unsigned int turn_count;
	bool let_go_in_pause; /* what this turn needs is not attached while nothing is measured */
	bool lost[RING_SLOTS_MAXIMUM]; /* given up in this pass, which nobody was told yet */
	bool lost_any;                 /* in this pass */

	size_t trial_slot;   /* STAGE_TRIAL: which variant is tried */
	int trial_directory; /* where; -1: none yet, or no more */
	bool trial_passed;   /* its worker has only to end */
	bool trial_attached; /* what it attaches was, once */

	enum stage stage;
	unsigned int pass;
	size_t case_index;
	size_t next_case; /* in this pass */
	enum cut cut;
	char cut_reason[128];  /* CUT_LIMIT: which one */
	uint64_t cut_ns;       /* when the workers were told to stop, CLOCK_MONOTONIC */
	char stop_reason[768]; /* why the session ends before its time */
	bool stopping;         /* no further case begins */
	bool broken;           /* that is because of trouble of its own */
	bool refused;          /* that is because a variant does not work here */
	bool out_of_time;      /* that is because of the session's limit */
	bool told_end;
	bool paused;
	bool on_one_cpu;
	bool moved;        /* the front end's affinity was changed */
	cpu_set_t allowed; /* as it was before */

	/* Of this pass of this case. */
	uint32_t earlier; /* samples of its turns before this one */
	uint32_t drained; /* samples taken from the ring, in this turn */
	int failure;      /* of the first run that failed in an earlier turn: its errno, or 0 */
	uint32_t taken[RING_SLOTS_MAXIMUM];
	uint32_t failed[RING_SLOTS_MAXIMUM];
	uint32_t failing;      /* the last so many samples failed, all of them */
	uint32_t precision_at; /* samples at which the precision is looked at again */
	uint64_t longest_ns;   /* batch */

	int poll_fd;  /* epoll over everything below */
	int timer_fd; /* ticks ten times a second */
	int bell_fd;  /* eventfd: readable while there are events to take */
	bool ringing;

	uint64_t suspended_ns;     /* clock_suspended() at the last tick */
	uint64_t resumed_at_ns;    /* on the session's clock: when a suspend was last noticed */
	uint64_t last_look_ns;     /* when the front end last looked here, CLOCK_MONOTONIC */
	uint64_t last_sign_ns;     /* session_now() when a worker or the builder last gave a sign */
	uint64_t disk_wait_ns;     /* session_now() when a silent worker was seen to wait for one */
	uint64_t case_start_ns;    /* session_now() */
	uint64_t start_ns;         /* session_now() when the session started */
	uint64_t pause_start_ns;   /* CLOCK_MONOTONIC */
	uint64_t paused_ns;        /* all pauses so far */
	uint64_t fixture_ns;       /* spent making and removing fixtures so far */
	uint64_t build_start_ns;   /* session_now() when the builder was last given work */
	double built_files;        /* of the fixture that is being made */
	struct file_costs *costs;  /* per scratch root: what fixtures take there, as far as known */
	uint64_t workers_start_ns; /* session_now() when the workers of this pass were started */

	struct audit_watch audit;     /* watches only while audit is on */
	uint64_t case_start_records;  /* audit records until the case began */
	uint64_t *case_audit_records; /* per case: in all its passes so far */

	double seconds_expected; /* for the workers of the cases that have had this pass */
	double seconds_needed;   /* by these */
	unsigned int learned_pass;
	double *case_seconds;    /* per case: the workers of a pass, estimated, then as measured */
	uint64_t *case_spent_ns; /* per case: all its passes so far */
	struct session_run_time *run_times; /* per case */
	uint64_t run_start_ns;  /* CLOCK_MONOTONIC: when the run at hand began, or may have */
	double run_done;        /* its share that the operation says is done; 0: it says nothing */
	uint64_t run_done_ns;   /* what that took */
	uint64_t runs_ns;       /* that the runs of this pass of this case have taken */
	double remaining_shown; /* smoothed; negative while unknown */
	double remaining_at;    /* elapsed seconds when it was computed */
	double fraction;        /* never falls */

	struct session_event *events; /* a queue: first .. count */
	size_t event_first;
	size_t event_count;
	size_t event_capacity;
};

/* session.c */

/* Put an event into the queue; text may be NULL. Lost, without harm, when memory is out. */
void session_tell(struct session *session, enum session_event_kind kind, const char *text);
struct session_event *session_tell_event(struct session *session, enum session_event_kind kind);
/* Make the session's descriptor readable because there is something to take, or quiet again. */
void session_ring(struct session *session, bool ringing);
/* Watch a descriptor until it is closed; source is what session.c calls it. 0 or negative errno. */
int session_watch(struct session *session, int fd, uint32_t source);
/* The same for a worker's descriptors. */
int session_watch_worker(struct session *session, size_t slot);
/* Watch the timer, the bell and the builder. */
int session_watch_all(struct session *session);
size_t session_variant_count(const struct session *session);
struct step *session_step(const struct session *session, size_t case_index, size_t variant);
/* Mark what was not reached; the result is partial unless every step has what it should. */
void session_settle_steps(struct session *session);

/* session_open.c */

/* Everything that a session needs before its first case; session_close undoes all of it. */
int session_prepare(struct session *session, const struct plan *plan, struct error *error);
/* The environment once more, at the end. */
void session_finish_environment(struct session *session);

/* session_audit.c: audit records counted by case, where audit is on and this may be known. */

void session_audit_open(struct session *session);
void session_audit_begin_case(struct session *session);
void session_audit_end_case(struct session *session);
/* Put the counts into the environment. Lost, without harm, when memory is out. */
void session_audit_record(struct session *session);

/* session_case.c */

/* Begin cases until there is something to wait for or the session is over. */
void session_advance(struct session *session);
void session_on_builder(struct session *session, const struct builder_event *event);
/* The last worker of this pass has ended, or there never was one, and nothing is attached. */
void session_end_case(struct session *session);
/* What went wrong in the first run of this pass that failed. */
const char *session_failure(const struct session *session);
/* Tell something about the current case, by name. */
void session_tell_of_case(struct session *session, enum session_event_kind kind, const char *text);
/* Mark all variants of the current case but those given up before. */
void session_mark(struct session *session, enum step_state state);
/* Give the same variants a reason, or none (NULL). */
void session_reason(struct session *session, const char *reason);
/* Mark the current case as failed and say so. */
void session_mark_failed(struct session *session, const char *reason);
/* Mark the current case as skipped and say so. */
void session_mark_left_out(struct session *session, const char *reason);
const struct plan_case *session_case(const struct session *session);
/* Runs that a pass of the current case has. */
uint32_t session_case_runs(const struct session *session);
/* A case that failed, was skipped or stopped has no further pass. */
bool session_is_over(const struct step *step);
bool session_in_last_pass(const struct session *session);

/* session_cut.c */

/* This pass of the current case has what it needs, or all the time it gets: end after a block. */
void session_limit_case(struct session *session, const char *reason);
/* The current case has failed: kill its workers and go on. */
void session_fail_case(struct session *session, const char *reason);
/* The current case cannot be measured here: the same, but it is skipped. */
void session_leave_out_case(struct session *session, const char *reason);
/* Skip the current case, or stop the session (cut says which), at once. */
void session_interrupt(struct session *session, enum cut cut, const char *reason);
/* Begin nothing further, let go of what runs; the steps are given reason at the end. */
void session_give_up(struct session *session, const char *reason);
/* The same because the session cannot go on; the front end is told. */
void session_break(struct session *session, const char *reason);

/* session_lost.c: one variant of a case that cannot go on, where the others can. */

/* Whether a variant's worker is among those of this pass. */
bool session_takes_part(const struct session *session, size_t slot);
/* Let those take part that were not given up in a pass before, in random order. */
void session_gather(struct session *session, struct random_source *random);
/*
 * The worker of a variant cannot go on, for which reason; state is STEP_FAILED or STEP_SKIPPED. A
 * variant other than the baseline is given up alone and the case goes on without it: in a pass
 * that runs already, from the next pass on. Without the baseline there is nothing to compare with:
 * the whole case ends.
 */
void session_lose(struct session *session, size_t slot, enum step_state state, const char *reason);
/* The same of whose turn it is, who shows no sign of life. */
void session_lose_silent(struct session *session, const char *reason);
/* Tell of those who were lost, now that the baseline is known to work. */
void session_tell_lost(struct session *session);

/* session_turns.c */

/* Start the holder when a variant needs it, and say what such variants mean for others. */
int session_prepare_turns(struct session *session, struct error *error);
/* Give those that take part their turns, in an order drawn at random. */
void session_draw_turns(struct session *session, struct random_source *random);
/* Whether the stage that is on serves a slot: while setting up all, then those of the turn. */
bool session_serves(const struct session *session, size_t slot);
/* How many there are, and the one at place, in the order in which they were started. */
size_t session_serving(const struct session *session);
size_t session_server(const struct session *session, size_t place);
/* Serve the first turn, then one after the other; after the last one the workers are ended. */
void session_begin_turn(struct session *session);
void session_end_turn(struct session *session);
/* Samples of this pass of the current case so far. */
uint32_t session_samples_taken(const struct session *session);
/* How much of a pass lies behind when this turn does, 0..1. */
double session_turn_share(const struct session *session);
/* Take everything off that is attached. */
void session_let_go(struct session *session);
/* Whether that is done. */
bool session_has_let_go(const struct session *session);
void session_on_holder(struct session *session);
/* In a pause: once no batch runs any more, take off what is attached, for which others pay. */
void session_pause_turn(struct session *session);
/* Attach that again, and then let the batches go on. */
void session_resume_turn(struct session *session);

/* session_workers.c */

/* All that the case waited for has ended: it ends. */
void session_try_end_case(struct session *session);
/* Warm the workers of a turn, whose programs are attached, and run them. */
void session_start_warming(struct session *session);
/* Go on in the stage, where a worker is through it or was given up. */
void session_serve_next(struct session *session);
/* Start one worker for each variant; a failure fails the case. */
void session_start_workers(struct session *session);
/* Close their sockets: they end by themselves. */
void session_end_workers(struct session *session);
void session_kill_workers(struct session *session);
bool session_has_workers(const struct session *session);
/* A worker's socket is readable, or its process has ended. */
void session_on_worker(struct session *session, size_t slot);
void session_on_exit(struct session *session, size_t slot);

/* session_readings.c: of operations that time themselves */

/* A batch is a run, and neither calibrated nor warmed. */
void session_record(struct session *session);
/* What the plan says to the operation in this pass. */
void session_request_workload(const struct session *session, struct workload *workload);
/* What a run told beside its duration. */
void session_take_readings(struct session *session, size_t slot, const struct worker_reply *reply);
/* A piece of a histogram of it. */
void session_take_latencies(struct session *session, size_t slot, const struct worker_reply *reply);
/* A run goes on. */
void session_take_live(struct session *session, const struct worker_reply *reply);

/* session_watch.c */

/* Take what the ring holds into the result. */
void session_drain(struct session *session);
/* The front end looks at the session: leave out the time in which it was stopped itself. */
void session_look(struct session *session);
/* The clock has ticked. */
void session_on_tick(struct session *session);
/* The machine has been suspended since the tick before, when there were so many samples. */
void session_on_suspend(struct session *session, size_t count_before);

/* session_trial.c */

/* The holder has attached what the variant needs, or could not, or has let go of it again. */
void session_on_trial_attached(struct session *session, int code, const struct error *error);

/* Try out the variants that need it; without any, the session is idle at once. */
void session_start_trials(struct session *session);
/* Kill the worker that is tried. */
void session_end_trial(struct session *session);
void session_on_trial_reply(struct session *session, const struct worker_reply *reply);
void session_on_trial_exit(struct session *session);
/* The clock has ticked. */
void session_check_trial(struct session *session);

/* session_variants.c */

/* Make what the plan's variants need in the scratch roots, when what they need is here. */
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

/* session_fixture_shared.c */

/* The first of the cases that share a fixture with a case, by which it goes. */
size_t session_fixture_owner(const struct session *session, size_t case_index);
/* Whether the current case's fixture stands, to be read and set. */
bool *session_fixture_stands(const struct session *session);
/* The name of the current case's fixture below its scratch root. */
void session_fixture_name(const struct session *session, char *buffer, size_t size);
/* A large fixture stays until its last pass. */
bool session_is_kept(const struct session *session, size_t case_index);
/* Whether the current one stays for cases and passes to come, now that its workers have ended. */
bool session_keeps_fixture(const struct session *session);
/* Passes whose workers have not ended, the most of any case that has the fixture. */
double session_fixture_passes_left(const struct session *session, size_t case_index);

/* session_fixture_time.c */

/* What is known of fixtures on the file systems of the scratch roots. 0 or -ENOMEM. */
int session_start_file_costs(struct session *session, const struct estimate *estimate);
/* The builder has made (or removed) the current case's fixture: learn how long it took. */
void session_learn_fixture(struct session *session, bool made);
/* What making and removing a case's fixture will still take, in all passes. */
double session_fixture_seconds_left(const struct session *session, size_t case_index);
/* What it takes in each pass; nothing when it is kept. */
double session_fixture_seconds(const struct session *session, size_t case_index);
void session_report_file_costs(const struct session *session, struct estimate_spent *spent);

/* session_run_time.c: of cases that time themselves */

/* As estimate says. 0 or -ENOMEM. */
int session_start_run_times(struct session *session, const struct estimate *estimate);
/* A run can begin: none is at work before it. */
void session_run_begins(struct session *session);
/* So much of it is done, 0..1, says the operation. */
void session_run_is_so_far(struct session *session, double done);
/* It has ended, with this sample; the next one begins. */
void session_run_ends(struct session *session, const struct sample *sample);
/* A pause is over. */
void session_run_is_let_go(struct session *session);
/* A pass of the current case has ended: learn what it took beside its runs. */
void session_learn_run_times(struct session *session);
/* Whether anybody knows how long a run of the case takes; else it counts as nothing below. */
bool session_recording_is_known(const struct session *session, size_t case_index);
/* What a pass of a case takes, and what is left of the current one in this pass. */
double session_recording_seconds(const struct session *session, size_t case_index);
double session_recording_seconds_left(const struct session *session);

/* session_progress.c */

/* Elapsed ns on CLOCK_MONOTONIC without pauses, counted from when the machine started. */
uint64_t session_now(const struct session *session);
/* From then until session_now(); 0 when then lies in a time that was left out. */
uint64_t session_since(const struct session *session, uint64_t then);
/* A pass of the current case has ended: learn how long it took. */
void session_learn_case(struct session *session);
/* What a pass of all cases will take, as far as is known. */
double session_pass_seconds(const struct session *session);
/* Bring fraction and the estimate of the time that is left up to date: at every tick. */
void session_estimate_remaining(struct session *session);
/* As estimate says, which may be NULL. 0 or -ENOMEM. */
int session_start_estimates(struct session *session, const struct estimate *estimate,
			    struct error *error);

#endif
