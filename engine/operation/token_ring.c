/* SPDX-License-Identifier: GPL-2.0-or-later */
/* token_ring.c - the pipes, the processes, their working sets and the token. */
#include "engine/operation/token_ring.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/operation/child.h"
#include "engine/operation/memory_room.h"

/* Each word of the first working set is its index plus this, of the second twice this, ... */
#define SEED 2654435761u

/* What a process is given: its place in the ring. */
struct place {
	const struct token_ring *ring;
	uint64_t index;
};

/* What the index-th process adds to the token, by a formula and not by reading its working set. */
static uint32_t share_of(const struct token_ring *ring, uint64_t index)
{
	const uint64_t words = ring->words;
	const uint64_t indices = words % 2 == 0 ? words / 2 * (words - 1) : (words - 1) / 2 * words;

	return (uint32_t)(indices + words * (uint32_t)((index + 1) * SEED) + 1);
}

/* The working set of the index-th process, or NULL. */
static uint32_t *make_set(uint64_t words, uint64_t index)
{
	uint32_t *set = malloc(words * sizeof(*set) + 1);

	for (uint64_t i = 0; set && i < words; i++)
		set[i] = (uint32_t)(i + (index + 1) * SEED);
	return set;
}

/* The compiler may not know what was stored there, nor take the sum from one call to the next. */
static inline uint32_t sum(const uint32_t *set, uint64_t words)
{
	uint32_t total = 1;
	uint64_t i = 0;

	__asm__ volatile("" : "+r"(set) : : "memory");
	for (; i + 8 <= words; i += 8)
		total += set[i] + set[i + 1] + set[i + 2] + set[i + 3] + set[i + 4] + set[i + 5] +
			 set[i + 6] + set[i + 7];
	for (; i < words; i++)
		total += set[i];
	return total;
}

/* 0 or the positive errno; EPIPE when nobody is there any more. */
static inline int pass(int out, uint32_t token)
{
	ssize_t size = write(out, &token, sizeof(token));

	if (size == sizeof(token))
		return 0;
	return size < 0 ? errno : EPIPE;
}

static inline int take(int in, uint32_t *token)
{
	ssize_t size = read(in, token, sizeof(*token));

	if (size == sizeof(*token))
		return 0;
	return size < 0 ? errno : EPIPE;
}

static int pass_on(void *argument)
{
	const struct place *place = argument;
	const struct token_ring *ring = place->ring;
	const int in = ring->pipes[place->index][0];
	const int out = ring->pipes[(place->index + 1) % ring->pipe_count][1];
	const uint32_t *set = make_set(ring->words, place->index);
	uint32_t token;

	if (!set || (ring->cpus && sched_getcpu() != ring->cpus[place->index]))
		return 1;
	while (take(in, &token) == 0)
		if (pass(out, token + sum(set, ring->words)))
			return 1;
	return 0;
}

static int check_room(uint64_t count, uint64_t bytes, struct error *error)
{
	const uint64_t available = memory_available();

	if (available > 0 && count * bytes > available / 4)
		return error_set(
			error, -EOPNOTSUPP,
			"%llu MiB are needed, more than a fourth of the %llu MiB of memory "
			"that are available",
			(unsigned long long)(count * bytes >> 20),
			(unsigned long long)(available >> 20));
	return 0;
}

static int open_pipes(struct token_ring *ring, struct error *error)
{
	for (uint64_t i = 0; i < ring->pipe_count; i++)
		if (pipe2(ring->pipes[i], O_CLOEXEC) < 0)
			return error_set(error, -errno, "pipe: %s%s", error_words(errno),
					 errno == EMFILE
						 ? "; raise the limit of open files (ulimit -n)"
						 : "");
	return 0;
}

int token_ring_make(struct token_ring **made, uint64_t count, uint64_t bytes, struct error *error)
{
	struct token_ring *ring = calloc(1, sizeof(*ring));

	*made = ring;
	if (!ring)
		return error_set(error, -ENOMEM, "out of memory");
	ring->words = bytes / sizeof(*ring->set);
	ring->pipes = malloc(count * sizeof(*ring->pipes));
	ring->processes = calloc(count, sizeof(*ring->processes));
	if (!ring->pipes || !ring->processes)
		return error_set(error, -ENOMEM, "out of memory");
	for (uint64_t i = 0; i < count; i++)
		ring->pipes[i][0] = ring->pipes[i][1] = -1;
	ring->pipe_count = count;
	if (check_room(count, bytes, error) < 0)
		return -EOPNOTSUPP;
	ring->set = make_set(ring->words, 0);
	if (!ring->set)
		return error_set(error, -ENOMEM, "out of memory");
	for (uint64_t i = 0; i < count; i++)
		ring->round += share_of(ring, i);
	return open_pipes(ring, error);
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Keep ourselves, and whom we start from now on, to one CPU. When it returns, we are there. */
static int keep_to(int cpu, struct error *error)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one) < 0)
		return error_set(error, -errno, "CPU %d: %s", cpu, error_words(errno));
	return 0;
}

