/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * token_ring.h - processes in a ring of pipes that pass a token on, each with a working set that it
 * sums up while it has the token. The worker is the first of them.
 *
 * Each adds to the token the sum of its working set, and one: whoever gets the token back knows
 * that all have had it, and that all have read what they should.
 */
#ifndef LSMBENCH_ENGINE_TOKEN_RING_H
#define LSMBENCH_ENGINE_TOKEN_RING_H

#include <sched.h>
#include <stdint.h>
#include <sys/types.h>

#include "fixtures/error.h"

struct token_ring {
	uint64_t pipe_count;
	int (*pipes)[2];  /* the i-th process reads from the i-th; -1: not open */
	pid_t *processes; /* 0: none; the first, which is the worker, is always 0 */
	uint64_t words;   /* of each working set */
	uint32_t *set;    /* our own working set */
	uint32_t round;   /* what a whole round adds to the token */
	uint32_t token;
	uint64_t next; /* token_ring_alone: the pipe to go on with */
	int *cpus;     /* where each process is kept, the worker first; NULL: all where it is */
	cpu_set_t
		before; /* where the worker might be before it was kept to one, when cpus is set */
};

/*
 * A ring of count pipes and one working set of bytes, ours, in *ring, which is set in any case and
 * given to token_ring_free; NULL when there is no memory. -EOPNOTSUPP with a message when as many
 * sets as there are pipes would take more than a fourth of what memory is available.
 */
int token_ring_make(struct token_ring **ring, uint64_t count, uint64_t bytes, struct error *error);

/*
 * Start the other processes, one for each further pipe. The descriptors that only they need are
 * closed here. 0 or negative errno with a message.
 */
int token_ring_start(struct token_ring *ring, struct error *error);

/*
 * As token_ring_start, with every process kept to a CPU of its own, from its start on: the worker
 * to the one that it is on until token_ring_free, each other to the one of the set behind its
 * predecessor's, from the last on to the first again. The worker's must be in the set. A process
 * that finds itself elsewhere ends, so that no token comes back.
 */
int token_ring_spread(struct token_ring *ring, const cpu_set_t *set, struct error *error);

/* End the processes and release all. NULL: nothing. */
void token_ring_free(struct token_ring *ring);

/* Let the token go around so often. 0 or the positive errno: EPIPE, EPROTO as of a wrong sum. */
int token_ring_rounds(struct token_ring *ring, uint64_t rounds);

/*
 * Put the token into the pipes one after the other and take it out again, as often, with our
 * working set summed up each time: what a pass costs without another process.
 */
int token_ring_alone(struct token_ring *ring, uint64_t count);

#endif
