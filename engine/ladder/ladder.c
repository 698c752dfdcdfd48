/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ladder.c - opening, feeding and closing a ladder: the door that ladder.h describes. */
#include "engine/ladder/ladder_private.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

#include "engine/worker/cpu.h"

/* What an epoll event speaks of: the bell, or the rung of that number less one. */
#define SOURCE_BELL 0u
#define EVENTS_AT_ONCE 64

const char *rung_state_name(enum rung_state state)
{
	static const char *const names[] = {
		[RUNG_QUEUED] = "queued",           [RUNG_BOOTING] = "booting",
		[RUNG_SETTLING] = "settling",       [RUNG_MEASURING] = "measuring",
		[RUNG_COUNTING] = "counting hooks", [RUNG_DONE] = "done",
		[RUNG_FAILED] = "failed",           [RUNG_STOPPED] = "stopped",
	};

	return names[state];
}

static void ring(struct ladder *ladder, bool ringing)
{
	uint64_t count = 1;

	if (ladder->ringing == ringing)
		return;
	ladder->ringing = ringing;
	if (ringing)
		(void)!write(ladder->bell_fd, &count, sizeof(count));
	else
		(void)!read(ladder->bell_fd, &count, sizeof(count));
}

static struct ladder_event *add_event(struct ladder *ladder)
{
	if (ladder->event_first == ladder->event_count)
		ladder->event_first = ladder->event_count = 0;
	if (ladder->event_count == ladder->event_capacity) {
		size_t capacity = ladder->event_capacity ? 2 * ladder->event_capacity : 64;
		void *more = reallocarray(ladder->events, capacity, sizeof(*ladder->events));

		if (!more)
			return NULL;
		ladder->events = more;
		ladder->event_capacity = capacity;
	}
	return &ladder->events[ladder->event_count++];
}

void ladder_tell(struct ladder *ladder, enum ladder_event_kind kind, size_t rung,
		 const char *format, ...)
{
	struct ladder_event told = {.kind = kind, .rung = rung};
	struct ladder_event *event;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(told.text, sizeof(told.text), format, arguments);
	va_end(arguments);
	event = add_event(ladder);
	if (!event)
		return;
	*event = told;
	ring(ladder, true);
}

void ladder_set_state(struct rung_run *run, enum rung_state state)
{
	if (run->state == state)
		return;
	run->state = state;
	ladder_tell(run->ladder, LADDER_RUNG, rung_index(run), "%s", rung_state_name(state));
}

const char *ladder_name_of(const struct rung_run *run, char buffer[LADDER_NAME_SIZE])
{
	return ladder_rung_name(rung_of(run), run->listed ? run->reported : NULL, buffer,
				LADDER_NAME_SIZE);
}

int ladder_line_length(const char *text)
{
	return (int)strcspn(text, "\n");
}

static int make_poll(struct ladder *ladder, struct error *error)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = SOURCE_BELL};

	ladder->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	ladder->bell_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (ladder->poll_fd < 0 || ladder->bell_fd < 0 ||
	    epoll_ctl(ladder->poll_fd, EPOLL_CTL_ADD, ladder->bell_fd, &event) < 0)
		return error_set(error, -errno, "cannot wait for guests: %s", error_words(errno));
	return 0;
}

/* Hooks are those of the kernel: one rung of each tells them. */
static bool counts_hooks(const struct ladder_plan *plan, size_t rung)
{
	for (size_t i = 0; i < rung; i++) {
		if (plan->rungs[i].kernel == plan->rungs[rung].kernel)
			return false;
	}
	return plan->hooks;
}

static int make_runs(struct ladder *ladder, struct error *error)
{
	const struct ladder_plan *plan = &ladder->plan;
	int allowed = cpu_allowed_count();

	ladder->runs = calloc(plan->rung_count, sizeof(*ladder->runs));
	if (!ladder->runs)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < plan->rung_count; i++) {
		ladder->runs[i].ladder = ladder;
		ladder->runs[i].counts_hooks = counts_hooks(plan, i);
		result_init(&ladder->runs[i].result);
	}
	ladder->jobs = plan->jobs > 0 ? plan->jobs : (size_t)(allowed > 0 ? allowed : 1);
	return 0;
}

static int check_plan(const struct ladder_plan *plan, struct error *error)
{
	if (plan->kernel_count == 0 || plan->rung_count == 0)
		return error_set(error, -EINVAL,
				 "a ladder needs a kernel and a rung: name one "
				 "with --kernel");
	if (!plan->plan.expanded)
		return error_set(error, -EINVAL, "the ladder's plan is not expanded");
	if (!plan->measure && !plan->hooks)
		return error_set(error, -EINVAL,
				 "a ladder that neither measures nor counts hooks "
				 "has nothing to do");
	return 0;
}

