/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * count_task.h - a case whose hooks a child counts for its parent, in memory that both share: what
 * the child is given, and what came of it. A child, since a case may hang or crash.
 *
 *	task = count_task_make(counter, quiet);
 *	setup_request_fill(&task->request, ...);
 *	count_task_begin(task);
 *	task->directory = ...
 *	count_task_perform(task);		in the child, which then ends
 *	count_task_take(task, &table, &error);	in the parent, once the child has ended
 */
#ifndef LSMBENCH_ENGINE_COUNT_TASK_H
#define LSMBENCH_ENGINE_COUNT_TASK_H

#include <stdbool.h>

#include "engine/hooks/hook_counter.h"
#include "engine/hooks/hook_table.h"
#include "engine/worker/protocol.h"
#include "fixtures/error.h"

/* Of one hook. */
struct count_tally {
	double count;
	bool varies;
};

struct count_task {
	struct worker_request request; /* SETUP */
	struct hook_counter *counter;
	int directory; /* the case's */
	bool quiet;    /* nothing else runs here, see count_prepared.h */

	bool ended; /* whether the child has told what follows */
	int code;   /* 0 or a negative errno, and then text */
	char text[sizeof(((struct error *)NULL)->text)];
	struct count_tally tallies[]; /* in the order of hook_counter_hooks */
};

/* Shared memory for cases, one after the other; NULL without memory. */
struct count_task *count_task_make(struct hook_counter *counter, bool quiet);
void count_task_free(struct count_task *task); /* NULL is fine */

/* Forget what the child before has told. */
void count_task_begin(struct count_task *task);

/* In the child: make the case ready and count. Takes a struct count_task. */
void count_task_perform(void *argument);

/* In the child, instead: tell why it was not counted. */
void count_task_end(struct count_task *task, int code, const char *text);

/*
 * Add to table what the child has counted: each hook that was called, or hook "" for none. 0, or
 * the negative errno with the line that the child told; -ECHILD when it told nothing.
 */
int count_task_take(const struct count_task *task, struct hook_table *table, struct error *error);

#endif
