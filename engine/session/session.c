/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.c - feeding and closing a session: the door that session.h describes.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "engine/worker/cpu.h"

/* What an epoll event speaks of; a worker's slot is added. */
enum source {
	SOURCE_TIMER,
	SOURCE_BUILDER,
	SOURCE_BELL,
	SOURCE_HOLDER,
	SOURCE_WORKER = 0x100,
	SOURCE_EXIT = 0x200,
};

size_t session_variant_count(const struct session *session)
{
	return session->result.plan.variants.count;
}

struct step *session_step(const struct session *session, size_t case_index, size_t variant)
{
	return &session->result.steps[plan_step(&session->result.plan, case_index, variant)];
}

void session_ring(struct session *session, bool ringing)
{
	uint64_t count = 1;

	if (session->ringing == ringing)
		return;
	session->ringing = ringing;
	/* Before session_open has made it, the flag alone is kept. */
	if (session->bell_fd < 0)
		return;
	if (ringing)
		(void)!write(session->bell_fd, &count, sizeof(count));
	else
		(void)!read(session->bell_fd, &count, sizeof(count));
}

struct session_event *session_tell_event(struct session *session, enum session_event_kind kind)
{
	struct session_event *event;

	if (session->event_first == session->event_count)
		session->event_first = session->event_count = 0;
	if (session->event_count == session->event_capacity) {
		size_t capacity = session->event_capacity ? 2 * session->event_capacity : 64;
		void *more = reallocarray(session->events, capacity, sizeof(*session->events));

		if (!more)
			return NULL;
		session->events = more;
		session->event_capacity = capacity;
	}
	event = &session->events[session->event_count++];
	*event = (struct session_event){
		.kind = kind, .case_index = session->case_index, .pass = session->pass};
	session_ring(session, true);
	return event;
}

void session_tell(struct session *session, enum session_event_kind kind, const char *text)
{
	struct session_event *event = session_tell_event(session, kind);

	if (event && text)
		snprintf(event->text, sizeof(event->text), "%s", text);
}

