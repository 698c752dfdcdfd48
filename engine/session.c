/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.c - opening, feeding and closing a session: the door that session.h describes.
 */
#include "engine/session_private.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "engine/cpu.h"
#include "engine/version.h"

/* What an epoll event speaks of; a worker's slot is added. */
enum source {
	SOURCE_TIMER,
	SOURCE_BUILDER,
	SOURCE_WORKER = 0x100,
	SOURCE_EXIT = 0x200,
};

size_t session_variant_count(const struct session *session)
{
	return session->result.plan.variants.count;
}

struct step *session_step(struct session *session, size_t case_index, size_t variant)
{
	return &session->result.steps[plan_step(&session->result.plan, case_index, variant)];
}

struct session_event *session_tell_event(struct session *session, enum session_event_kind kind)
{
	struct session_event *event;

	if (session->event_first == session->event_count)
		session->event_first = session->event_count = 0;
	if (session->event_count == session->event_capacity) {
		size_t capacity = session->event_capacity ? 2 * session->event_capacity : 64;
		void *more = realloc(session->events, capacity * sizeof(*session->events));

		if (!more)
			return NULL;
		session->events = more;
		session->event_capacity = capacity;
	}
	event = &session->events[session->event_count++];
	*event = (struct session_event){
		.kind = kind, .case_index = session->case_index, .pass = session->pass};
	return event;
}

void session_tell(struct session *session, enum session_event_kind kind, const char *text)
{
	struct session_event *event = session_tell_event(session, kind);

	if (event && text)
		snprintf(event->text, sizeof(event->text), "%s", text);
}

static int watch(struct session *session, int fd, uint32_t source)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u32 = source};

	return epoll_ctl(session->poll_fd, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

int session_watch_worker(struct session *session, size_t slot)
{
	const struct worker_process *worker = &session->workers[slot];
	int code = watch(session, worker->control, SOURCE_WORKER + (uint32_t)slot);

	return code < 0 ? code : watch(session, worker->process, SOURCE_EXIT + (uint32_t)slot);
}

static int make_scratches(struct session *session, struct error *error)
{
	const struct text_list *places = &session->result.plan.scratches;
	size_t count = places->count ? places->count : 1;

	session->scratches = calloc(count, sizeof(*session->scratches));
	if (!session->scratches)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < count; i++) {
		const char *place = places->count ? places->items[i] : scratch_default_parent();
		int code = scratch_create(&session->scratches[i], place, error);

		if (code < 0)
			return code;
		session->scratch_count++;
	}
	return 0;
}

static int make_poll(struct session *session, struct error *error)
{
	/* On one CPU each tick takes it away from the workers. */
	const long interval_ms = session->on_one_cpu ? 500 : 100;
	const struct itimerspec interval = {.it_interval = {.tv_nsec = interval_ms * 1000000},
					    .it_value = {.tv_nsec = interval_ms * 1000000}};
	int code = 0;

	session->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	session->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (session->poll_fd < 0 || session->timer_fd < 0 ||
	    timerfd_settime(session->timer_fd, 0, &interval, NULL) < 0)
		code = -errno;
	if (code == 0)
		code = watch(session, session->timer_fd, SOURCE_TIMER);
	if (code == 0)
		code = watch(session, builder_fd(session->builder), SOURCE_BUILDER);
	return code == 0 ? 0 : error_set(error, code, "session: %s", error_words(code));
}

static void request_environment(const struct session *session, struct environment_request *request,
				struct text_list *places)
{
	const struct plan *plan = &session->result.plan;

	*places = (struct text_list){0};
	if (plan->scratches.count == 0)
		text_list_add(places, scratch_default_parent());
	else
		text_list_copy(places, &plan->scratches);
	*request = (struct environment_request){.scratches = places, .cpu = session->result.cpu};
}

