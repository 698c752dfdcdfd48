/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan.c - the Plan page: groups that fold, what a suite runs beside what is picked, and the
 * numbers of what is picked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

static const char *const lmbench[] = {"suite: lmbench", NULL};
static const char *const published[] = {"suite: published", NULL};
static const char *const stat_alone[] = {"ops: stat", NULL};
static const char *const two_passes[] = {"ops: stat", "paths: FFF", "variants: none,seccomp:1",
					 "passes: 2", NULL};

static void test_groups_fold(void **state)
{
	struct terminal *terminal = story_open_plan(*state, NULL);

	/* All of them fit, and say what of them runs. */
	terminal_expect(terminal, "[~] + path                4/6");
	terminal_expect(terminal, "[ ] + context             0/3");
	terminal_expect_gone(terminal, "fstatat");
	story_find(terminal, "context");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "[ ] - context ");
	terminal_expect(terminal, "[ ]  context-switch ");
	/* Space on a group picks all of it. */
	terminal_type(terminal, " ");
	terminal_expect(terminal, "[x] - context ");
	terminal_expect(terminal, "[x]  context-switch ");
	terminal_expect(terminal, "runs alone, without the suite published");
	terminal_expect(terminal, "[ ] + path                0/6");
	/* Folded from one of its rows. */
	terminal_key(terminal, VTERM_KEY_DOWN);
	terminal_type(terminal, "-");
	terminal_expect(terminal, ">[x] + context ");
	terminal_expect_gone(terminal, "context-switch");
	/* All, and back. */
	terminal_type(terminal, "*");
	terminal_expect(terminal, "[ ] - process");
	terminal_expect(terminal, "[ ]  fork-wait");
	terminal_type(terminal, "*");
	terminal_expect(terminal, "[ ] + process");
	/* What is opened comes into sight, also from the last line. */
	story_find(terminal, "bandwidth");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "[ ] - bandwidth");
	terminal_expect(terminal, "[ ]  memory-write-partial");
	story_quit(terminal);
	story_assert_restored(terminal);
}

static void test_search_opens_a_group(void **state)
{
	struct terminal *terminal = story_open_plan(*state, stat_alone);

	/* A part of its group is picked: that is open. */
	terminal_expect(terminal, "[x]  stat");
	terminal_expect(terminal, "[ ]  fstatat");
	terminal_expect_gone(terminal, "fork-shell");
	story_find(terminal, "fork-sh");
	terminal_expect(terminal, ">[ ]  fork-shell");
	terminal_expect(terminal, "[ ] - process");
	story_quit(terminal);
}

static void test_suite_and_what_is_picked(void **state)
{
	struct terminal *terminal = story_open_plan(*state, NULL);

	terminal_type(terminal, "p");
	terminal_expect(terminal, "every column of LMbench 2.0's summary");
	terminal_type(terminal, "l");
	terminal_expect(terminal, "[x] lmbench");
	terminal_expect(terminal, "(suite lmbench): about");
	terminal_expect(terminal, "(x) + processor");
	story_find(terminal, "context-switch-o");
	terminal_expect(terminal, "(x)  context-switch ");
	terminal_expect(terminal, ">(+)  context-s");
	terminal_expect(terminal, "added, not asked for: context-switch is shown less this");
	story_find(terminal, "protection");
	terminal_expect(terminal, "by the suite lmbench; shown less signal-catch; write to a page");
	story_find(terminal, "chmod");
	terminal_type(terminal, " ");
	terminal_expect(terminal, ">[x]  chmod");
	terminal_expect(terminal, "the suite lmbench runs, and what is picked beside it: ");
	terminal_expect(terminal, "(suite lmbench and what is picked)");
	story_quit(terminal);
}

/* Whoever starts this would wait for no verdict. */
static void test_too_few_passes_are_told(void **state)
{
	struct terminal *terminal = story_open_plan(*state, two_passes);

	terminal_expect(terminal, "; a verdict needs at least 6 passes");
	story_quit(terminal);
}