static int name_session(struct ladder *ladder, struct error *error)
{
	uint64_t number;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return error_set(error, -EIO, "no random number for the ladder's name");
	snprintf(ladder->session, sizeof(ladder->session), "%016" PRIx64, number);
	return 0;
}

static int prepare(struct ladder *ladder, const struct ladder_plan *plan, struct error *error)
{
	int code = check_plan(plan, error);

	/* A copy is made into nothing. */
	ladder_plan_clear(&ladder->plan);
	if (code == 0 && ladder_plan_copy(&ladder->plan, plan) < 0)
		code = error_set(error, -ENOMEM, "out of memory");
	if (code == 0)
		code = make_runs(ladder, error);
	if (code == 0)
		code = name_session(ladder, error);
	if (code == 0)
		code = make_poll(ladder, error);
	if (code == 0)
		code = qemu_find(&ladder->qemu, error);
	return code < 0 ? code : ladder_make_files(ladder, error);
}

int ladder_open(struct ladder **ladder, const struct ladder_plan *plan, struct error *error)
{
	struct ladder *opened = calloc(1, sizeof(*opened));
	int code;

	*ladder = NULL;
	if (!opened)
		return error_set(error, -ENOMEM, "out of memory");
	ladder_plan_init(&opened->plan);
	opened->poll_fd = opened->bell_fd = -1;
	code = prepare(opened, plan, error);
	if (code < 0) {
		ladder_close(opened);
		return code;
	}
	ladder_start_guests(opened);
	*ladder = opened;
	return 0;
}

int ladder_fd(const struct ladder *ladder)
{
	return ladder->poll_fd;
}

static bool is_over(const struct ladder *ladder)
{
	for (size_t i = 0; i < ladder->plan.rung_count; i++) {
		if (!ladder_rung_is_over(&ladder->runs[i]))
			return false;
	}
	return true;
}

static int work(struct ladder *ladder)
{
	struct epoll_event events[EVENTS_AT_ONCE];
	int count = epoll_wait(ladder->poll_fd, events, EVENTS_AT_ONCE, 0);

	if (count < 0)
		return errno == EINTR ? 0 : -errno;
	for (int i = 0; i < count; i++) {
		if (events[i].data.u64 != SOURCE_BELL)
			ladder_serve(&ladder->runs[events[i].data.u64 - 1]);
	}
	ladder_start_guests(ladder);
	return 0;
}

/* Told from here and not from the queue: this one must not be lost. */
static int tell_end(struct ladder *ladder, struct ladder_event *event)
{
	if (ladder->told_end || !is_over(ladder)) {
		ring(ladder, false);
		return 0;
	}
	ladder->told_end = true;
	ring(ladder, false);
	*event = (struct ladder_event){.kind = LADDER_ENDED};
	return 1;
}

int ladder_next(struct ladder *ladder, struct ladder_event *event)
{
	if (ladder->event_first == ladder->event_count && !ladder->told_end) {
		int code = work(ladder);

		if (code < 0) {
			ladder_stop(ladder);
			return code;
		}
	}
	if (ladder->event_first == ladder->event_count)
		return tell_end(ladder, event);
	*event = ladder->events[ladder->event_first++];
	return 1;
}

void ladder_stop(struct ladder *ladder)
{
	ladder->stopped = true;
	for (size_t i = 0; i < ladder->plan.rung_count; i++)
		ladder_stop_rung(&ladder->runs[i]);
	/* Even when no event could be queued. */
	ring(ladder, !ladder->told_end);
}

const struct ladder_plan *ladder_plan_of(const struct ladder *ladder)
{
	return &ladder->plan;
}

static void free_runs(struct ladder *ladder)
{
	for (size_t i = 0; ladder->runs && i < ladder->plan.rung_count; i++) {
		struct rung_run *run = &ladder->runs[i];

		boot_free(run->boot);
		ladder_drop_result(run);
		result_clear(&run->result);
		free(run->trouble);
	}
	free(ladder->runs);
}

static void close_if_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

void ladder_close(struct ladder *ladder)
{
	struct error why;

	if (!ladder)
		return;
	free_runs(ladder);
	(void)scratch_guarded_remove(&ladder->root, &why);
	close_if_open(ladder->poll_fd);
	close_if_open(ladder->bell_fd);
	free(ladder->events);
	ladder_plan_clear(&ladder->plan);
	free(ladder);
}
