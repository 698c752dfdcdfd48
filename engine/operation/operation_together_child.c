/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_together_child.c - one of several processes: prepares, waits for the common start,
 * works, and says what it did.
 */
#include "engine/operation/operation_together_child.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/operation.h"

/* How long the work is between two looks at the clock. */
#define BATCH_NS 1000000u
#define SECOND 1000000000u
/* A parent that is gone kills us; this is how often we look who had to prepare before us. */
#define LOOK_MS 200u

struct part {
	const struct operation *operation;
	struct context context;
	uint64_t n; /* iterations of a batch */
	int place;
};

struct work {
	const struct together_group *group;
	struct together_slot *slot;
	uint64_t index;
	uint64_t from_ns; /* since when the time counts */
	struct part parts[TOGETHER_PARTS_MAXIMUM];
	size_t part_count; /* that teardown has to see to */
};

uint64_t together_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

void together_wait(_Atomic uint32_t *word, uint32_t value, unsigned int milliseconds)
{
	const struct timespec patience = {.tv_sec = milliseconds / 1000,
					  .tv_nsec = milliseconds % 1000 * 1000000L};

	/* Not FUTEX_PRIVATE_FLAG: the others are processes. */
	syscall(SYS_futex, word, FUTEX_WAIT, value, &patience, NULL, 0);
}

void together_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

static void enter_stage(struct work *work, enum together_stage stage)
{
	struct together_shared *shared = work->group->shared;

	atomic_store(&work->slot->stage, stage);
	atomic_fetch_add(&shared->events, 1);
	together_wake(&shared->events);
}

/* For a failure of an iteration, a positive errno. */
static int failed(const struct part *part, int failure, struct error *error)
{
	return error_set(error, -failure, "%s: an iteration failed: %s", part->operation->name,
			 failure == EPROTO ? "it did not end as it should" : error_words(failure));
}

/* One batch, with what is around it. The positive errno, and what it took. */
static int run_batch(struct part *part, uint64_t n, uint64_t *took_ns)
{
	const struct operation *operation = part->operation;
	int failure = operation->before ? operation->before(&part->context, n) : 0;
	const uint64_t start = together_now_ns();
	int later;

	if (!failure)
		failure = operation->run(&part->context, n);
	*took_ns = together_now_ns() - start;
	later = operation->after ? operation->after(&part->context, n) : 0;
	return failure ? failure : later;
}

/* Find how many iterations last a millisecond. Warms up, too. */
static int calibrate(struct part *part, struct error *error)
{
	const uint64_t period = operation_period(part->operation, part->context.number);
	const uint64_t most = part->operation->most ? part->operation->most : UINT64_MAX;
	uint64_t took;

	for (part->n = period;; part->n *= 2) {
		int failure = run_batch(part, part->n, &took);

		if (failure)
			return failed(part, failure, error);
		if (took >= BATCH_NS / 2 || part->n > most / 2 || part->n > UINT64_MAX / 4)
			return 0;
	}
}

static int prepare_context(const struct together_part *what, struct part *part,
			   const struct together_group *group, struct error *error)
{
	const struct parameter *parameter = what->operation->parameter;
	struct context *context = &part->context;

	memset(context, 0, sizeof(*context));
	context->directory_fd = part->place;
	context->number = parameter_number(parameter, what->parameter);
	context->second = parameter_second(parameter, what->parameter);
	context->cpus = group->cpus;
	if (parameter->type != PARAMETER_PATH)
		return 0;
	context->missing = parameter_is_missing(what->parameter);
	return parameter_path_of(what->parameter, NULL, context->path, sizeof(context->path),
				 error);
}

static int prepare_part(struct work *work, size_t index, struct error *error)
{
	const struct together_part *what = &work->group->inner.parts[index];
	struct part *part = &work->parts[index];
	uint64_t took;
	int failure;
	int code;

	part->operation = what->operation;
	part->place = together_place_open(&work->group->places,
					  work->group->is_shared ? 0 : work->index, index);
	if (part->place < 0 || fchdir(part->place) < 0)
		return error_set(error, part->place < 0 ? part->place : -errno,
				 "the place of a process: %s",
				 error_words(part->place < 0 ? -part->place : errno));
	code = prepare_context(what, part, work->group, error);
	if (code < 0)
		return code;
	work->part_count++;
	if (what->operation->setup)
		code = what->operation->setup(&part->context, error);
	if (code == 0)
		code = what->operation->verify(&part->context, error);
	if (code < 0 || what->iterations == 0)
		return code == 0 ? calibrate(part, error) : code;
	part->n = what->iterations * operation_period(what->operation, part->context.number);
	failure = run_batch(part, part->n, &took);
	return failure ? failed(part, failure, error) : 0;
}

/*
 * One CPU each, in turn, where that gives every CPU as many processes, or some none. Else all share
 * the CPUs, as the kernel sees fit: two on one CPU and one on the other would be no fair race.
 */