static void test_numbers(void **state)
{
	struct terminal *terminal = story_open_plan(*state, lmbench);

	terminal_expect(terminal, "+ descriptors  4/4");
	terminal_expect(terminal, "+ pages        5/5");
	terminal_expect_gone(terminal, "directory sizes");
	/* Found below a heading that is folded: it opens. */
	story_find(terminal, "250");
	terminal_expect(terminal, "- descriptors");
	terminal_expect(terminal, ">(x)  250");
	terminal_type(terminal, " ");
	terminal_expect(terminal, ">[x]  250");
	terminal_expect(terminal, "[ ]  100");
	/* One that is not among them, and the default values back. */
	story_find(terminal, "other");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "descriptors are asked about");
	terminal_type(terminal, "7");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "[x]  7");
	terminal_expect(terminal, ">[+]  other");
	terminal_expect(terminal, "[x]  250");
	story_find(terminal, "descriptors");
	terminal_expect(terminal, ">- descriptors");
	terminal_expect(terminal, "Space takes the default values back");
	terminal_type(terminal, " ");
	terminal_expect(terminal, "(x)  500");
	terminal_expect_gone(terminal, "[x]  250");
	story_quit(terminal);
}

/* What a suite itself decides is not to be picked here. */
static void test_numbers_of_a_suite(void **state)
{
	struct terminal *terminal = story_open_plan(*state, published);

	story_find(terminal, "directory sizes");
	terminal_type(terminal, " ");
	terminal_expect(terminal, "the suite published decides them");
	story_quit(terminal);
}

/* The help page says it of all operations. */
static void test_help(void **state)
{
	struct terminal *terminal = story_open_plan(*state, NULL);

	terminal_type(terminal, "?");
	terminal_expect(terminal, "[Help]");
	terminal_expect(terminal, "(x): by a suite, (+): added, not picked");
	terminal_expect(terminal, "Open the group that the row is in, or fold it");
	story_find(terminal, "shown less signal-catch");
	terminal_expect(terminal, "shown less signal-catch");
	story_find(terminal, "moves 64K, shown in MB/s");
	terminal_expect(terminal, "pipe-bandwidth");
	story_quit(terminal);
}

/* A low and narrow screen shows the pane that the person is in. */
static void test_small(void **state)
{
	const struct story_options options = {
		.rows = 10, .columns = 40, .term = "linux", .plan = lmbench};
	struct terminal *terminal = story_open(*state, &options);

	terminal_expect(terminal, "[x] lmbench");
	story_find(terminal, "tlb");
	terminal_expect(terminal, ">(x)  tlb-latency");
	story_find(terminal, "4096");
	terminal_expect(terminal, ">(x)  4096");
	terminal_expect(terminal, "(x)  1024");
	terminal_expect_gone(terminal, "VARIANT");
	story_find(terminal, "landlock:1");
	terminal_expect(terminal, "VARIANT");
	story_quit(terminal);
	story_assert_restored(terminal);
}

/* Without colours the marks alone say it all. */
static void test_no_color(void **state)
{
	static const char *const environment[] = {"NO_COLOR=1", NULL};
	const struct story_options options = {
		.rows = 60, .columns = 200, .environment = environment, .plan = lmbench};
	struct terminal *terminal = story_open(*state, &options);

	terminal_expect(terminal, "(x) + processor");
	terminal_expect(terminal, "context-switch-overhead 2p/0K  (added)");
	assert_int_equal(terminal_colour_codes(terminal), 0);
	story_quit(terminal);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_groups_fold),
		TEST(test_search_opens_a_group),
		TEST(test_suite_and_what_is_picked),
		TEST(test_too_few_passes_are_told),
		TEST(test_numbers),
		TEST(test_numbers_of_a_suite),
		TEST(test_help),
		TEST(test_small),
		TEST(test_no_color),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
