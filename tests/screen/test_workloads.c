/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_workloads.c - operations that time themselves in the console: picked with settings of their
 * own, run, and what they have told on the Run and the Compare page.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

static const char *const two_variants[] = {"variants: none,same", "passes: 2", NULL};
static const char *const one_pass[] = {"passes: 1", NULL};
static const char *const small_walk[] = {
	"ops: walk",  "tree-files: 300", "tree-size: 1000000",  "interval: 1s",
	"writers: 0", "passes: 2",       "variants: none,same", NULL,
};
static const char *const one_walk[] = {
	"ops: walk",    "tree-files: 300", "tree-size: 1000000",
	"interval: 3s", "writers: 2",      "passes: 1",
	NULL,
};
static const char *const walk_and_alone[] = {
	"ops: walk",    "tree-files: 300", "tree-size: 1000000",
	"interval: 1s", "writers: 0,2",    "passes: 2",
	NULL,
};
static const char *const long_walk[] = {
	"ops: walk",
	"tree-files: 300",
	"tree-size: 1000000",
	"interval: 1min",
	"writers: 0",
	"passes: 1",
	NULL,
};
static const char *const command_of_settings[] = {
	"ops: command",
	"command: sleep 0.01",
	"passes: 2",
	NULL,
};

static const char *const failing_command[] = {
	"ops: command",
	"command: seq 1 500; exit 3",
	"passes: 1",
	NULL,
};

static const char *const long_command[] = {
	"ops: command",
	"command: sleep 60",
	"passes: 1",
	NULL,
};

static void test_walk_is_picked(void **state)
{
	struct terminal *terminal = story_open_plan(*state, two_variants);

	/* What nothing picked would read is no setting. */
	story_find(terminal, "tree-files");
	terminal_expect(terminal, "no row with \"tree-files\"");
	story_find(terminal, "walk");
	terminal_type(terminal, " ");
	terminal_expect(terminal, "[x]  walk");
	terminal_expect(terminal, "- writers ");
	/* Its own settings are seen first, and none of batches. */
	terminal_expect(terminal, " repeats -  interval -  tree -  tree-files -  tree-size -");
	story_find(terminal, "batch");
	terminal_expect(terminal, "no row with \"batch\"");
	story_find(terminal, "prepare");
	terminal_expect(terminal, "no row with \"prepare\"");
	story_set(terminal, "tree-files", "300");
	story_set(terminal, "tree-size", "1000000");
	story_set(terminal, "interval", "10s");
	/* Without writers and with six, two variants, two passes, and a little for the trees. */
	terminal_expect(terminal, "2 cases x 2 variants: about 1 min 2");
	story_quit(terminal);
}