static int choose_cpus(const struct work *work, struct error *error)
{
	const struct together_group *group = work->group;
	cpu_set_t cpus = group->cpus;

	if (group->processes <= group->cpu_count || group->processes % group->cpu_count == 0) {
		CPU_ZERO(&cpus);
		CPU_SET((size_t)group->cpu_list[work->index % group->cpu_count], &cpus);
	}
	if (sched_setaffinity(0, sizeof(cpus), &cpus) < 0)
		return error_set(error, -errno, "CPU affinity: %s", error_words(errno));
	return 0;
}

/* What one does in the directory of all must not be in the way of another's proof. */
static void await_predecessor(const struct work *work)
{
	struct together_shared *shared = work->group->shared;

	while (work->group->is_shared && work->index > 0) {
		const uint32_t events = atomic_load(&shared->events);

		if (atomic_load(&work->slot[-1].stage) != TOGETHER_PREPARING)
			return;
		together_wait(&shared->events, events, LOOK_MS);
	}
}

static int prepare(struct work *work, struct error *error)
{
	const struct together_group *group = work->group;
	int code = choose_cpus(work, error);

	await_predecessor(work);
	for (size_t i = 0; i < group->inner.count && code == 0; i++)
		code = prepare_part(work, i, error);
	return code;
}

/* One job of one part. Its time counts, but for what is around a batch of its operation. */
static int do_job(struct work *work, struct part *part)
{
	const struct operation *operation = part->operation;
	int failure = 0;
	int later = 0;

	if (operation->before) {
		work->slot->busy_ns += together_now_ns() - work->from_ns;
		failure = operation->before(&part->context, part->n);
		work->from_ns = together_now_ns();
	}
	if (!failure)
		failure = operation->run(&part->context, part->n);
	if (operation->after) {
		work->slot->busy_ns += together_now_ns() - work->from_ns;
		later = operation->after(&part->context, part->n);
		work->from_ns = together_now_ns();
	}
	return failure ? failure : later;
}

/* All parts once, or as long as there is time. */
static int do_round(struct work *work, uint64_t until_ns, struct error *error)
{
	const struct together_group *group = work->group;

	for (size_t i = 0; i < group->inner.count; i++) {
		struct part *part = &work->parts[i];
		int failure = 0;

		if (group->inner.count > 1 && fchdir(part->place) < 0)
			failure = errno;
		if (!failure)
			failure = do_job(work, part);
		if (failure)
			return failed(part, failure, error);
		work->slot->iterations += group->inner.count > 1 ? 1 : part->n;
		atomic_store_explicit(&work->slot->so_far, work->slot->iterations,
				      memory_order_relaxed);
		if (group->rounds == 0 && together_now_ns() >= until_ns)
			return 0;
	}
	return 0;
}

static int do_work(struct work *work, struct error *error)
{
	const struct together_group *group = work->group;
	const uint64_t start_ns = group->shared->start_ns;
	const uint64_t until_ns = start_ns + group->interval_ns;
	uint64_t round = 0;
	int code;

	/* Also the time until we were given a CPU. */
	work->from_ns = start_ns;
	do {
		code = do_round(work, until_ns, error);
		round++;
	} while (code == 0 &&
		 (group->rounds ? round < group->rounds : together_now_ns() < until_ns));
	work->slot->elapsed_ns = together_now_ns() - start_ns;
	work->slot->busy_ns += start_ns + work->slot->elapsed_ns - work->from_ns;
	return code;
}

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

/* Add what we and those that we have waited for took so far, times factor. */
static void count_time(struct together_slot *slot, double factor)
{
	static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
	struct rusage usage;

	for (size_t i = 0; i < sizeof(whose) / sizeof(whose[0]); i++) {
		if (getrusage(whose[i], &usage) < 0)
			continue;
		slot->user += factor * seconds_of(&usage.ru_utime);
		slot->system += factor * seconds_of(&usage.ru_stime);
	}
}

static void tear_down(struct work *work)
{
	for (size_t i = 0; i < work->part_count; i++) {
		struct part *part = &work->parts[i];

		if (fchdir(part->place) == 0 && part->operation->teardown)
			part->operation->teardown(&part->context);
	}
}

static int serve(struct work *work, struct error *error)
{
	struct together_shared *shared = work->group->shared;
	int code = prepare(work, error);

	if (code < 0)
		return code;
	enter_stage(work, TOGETHER_READY);
	while (atomic_load(&shared->start) == 0)
		together_wait(&shared->start, 0, LOOK_MS);
	count_time(work->slot, -1);
	return do_work(work, error);
}

int together_child_run(void *argument)
{
	const struct together_child *child = argument;
	/* Too large for the stack, and this process has no other. */
	static struct work work;
	struct error error = {.text = ""};
	int code;

	work.group = child->group;
	work.index = child->index;
	work.slot = &child->group->shared->slots[child->index];
	code = serve(&work, &error);
	/* Those that the operation has started end, and are counted, here. */
	tear_down(&work);
	count_time(work.slot, 1);
	work.slot->code = code;
	snprintf(work.slot->text, sizeof(work.slot->text), "%.255s", error.text);
	enter_stage(&work, code < 0 ? TOGETHER_FAILED : TOGETHER_DONE);
	return code < 0;
}
