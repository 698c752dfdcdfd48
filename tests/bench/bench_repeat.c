/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_repeat.c - whether the suite "lmbench" is quick and says the same twice: two runs of it in
 * a row.
 *
 * The limit of a cell is set by its own spread, that of the medians of its passes, which lie all
 * over the run. Two runs disagree on a cell when no pass of one reaches into the passes of the
 * other; with 8 passes each, equal things do so once in 6000 times. It is what "lsmbench compare
 * --quick" calls "moved": here it is found anew, and what disagrees has to be named there.
 *
 * The last line asks more: each cell alone, by the test of Mann and Whitney on its passes, at 1%.
 * A machine that has become a few percent slower between the runs fails in that. The A/A spread of
 * a share is the chance of a cell to disagree when nothing differs. Below stand the cells that
 * moved.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/statistics/rank_test.h"
#include "engine/statistics/summary.h"
#include "exports/input_read.h"
#include "tests/bench/figure.h"

#define MINUTES_SECONDS 240.0
#define SAMPLES_LEAST 30.0
/* 8 passes one after the other span 7 eighths of a run and one sample of the last. */
#define SPAN_LEAST 0.8
#define SHARE_LEAST 0.9
#define PASSES_MOST 64u
#define CELLS_MOST 1024u
#define ALONE_LEVEL 0.01
/* How often all of 8 passes are above all of 8 others, and how often p is within 1%, by chance. */
#define CHANCE_APART 0.0002
#define CHANCE_ALONE 0.007

struct place {
	char directory[4096];
	char result[2][4352];
	char compared[4352];
	const char *program;
};

/* A case in both runs. */
struct cell {
	char name[192];
	double samples; /* in the run with fewer */
	double change;  /* ln of second over first */
	double limit;   /* ln; how far a run could have moved and still reach into the other */
	double p;
	bool apart;
};

struct cells {
	struct cell of[CELLS_MOST];
	double span; /* of the run, from a cell's first sample to its last; of the shortest */
	size_t count;
	size_t skipped;
};

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "bench_repeat: %s: %s\n", what, why);
	exit(2);
}

static void run_command(const char *command)
{
	if (system(command) != 0)
		give_up(command, "it failed");
}

/* Nothing of the person's settings and state is used or changed. */
static void make_place(struct place *place)
{
	const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
	const char *parent = getenv("TMPDIR") ? getenv("TMPDIR") : "/var/tmp";
	static char program[4096];

	snprintf(program, sizeof(program), "%s/lsmbench", build);
	place->program = program;
	snprintf(place->directory, sizeof(place->directory), "%s/bench_repeat.XXXXXX", parent);
	if (!mkdtemp(place->directory))
		give_up(place->directory, "cannot be made");
	setenv("HOME", place->directory, 1);
	setenv("XDG_CONFIG_HOME", place->directory, 1);
	setenv("XDG_STATE_HOME", place->directory, 1);
	snprintf(place->result[0], sizeof(place->result[0]), "%s/first.csv", place->directory);
	snprintf(place->result[1], sizeof(place->result[1]), "%s/second.csv", place->directory);
	snprintf(place->compared, sizeof(place->compared), "%s/compared.txt", place->directory);
}

