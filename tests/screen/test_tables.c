/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_tables.c - the Tables page: filling in while a session runs, its curves, and that it is not
 * there when nothing of LMbench's was measured.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

static const char *const memory[] = {
	"cases: memory-latency 1K/128",
	"cases: memory-latency 16K/128",
	"cases: memory-latency-random 1K/128",
	"cases: memory-latency-random 16K/128",
	"cases: stat default",
	"runs: 100",
	"passes: 300",
	NULL,
};
static const char *const path_alone[] = {
	"cases: stat FFF",
	"runs: 5",
	"passes: 2",
	NULL,
};

static void visit_tabs(struct terminal *terminal)
{
	terminal_type(terminal, "2");
	terminal_expect(terminal, "[2 Memory latency]");
	terminal_expect(terminal, "16K");
	/* The second curve's points stand beside the first's or hide them, told by no colour. */
	terminal_expect_either(terminal, "#", "&");
	terminal_type(terminal, "3");
	terminal_expect(terminal, "no figures yet");
	terminal_type(terminal, "\t");
	terminal_expect(terminal, "[1 Summary]");
	terminal_expect(terminal, "L M B E N C H");
}

static void tell_story(struct story *story, int rows, int columns, const char *term)
{
	const struct story_options options = {
		.rows = rows, .columns = columns, .term = term, .plan = memory};
	struct terminal *terminal = story_open(story, &options);

	terminal_expect(terminal, "[Pl");
	terminal_settle(terminal);
	story_run(terminal);
	terminal_type(terminal, "T");
	terminal_expect(terminal, "[Tab");
	terminal_expect(terminal, "L M B E N C H");
	/* Figures come in by themselves while it runs: no key is pressed. */
	if (rows > 10)
		terminal_expect(terminal, "Linux");
	visit_tabs(terminal);
	story_stop(terminal);
	terminal_type(terminal, "T");
	visit_tabs(terminal);
	story_quit(terminal);
	story_assert_restored(terminal);
	story_assert_clean(story);
}

static void test_usual_size(void **state)
{
	tell_story(*state, 24, 80, "xterm-256color");
}

static void test_large(void **state)
{
	tell_story(*state, 60, 200, "linux");
}

static void test_small(void **state)
{
	tell_story(*state, 10, 40, "xterm-256color");
}

/* LMbench's tables are 80 columns wide, and so is the usual screen: nothing of them is cut. */
static void test_whole_table(void **state)
{
	static const char last_level[] = "/sys/devices/system/cpu/cpu0/cache/index0/size";
	struct terminal *terminal = story_open_plan(*state, memory);

	story_run(terminal);
	terminal_type(terminal, "T");
	terminal_expect(terminal, "inst hndl proc proc proc");
	story_stop(terminal);
	terminal_type(terminal, "T");
	terminal_expect(terminal, "[Tables]");
	terminal_expect(terminal, "inst hndl proc proc proc");
	/* What is called main memory there is a cache where all sizes fit into one. */
	if (access(last_level, R_OK) == 0) {
		terminal_key(terminal, VTERM_KEY_END);
		terminal_expect(terminal, "figures of a cache here:");
		terminal_type(terminal, "2");
		terminal_expect(terminal, "which holds all sizes: no main memory");
		terminal_type(terminal, "1");
		terminal_key(terminal, VTERM_KEY_HOME);
	}
	/* Scrolled to the right it says so, and not further than to the end, however wide. */
	terminal_resize(terminal, 24, 60);
	terminal_expect(terminal, "L M B E N C H");
	for (int i = 0; i < 3; i++)
		terminal_key(terminal, VTERM_KEY_RIGHT);
	terminal_expect(terminal, "inst hndl proc proc proc");
	assert_true(terminal_find(terminal, "<") >= 0);
	terminal_resize(terminal, 24, 300);
	terminal_expect(terminal, "Host                 OS  Mhz");
	assert_int_equal(terminal_find(terminal, "<"), -1);
	story_quit(terminal);
	story_assert_restored(terminal);
}

/* Paths have tables of their own on the Export page: no tab for an empty one. */
static void test_not_there_for_paths(void **state)
{
	struct terminal *terminal = story_open_plan(*state, path_alone);

	story_run(terminal);
	terminal_expect(terminal, "done");
	assert_int_equal(terminal_find(terminal, "Tables"), -1);
	terminal_type(terminal, "T");
	terminal_expect(terminal, "Nothing of LMbench's tables was measured yet");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

/* A file of LMbench's alone: its tables, without curves. */
static void test_a_file_of_lmbench(void **state)
{
	char path[PATH_MAX];
	const char *const arguments[] = {
		realpath("tests/data/lmbench/raw/akawashiro_masumi.1", path), NULL};
	const struct story_options options = {
		.rows = 24, .columns = 80, .term = "xterm-256color", .arguments = arguments};
	struct terminal *terminal = story_open(*state, &options);

	terminal_expect(terminal, "[Tables]");
	terminal_expect(terminal, "akawashir");
	terminal_expect(terminal, "figures without samples");
	terminal_type(terminal, "2");
	terminal_expect(terminal, "[1 Summary]");
	terminal_expect(terminal, "L M B E N C H");
	story_quit(terminal);
	story_assert_restored(terminal);
	story_assert_clean(*state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_usual_size),
		TEST(test_large),
		TEST(test_small),
		TEST(test_whole_table),
		TEST(test_not_there_for_paths),
		TEST(test_a_file_of_lmbench),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