static int start_process(struct token_ring *ring, uint64_t index, struct error *error)
{
	struct place place = {.ring = ring, .index = index};
	const int keep[] = {ring->pipes[index][0], ring->pipes[(index + 1) % ring->pipe_count][1]};
	int code = ring->cpus ? keep_to(ring->cpus[index], error) : 0;

	if (code < 0)
		return code;
	ring->processes[index] = child_start(keep, 2, pass_on, &place, error);
	return ring->processes[index] < 0 ? ring->processes[index] : 0;
}

int token_ring_start(struct token_ring *ring, struct error *error)
{
	int code = 0;

	for (uint64_t i = 1; code == 0 && i < ring->pipe_count; i++)
		code = start_process(ring, i, error);
	if (code < 0)
		return code;
	/* Ours are the end of the first pipe that is read and that of the second that is written.
	 */
	for (uint64_t i = 0; i < ring->pipe_count; i++) {
		if (i != 0)
			close_end(&ring->pipes[i][0]);
		if (i != 1)
			close_end(&ring->pipes[i][1]);
	}
	signal(SIGPIPE, SIG_IGN);
	return 0;
}

/* The next CPU of the set behind this one, from its last on to its first. */
static int next_cpu(const cpu_set_t *set, int cpu)
{
	do {
		cpu = (cpu + 1) % CPU_SETSIZE;
	} while (!CPU_ISSET((size_t)cpu, set));
	return cpu;
}

int token_ring_spread(struct token_ring *ring, const cpu_set_t *set, struct error *error)
{
	int code;

	if (sched_getaffinity(0, sizeof(ring->before), &ring->before) < 0)
		return error_set(error, -errno, "CPU affinity: %s", error_words(errno));
	ring->cpus = malloc(ring->pipe_count * sizeof(*ring->cpus));
	if (!ring->cpus)
		return error_set(error, -ENOMEM, "out of memory");
	ring->cpus[0] = sched_getcpu();
	for (uint64_t i = 1; i < ring->pipe_count; i++)
		ring->cpus[i] = next_cpu(set, ring->cpus[i - 1]);
	code = token_ring_start(ring, error);
	return code == 0 ? keep_to(ring->cpus[0], error) : code;
}

void token_ring_free(struct token_ring *ring)
{
	if (!ring)
		return;
	for (uint64_t i = 0; i < ring->pipe_count; i++) {
		child_end(&ring->processes[i]);
		close_end(&ring->pipes[i][0]);
		close_end(&ring->pipes[i][1]);
	}
	if (ring->cpus)
		sched_setaffinity(0, sizeof(ring->before), &ring->before);
	free(ring->cpus);
	free(ring->pipes);
	free(ring->processes);
	free(ring->set);
	free(ring);
}

/* The token came back as it had to; the next batch begins with what it should have been. */
static int check_token(struct token_ring *ring, uint32_t token, uint32_t expected)
{
	ring->token = expected;
	return token == expected ? 0 : EPROTO;
}

int token_ring_rounds(struct token_ring *ring, uint64_t rounds)
{
	const int in = ring->pipes[0][0];
	const int out = ring->pipes[1][1];
	uint32_t token = ring->token;

	for (uint64_t i = 0; i < rounds; i++) {
		int failure = pass(out, token);

		if (!failure)
			failure = take(in, &token);
		if (failure)
			return failure;
		token += sum(ring->set, ring->words);
	}
	return check_token(ring, token, ring->token + (uint32_t)rounds * ring->round);
}

int token_ring_alone(struct token_ring *ring, uint64_t count)
{
	uint32_t token = ring->token;

	for (uint64_t i = 0; i < count; i++) {
		const int *ends = ring->pipes[ring->next];
		int failure = pass(ends[1], token);

		if (!failure)
			failure = take(ends[0], &token);
		if (failure)
			return failure;
		token += sum(ring->set, ring->words);
		ring->next = (ring->next + 1) % ring->pipe_count;
	}
	return check_token(ring, token, ring->token + (uint32_t)count * share_of(ring, 0));
}
