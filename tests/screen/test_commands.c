/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_commands.c - commands of a person's own in the console: asked for when they are picked, with
 * what prepares and cleans up, and what is said of one that fails.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

static const char *const one_pass[] = {"passes: 1", NULL};

/* Pick the operation; the question stands. */
static struct terminal *pick_command(void **state)
{
	struct terminal *terminal = story_open_plan(*state, one_pass);

	story_find(terminal, "command");
	terminal_type(terminal, " ");
	terminal_expect(terminal, "sh -c runs it where lsmbench was started; Esc: name it later");
	return terminal;
}

static void type_command(struct terminal *terminal, const char *command)
{
	terminal_type(terminal, command);
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "1 case: ");
}

/* Esc leaves the operation picked, without a command: then nothing can run yet. */
static void test_escape_names_it_later(void **state)
{
	struct terminal *terminal = pick_command(state);

	terminal_key(terminal, VTERM_KEY_ESCAPE);
	terminal_expect_gone(terminal, "Esc: name it later");
	terminal_expect(terminal, "[x]  command");
	terminal_type(terminal, "r");
	terminal_expect(terminal, "--command");
	assert_int_equal(terminal_find(terminal, "[Plan]"), 0);
	story_set(terminal, "command", "sleep 0.01");
	terminal_expect(terminal, "1 case: ");
	story_run(terminal);
	story_wait_finished(terminal);
	terminal_expect(terminal, "command sleep 0.01");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

static void test_prepare_and_cleanup_are_run(void **state)
{
	const struct story *story = *state;
	struct terminal *terminal = pick_command(state);
	char path[PLACE_PATH + 16];
	char *log;

	type_command(terminal, "echo timed >>log");
	story_set(terminal, "prepare", "echo prepared >>log");
	story_set(terminal, "cleanup", "echo cleaned >>log");
	story_set(terminal, "passes", "2");
	story_run(terminal);
	story_wait_finished(terminal);
	terminal_expect(terminal, "2 passes of 1 run");
	story_quit_unsaved(terminal);
	snprintf(path, sizeof(path), "%s/log", story->place.work);
	log = place_read(path);
	assert_non_null(log);
	assert_string_equal(log, "prepared\ntimed\ncleaned\nprepared\ntimed\ncleaned\n");
	free(log);
	story_assert_clean(*state);
}

static void test_what_fails_says_how(void **state)
{
	struct terminal *terminal = pick_command(state);

	type_command(terminal, "echo first; echo last >&2; exit 3");
	terminal_type(terminal, "r");
	terminal_expect(terminal, "exit status 3: first | last");
	terminal_expect(terminal, "failed");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_escape_names_it_later),
		TEST(test_prepare_and_cleanup_are_run),
		TEST(test_what_fails_says_how),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
