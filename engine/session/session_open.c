/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_open.c - what a session needs before its first case: memory, the workers' CPU, scratch
 * roots, the builder, descriptors, the environment, the clock.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>

#include "engine/text/version.h"
#include "engine/worker/cpu.h"

static int make_scratches(struct session *session, struct error *error)
{
	struct text_list places;
	int code = plan_scratches(&session->result.plan, &places);

	if (code == 0) {
		session->scratches = calloc(places.count, sizeof(*session->scratches));
		code = session->scratches ? 0 : -ENOMEM;
	}
	if (code < 0)
		error_set(error, code, "out of memory");
	for (size_t i = 0; i < places.count && code == 0; i++) {
		code = scratch_create(&session->scratches[i], places.items[i], error);
		if (code < 0)
			break;
		session->scratch_count++;
		code = scratch_deepen(&session->scratches[i], session->result.plan.landlock_depth,
				      error);
	}
	text_list_clear(&places);
	return code;
}

/* From here on the builder removes the roots, whatever ends us. */
static int make_guarded_scratches(struct session *session, struct error *error)
{
	sigset_t all;
	sigset_t before;
	int code;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	code = make_scratches(session, error);
	if (code == 0)
		code = builder_start(&session->builder, session->scratches, session->scratch_count,
				     session->result.cpu, error);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return code;
}

static int make_poll(struct session *session, struct error *error)
{
	/* On one CPU each tick takes it away from the workers. */
	const long interval_ms = session->on_one_cpu ? 500 : 100;
	const struct itimerspec interval = {.it_interval = {.tv_nsec = interval_ms * 1000000},
					    .it_value = {.tv_nsec = interval_ms * 1000000}};
	int code = 0;

	session->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	session->bell_fd = eventfd(session->ringing, EFD_CLOEXEC | EFD_NONBLOCK);
	session->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (session->poll_fd < 0 || session->bell_fd < 0 || session->timer_fd < 0 ||
	    timerfd_settime(session->timer_fd, 0, &interval, NULL) < 0)
		code = -errno;
	if (code == 0)
		code = session_watch_all(session);
	return code == 0 ? 0
			 : error_set(error, code, "cannot watch the session's descriptors: %s",
				     error_words(code));
}

/* places is the caller's to clear, whatever comes of it. 0 or -ENOMEM. */
static int request_environment(const struct session *session, struct environment_request *request,
			       struct text_list *places)
{
	*request = (struct environment_request){.scratches = places, .cpu = session->result.cpu};
	return plan_scratches(&session->result.plan, places);
}

static int read_environment(struct session *session, struct error *error)
{
	struct environment_request request;
	struct text_list places;
	int code = request_environment(session, &request, &places);

	if (code < 0)
		error_set(error, code, "out of memory");
	else
		code = environment_collect(&session->result.environment, &request, error);
	text_list_clear(&places);
	return code;
}

void session_finish_environment(struct session *session)
{
	struct environment_request request;
	struct text_list places;

	/* Without memory the environment stays as it was at the start. */
	if (request_environment(session, &request, &places) == 0)
		environment_finish(&session->result.environment, &request, NULL);
	text_list_clear(&places);
	session_audit_record(session);
}

/* Bytes that programs can still get, or -1 when the kernel does not tell. */
static double available_memory(void)
{
	FILE *file = fopen("/proc/meminfo", "re");
	char line[128];
	double kilobytes = -1;

	if (!file)
		return -1;
	while (kilobytes < 0 && fgets(line, sizeof(line), file)) {
		static const char name[] = "MemAvailable:";

		if (strncmp(line, name, sizeof(name) - 1) == 0)
			kilobytes = strtod(line + sizeof(name) - 1, NULL);
	}
	fclose(file);
	return kilobytes < 0 ? -1 : kilobytes * 1024;
}

static int refuse_size(const struct plan *plan, double bytes, double available, struct error *error)
{
	char free_text[64] = "";

	if (available >= 0)
		snprintf(free_text, sizeof(free_text), ", and %.2f GB are free", available / 1e9);
	return error_set(error, -ENOMEM,
			 "%zu cases of %u runs, %u passes and %zu variants need %.2f GB of "
			 "memory%s: ask for fewer runs or passes, or pick fewer cases",
			 plan->case_count, plan->runs, plan->passes, plan->variants.count,
			 bytes / 1e9, free_text);
}

