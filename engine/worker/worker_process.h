/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worker_process.h - the front end's end of a worker: starting it, talking to it, learning how it
 * ended.
 */
#ifndef LSMBENCH_ENGINE_WORKER_PROCESS_H
#define LSMBENCH_ENGINE_WORKER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "engine/text/text_list.h"
#include "engine/worker/keeper.h"
#include "engine/worker/protocol.h"
#include "fixtures/error.h"

struct worker_process {
	pid_t pid;            /* 0: not started, or reaped */
	struct keeper keeper; /* of one that a wrapper starts; else none */
	int process;          /* pidfd, readable once it has ended, with all it started; -1 */
	int control;          /* our end of the socket pair; -1 */
	int errors;           /* read end of its standard error; -1 */
	int status;           /* as waitpid gives it, once reaped */
};

/* None: nothing started, nothing open. */
void worker_process_init(struct worker_process *worker);

/* The path of the worker program: $LSMBENCH_WORKER, else beside this executable, else installed. */
int worker_process_find(char *buffer, size_t size, struct error *error);

/*
 * Another worker program that is called name and stands beside program, in buffer. -ENOENT with a
 * message when it is not there.
 */
int worker_process_beside(const char *program, const char *name, char *buffer, size_t size,
			  struct error *error);

/*
 * Start program with the three descriptors that every worker inherits. wrapper (may be NULL or
 * empty) is a command to put before it, found by the search path, which has to execute it. What is
 * known then is the process of the wrapper, and whatever that leaves running ends with it. kept:
 * the same holds for the worker, which is going to start programs that are not ours.
 */
int worker_process_start_wrapped(struct worker_process *worker, const struct text_list *wrapper,
				 bool kept, const char *program, int ring_fd, int directory_fd,
				 struct error *error);

/* The same without a wrapper, not kept. */
int worker_process_start(struct worker_process *worker, const char *program, int ring_fd,
			 int directory_fd, struct error *error);

/* 0, or -EPIPE when it is gone. */
int worker_process_send(struct worker_process *worker, const struct worker_request *request);

/* 1 and *reply, 0 when there is none yet, -EPIPE when it is gone. */
int worker_process_receive(struct worker_process *worker, struct worker_reply *reply);

/* Whether it sleeps in the kernel so that no signal wakes it, as who waits for a disk does. */
bool worker_process_waits_for_a_disk(const struct worker_process *worker);

/* Close the socket, upon which it ends by itself. */
void worker_process_dismiss(struct worker_process *worker);

/* Kill it, its process group, and whatever a wrapper or one that is kept has started. */
void worker_process_kill(struct worker_process *worker);

/*
 * Reap it if it has ended and close everything. With wait it is given a few seconds to end, which
 * is for ever after SIGKILL unless it hangs in the kernel. True when it is gone.
 */
bool worker_process_reap(struct worker_process *worker, bool wait);

/* Close everything and think no more of a process that does not even end when it is killed. */
void worker_process_abandon(struct worker_process *worker);

/* How it ended, with what it wrote to standard error: "killed by signal 9 (Killed)". Before
 * reaping. */
void worker_process_describe(struct worker_process *worker, char *buffer, size_t size);

#endif