static int read_environment(struct session *session, bool at_end, struct error *error)
{
	struct environment_request request;
	struct text_list places;
	int code;

	request_environment(session, &request, &places);
	if (at_end)
		code = environment_finish(&session->result.environment, &request, error);
	else
		code = environment_collect(&session->result.environment, &request, error);
	text_list_clear(&places);
	return code;
}

/* Memory for all that the session can measure, so that nothing is allocated while it does. */
static int reserve(struct session *session, struct error *error)
{
	const struct plan *plan = &session->result.plan;
	size_t turns = (size_t)plan->runs * plan->variants.count;
	int code;

	if (plan->variants.count > RING_SLOTS_MAXIMUM)
		return error_set(error, -EINVAL, "%zu variants: at most %u run side by side",
				 plan->variants.count, RING_SLOTS_MAXIMUM);
	if (turns > UINT32_MAX / 64)
		return error_set(error, -EINVAL, "%u runs of %zu variants: ask for fewer",
				 plan->runs, plan->variants.count);
	code = result_reserve(&session->result, turns * plan->passes * plan->case_count, error);
	return code < 0 ? code : ring_create(&session->ring, (uint32_t)turns, error);
}

static void describe_clock(struct session *session)
{
	struct result *result = &session->result;

	session->clock = clock_choose();
	snprintf(result->clock, sizeof(result->clock), "%s", session->clock.name);
	result->clock_cost_ns = session->clock.cost_ns;
	result->clock_step_ns = session->clock.step_ns;
	session->epoch_ns = clock_now(session->clock.id);
	session->session_start_ns = clock_now(CLOCK_MONOTONIC);
	session->suspended_ns = clock_suspended();
	result->started = time(NULL);
}

static int choose_cpu(struct session *session, struct error *error)
{
	int code = cpu_choose(session->result.plan.cpu, &session->result.cpu, error);

	if (code < 0)
		return code;
	session->on_one_cpu = cpu_allowed_count() == 1;
	session->moved = cpu_avoid(session->result.cpu, &session->allowed) == 1;
	if (session->on_one_cpu)
		session_tell(session, SESSION_NOTICE,
			     "one CPU only: workers and display share it, so the display is "
			     "updated twice "
			     "a second and medians are noisier");
	return 0;
}

/* By its full path: a wrapper may look for it from elsewhere. */
static int find_program(struct session *session, struct error *error)
{
	char found[PATH_MAX];
	int code = worker_process_find(found, sizeof(found), error);

	if (code == 0 && !realpath(found, session->program))
		code = error_set(error, -errno, "%s: %s", found, error_words(errno));
	return code;
}

