/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_together_group.c - starting several processes at once and hearing what they did. */
#include "engine/operation/operation_together_group.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "engine/operation/child.h"
#include "engine/operation/operation_together_child.h"

#define LIVE_MS 500u
#define SECOND 1000000000u

int together_group_choose_cpus(struct together_group *group, const cpu_set_t *allowed,
			       uint64_t count, struct error *error)
{
	int cpu = sched_getcpu();

	if (count > (uint64_t)CPU_COUNT(allowed))
		return error_set(error, -EOPNOTSUPP, "%llu CPUs are asked for, and %d may be used",
				 (unsigned long long)count, CPU_COUNT(allowed));
	if (cpu < 0)
		cpu = 0;
	CPU_ZERO(&group->cpus);
	group->cpu_count = 0;
	for (; group->cpu_count < count; cpu = (cpu + 1) % CPU_SETSIZE) {
		if (!CPU_ISSET((size_t)cpu, allowed))
			continue;
		CPU_SET((size_t)cpu, &group->cpus);
		group->cpu_list[group->cpu_count++] = cpu;
	}
	return 0;
}

int together_group_take(struct together_group *group, struct error *error)
{
	void *shared;

	group->shared_size =
		sizeof(*group->shared) + group->processes * sizeof(struct together_slot);
	shared = mmap(NULL, group->shared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		return error_set(error, -ENOMEM, "memory shared by %llu processes: %s",
				 (unsigned long long)group->processes, error_words(errno));
	group->shared = shared;
	group->children = calloc(group->processes, sizeof(*group->children));
	return group->children ? 0 : error_set(error, -ENOMEM, "out of memory");
}

void together_group_release(struct together_group *group)
{
	if (group->shared)
		munmap(group->shared, group->shared_size);
	group->shared = NULL;
	free(group->children);
	group->children = NULL;
}

static int start_all(struct together_group *group, struct error *error)
{
	for (uint64_t i = 0; i < group->processes; i++) {
		struct together_child child = {.group = group, .index = i};
		const int keep[] = {group->places.fd};
		pid_t process = child_start(keep, 1, together_child_run, &child, error);

		if (process < 0)
			return process;
		group->children[i] = process;
	}
	return 0;
}

/* What a process says that has failed. */
static int why_failed(const struct together_group *group, uint64_t index, struct error *error)
{
	const struct together_slot *slot = &group->shared->slots[index];

	return error_set(error, slot->code, "process %llu of %llu: %s",
			 (unsigned long long)index + 1, (unsigned long long)group->processes,
			 slot->text);
}

/* A process that has ended and not said so. 0, or negative errno with a message. */
static int look_for_dead(const struct together_group *group, struct error *error)
{
	for (uint64_t i = 0; i < group->processes; i++) {
		const uint32_t stage = atomic_load(&group->shared->slots[i].stage);
		siginfo_t end = {.si_pid = 0};

		if (stage == TOGETHER_DONE || stage == TOGETHER_FAILED ||
		    waitid(P_PID, (id_t)group->children[i], &end, WEXITED | WNOHANG | WNOWAIT) <
			    0 ||
		    end.si_pid == 0)
			continue;
		/* It may have said so in between. */
		if (atomic_load(&group->shared->slots[i].stage) == stage)
			return error_set(error, -ECHILD,
					 "process %llu of %llu was ended from outside (signal %d)",
					 (unsigned long long)i + 1,
					 (unsigned long long)group->processes, end.si_status);
	}
	return 0;
}

/* How many have reached stage. -1 when one has failed: error says why. */
static int64_t count_stage(const struct together_group *group, enum together_stage stage, int *code,
			   struct error *error)
{
	int64_t count = 0;

	for (uint64_t i = 0; i < group->processes; i++) {
		const uint32_t now = atomic_load(&group->shared->slots[i].stage);

		if (now == TOGETHER_FAILED) {
			*code = why_failed(group, i, error);
			return -1;
		}
		count += now >= stage;
	}
	return count;
}

static bool tell_live(const struct together_group *group, struct recording *recording)
{
	const uint64_t start_ns = group->shared->start_ns;
	char text[96];
	uint64_t done = 0;
	double seconds;

	if (!recording)
		return true;
	if (start_ns == 0)
		return recording->live(recording, "processes prepare");
	for (uint64_t i = 0; i < group->processes; i++)
		done += atomic_load_explicit(&group->shared->slots[i].so_far, memory_order_relaxed);
	seconds = (double)(together_now_ns() - start_ns) / SECOND;
	snprintf(text, sizeof(text), "%.0f s, %.0f/s in all processes", seconds,
		 seconds > 0 ? (double)done / seconds : 0);
	return recording->live(recording, text);
}

/* Wait until all have reached stage. */
static int await_all(struct together_group *group, enum together_stage stage,
		     struct recording *recording, struct error *error)
{
	struct together_shared *shared = group->shared;
	uint64_t told_ns = together_now_ns();
	int code = 0;

	for (;;) {
		const uint32_t events = atomic_load(&shared->events);
		const int64_t count = count_stage(group, stage, &code, error);

		if (count < 0 || (uint64_t)count == group->processes)
			return code;
		together_wait(&shared->events, events, LIVE_MS);
		if (together_now_ns() - told_ns < LIVE_MS * 1000000ull)
			continue;
		told_ns = together_now_ns();
		if (!tell_live(group, recording))
			return error_set(error, -ECANCELED, "canceled");
		code = look_for_dead(group, error);
		if (code < 0)
			return code;
	}
}

static void end_all(struct together_group *group)
{
	for (uint64_t i = 0; i < group->processes; i++)
		child_end(&group->children[i]);
}

int together_group_run(struct together_group *group, struct recording *recording,
		       struct error *error)
{
	struct together_shared *shared = group->shared;
	int code;

	memset(shared, 0, group->shared_size);
	code = start_all(group, error);
	if (code == 0)
		code = await_all(group, TOGETHER_READY, recording, error);
	if (code == 0) {
		shared->start_ns = together_now_ns();
		atomic_store(&shared->start, 1);
		together_wake(&shared->start);
		code = await_all(group, TOGETHER_DONE, recording, error);
	}
	end_all(group);
	return code;
}