static void test_readings_of_a_walk(void **state)
{
	struct terminal *terminal = story_open_plan(*state, small_walk);

	story_run(terminal);
	terminal_expect(terminal, "2 passes of 1 run");
	story_wait_finished(terminal);
	terminal_key(terminal, VTERM_KEY_DOWN);
	terminal_key(terminal, VTERM_KEY_DOWN);
	terminal_expect(terminal, "walk 0w, same: done; readings 1-6 of ");
	terminal_expect(terminal, " READING           unit      median      least       most");
	terminal_expect(terminal, "vs base");
	terminal_expect(terminal, " iteration         ns ");
	terminal_expect(terminal, " readdir-count     count ");
	/* The next ones; behind the last the latencies, then the first again. */
	terminal_type(terminal, "ggg");
	terminal_expect(terminal, " lstat-p99.9       ns ");
	terminal_expect_gone(terminal, "readdir-count");
	terminal_type(terminal, "gggg");
	terminal_expect(terminal, "; latencies of lstat; below: none (d: next)");
	terminal_type(terminal, "gggg");
	terminal_expect(terminal, "readings 1-6 of ");
	/* Without the pane g brings it back. */
	terminal_type(terminal, "\t");
	terminal_expect_gone(terminal, "readings");
	terminal_type(terminal, "g");
	terminal_expect(terminal, "readings ");
	terminal_type(terminal, "C");
	terminal_expect(terminal, "passes x 1 pair ");
	terminal_expect(terminal, "walk 0w: readdir-count");
	story_find(terminal, "lstat-p50");
	terminal_expect(terminal, "walk 0w: lstat-p50");
	/* All formats are seen, and which of them would be empty. */
	terminal_type(terminal, "X");
	terminal_expect(terminal, "SAVE WHAT WAS MEASURED AS 1 of 1");
	terminal_expect(terminal, "( ) fsopbench    walks through");
	terminal_expect(terminal, "( ) reaim        nothing of this result");
	terminal_expect(terminal, "( ) lmbench-raw  nothing of this result");
	terminal_expect(terminal, "( ) latencies    histograms");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

static void expect_panel(struct terminal *terminal, const char *name)
{
	char words[64];

	snprintf(words, sizeof(words), " %-10s p50 ", name);
	terminal_expect(terminal, words);
}

/* One kind of call at a time, with what it is held against; on a large screen all four. */
static void test_latencies_of_a_walk(void **state)
{
	struct terminal *terminal = story_open_plan(*state, walk_and_alone);

	story_run(terminal);
	/* After the first run of the first one, while all others are to come. */
	terminal_expect(terminal, "1/2");
	terminal_key(terminal, VTERM_KEY_UP);
	terminal_type(terminal, "d");
	terminal_expect(terminal, "walk 0w: between; latencies of lstat (d: next)");
	terminal_key(terminal, VTERM_KEY_DOWN);
	story_wait_finished(terminal);
	terminal_expect(terminal, "walk 2w: done; latencies of lstat; below: alone (d: next)");
	expect_panel(terminal, "lstat");
	expect_panel(terminal, "alone");
	terminal_expect(terminal, "p99.9 ");
	terminal_expect(terminal, "^p99.9");
	terminal_expect(terminal, "|1us");
	terminal_expect(terminal, "|10us");
	terminal_type(terminal, "d");
	expect_panel(terminal, "open");
	terminal_type(terminal, "d");
	expect_panel(terminal, "first byte");
	terminal_type(terminal, "d");
	expect_panel(terminal, "readdir");
	terminal_type(terminal, "d");
	expect_panel(terminal, "lstat");
	terminal_resize(terminal, 60, 200);
	terminal_expect(terminal, "walk 2w: done; latencies; below: alone --");
	terminal_expect(terminal, " open       p50 ");
	terminal_expect(terminal, " first byte p50 ");
	terminal_expect(terminal, " readdir    p50 ");
	/* Without room for both, they stand instead of the table. */
	terminal_resize(terminal, 10, 40);
	terminal_expect(terminal, "Env  Export");
	terminal_expect(terminal, "* walk 2w");
	terminal_type(terminal, "d");
	terminal_expect(terminal, "-- walk 2w: done; latencies of ");
	terminal_expect_gone(terminal, "* walk 2w");
	terminal_expect(terminal, " alone ");
	terminal_type(terminal, "\t");
	terminal_expect(terminal, "* walk 2w");
	terminal_resize(terminal, 24, 80);
	terminal_expect(terminal, "; below: alone (d: next)");
	terminal_type(terminal, "g");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

/* Where the table leaves no room for a pane, the keys of the foot show the pane instead of it. */
static void test_readings_on_a_low_screen(void **state)
{
	struct terminal *terminal = story_open_plan(*state, small_walk);

	story_run(terminal);
	story_wait_finished(terminal);
	terminal_resize(terminal, 10, 40);
	terminal_expect(terminal, "Exp  Hel");
	terminal_expect(terminal, "*   none ");
	terminal_type(terminal, "g");
	terminal_expect(terminal, " READING           unit      median");
	terminal_expect(terminal, "readings 1-5");
	terminal_expect(terminal, " readdir-count     count ");
	terminal_expect_gone(terminal, "*   none");
	terminal_type(terminal, "g");
	terminal_expect(terminal, "readings 6-10");
	terminal_type(terminal, "\t");
	terminal_expect(terminal, "*   none ");
	terminal_expect_gone(terminal, "READING");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

/* Of what a command wrote before it failed, the last lines are seen. */
static void test_end_of_a_failed_command(void **state)
{
	struct terminal *terminal = story_open_plan(*state, failing_command);

	terminal_type(terminal, "r");
	terminal_expect(terminal, "This plan starts a command");
	terminal_type(terminal, "y");
	terminal_expect(terminal, "1 failed");
	terminal_expect(terminal, " failed exit status 3: ...");
	terminal_expect(terminal, " 499 | 500");
	/* In the pane there are more of them, and all fit. */
	terminal_expect(terminal, "| 480 | ");
	assert_true(terminal_find(terminal, "| 480 | ") < terminal->rows - 2);
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

/* Where a line of 80 columns cuts it, all of it stands below. */
static void test_live_text(void **state)
{
	struct terminal *terminal = story_open_plan(*state, one_walk);

	story_run(terminal);
	terminal_expect(terminal, "walk 2w: ");
	terminal_expect(terminal, " calls, lstat p50 ");
	terminal_expect(terminal, "writers ");
	story_wait_finished(terminal);
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

/* The percentage beside the bar. */
static int percent_shown(const struct terminal *terminal)
{
	char row[TERMINAL_ROW];
	const char *end;
	int at = terminal_find(terminal, " left");

	assert_true(at >= 0);
	end = strstr(terminal_row(terminal, at, row), "%  ");
	assert_non_null(end);
	while (end > row && end[-1] != ' ')
		end--;
	return atoi(end);
}

/* While one run lasts, of which only a text tells now and then, the figures go on by themselves. */
static void test_one_run_moves_the_figures(void **state)
{
	struct terminal *terminal = story_open_plan(*state, long_walk);
	int before;
	int grown = 0;

	story_run(terminal);
	terminal_expect(terminal, " calls, lstat p50 ");
	before = percent_shown(terminal);
	for (int waited = 0; grown < 3 && waited < TERMINAL_PATIENCE_MS; waited += 100) {
		int now;

		terminal_read(terminal, 100);
		now = percent_shown(terminal);
		assert_true(now >= before);
		grown += now > before;
		before = now;
	}
	assert_int_equal(grown, 3);
	terminal_expect(terminal, " 0/1");
	story_stop(terminal);
	story_quit(terminal);
	story_assert_clean(*state);
}

/* Typed here it is agreed to. */
static void test_command_is_typed(void **state)
{
	struct terminal *terminal = story_open_plan(*state, one_pass);

	story_find(terminal, "command");
	terminal_type(terminal, " ");
	terminal_expect(terminal, "sh -c runs it where lsmbench was started");
	terminal_type(terminal, "sleep 0.01");
	terminal_key(terminal, VTERM_KEY_ENTER);
	/* Nobody knows how long it takes before it has run once. */
	terminal_expect(terminal, "1 case: at least ");
	story_run(terminal);
	story_wait_finished(terminal);
	terminal_expect(terminal, "command sleep 0.01");
	terminal_type(terminal, "d");
	terminal_expect(terminal, "here no call was timed alone");
	terminal_expect(terminal, " elapsed           s ");
	terminal_expect(terminal, " user              s ");
	/* There are more of them, and no chart. */
	terminal_type(terminal, "g");
	terminal_expect(terminal, "readings 7-9 of 9");
	terminal_type(terminal, "P");
	terminal_expect(terminal, "1 case: about ");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

static void test_command_of_settings_is_asked_about(void **state)
{
	struct terminal *terminal = story_open_plan(*state, command_of_settings);

	terminal_type(terminal, "r");
	terminal_expect(terminal, "This plan starts a command");
	terminal_expect(terminal, "command: sleep 0.01");
	terminal_type(terminal, "y");
	story_wait_finished(terminal);
	terminal_expect(terminal, "2 passes of 1 run");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

/* What is wrong and what helps takes two lines of 80 columns. */
static void test_mistake_is_told_whole(void **state)
{
	struct terminal *terminal = story_open_plan(*state, one_pass);

	story_find(terminal, "dbench");
	terminal_type(terminal, " ");
	terminal_expect(terminal, "[x]  dbench");
	story_set(terminal, "interval", "2500ms");
	terminal_expect(terminal, " ! interval 2500ms does not go with dbench");
	terminal_expect(terminal, "give another interval, or leave dbench out");
	story_quit(terminal);
}

/* Before a command has run once nobody knows when it ends. */
static void test_unknown_end(void **state)
{
	struct terminal *terminal = story_open_plan(*state, long_command);

	terminal_type(terminal, "r");
	terminal_expect(terminal, "This plan starts a command");
	terminal_type(terminal, "y");
	terminal_expect(terminal, ", end unknown");
	terminal_type(terminal, "s");
	/* Whether its end was noted before it was killed makes no difference here. */
	terminal_expect_either(terminal, "without a measurement", "[Export]");
	story_quit(terminal);
	story_assert_clean(*state);
}

/* A group is picked without what would ask for a command. */
static void test_group_without_command(void **state)
{
	struct terminal *terminal = story_open_plan(*state, one_pass);

	story_find(terminal, "workload");
	terminal_type(terminal, " ");
	terminal_expect(terminal, "[~] - workload            7/8");
	terminal_expect(terminal, " cases: about ");
	story_quit(terminal);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_walk_is_picked),
		TEST(test_readings_of_a_walk),
		TEST(test_latencies_of_a_walk),
		TEST(test_readings_on_a_low_screen),
		TEST(test_end_of_a_failed_command),
		TEST(test_live_text),
		TEST(test_command_is_typed),
		TEST(test_command_of_settings_is_asked_about),
		TEST(test_one_run_moves_the_figures),
		TEST(test_group_without_command),
		TEST(test_mistake_is_told_whole),
		TEST(test_unknown_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
