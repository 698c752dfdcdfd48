/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_csv.c - how long a native file of a million samples takes to write and to read, and how
 * much memory reading needs beside the samples themselves.
 *
 * Each is done three times; the figure is the best, the spread is (worst - best) / best.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exports/csv/csv_read.h"
#include "exports/csv/csv_write.h"

#define TARGET_SECONDS 1.5
#define TARGET_MEMORY 3.0
#define REPEATS 3

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void give_up(const char *what, const struct error *error)
{
	fprintf(stderr, "bench_csv: %s: %s\n", what, error ? error->text : strerror(errno));
	exit(2);
}

/* 10 cases x 2 variants x 25 passes x 2000 runs: a million samples with realistic figures. */
static void make_result(struct result *result)
{
	struct error error = {0};
	struct plan plan;
	uint64_t clock_ns = 0;

	plan_init(&plan);
	if (plan_set(&plan, "ops", "stat", &error) < 0 ||
	    plan_set(&plan, "depths", "1..10", &error) < 0 ||
	    plan_set(&plan, "variants", "none,same", &error) < 0 ||
	    plan_set(&plan, "passes", "25", &error) < 0 ||
	    plan_set(&plan, "runs", "2000", &error) < 0 || plan_expand(&plan, &error) < 0)
		give_up("plan", &error);
	result_init(result);
	if (result_begin(result, &plan, &error) < 0)
		give_up("result", &error);
	for (uint32_t i = 0; i < 1000000; i++) {
		uint32_t within = i % 40000;
		struct sample sample = {
			.step = within / 4000 * 2 + i % 2,
			.pass = (uint16_t)(i / 40000),
			.run = within % 4000 / 2,
			.order = within % 4000,
			.start_ns = clock_ns,
			.duration_ns = 100000 + i * 2654435761u % 5000,
			.iterations = 243,
		};

		clock_ns += sample.duration_ns + 2000;
		if (result_add(result, &sample) < 0)
			give_up("sample", NULL);
	}
}

static double write_once(const struct result *result, const char *path)
{
	struct error error = {0};
	double start = now();
	FILE *file = fopen(path, "w");

	if (!file)
		give_up(path, NULL);
	if (csv_write_result(&result, 1, file, &error) < 0)
		give_up("write", &error);
	if (fclose(file) != 0)
		give_up(path, NULL);
	return now() - start;
}

/* Read in a process of its own, so that its peak memory is that of reading. */
static double read_once(const char *path, double *memory)
{
	int ends[2];
	double seconds = 0;
	struct rusage usage;
	pid_t child;

	if (pipe(ends) < 0)
		give_up("pipe", NULL);
	child = fork();
	if (child == 0) {
		struct error error = {0};
		struct result result;
		double start = now();

		if (csv_read_file(path, &result, &error) < 0)
			give_up("read", &error);
		seconds = now() - start;
		if (write(ends[1], &seconds, sizeof(seconds)) != sizeof(seconds))
			give_up("pipe", NULL);
		getrusage(RUSAGE_SELF, &usage);
		*memory = (double)usage.ru_maxrss * 1024 /
			  ((double)result.sample_count * sizeof(struct sample));
		if (write(ends[1], memory, sizeof(*memory)) != sizeof(*memory))
			give_up("pipe", NULL);
		result_clear(&result);
		_exit(0);
	}
	if (child < 0 || read(ends[0], &seconds, sizeof(seconds)) != sizeof(seconds) ||
	    read(ends[0], memory, sizeof(*memory)) != sizeof(*memory))
		give_up("reader", NULL);
	close(ends[0]);
	close(ends[1]);
	waitpid(child, NULL, 0);
	return seconds;
}

static bool report(const char *name, const char *format, const double *figures, double target)
{
	double best = figures[0];
	double worst = figures[0];
	char figure[32];
	char wanted[32];

	for (size_t i = 1; i < REPEATS; i++) {
		best = figures[i] < best ? figures[i] : best;
		worst = figures[i] > worst ? figures[i] : worst;
	}
	snprintf(figure, sizeof(figure), format, best);
	snprintf(wanted, sizeof(wanted), format, target);
	printf("%-36s %12s %12s %11.1f%% %s\n", name, figure, wanted, (worst - best) / best * 100,
	       best <= target ? "met" : "missed");
	return best <= target;
}

int main(void)
{
	const char *parent = getenv("TMPDIR");
	char path[4096];
	double writing[REPEATS];
	double reading[REPEATS];
	double memory[REPEATS];
	struct result *result = malloc(sizeof(*result));
	bool is_met;

	snprintf(path, sizeof(path), "%s/lsmbench-bench.%d.csv", parent ? parent : "/tmp",
		 getpid());
	if (!result)
		give_up("memory", NULL);
	make_result(result);
	for (size_t i = 0; i < REPEATS; i++)
		writing[i] = write_once(result, path);
	result_clear(result);
	free(result);
	for (size_t i = 0; i < REPEATS; i++)
		reading[i] = read_once(path, &memory[i]);
	unlink(path);
	is_met = report("csv-write-1000000-samples", "%.3fs", writing, TARGET_SECONDS);
	is_met = report("csv-read-1000000-samples", "%.3fs", reading, TARGET_SECONDS) && is_met;
	is_met = report("csv-read-memory", "%.2fx", memory, TARGET_MEMORY) && is_met;
	return is_met ? 0 : 1;
}