/*
 * Memory for all that the session can measure, so that nothing is allocated while it does. The
 * kernel would promise more than it has, and kill somebody when it is used: so ask first.
 */
static int reserve(struct session *session, struct error *error)
{
	const struct plan *plan = &session->result.plan;
	const double available = available_memory();
	size_t runs = plan->runs > plan->repeats ? plan->runs : plan->repeats;
	size_t turns = runs * plan->variants.count;
	size_t samples = turns * plan->passes * plan->case_count;
	struct workload workload;
	double bytes;
	int code;

	if (plan_workload(plan, &workload, error) < 0)
		return -EINVAL;
	if (plan->variants.count > RING_SLOTS_MAXIMUM)
		return error_set(error, -EINVAL, "%zu variants: at most %u run side by side",
				 plan->variants.count, RING_SLOTS_MAXIMUM);
	if (turns > UINT32_MAX / 64)
		return error_set(error, -EINVAL, "%zu runs of %zu variants: ask for fewer", runs,
				 plan->variants.count);
	bytes = (double)samples * sizeof(struct sample) + (double)ring_size((uint32_t)turns);
	if (available >= 0 && bytes > available / 2)
		return refuse_size(plan, bytes, available, error);
	code = result_reserve(&session->result, samples, error);
	if (code < 0)
		return refuse_size(plan, bytes, available, error);
	return ring_create(&session->ring, (uint32_t)turns, error);
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
			     "updated twice a second and medians are noisier");
	return 0;
}

/* Copy the plan into the result. */
static int begin_result(struct session *session, const struct plan *plan, struct error *error)
{
	struct result *result = &session->result;
	struct plan copy;
	int code;

	if (plan_copy(&copy, plan) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	code = result_begin(result, &copy, error);
	/* Moved or not, it is an initialised plan. */
	plan_clear(&copy);
	if (code < 0)
		return code;
	snprintf(result->version, sizeof(result->version), "%s", LSMBENCH_VERSION);
	result->partial = true;
	return 0;
}

static int make_arrays(struct session *session, struct error *error)
{
	size_t count = session->result.plan.case_count;

	session->built = calloc(count, sizeof(*session->built));
	session->case_spent_ns = calloc(count, sizeof(*session->case_spent_ns));
	session->case_audit_records = calloc(count, sizeof(*session->case_audit_records));
	if (!session->built || !session->case_spent_ns || !session->case_audit_records)
		return error_set(error, -ENOMEM, "out of memory");
	return 0;
}

static void start_clocks(struct session *session)
{
	struct result *result = &session->result;

	session->clock = clock_choose();
	snprintf(result->clock, sizeof(result->clock), "%s", session->clock.name);
	result->clock_cost_ns = session->clock.cost_ns;
	result->clock_step_ns = session->clock.step_ns;
	session->epoch_ns = clock_now(session->clock.id);
	session->last_look_ns = clock_now(CLOCK_MONOTONIC);
	session->start_ns = session_now(session);
	session->suspended_ns = clock_suspended();
	result->started = time(NULL);
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

int session_prepare(struct session *session, const struct plan *plan, struct error *error)
{
	int code = find_program(session, error);

	if (code == 0)
		code = begin_result(session, plan, error);
	if (code == 0)
		code = make_arrays(session, error);
	if (code == 0)
		code = reserve(session, error);
	if (code == 0)
		code = choose_cpu(session, error);
	if (code == 0)
		code = make_guarded_scratches(session, error);
	if (code == 0)
		code = session_prepare_variants(session, error);
	if (code == 0)
		code = session_prepare_turns(session, error);
	if (code == 0)
		code = make_poll(session, error);
	if (code == 0)
		code = read_environment(session, error);
	if (code == 0 && session_record_variants(session) < 0)
		code = error_set(error, -ENOMEM, "out of memory");
	if (code == 0) {
		session_audit_open(session);
		start_clocks(session);
	}
	return code;
}