static void remove_place(const struct place *place)
{
	char command[4224];

	snprintf(command, sizeof(command), "rm -rf '%s'", place->directory);
	run_command(command);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The seconds that a run of the suite takes. */
static double run_suite(const struct place *place, const char *result)
{
	char command[16384];
	double start = now();

	snprintf(command, sizeof(command), "'%s' run --suite lmbench -q -o '%s'", place->program,
		 result);
	run_command(command);
	return now() - start;
}

static size_t pass_medians(const struct case_figures *which, double *medians, double *samples)
{
	size_t count = 0;

	*samples = 0;
	for (size_t i = 0; i < which->pass_count && count < PASSES_MOST; i++) {
		medians[count++] = log(which->passes[i].median);
		*samples += (double)which->passes[i].runs;
	}
	sort_values(medians, count);
	return count;
}

static void judge(const struct case_figures *first, const struct case_figures *second,
		  struct cell *cell)
{
	double a[PASSES_MOST];
	double b[PASSES_MOST];
	double samples[2];
	struct rank_test test;
	size_t a_count = pass_medians(first, a, &samples[0]);
	size_t b_count = pass_medians(second, b, &samples[1]);

	if (mann_whitney_of(a, a_count, b, b_count, &test) < 0)
		give_up(cell->name, "a run has nothing of it");
	cell->samples = fmin(samples[0], samples[1]);
	cell->change = quantile(b, b_count, 0.5) - quantile(a, a_count, 0.5);
	cell->apart = a[a_count - 1] < b[0] || b[b_count - 1] < a[0];
	cell->limit = fmax(b[b_count - 1] - a[0], a[a_count - 1] - b[0]);
	cell->p = test.p;
}

/* The part of the run that lies between the first and the last sample of the step. */
static double span_of(const struct result *result, size_t step, double whole)
{
	uint64_t first = UINT64_MAX;
	uint64_t last = 0;

	for (size_t i = 0; i < result->sample_count; i++) {
		const struct sample *sample = &result->samples[i];

		if (sample->step != step)
			continue;
		first = sample->start_ns < first ? sample->start_ns : first;
		last = sample->start_ns > last ? sample->start_ns : last;
	}
	return last > first ? (double)(last - first) / whole : 1;
}

static double shortest_span(const struct result *result)
{
	const struct sample *samples = result->samples;
	double shortest = 1;
	uint64_t start = UINT64_MAX;
	uint64_t end = 0;

	for (size_t i = 0; i < result->sample_count; i++) {
		start = samples[i].start_ns < start ? samples[i].start_ns : start;
		end = samples[i].start_ns > end ? samples[i].start_ns : end;
	}
	for (size_t i = 0; i < plan_step_count(&result->plan); i++)
		shortest = fmin(shortest, span_of(result, i, (double)(end - start)));
	return shortest;
}

static void read_cells(const struct place *place, struct cells *cells)
{
	struct input input[2];
	struct error error;

	for (int i = 0; i < 2; i++)
		if (input_read(place->result[i], NULL, &input[i], &error) < 0)
			give_up("a result", error.text);
	for (size_t i = 0; i < input[0].figures.case_count && cells->count < CELLS_MOST; i++) {
		const struct case_figures *first = &input[0].figures.cases[i];
		const struct case_figures *second =
			figures_find(&input[1].figures, first->operation, first->parameter,
				     first->place, first->variant);
		struct cell *cell = &cells->of[cells->count];

		snprintf(cell->name, sizeof(cell->name), "%s%s%.128s", first->operation->name,
			 first->parameter[0] ? " " : "", first->parameter);
		if (first->pass_count == 0 && second && second->pass_count == 0) {
			cells->skipped++;
			continue;
		}
		if (!second)
			give_up(cell->name, "the second run has nothing of it");
		judge(first, second, cell);
		cells->count++;
	}
	cells->span = fmin(shortest_span(input[0].result), shortest_span(input[1].result));
	for (int i = 0; i < 2; i++)
		input_clear(&input[i]);
}

/* Whether the comparison says of the case that it moved: its row follows the case's name. */
static bool is_flagged(const struct place *place, const char *name)
{
	FILE *file = fopen(place->compared, "r");
	size_t length = strlen(name);
	bool here = false;
	bool flagged = false;
	char line[1024];

	if (!file)
		give_up(place->compared, "cannot be read");
	while (fgets(line, sizeof(line), file)) {
		if (line[0] != ' ')
			here = strncmp(line, name, length) == 0 &&
			       strncmp(line + length, "  base ", 7) == 0;
		else if (here && strstr(line, " moved\n"))
			flagged = true;
	}
	fclose(file);
	return flagged;
}

/* What disagrees is flagged, and nothing else. */
static void check_flags(const struct place *place, const struct cells *cells)
{
	char command[20480];

	snprintf(command, sizeof(command), "'%s' compare --quick '%s' '%s' >'%s'", place->program,
		 place->result[0], place->result[1], place->compared);
	run_command(command);
	for (size_t i = 0; i < cells->count; i++)
		if (is_flagged(place, cells->of[i].name) != cells->of[i].apart)
			give_up(cells->of[i].name, cells->of[i].apart
							   ? "moved, and compare does not say so"
							   : "compare says that it moved");
}

static bool show(struct cells *cells, const double *seconds)
{
	double limits[CELLS_MOST];
	double fewest = INFINITY;
	double agree = 0;
	double alone = 0;
	bool met;

	for (size_t i = 0; i < cells->count; i++) {
		const struct cell *cell = &cells->of[i];

		fewest = fmin(fewest, cell->samples);
		agree += cell->apart ? 0 : 1;
		alone += cell->p > ALONE_LEVEL ? 1 : 0;
		limits[i] = cell->limit;
	}
	agree /= (double)cells->count;
	alone /= (double)cells->count;
	met = figure_ratio("lmbench suite: seconds", fmax(seconds[0], seconds[1]), MINUTES_SECONDS,
			   false, fabs(seconds[0] - seconds[1]));
	met &= figure_ratio("lmbench suite: fewest samples a cell", fewest, SAMPLES_LEAST, true, 0);
	met &= figure_ratio("lmbench suite: a cell's span of a run", cells->span, SPAN_LEAST, true,
			    0);
	met &= figure_ratio("repeat: cells that agree", agree, SHARE_LEAST, true, CHANCE_APART);
	met &= figure_ratio("repeat: cells alike at 1% each", alone, SHARE_LEAST, true,
			    CHANCE_ALONE);
	sort_values(limits, cells->count);
	printf("  %zu cells, %zu skipped; the median cell's limit is %.1f%%\n", cells->count,
	       cells->skipped, 100 * expm1(quantile(limits, cells->count, 0.5)));
	for (size_t i = 0; i < cells->count; i++)
		if (cells->of[i].apart)
			printf("  moved, and flagged: %s, its time by %+.1f%%\n", cells->of[i].name,
			       100 * expm1(cells->of[i].change));
	return met;
}

int main(void)
{
	static struct place place;
	static struct cells cells;
	double seconds[2];
	bool met;

	make_place(&place);
	for (int i = 0; i < 2; i++)
		seconds[i] = run_suite(&place, place.result[i]);
	read_cells(&place, &cells);
	if (cells.count == 0)
		give_up("the suite", "nothing was measured");
	check_flags(&place, &cells);
	met = show(&cells, seconds);
	remove_place(&place);
	return met ? 0 : 1;
}