int session_watch(struct session *session, int fd, uint32_t source)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u32 = source};

	return epoll_ctl(session->poll_fd, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

int session_watch_worker(struct session *session, size_t slot)
{
	const struct worker_process *worker = &session->workers[slot];
	int code = session_watch(session, worker->control, SOURCE_WORKER + (uint32_t)slot);

	return code < 0 ? code
			: session_watch(session, worker->process, SOURCE_EXIT + (uint32_t)slot);
}

int session_watch_all(struct session *session)
{
	int code = session_watch(session, session->timer_fd, SOURCE_TIMER);

	if (code == 0)
		code = session_watch(session, session->bell_fd, SOURCE_BELL);
	if (code == 0 && session->holder)
		code = session_watch(session, bpf_holder_fd(session->holder), SOURCE_HOLDER);
	return code < 0 ? code
			: session_watch(session, builder_fd(session->builder), SOURCE_BUILDER);
}

int session_open(struct session **session, const struct plan *plan, const struct estimate *estimate,
		 struct error *error)
{
	struct session *opened = calloc(1, sizeof(*opened));
	int code;

	*session = NULL;
	if (!opened)
		return error_set(error, -ENOMEM, "out of memory");
	opened->poll_fd = -1;
	opened->timer_fd = -1;
	opened->bell_fd = -1;
	opened->audit.fd = -1;
	opened->ring.fd = -1;
	opened->trial_directory = -1;
	opened->remaining_shown = -1;
	for (size_t i = 0; i < RING_SLOTS_MAXIMUM; i++)
		worker_process_init(&opened->workers[i]);
	result_init(&opened->result);
	code = session_prepare(opened, plan, error);
	if (code == 0)
		code = session_start_estimates(opened, estimate, error);
	if (code < 0) {
		session_close(opened, NULL, NULL);
		return code;
	}
	session_start_trials(opened);
	session_advance(opened);
	session_estimate_remaining(opened);
	*session = opened;
	return 0;
}

int session_fd(const struct session *session)
{
	return session->poll_fd;
}

static void on_builder(struct session *session)
{
	struct builder_event event;

	while (session->stage != STAGE_OVER && builder_next(session->builder, &event) > 0) {
		session_on_builder(session, &event);
		session_advance(session);
	}
}

static void on_timer(struct session *session)
{
	uint64_t ticks;

	if (read(session->timer_fd, &ticks, sizeof(ticks)) == sizeof(ticks))
		session_on_tick(session);
}

static void handle(struct session *session, uint32_t source)
{
	if (session->stage == STAGE_OVER)
		return;
	if (source == SOURCE_TIMER)
		on_timer(session);
	else if (source == SOURCE_BUILDER)
		on_builder(session);
	else if (source == SOURCE_HOLDER)
		session_on_holder(session);
	else if (source >= SOURCE_EXIT)
		session_on_exit(session, source - SOURCE_EXIT);
	else if (source >= SOURCE_WORKER)
		session_on_worker(session, source - SOURCE_WORKER);
	session_advance(session);
}

static int work(struct session *session)
{
	/* Room for every descriptor that there is. */
	struct epoll_event events[2 * RING_SLOTS_MAXIMUM + 4];
	const int size = sizeof(events) / sizeof(events[0]);
	int count = epoll_wait(session->poll_fd, events, size, 0);
	bool ticked = false;

	if (count < 0)
		return errno == EINTR ? 0 : -errno;
	session_look(session);
	for (int i = 0; i < count; i++) {
		if (events[i].data.u32 == SOURCE_TIMER)
			ticked = true;
		else
			handle(session, events[i].data.u32);
	}
	/* The clock comes last: who has answered in the meantime is not late. */
	if (ticked)
		handle(session, SOURCE_TIMER);
	return 0;
}

/* Told from here and not from the queue: this one must not be lost. */
static int tell_end(struct session *session, struct session_event *event)
{
	session_ring(session, false);
	if (session->stage != STAGE_OVER || session->told_end)
		return 0;
	session->told_end = true;
	*event = (struct session_event){
		.kind = SESSION_ENDED, .case_index = session->case_index, .pass = session->pass};
	return 1;
}

int session_next(struct session *session, struct session_event *event)
{
	int code = session->event_first < session->event_count ? 0 : work(session);

	if (code < 0) {
		session->stage = STAGE_OVER;
		session->broken = true;
		snprintf(session->stop_reason, sizeof(session->stop_reason),
			 "the session cannot wait for its processes: %s", error_words(code));
		return code;
	}
	if (session->event_first == session->event_count)
		return tell_end(session, event);
	*event = session->events[session->event_first++];
	return 1;
}

void session_pause(struct session *session)
{
	if (session->paused || session->stage == STAGE_OVER)
		return;
	session->pause_start_ns = clock_now(CLOCK_MONOTONIC);
	session->paused = true;
	if (session->stage == STAGE_RUN && session->cut == CUT_NONE)
		ring_command(&session->ring, RING_PAUSE);
}

void session_resume(struct session *session)
{
	if (!session->paused)
		return;
	session->last_look_ns = clock_now(CLOCK_MONOTONIC);
	session->paused_ns += session->last_look_ns - session->pause_start_ns;
	session->paused = false;
	session->last_sign_ns = session_now(session);
	session_run_is_let_go(session);
	if (session->stage == STAGE_RUN && session->cut == CUT_NONE)
		session_resume_turn(session);
}

void session_skip(struct session *session)
{
	session_interrupt(session, CUT_SKIP, NULL);
	session_advance(session);
}

void session_stop(struct session *session)
{
	static const char reason[] = "the session was stopped";

	session_resume(session);
	if (!session->stopping)
		snprintf(session->stop_reason, sizeof(session->stop_reason), "%s", reason);
	session->stopping = true;
	session_interrupt(session, CUT_STOP, reason);
	/* What the builder removes is not worth waiting for: it removes everything at the end. */
	if (session->stage == STAGE_REMOVE)
		session->stage = STAGE_IDLE;
	session_advance(session);
}

const char *session_broken(const struct session *session)
{
	return session->broken ? session->stop_reason : NULL;
}

bool session_refused(const struct session *session)
{
	return session->refused;
}

const struct result *session_result(const struct session *session)
{
	return &session->result;
}

size_t session_workers(const struct session *session, pid_t *pids, size_t size)
{
	size_t count = 0;

	for (size_t i = 0; i < session_variant_count(session) && count < size; i++)
		if (session->workers[i].pid > 0)
			pids[count++] = session->workers[i].pid;
	return count;
}

/* Whether all that can be measured of a step was: what this machine cannot do is not missing. */
static bool is_whole(const struct result *result, size_t index)
{
	const struct step *step = &result->steps[index];

	if (step->state == STEP_SKIPPED)
		return step->reason && result_pass_count(result, index) == 0;
	return step->state == STEP_DONE || step->state == STEP_EARLY;
}

void session_settle_steps(struct session *session)
{
	struct result *result = &session->result;
	const char *reason =
		session->stop_reason[0] ? session->stop_reason : "the session was stopped";

	result->partial = false;
	for (size_t i = 0; result->steps && i < plan_step_count(&result->plan); i++) {
		struct step *step = &result->steps[i];

		if (step->state == STEP_DONE || step->state == STEP_EARLY)
			continue;
		if (!session_is_over(step)) {
			/* Out of time with passes behind it is an early end like any other. */
			bool early = session->out_of_time && result_pass_count(result, i) > 0;

			step->state = early ? STEP_EARLY : STEP_STOPPED;
			if (!step->reason || !early) {
				free(step->reason);
				step->reason = strdup(reason);
			}
		}
		if (!is_whole(result, i))
			result->partial = true;
	}
}

/* What does not end even when it is killed is left to end with us. */
static void end_all_workers(struct session *session)
{
	session_drain(session);
	for (size_t i = 0; i < RING_SLOTS_MAXIMUM; i++)
		worker_process_kill(&session->workers[i]);
	for (size_t i = 0; i < RING_SLOTS_MAXIMUM; i++)
		if (!worker_process_reap(&session->workers[i], true))
			worker_process_abandon(&session->workers[i]);
}

static int remove_scratches(struct session *session, struct error *error)
{
	bool with_builder = session->builder != NULL;
	int code = builder_stop(session->builder, error);

	for (size_t i = 0; i < session->scratch_count; i++) {
		if (with_builder && code == 0)
			scratch_forget(&session->scratches[i]);
		else
			scratch_remove(&session->scratches[i], error);
	}
	return code;
}

static void close_descriptor(int fd)
{
	if (fd >= 0)
		close(fd);
}

static void free_all(struct session *session)
{
	ring_destroy(&session->ring);
	close_descriptor(session->poll_fd);
	close_descriptor(session->timer_fd);
	close_descriptor(session->bell_fd);
	close_descriptor(session->trial_directory);
	free(session->scratches);
	free(session->built);
	audit_watch_close(&session->audit);
	free(session->case_audit_records);
	free(session->case_spent_ns);
	free(session->case_seconds);
	free(session->run_times);
	free(session->costs);
	free(session->events);
	free(session);
}

int session_close(struct session *session, struct result *result, struct error *error)
{
	int code;

	if (!session)
		return 0;
	end_all_workers(session);
	bpf_holder_stop(session->holder);
	session_settle_steps(session);
	if (session->result.started)
		session_finish_environment(session);
	session->result.ended = time(NULL);
	code = remove_scratches(session, error);
	if (session->moved)
		cpu_restore(&session->allowed);
	if (result)
		*result = session->result;
	else
		result_clear(&session->result);
	free_all(session);
	return code;
}
