/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_direction.c - the Compare page where more is better: a rate that falls is slower, and an
 * alarm; one that rises is faster, and good; of what is worse the more there is, the other way
 * round.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

#define PASSES 10u
/* Of the theme that a dark terminal has. */
#define ALARM 3
#define GOOD 2

/* The figure of a case, and what it tells beside that, under the baseline and under the variant. */
struct made_case {
	const char *operation;
	const char *parameter;
	bool is_rate;       /* the figure: MB/s of runs of 2 s, else ns of 800 iterations */
	unsigned int ns[2]; /* or kB/s */
	const char *metric;
	const char *unit;
	unsigned int told[2];
};

static const struct made_case cases[] = {
	{"dbench", "1c", true, {100000, 80000}, "latency-max", "ms", {20, 30}},
	{"tbench", "1c", true, {200000, 240000}, "latency-max", "ms", {40, 20}},
	{"mixed", "2p/1cpu", false, {125000, 156250}, "jobs-per-minute", "1/min", {480000, 384000}},
};

#define CASES (sizeof(cases) / sizeof(cases[0]))

static const char *const variants[] = {"none", "seccomp:1"};

static void write_head(FILE *file)
{
	fprintf(file,
		"# lsmbench: result 1\n# version: 0.1.0\n# state: complete\n# suspended: no\n"
		"# started: 2026-11-30T21:29:22Z\n# ended: 2026-11-30T21:29:26Z\n# unit: ns\n"
		"# clock: CLOCK_MONOTONIC_RAW\n# clock.cost_ns: 17\n# clock.step_ns: 1\n"
		"# loop_ns: 0\n# cpu: 1\n# plan.ops: dbench,tbench,mixed\n# plan.clients: 1\n"
		"# plan.processes: 2\n# plan.cpus: 1\n# plan.variants: none,seccomp:1\n"
		"# plan.runs: 100\n# plan.passes: %u\n# plan.seed: 1\n# plan.no-controls: yes\n"
		"# plan.no-aa: yes\n",
		PASSES);
	for (unsigned int i = 0; i < 2 * CASES; i++)
		fprintf(file,
			"# step.%u: state=done iterations=1 warmup=0 failed=0 fixture=rebuilt "
			"variant=%s case=%s %s\n",
			i, variants[i % 2], cases[i / 2].operation, cases[i / 2].parameter);
	fprintf(file,
		"# samples: %zu\n# readings: %zu\n"
		"operation,parameter,variant,pass,run,order,start_ns,duration_ns,iterations,metric,"
		"unit,value,flags\n",
		2 * CASES * PASSES, 2 * CASES * PASSES);
}

/* A run and what it told; every pass is a little slower than the one before. */
static void write_run(const struct made_case *made, unsigned int pass, unsigned int variant,
		      FILE *file)
{
	char place[128];
	unsigned int value = made->ns[variant];

	snprintf(place, sizeof(place), "%s,%s,%s,%u,0,%u,%u", made->operation, made->parameter,
		 variants[variant], pass, variant, 1000 * (2 * pass + variant) + 1);
	if (made->is_rate)
		fprintf(file, "%s,2000000000,%u,bandwidth,MB/s,%u.%04u,\n", place,
			2000 * (value - pass), (value - pass) / 1000, (value - pass) % 1000 * 10);
	else
		fprintf(file, "%s,%u,800,latency,ns,%u.0000,\n", place, 800 * (value + pass),
			value + pass);
	fprintf(file, "%s,%u,%u,%s,%s,%u,\n", place,
		made->is_rate ? 2000000000u : 800 * (value + pass),
		made->is_rate ? 2000 * (value - pass) : 800, made->metric, made->unit,
		made->told[variant]);
}

static void write_result(const struct story *story, char *path, size_t size)
{
	FILE *file;

	snprintf(path, size, "%s/made.csv", story->place.work);
	file = fopen(path, "w");
	assert_non_null(file);
	write_head(file);
	for (unsigned int pass = 0; pass < PASSES; pass++)
		for (size_t i = 0; i < CASES; i++)
			for (unsigned int j = 0; j < 2; j++)
				write_run(&cases[i], pass, j, file);
	assert_int_equal(fclose(file), 0);
}

/* The row of the case says by how much, and its verdict in that colour. */
static void check_row(const struct terminal *terminal, const char *name, const char *percent,
		      const char *verdict, int colour)
{
	char line[TERMINAL_ROW];
	const int row = terminal_find(terminal, name);

	if (row < 0) {
		terminal_show(terminal);
		fail_msg("no row with \"%s\"", name);
	}
	terminal_row(terminal, row, line);
	if (!strstr(line, percent) || !strstr(line, verdict))
		fail_msg("neither \"%s\" nor \"%s\": %s", percent, verdict, line);
	if (terminal_colour_of(terminal, row, verdict) != colour) {
		terminal_show(terminal);
		fail_msg("\"%s\" stands in colour %d, not %d: %s", verdict,
			 terminal_colour_of(terminal, row, verdict), colour, line);
	}
}

static void test_a_rate_that_falls_is_slower(void **state)
{
	char path[PLACE_PATH + 64];
	const char *const arguments[] = {path, NULL};
	const struct story_options options = {.rows = 40, .columns = 120, .arguments = arguments};
	struct terminal *terminal;

	write_result(*state, path, sizeof(path));
	terminal = story_open(*state, &options);
	terminal_type(terminal, "C");
	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "slower");
	assert_int_equal(terminal_find(terminal, "nan"), -1);
	/* The selected row has the cursor's colours. */
	terminal_key(terminal, VTERM_KEY_END);
	terminal_expect(terminal, "seccomp:1  mixed 2p/1cpu: jobs-per-minute: -20.00%");
	terminal_settle(terminal);
	check_row(terminal, "dbench 1c ", "-20.0", "slower", ALARM);
	check_row(terminal, "dbench 1c: latency-max", "+50.0", "slower", ALARM);
	check_row(terminal, "tbench 1c ", "+20.0", "faster", GOOD);
	check_row(terminal, "tbench 1c: latency-max", "-50.0", "faster", GOOD);
	check_row(terminal, "mixed 2p/1cpu ", "+25.0", "slower", ALARM);
	terminal_key(terminal, VTERM_KEY_HOME);
	terminal_expect(terminal, "seccomp:1  dbench 1c: -20.00%");
	terminal_settle(terminal);
	check_row(terminal, "mixed 2p/1cpu: jobs-per-minute", "-20.0", "slower", ALARM);
	/* What fell is the worst, although it is below 0. */
	terminal_expect(terminal, "2 slower, 1 faster, 0 no difference");
	/* The distribution of a rate is one of rates, not of what a byte takes. */
	terminal_type(terminal, "4");
	terminal_expect(terminal, "     MB/s  none n=10");
	terminal_settle(terminal);
	if (terminal_find(terminal, "   100.0") < 0)
		terminal_show(terminal);
	assert_true(terminal_find(terminal, " 100") > 0);
	story_quit(terminal);
	story_assert_clean(*state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_a_rate_that_falls_is_slower),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
