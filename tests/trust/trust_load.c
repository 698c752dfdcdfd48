/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trust_load.c - busy loops that come and go, so that the machine's speed changes under a session.
 *
 * Each is busy and asleep in turns of 20 to 500 ms, drawn at random: about as long as a session
 * needs for one pass to ten. Half of the time, then, a worker shares its CPU with one.
 */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/text/random.h"
#include "engine/worker/cpu.h"
#include "tests/trust/trust.h"

#define SHORTEST_MS 20u
#define LONGEST_MS 500u

static uint64_t now_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static uint64_t draw_ms(struct random_source *random)
{
	return SHORTEST_MS + random_below(random, LONGEST_MS - SHORTEST_MS + 1);
}

_Noreturn static void come_and_go(int cpu, uint64_t seed)
{
	struct random_source random;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	random_start(&random, seed, (uint64_t)cpu);
	if (cpu_pin(cpu) < 0)
		_exit(1);
	for (;;) {
		uint64_t end = now_ms() + draw_ms(&random);
		uint64_t pause = draw_ms(&random);
		const struct timespec time = {.tv_sec = (time_t)(pause / 1000),
					      .tv_nsec = (long)(pause % 1000) * 1000000};

		while (now_ms() < end)
			;
		nanosleep(&time, NULL);
	}
}

/* An allowed CPU other than cpu, or -1. */
static int other_cpu(int cpu)
{
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) < 0)
		return -1;
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (i != cpu && CPU_ISSET((size_t)i, &allowed))
			return i;
	return -1;
}

void disturbers_start(struct disturbers *disturbers, int cpu, uint64_t seed)
{
	const int cpus[] = {cpu, other_cpu(cpu)};

	disturbers->count = 0;
	for (size_t i = 0; i < 2 && cpus[i] >= 0; i++) {
		pid_t pid = fork();

		if (pid < 0)
			give_up("fork", "no process for a busy loop");
		if (pid == 0)
			come_and_go(cpus[i], seed);
		disturbers->pids[disturbers->count++] = pid;
	}
}

void disturbers_stop(struct disturbers *disturbers)
{
	for (size_t i = 0; i < disturbers->count; i++) {
		int status;

		/* One that has ended before did not disturb anything. */
		if (waitpid(disturbers->pids[i], &status, WNOHANG) != 0)
			give_up("busy loop", "it ended by itself");
		kill(disturbers->pids[i], SIGKILL);
		waitpid(disturbers->pids[i], &status, 0);
	}
	disturbers->count = 0;
}
