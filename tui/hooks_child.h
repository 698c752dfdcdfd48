/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_child.h - the child process in which the hooks of one case are counted: it makes what the
 * case runs against, prepares the case as a worker does, runs it while the counter is read, and
 * writes the counts as a table (hooks_csv.h) into a pipe.
 */
#ifndef LSMBENCH_TUI_HOOKS_CHILD_H
#define LSMBENCH_TUI_HOOKS_CHILD_H

#include <stddef.h>

#include "engine/hooks/hook_counter.h"
#include "engine/plan/plan.h"
#include "fixtures/error.h"
#include "fixtures/scratch.h"

struct hooks_child_task {
	const struct plan *plan; /* expanded */
	size_t index;            /* of the case */
	struct hook_counter *counter;
	const struct scratch *scratch;
	int cpu;
};

struct hooks_child {
	int code;      /* 0, or why there are no counts: -EOPNOTSUPP when this machine cannot */
	char *text;    /* the counts, or a line that says why; malloc'ed */
	size_t length; /* of text, without the NUL behind it */
};

/*
 * Run the child to its end. 0 when *child tells what became of it and its text needs free; negative
 * errno with a line when there was none, -EINTR after a signal.
 */
int hooks_child_run(const struct hooks_child_task *task, struct hooks_child *child,
		    struct error *error);

#endif
