/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * prepared.h - a case made ready to be timed, in the process that will time it: pinned, in its
 * directory, confined, set up and proven. The same for a worker and in a guest of the ladder.
 */
#ifndef LSMBENCH_ENGINE_PREPARED_H
#define LSMBENCH_ENGINE_PREPARED_H

#include "engine/operation/operation.h"
#include "engine/worker/protocol.h"
#include "fixtures/error.h"

struct prepared {
	const struct operation *operation; /* NULL before prepared_make */
	struct context context;
	cpu_set_t allowed; /* before it was pinned */
};

/*
 * Do what a SETUP request asks for, for the calling process. directory is the case's: it is entered
 * and stays open. 0 or negative errno with a message; -EOPNOTSUPP when the case cannot be measured
 * here, which is nobody's mistake. Needs prepared_release either way.
 */
int prepared_make(struct prepared *prepared, const struct worker_request *request, int directory,
		  struct error *error);

/* Release what the operation's setup took. */
void prepared_release(struct prepared *prepared);

/* After a failed iteration: put the objects back as they should be, for the batches to come. */
void prepared_put_back(struct prepared *prepared);

/* The negative errno and the sentence for the positive errno of an iteration that failed. */
int prepared_failed(int failure, struct error *error);

#endif
