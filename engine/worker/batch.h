/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * batch.h - one timed batch, and the two procedures that come before the batches that are kept:
 * finding the number of iterations, and warming up.
 */
#ifndef LSMBENCH_ENGINE_BATCH_H
#define LSMBENCH_ENGINE_BATCH_H

#include <stdint.h>

#include "engine/operation/operation.h"
#include "engine/worker/clock.h"

struct batch {
	uint64_t start_ns; /* on the clock */
	uint64_t duration_ns;
	int failure; /* positive errno of the first failed iteration, or 0 */
};

/*
 * What an operation asks for before n iterations, and after them: untimed. after returns failure
 * when that is not 0: what happened earlier counts. 0 or a positive errno.
 */
int batch_before(const struct operation *operation, struct context *context, uint64_t n);
int batch_after(const struct operation *operation, struct context *context, uint64_t n,
		int failure);

/*
 * n iterations, with what the operation asks for before and after them: untimed. 0 or the positive
 * errno of what failed first.
 */
int batch_run(const struct operation *operation, struct context *context, uint64_t n);

/*
 * The same with two clock readings around the iterations, and nothing else between them. failure
 * is as of batch_run.
 */
struct batch batch_time(const struct operation *operation, struct context *context, uint64_t n,
			clockid_t clock);

/*
 * The number of iterations, a multiple of the operation's period, that lasts target_ns: raised
 * until the quickest of four batches lasts a fourth of it, then computed from that one. The target
 * is also at least a thousand times as long as a clock reading. One iteration that lasts longer
 * than the target is a batch, and so is the operation's most. *case_ns: what one iteration took. 0
 * or the positive errno of a failed iteration.
 */
int batch_calibrate(const struct operation *operation, struct context *context,
		    const struct clock_choice *clock, uint64_t target_ns, uint64_t *iterations,
		    double *case_ns);

/*
 * Discard batches of n iterations until one is not quicker than the quickest before it by more
 * than 2%: then caches, branch predictors and the CPU's speed have settled. At least two and at
 * most ten; just one when a batch lasts 20 ms or more. 0 or the positive errno of a failed
 * iteration.
 */
int batch_warm(const struct operation *operation, struct context *context, uint64_t n,
	       clockid_t clock, uint32_t *batches);

/* What one iteration of an empty loop takes, in ns: the quickest of several. */
double batch_loop_cost(clockid_t clock);

#endif
