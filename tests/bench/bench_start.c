/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_start.c - how soon the console shows its first screen, and how much memory it and a worker
 * have resident before a session starts.
 *
 * The first screen is there when the title and the footer of the Plan page stand in the terminal
 * that libvterm plays: median over several starts. The A/A spread is what the medians of the even
 * and the odd starts differ by. A worker is looked at when it has answered to SETUP, less its ring.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/operation/operation.h"
#include "engine/statistics/summary.h"
#include "engine/worker/clock.h"
#include "engine/worker/cpu.h"
#include "engine/worker/ring.h"
#include "engine/worker/worker_process.h"
#include "fixtures/scratch.h"
#include "tests/bench/figure.h"
#include "tests/screen/story.h"

#define STARTS 20u
#define RUNS 300u

static void give_up(const char *what)
{
	fprintf(stderr, "bench_start: %s\n", what);
	exit(2);
}

/* Resident memory of a process in bytes. */
static double resident(pid_t pid)
{
	char path[64];
	char line[128];
	double kilobytes = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "re");
	if (!file)
		give_up("a process is gone");
	while (fgets(line, sizeof(line), file))
		if (strncmp(line, "VmRSS:", 6) == 0)
			kilobytes = strtod(line + 6, NULL);
	fclose(file);
	return kilobytes * 1024;
}

static bool shows_first_screen(const struct terminal *terminal)
{
	return terminal_find(terminal, "[Plan]") == 0 &&
	       terminal_find(terminal, "r run") == terminal->rows - 1;
}

struct start {
	double ms;
	double bytes;
};

static struct start start_once(void)
{
	struct start start;
	struct story *story;
	struct terminal *terminal;
	void *state;
	uint64_t begin;

	if (story_set_up(&state) < 0)
		give_up("no place to work in");
	story = state;
	begin = clock_now(CLOCK_MONOTONIC);
	terminal = story_open(story, &(struct story_options){0});
	while (!shows_first_screen(terminal))
		if (!terminal_read(terminal, TERMINAL_PATIENCE_MS))
			give_up("no first screen");
	start.ms = (double)(clock_now(CLOCK_MONOTONIC) - begin) / 1e6;
	terminal_settle(terminal);
	start.bytes = resident(terminal->child);
	story_quit(terminal);
	story_tear_down(&state);
	return start;
}

static double median_of(const double *values, size_t count)
{
	double sorted[STARTS];

	memcpy(sorted, values, count * sizeof(*sorted));
	sort_values(sorted, count);
	return quantile(sorted, count, 0.5);
}

static double difference_of_halves(const double *values)
{
	double halves[2][STARTS / 2];
	double a;
	double b;

	for (size_t i = 0; i < STARTS; i++)
		halves[i % 2][i / 2] = values[i];
	a = median_of(halves[0], STARTS / 2);
	b = median_of(halves[1], STARTS / 2);
	return a > b ? a - b : b - a;
}

static bool bench_console(void)
{
	double ms[STARTS];
	double megabytes[STARTS];
	bool met;

	for (size_t i = 0; i < STARTS; i++) {
		struct start start = start_once();

		ms[i] = start.ms;
		megabytes[i] = start.bytes / 1e6;
	}
	met = figure_ratio("start: first screen, ms", median_of(ms, STARTS), 100, false,
			   difference_of_halves(ms));
	return figure_ratio("start: console resident, MB", median_of(megabytes, STARTS), 16, false,
			    difference_of_halves(megabytes)) &&
	       met;
}

/* --- The worker --------------------------------------------------------------------------- */

static void make_case(const struct scratch *scratch, int *directory)
{
	struct fixture_spec spec;
	struct error error;

	if (operation_fixture(operation_find("stat"), "FFF", &spec, &error) < 0 ||
	    fixture_build(scratch->fd, "case", &spec, NULL, NULL, &error) < 0)
		give_up(error.text);
	*directory = openat(scratch->fd, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void set_up(struct worker_process *worker, int cpu)
{
	static struct worker_request request;
	struct pollfd wait = {.fd = worker->control, .events = POLLIN};
	struct worker_reply reply;

	memset(&request, 0, sizeof(request));
	request.kind = WORKER_SETUP;
	request.cpu = cpu;
	request.clock = CLOCK_MONOTONIC;
	snprintf(request.operation, sizeof(request.operation), "stat");
	snprintf(request.parameter, sizeof(request.parameter), "FFF");
	snprintf(request.variant, sizeof(request.variant), "none");
	if (worker_process_send(worker, &request) < 0 || poll(&wait, 1, 30000) <= 0 ||
	    worker_process_receive(worker, &reply) <= 0 || reply.kind != WORKER_READY)
		give_up("a worker does not answer");
}

static double worker_megabytes(const char *program, const struct ring *ring, int directory, int cpu)
{
	struct worker_process worker;
	struct error error;
	double bytes;

	if (worker_process_start(&worker, program, ring->fd, directory, &error) < 0)
		give_up(error.text);
	set_up(&worker, cpu);
	bytes = resident(worker.pid) - (double)ring->size;
	worker_process_dismiss(&worker);
	worker_process_reap(&worker, true);
	return bytes / 1e6;
}

static bool bench_worker(void)
{
	double megabytes[STARTS];
	char program[4096];
	struct scratch scratch;
	struct ring ring;
	struct error error;
	int directory = -1;
	int cpu = 0;

	if (worker_process_find(program, sizeof(program), &error) < 0 ||
	    scratch_create(&scratch, scratch_default_parent(), &error) < 0 ||
	    ring_create(&ring, RUNS, &error) < 0 || cpu_choose(-1, &cpu, &error) < 0)
		give_up(error.text);
	make_case(&scratch, &directory);
	for (size_t i = 0; i < STARTS; i++)
		megabytes[i] = worker_megabytes(program, &ring, directory, cpu);
	close(directory);
	ring_destroy(&ring);
	if (scratch_remove(&scratch, &error) < 0)
		give_up(error.text);
	return figure_ratio("start: worker resident, MB", median_of(megabytes, STARTS), 4, false,
			    difference_of_halves(megabytes));
}

int main(void)
{
	bool met = bench_console();

	return bench_worker() && met ? 0 : 1;
}