static int prepare(struct session *session, const struct plan *plan, struct error *error)
{
	struct result *result = &session->result;
	struct plan copy;
	int code = find_program(session, error);

	if (code < 0)
		return code;
	if (plan_copy(&copy, plan) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	code = result_begin(result, &copy, error);
	plan_clear(&copy);
	if (code < 0)
		return code;
	snprintf(result->version, sizeof(result->version), "%s", LSMBENCH_VERSION);
	result->partial = true;
	code = reserve(session, error);
	if (code == 0)
		code = choose_cpu(session, error);
	if (code == 0)
		code = make_scratches(session, error);
	if (code == 0)
		code = session_prepare_variants(session, error);
	if (code == 0)
		code = builder_start(&session->builder, session->scratches, session->scratch_count,
				     result->cpu, error);
	if (code == 0)
		code = make_poll(session, error);
	if (code == 0)
		code = read_environment(session, false, error);
	if (code == 0 && session_record_variants(session) < 0)
		code = error_set(error, -ENOMEM, "out of memory");
	return code;
}

int session_open(struct session **session, const struct plan *plan, struct error *error)
{
	struct session *opened = calloc(1, sizeof(*opened));
	int code;

	*session = NULL;
	if (!opened)
		return error_set(error, -ENOMEM, "out of memory");
	opened->poll_fd = -1;
	opened->timer_fd = -1;
	opened->ring.fd = -1;
	opened->remaining_shown = -1;
	estimate_init(&opened->estimate);
	result_init(&opened->result);
	code = prepare(opened, plan, error);
	if (code == 0) {
		opened->built = calloc(plan->case_count, sizeof(*opened->built));
		if (!opened->built || session_start_estimates(opened) < 0)
			code = error_set(error, -ENOMEM, "out of memory");
	}
	if (code < 0) {
		session_close(opened, NULL, NULL);
		return code;
	}
	describe_clock(opened);
	session_begin_next(opened);
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

	while (session->stage != STAGE_OVER && builder_next(session->builder, &event) > 0)
		session_on_builder(session, &event);
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
	else if (source >= SOURCE_EXIT)
		session_on_exit(session, source - SOURCE_EXIT);
	else
		session_on_worker(session, source - SOURCE_WORKER);
}

static int work(struct session *session)
{
	struct epoll_event events[16];
	int count = epoll_wait(session->poll_fd, events, 16, 0);

	if (count < 0)
		return errno == EINTR ? 0 : -errno;
	for (int i = 0; i < count; i++)
		handle(session, events[i].data.u32);
	return 0;
}

int session_next(struct session *session, struct session_event *event)
{
	int code = session->event_first < session->event_count ? 0 : work(session);

	if (code < 0)
		return code;
	if (session->event_first == session->event_count)
		return 0;
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
	session->paused_ns += clock_now(CLOCK_MONOTONIC) - session->pause_start_ns;
	session->paused = false;
	session->last_sign_ns = session_now(session);
	if (session->stage == STAGE_RUN && session->cut == CUT_NONE)
		ring_command(&session->ring, RING_RUN);
}

void session_skip(struct session *session)
{
	session_cut(session, CUT_SKIP, "skipped");
}

void session_stop(struct session *session)
{
	session_resume(session);
	session->stopping = true;
	session_cut(session, CUT_STOP, "the session was stopped");
	if (session->stage == STAGE_REMOVE)
		session_begin_next(session);
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

int session_find_worker(char *buffer, size_t size, struct error *error)
{
	return worker_process_find(buffer, size, error);
}

/* What was not reached says so, and the result is partial unless every step has what it should. */
static void settle_steps(struct session *session)
{
	struct result *result = &session->result;

	result->partial = false;
	for (size_t i = 0; i < plan_step_count(&result->plan); i++) {
		struct step *step = &result->steps[i];

		if (step->state == STEP_DONE || step->state == STEP_EARLY)
			continue;
		result->partial = true;
		if (step->state == STEP_FAILED || step->state == STEP_SKIPPED)
			continue;
		step->state = STEP_STOPPED;
		if (!step->reason)
			step->reason = strdup("the session was stopped");
	}
}

static void end_all_workers(struct session *session)
{
	session_drain(session);
	for (size_t i = 0; i < RING_SLOTS_MAXIMUM; i++)
		worker_process_kill(&session->workers[i]);
	for (size_t i = 0; i < RING_SLOTS_MAXIMUM; i++)
		worker_process_reap(&session->workers[i], true);
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

int session_close(struct session *session, struct result *result, struct error *error)
{
	int code;

	if (!session)
		return 0;
	end_all_workers(session);
	settle_steps(session);
	if (session->result.started)
		read_environment(session, true, NULL);
	session->result.ended = time(NULL);
	code = remove_scratches(session, error);
	if (session->moved)
		cpu_restore(&session->allowed);
	ring_destroy(&session->ring);
	close_descriptor(session->poll_fd);
	close_descriptor(session->timer_fd);
	estimate_clear(&session->estimate);
	if (result)
		*result = session->result;
	else
		result_clear(&session->result);
	free(session->scratches);
	free(session->built);
	free(session->case_seconds);
	free(session->case_measured);
	free(session->events);
	free(session);
	return code;
}
