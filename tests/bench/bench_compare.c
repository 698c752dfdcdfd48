/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_compare.c - how long "lsmbench compare" takes for two files of a million samples each, and
 * for the variants of one.
 *
 * Each is done three times; the figure is the best, the spread is worst - best.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "exports/csv/csv_write.h"
#include "tests/bench/figure.h"

#define TARGET_SECONDS 3.0
#define REPEATS 3

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "bench_compare: %s: %s\n", what, why);
	exit(2);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void make_plan(struct plan *plan)
{
	static const char *const keys[][2] = {{"ops", "stat"},
					      {"depths", "1..10"},
					      {"variants", "none,same"},
					      {"passes", "25"},
					      {"runs", "2000"}};
	struct error error = {""};

	plan_init(plan);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (plan_set(plan, keys[i][0], keys[i][1], &error) < 0)
			give_up("plan", error.text);
	}
	if (plan_expand(plan, &error) < 0)
		give_up("plan", error.text);
}

/* 10 cases x 2 variants x 25 passes x 2000 runs: a million samples. */
static void make_result(struct result *result, uint32_t seed)
{
	struct error error = {""};
	struct plan plan;

	make_plan(&plan);
	result_init(result);
	if (result_begin(result, &plan, &error) < 0 || result_reserve(result, 1000000, &error) < 0)
		give_up("result", error.text);
	/* Another start makes it another session. */
	result->started = 1796038080 + (int64_t)seed;
	for (uint32_t i = 0; i < 1000000; i++) {
		uint32_t within = i % 40000;
		struct sample sample = {
			.step = within / 4000 * 2 + i % 2,
			.pass = (uint16_t)(i / 40000),
			.run = within % 4000 / 2,
			.order = within % 4000,
			.duration_ns = 100000 + (i + seed) * 2654435761u % 5000,
			.iterations = 243,
		};

		if (result_add(result, &sample) < 0)
			give_up("sample", "out of memory");
	}
}

static void write_file(const char *path, uint32_t seed)
{
	struct result made;
	const struct result *result = &made;
	struct error error = {""};
	FILE *file = fopen(path, "w");

	if (!file)
		give_up(path, "cannot write there");
	make_result(&made, seed);
	if (csv_write_result(&result, 1, file, &error) < 0 || fclose(file) != 0)
		give_up(path, error.text);
	result_clear(&made);
}

static bool time_command(const char *name, const char *command)
{
	double best = 1e9;
	double worst = 0;

	for (size_t i = 0; i < REPEATS; i++) {
		double start = now();
		double seconds;

		if (system(command) != 0)
			give_up(command, "it failed");
		seconds = now() - start;
		best = seconds < best ? seconds : best;
		worst = seconds > worst ? seconds : worst;
	}
	return figure_ratio(name, best, TARGET_SECONDS, false, worst - best);
}

int main(void)
{
	const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
	const char *parent = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
	char paths[2][4096];
	char command[16384];
	bool is_met;

	for (uint32_t i = 0; i < 2; i++) {
		snprintf(paths[i], sizeof(paths[i]), "%s/lsmbench-bench.%d.%u.csv", parent,
			 (int)getpid(), i);
		write_file(paths[i], i * 77);
	}
	snprintf(command, sizeof(command), "'%s/lsmbench' compare '%s' '%s' >/dev/null", build,
		 paths[0], paths[1]);
	is_met = time_command("compare-2x1000000-samples-s", command);
	snprintf(command, sizeof(command), "'%s/lsmbench' compare '%s' >/dev/null", build,
		 paths[0]);
	is_met = time_command("compare-variants-1000000-samples-s", command) && is_met;
	unlink(paths[0]);
	unlink(paths[1]);
	return is_met ? 0 : 1;
}
