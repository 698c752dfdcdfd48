/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_together_group.h - several processes that do the same work at the same time, and what
 * each of them did: children of the worker, confined like it, which end with it.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_TOGETHER_GROUP_H
#define LSMBENCH_ENGINE_OPERATION_TOGETHER_GROUP_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/operation/operation_together_inner.h"
#include "engine/operation/operation_together_place.h"
#include "engine/operation/recording.h"
#include "fixtures/error.h"

enum together_stage {
	TOGETHER_PREPARING,
	TOGETHER_READY, /* waits for the start */
	TOGETHER_DONE,
	TOGETHER_FAILED,
};

/* What one process says, in memory shared with the worker; in cache lines of its own. */
struct together_slot {
	_Alignas(128) _Atomic uint32_t stage;
	_Atomic uint64_t so_far; /* iterations, while it runs */
	uint64_t iterations;     /* of one operation, or jobs of the mixed workload */
	uint64_t busy_ns;        /* the time they took, less what is untimed around batches */
	uint64_t elapsed_ns;     /* from the common start to its own end */
	double user;             /* seconds of CPU time from the start on, with its children */
	double system;
	int code; /* TOGETHER_FAILED: negative errno */
	char text[256];
};

struct together_shared {
	_Atomic uint32_t events; /* a futex: counts what slots had to say */
	_Atomic uint32_t start;  /* a futex: 1 when all may begin */
	uint64_t start_ns;
	struct together_slot slots[];
};

struct together_group {
	struct together_inner inner;
	struct together_places places;
	uint64_t processes;
	bool is_shared; /* all in the first place */
	uint64_t cpu_count;
	cpu_set_t cpus; /* that the processes are kept to */
	int cpu_list[CPU_SETSIZE];

	/* How long they work: rounds through all parts, or, when that is 0, an interval. */
	uint64_t rounds;
	uint64_t interval_ns;

	struct together_shared *shared;
	size_t shared_size;
	pid_t *children;
};

/*
 * Choose the CPUs: the one we are on, and those of allowed behind it. -EOPNOTSUPP with a message
 * when allowed has fewer than count.
 */
int together_group_choose_cpus(struct together_group *group, const cpu_set_t *allowed,
			       uint64_t count, struct error *error);

/* Take the shared memory. 0 or -ENOMEM with a message; needs together_group_release either way. */
int together_group_take(struct together_group *group, struct error *error);

/*
 * Start all, let them prepare and prove their work, begin at once, and wait for the last. Their
 * slots then hold what they did, and none is there any more. 0, or negative errno with a message
 * that names the process: -ECANCELED when recording (NULL: nobody is told) says so; -EAGAIN or
 * -ENOMEM when they could not all be started.
 */
int together_group_run(struct together_group *group, struct recording *recording,
		       struct error *error);

void together_group_release(struct together_group *group);

#endif
