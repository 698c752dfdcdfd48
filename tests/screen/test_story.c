/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_story.c - a whole visit at several sizes: choose, run, pause, go on, save, leave, open
 * the result again, export it in every format, leave.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

/* 11 shapes of open-close and 4 sizes of chmod. */
#define CASES 15
#define RUNS 20
#define PASSES 2

static void choose(struct terminal *terminal)
{
	terminal_expect(terminal, "[Plan]");
	terminal_settle(terminal);
	story_find(terminal, "open-close");
	terminal_type(terminal, " ");
	story_find(terminal, "chmod");
	terminal_type(terminal, " ");
	story_find(terminal, "10000");
	terminal_type(terminal, " ");
	story_set(terminal, "runs", "20");
	story_set(terminal, "passes", "2");
}

/* While it is paused the screen stands still; then it goes on. */
static void pause_and_go_on(struct terminal *terminal)
{
	terminal_type(terminal, " ");
	terminal_expect(terminal, "PAUSED");
	terminal_settle(terminal);
	assert_false(terminal_read(terminal, 1200));
	terminal_type(terminal, " ");
	terminal_expect_gone(terminal, "PAUSED");
}

static void save(struct terminal *terminal)
{
	terminal_type(terminal, "S");
	terminal_expect(terminal, "[Export]");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "saved to lsmbench-");
}

/* Every run of every case stands in the saved file. */
static void check_saved(const struct story *story, char *path, size_t size)
{
	size_t rows = 0;
	char *text;

	assert_true(place_find(&story->place, ".csv", path, size));
	text = place_read(path);
	assert_non_null(text);
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		rows += strncmp(line, "open-close,", 11) == 0 || strncmp(line, "chmod,", 6) == 0;
	}
	assert_int_equal(rows, CASES * RUNS * PASSES);
	free(text);
}

/* The formats stand below each other; each is saved under a name of its own. */
static void export_all(struct story *story)
{
	struct terminal *terminal = &story->terminal;
	size_t files = place_count(story->place.work);
	int formats = 5;

	terminal_type(terminal, "X");
	terminal_expect(terminal, "[Export]");
	for (int i = 1; i < formats; i++) {
		terminal_key(terminal, VTERM_KEY_DOWN);
		terminal_settle(terminal);
		terminal_key(terminal, VTERM_KEY_ENTER);
		terminal_expect(terminal, "saved to lsmbench-");
		assert_int_equal(place_count(story->place.work), files + (size_t)i);
	}
	assert_true(place_holds(&story->place, ".txt", "Simple chmod median="));
	assert_true(place_holds(&story->place, ".txt", "smaller is better"));
	assert_true(
		place_holds(&story->place, ".csv", "open-close,XXX/FFF,none,all,done,2,ns,40,"));
	assert_true(place_holds(&story->place, ".md", "| open-close"));
}

static void tell_story(struct story *story, int rows, int columns)
{
	const char *arguments[] = {NULL, NULL};
	struct story_options options = {.rows = rows, .columns = columns};
	struct terminal *terminal = story_open(story, &options);
	char path[PLACE_PATH + 256];

	choose(terminal);
	story_run(terminal);
	pause_and_go_on(terminal);
	story_wait_finished(terminal);
	assert_int_equal(place_count(story->place.scratch), 0);
	save(terminal);
	story_quit(terminal);
	story_assert_restored(terminal);
	story_assert_clean(story);
	check_saved(story, path, sizeof(path));

	arguments[0] = path;
	options.arguments = arguments;
	terminal = story_open(story, &options);
	terminal_expect(terminal, "[Run]");
	terminal_expect(terminal, "open-close");
	export_all(story);
	story_quit(terminal);
	story_assert_restored(terminal);
	story_assert_clean(story);
}

static void test_usual_size(void **state)
{
	tell_story(*state, 24, 80);
}

static void test_large(void **state)
{
	tell_story(*state, 60, 200);
}

static void test_small(void **state)
{
	tell_story(*state, 10, 40);
}

/* Why a case ended early is told whole, and beside it what was measured. */
static void test_reason(void **state)
{
	static const char *const plan[] = {
		"ops: stat", "paths: XXX/YYY/ZZZ/FFF", "session-limit: 2s",
		"runs: 500", "passes: 1000",           "batch: 1ms",
		NULL,
	};
	struct terminal *terminal = story_open_plan(*state, plan);

	story_run(terminal);
	terminal_expect(terminal, "S saves");
	terminal_expect(terminal, "session's limit of 2 s reached");
	terminal_expect(terminal, "iterations each");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_usual_size),
		TEST(test_large),
		TEST(test_small),
		TEST(test_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
