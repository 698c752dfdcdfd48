/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * count_child.h - in the running kernel: the hooks of one case, counted in a child process of its
 * own, which makes what the case runs against and prepares the case as a worker does.
 */
#ifndef LSMBENCH_ENGINE_COUNT_CHILD_H
#define LSMBENCH_ENGINE_COUNT_CHILD_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/hooks/hook_counter.h"
#include "engine/hooks/hook_table.h"
#include "engine/plan/plan.h"
#include "fixtures/error.h"
#include "fixtures/scratch.h"

struct count_child {
	const struct plan *plan; /* expanded */
	size_t index;            /* of the case */
	struct hook_counter *counter;
	const struct scratch *scratch; /* the case stands in it; nothing stays */
	int cpu;
	/* What ends it early: whether that has come, and a descriptor that is readable once it has.
	 * NULL and -1: nothing. */
	bool (*interrupted)(void);
	int interrupt_fd;
};

/*
 * Count, and see that all that the case started ends. 0 when *code tells what became of the case:
 * 0, and its counts were added to table, or a negative errno with a line, -EOPNOTSUPP when the case
 * cannot be counted here. A negative errno with a line when no further case can be counted: -EINTR
 * when it was ended early.
 */
int count_child_run(const struct count_child *child, struct hook_table *table, int *code,
		    struct error *error);

#endif
