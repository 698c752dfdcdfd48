/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_semaphore.c - two processes that wake each other up through semaphores of System V, as
 * LMbench does it: each waits for its own semaphore and raises the other's in one call.
 *
 * Such semaphores outlive the processes that use them. So a third process makes them and removes
 * them again, as soon as one of the two is gone, however that came about: the other one's wait then
 * ends, too. It sleeps all the while.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/operation/child.h"
#include "engine/operation/operation_latency.h"

enum {
	OURS,   /* the semaphore that the worker waits for */
	THEIRS, /* and the one of the other process */
	SEMAPHORES,
};

/* Whose lives the guard watches. */
enum { WORKER, PARTNER };

struct semaphores {
	int id;          /* of the set */
	int said[2];     /* a pipe through which the guard says the id, or why there is none */
	int lives[2][2]; /* pipes that end for the guard when the worker or the partner ends */
	pid_t guard;     /* makes and removes the set; 0: none */
	pid_t partner;   /* uses it; 0: none */
};

union semaphore_argument {
	int value;
	unsigned short *values;
};

/* Wait for one semaphore and raise the other. */
static void make_step(struct sembuf step[2], unsigned short wait_for, unsigned short raise_other)
{
	step[0] = (struct sembuf){.sem_num = wait_for, .sem_op = -1};
	step[1] = (struct sembuf){.sem_num = raise_other, .sem_op = 1};
}

/*
 * Neither the worker's death nor a signal to its process group may end the guard: it is set free
 * before there is anything to guard, and sees the worker's end at the pipe, even one before that.
 */
static int guard(void *argument)
{
	const struct semaphores *semaphores = argument;
	struct pollfd lives[] = {{.fd = semaphores->lives[WORKER][0]},
				 {.fd = semaphores->lives[PARTNER][0]}};
	int id;

	if (setpgid(0, 0) < 0 || prctl(PR_SET_PDEATHSIG, 0) < 0)
		return 1;
	id = semget(IPC_PRIVATE, SEMAPHORES, IPC_CREAT | 0600);
	if (id < 0)
		id = -errno;
	if (write(semaphores->said[1], &id, sizeof(id)) == sizeof(id))
		while (poll(lives, 2, -1) < 0 && errno == EINTR)
			;
	if (id >= 0)
		semctl(id, 0, IPC_RMID);
	return 0;
}

/* The other process, which ends when the set is removed or the worker dies. */
static int answer(void *argument)
{
	const struct semaphores *semaphores = argument;
	struct sembuf step[2];

	make_step(step, THEIRS, OURS);
	while (semtimedop(semaphores->id, step, 2, NULL) == 0)
		;
	return 1;
}

static int explain(int code, struct error *error)
{
	if (code == -ENOSPC)
		return error_set(error, code,
				 "semget: no semaphores are left: remove some (ipcs -s, ipcrm -s)");
	return error_set(error, code, "semget: %s", error_words(-code));
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int open_pipes(struct semaphores *semaphores, struct error *error)
{
	if (pipe2(semaphores->said, O_CLOEXEC) < 0 ||
	    pipe2(semaphores->lives[WORKER], O_CLOEXEC) < 0 ||
	    pipe2(semaphores->lives[PARTNER], O_CLOEXEC) < 0)
		return error_set(error, -errno, "pipe: %s", error_words(errno));
	return 0;
}

static int start_guard(struct semaphores *semaphores, struct error *error)
{
	const int keep[] = {semaphores->said[1], semaphores->lives[WORKER][0],
			    semaphores->lives[PARTNER][0]};

	semaphores->guard = child_start(keep, 3, guard, semaphores, error);
	if (semaphores->guard < 0)
		return semaphores->guard;
	close_end(&semaphores->said[1]);
	if (read(semaphores->said[0], &semaphores->id, sizeof(semaphores->id)) !=
	    sizeof(semaphores->id))
		return error_set(error, -EPIPE, "the guard of the semaphores ended at once");
	return semaphores->id < 0 ? explain(semaphores->id, error) : 0;
}

static int start_partner(struct semaphores *semaphores, struct error *error)
{
	semaphores->partner =
		child_start(&semaphores->lives[PARTNER][1], 1, answer, semaphores, error);
	/* From now on only those who live hold these open. */
	close_end(&semaphores->lives[PARTNER][1]);
	close_end(&semaphores->lives[PARTNER][0]);
	close_end(&semaphores->lives[WORKER][0]);
	close_end(&semaphores->said[0]);
	return semaphores->partner < 0 ? semaphores->partner : 0;
}

static int setup(struct context *context, struct error *error)
{
	struct semaphores *semaphores = malloc(sizeof(*semaphores));
	int code;

	context->state = semaphores;
	if (!semaphores)
		return error_set(error, -ENOMEM, "out of memory");
	*semaphores =
		(struct semaphores){.id = -1, .said = {-1, -1}, .lives = {{-1, -1}, {-1, -1}}};
	code = open_pipes(semaphores, error);
	if (code == 0)
		code = start_guard(semaphores, error);
	return code == 0 ? start_partner(semaphores, error) : code;
}

/*
 * The first call only raises and the last one only waits: between them each waits for the answer
 * to the one before, so that n round trips begin and end in here.
 */
static int run(struct context *context, uint64_t n)
{
	const struct semaphores *semaphores = context->state;
	struct sembuf step[2];

	make_step(step, OURS, THEIRS);
	if (semtimedop(semaphores->id, &step[1], 1, NULL) < 0)
		return errno;
	for (uint64_t i = 1; i < n; i++)
		if (semtimedop(semaphores->id, step, 2, NULL) < 0)
			return errno;
	return semtimedop(semaphores->id, &step[0], 1, NULL) < 0 ? errno : 0;
}

static int verify(struct context *context, struct error *error)
{
	const struct semaphores *semaphores = context->state;
	unsigned short values[SEMAPHORES] = {0};
	const union semaphore_argument argument = {.values = values};
	int failure = run(context, 10);

	if (failure)
		return error_set(error, -failure, "semtimedop: %s", error_words(failure));
	if (semctl(semaphores->id, 0, GETALL, argument) < 0)
		return error_set(error, -errno, "semctl: %s", error_words(errno));
	if (values[OURS] != 0 || values[THEIRS] != 0)
		return error_set(error, -EPROTO, "a semaphore was raised once too often");
	if (semctl(semaphores->id, THEIRS, GETPID) != semaphores->partner)
		return error_set(error, -EPROTO, "the other process did not answer");
	return 0;
}

static void teardown(struct context *context)
{
	struct semaphores *semaphores = context->state;

	if (!semaphores)
		return;
	child_end(&semaphores->partner);
	close_end(&semaphores->said[0]);
	close_end(&semaphores->said[1]);
	for (int i = 0; i < 4; i++)
		close_end(&semaphores->lives[i / 2][i % 2]);
	/* It was told to remove the set, and may not be killed before it has. */
	while (semaphores->guard > 0 && waitpid(semaphores->guard, NULL, 0) < 0 && errno == EINTR)
		;
	free(semaphores);
	context->state = NULL;
}

const struct operation operation_semaphore_latency = {
	.name = "semaphore-latency",
	.group = "latency",
	.summary = "wake another process on the same CPU by a System V semaphore, be woken by it",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"semtimedop", 2}},
	.calls_note = "and one more in each batch",
	.batch_calls = {{"semtimedop", 1}},
	.period = 1,
	.setup = setup,
	.run = run,
	.verify = verify,
	.teardown = teardown,
};
