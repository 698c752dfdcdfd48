/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_console.c - whether the console disturbs what it measures: the same cases measured from
 * the console, in a terminal, and headless.
 *
 * Each round is one short session from the console and two headless ones, in an order that is
 * balanced over the rounds (Latin squares). The figure for a case is exp of the Hodges-Lehmann
 * center of the rounds' log ratios of medians, console over headless; the A/A spread is the
 * farthest that the 95% interval of the same figure for the two headless ones reaches from 1.
 */
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/statistics/hodges_lehmann.h"
#include "engine/statistics/summary.h"
#include "engine/worker/order.h"
#include "exports/csv/csv_read.h"
#include "tests/bench/figure.h"
#include "tests/screen/story.h"

#define ROUNDS 30u
#define CASES 2u
#define WAYS 3u /* console, headless, headless again */

static const char *const names[CASES] = {"console: stat FFF", "console: open-close FFF"};

static void give_up(const char *what)
{
	fprintf(stderr, "bench_console: %s\n", what);
	exit(2);
}

static void take_medians(const char *path, double medians[CASES])
{
	struct result result;
	struct error error;

	if (csv_read_file(path, &result, &error) < 0)
		give_up(error.text);
	if (result.partial || plan_step_count(&result.plan) != CASES)
		give_up("a session is not whole");
	for (size_t i = 0; i < CASES; i++) {
		double *values;
		size_t count;

		if (result_values(&result, i, RESULT_ALL_PASSES, &values, &count) < 0 || count == 0)
			give_up("a case has no runs");
		sort_values(values, count);
		medians[i] = log(quantile(values, count, 0.5));
		free(values);
	}
	result_clear(&result);
}

static void from_console(double medians[CASES])
{
	static const char *const plan[] = {
		"ops: stat,open-close", "paths: FFF", "runs: 150", "passes: 2", "batch: 1ms", NULL};
	char path[PLACE_PATH * 2];
	struct terminal *terminal;
	struct story *story;
	void *state;

	if (story_set_up(&state) < 0)
		give_up("no place to work in");
	story = state;
	terminal = story_open_plan(story, plan);
	story_run(terminal);
	story_wait_finished(terminal);
	terminal_type(terminal, "S");
	terminal_expect(terminal, "[Export]");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "saved to lsmbench-");
	if (!place_find(&story->place, ".csv", path, sizeof(path)))
		give_up("the console saved no file");
	take_medians(path, medians);
	story_quit(terminal);
	story_tear_down(&state);
}

static void headless(double medians[CASES])
{
	char path[PLACE_PATH + 16];
	const char *const arguments[] = {terminal_lsmbench(),
					 "run",
					 "--ops=stat,open-close",
					 "--paths=FFF",
					 "--runs=150",
					 "--passes=2",
					 "--batch=1ms",
					 "-q",
					 "-o",
					 path,
					 NULL};
	struct place place;
	pid_t pid;
	int status;

	place_make(&place);
	snprintf(path, sizeof(path), "%s/x.csv", place.work);
	setenv("XDG_STATE_HOME", place.home, 1);
	setenv("XDG_CONFIG_HOME", place.home, 1);
	if (posix_spawn(&pid, arguments[0], NULL, NULL, (char **)(uintptr_t)arguments, environ) !=
		    0 ||
	    waitpid(pid, &status, 0) != pid || status != 0)
		give_up("a headless session failed");
	take_medians(path, medians);
	place_remove(&place);
}

static void play_round(const uint8_t *order, double medians[WAYS][CASES])
{
	for (size_t i = 0; i < WAYS; i++) {
		if (order[i] == 0)
			from_console(medians[0]);
		else
			headless(medians[order[i]]);
	}
}

static struct hodges_lehmann center_of(const double *ratios)
{
	struct hodges_lehmann center;

	if (hodges_lehmann_center(ratios, ROUNDS, 0.95, &center) < 0)
		give_up("out of memory");
	return center;
}

int main(void)
{
	double medians[ROUNDS][WAYS][CASES];
	uint8_t order[ROUNDS * WAYS];
	struct random_source random;
	bool met = true;

	random_start(&random, (uint64_t)time(NULL), 0);
	order_fill(order, ROUNDS, WAYS, &random);
	for (size_t i = 0; i < ROUNDS; i++)
		play_round(&order[i * WAYS], medians[i]);
	for (size_t c = 0; c < CASES; c++) {
		double console[ROUNDS];
		double same[ROUNDS];
		struct hodges_lehmann aa;

		for (size_t i = 0; i < ROUNDS; i++) {
			console[i] = medians[i][0][c] - (medians[i][1][c] + medians[i][2][c]) / 2;
			same[i] = medians[i][1][c] - medians[i][2][c];
		}
		aa = center_of(same);
		met = figure_equal(names[c], exp(center_of(console).estimate), 0.01,
				   fmax(fabs(exp(aa.low) - 1), fabs(exp(aa.high) - 1))) &&
		      met;
	}
	return met ? 0 : 1;
}
