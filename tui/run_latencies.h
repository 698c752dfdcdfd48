/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_latencies.h - the latencies that the Run page shows of a step, and those of another step that
 * belong beside them. No screen here.
 */
#ifndef LSMBENCH_TUI_RUN_LATENCIES_H
#define LSMBENCH_TUI_RUN_LATENCIES_H

#include "engine/result/result_latencies.h"

#define RUN_LATENCIES_LABEL_SIZE 32

struct run_latencies_shown {
	size_t count;                        /* of rows that either step has told */
	enum latency_row rows[LATENCY_ROWS]; /* lstat first: what is most asked for */
	struct latencies own[LATENCY_ROWS];  /* by row; of all good runs */
	struct latencies beside[LATENCY_ROWS];
	bool has_beside;                      /* some of them are not empty */
	char label[RUN_LATENCIES_LABEL_SIZE]; /* of beside: "alone", "none" */
};

/*
 * The step that belongs beside a step: of a variant the baseline's; of the baseline in competition
 * with writers the same without them. The step itself: there is none. label says what it is.
 */
size_t run_latencies_beside(const struct plan *plan, size_t step,
			    char label[RUN_LATENCIES_LABEL_SIZE]);

/* Whether a run of the step has told any. */
bool run_latencies_has(const struct result *result, size_t step);

/* 0 or -ENOMEM; needs run_latencies_clear. */
int run_latencies_begin(struct run_latencies_shown *shown, const struct result *result,
			size_t step);
void run_latencies_clear(struct run_latencies_shown *shown);

/* "first byte": a row's name for people; static. */
const char *run_latencies_name(enum latency_row row);

#endif
