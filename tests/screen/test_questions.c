/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_questions.c - what the console asks and what it answers: leftovers of a killed session,
 * unsaved work, the plan as a command line, settings kept for the next start.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/screen/process.h"
#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

/*
 * Kill a running session, its helpers too, so that its scratch root stays behind. The front end is
 * stopped first, lest it notices, and killed last: its death wakes stopped children up again (the
 * kernel sends SIGCONT to a process group that is orphaned), and the builder would clean up.
 */
static void leave_something(struct story *story)
{
	struct terminal *terminal = story_open_plan(story, story_long);
	pid_t pids[32];
	siginfo_t stopped;
	size_t count;

	story_run_long(terminal);
	kill(terminal->child, SIGSTOP);
	assert_int_equal(
		waitid(P_PID, (id_t)terminal->child, &stopped, WSTOPPED | WEXITED | WNOWAIT), 0);
	assert_int_equal(stopped.si_code, CLD_STOPPED);
	count = process_of_session(terminal->child, pids, 32);
	assert_true(count >= 3);
	for (size_t i = 0; i < count; i++)
		if (pids[i] != terminal->child)
			kill(pids[i], SIGKILL);
	kill(terminal->child, SIGKILL);
	assert_true(WIFSIGNALED(terminal_wait_exit(terminal)));
	assert_int_equal(place_count(story->place.scratch), 1);
}

static void test_leftover_is_offered_and_removed(void **state)
{
	struct story *story = *state;
	const struct story_options options = {0};
	struct terminal *terminal;

	leave_something(story);
	terminal = story_open(story, &options);
	terminal_expect(terminal, "A killed session left files behind");
	terminal_expect(terminal, "lsmbench.");
	terminal_key(terminal, VTERM_KEY_ESCAPE);
	terminal_expect_gone(terminal, "lsmbench.");
	assert_int_equal(place_count(story->place.scratch), 1);
	story_quit(terminal);
	assert_int_equal(place_count(story->place.scratch), 1);

	terminal = story_open(story, &options);
	terminal_expect(terminal, "lsmbench.");
	terminal_type(terminal, "y");
	terminal_expect(terminal, "removed 1");
	assert_int_equal(place_count(story->place.scratch), 0);
	story_quit(terminal);
	story_assert_clean(story);
}

/* The published files, seen from the story's working directory. */
static void published(const char *name, char *buffer, size_t size)
{
	char here[PLACE_PATH];

	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(buffer, size, "%s/tests/data/published/%s", here, name);
}

/* What is to stay is asked about once, and never in front of what the person came for. */
static void test_leftover_that_stays(void **state)
{
	char base[PLACE_PATH + 64];
	char other[PLACE_PATH + 64];
	const char *const compare[] = {base, other, NULL};
	static const char *const clean[] = {"clean", "--yes", NULL};
	struct story *story = *state;
	const struct story_options options = {0};
	const struct story_options comparing = {.arguments = compare};
	const struct story_options cleaning = {.arguments = clean};
	struct terminal *terminal;

	leave_something(story);
	published("vfs-v5.3-dac.txt", base, sizeof(base));
	published("vfs-v5.3-mac.txt", other, sizeof(other));
	terminal = story_open(story, &comparing);
	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "lsmbench clean removes them");
	assert_int_equal(terminal_find(terminal, "yes, remove"), -1);
	story_quit(terminal);

	terminal = story_open(story, &options);
	terminal_expect(terminal, "yes, remove what it left");
	terminal_type(terminal, "n");
	terminal_expect_gone(terminal, "yes, remove");
	story_quit(terminal);
	terminal = story_open(story, &options);
	terminal_expect(terminal, "[Plan]");
	terminal_settle(terminal);
	assert_int_equal(terminal_find(terminal, "yes, remove"), -1);
	assert_int_equal(place_count(story->place.scratch), 1);
	story_quit(terminal);
	assert_int_equal(terminal_wait_exit(story_open(story, &cleaning)), 0);
	story_assert_clean(story);
}

/* s stops and saves at once: there is nothing left to ask about. */
static void test_stop_saves(void **state)
{
	struct story *story = *state;
	struct terminal *terminal = story_open_plan(story, story_long);

	story_run_long(terminal);
	story_stop(terminal);
	terminal_expect(terminal, "saved to lsmbench-");
	terminal_expect(terminal, "(it is in lsmbench-");
	assert_true(place_holds(&story->place, ".csv", "# state: partial"));
	story_quit(terminal);
	story_assert_restored(terminal);
	story_assert_clean(story);
}

static void test_unsaved_work_is_asked_about(void **state)
{
	struct story *story = *state;
	struct terminal *terminal = story_open_plan(story, story_short);
	char path[PLACE_PATH + 256];

	story_run(terminal);
	story_wait_finished(terminal);
	terminal_type(terminal, "q");
	terminal_expect(terminal, "The result is not saved");
	terminal_type(terminal, "c");
	terminal_expect_gone(terminal, "The result is not saved");
	terminal_type(terminal, "q");
	terminal_expect(terminal, "The result is not saved");
	terminal_type(terminal, "s");
	assert_int_equal(terminal_wait_exit(terminal), 0);
	story_assert_restored(terminal);
	assert_true(place_find(&story->place, ".csv", path, sizeof(path)));
	assert_true(terminal_find(terminal, strrchr(path, '/') + 1) >= 0);
	story_assert_clean(story);
}

/* Decodes base64; returns the number of bytes. */
static size_t decode(const char *text, size_t length, char *out)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = 0;
	unsigned int have = 0;
	size_t count = 0;

	for (size_t i = 0; i < length && text[i] != '='; i++) {
		const char *digit = strchr(digits, text[i]);

		assert_non_null(digit);
		bits = bits << 6 | (uint32_t)(digit - digits);
		have += 6;
		if (have >= 8) {
			have -= 8;
			out[count++] = (char)(bits >> have);
		}
	}
	out[count] = '\0';
	return count;
}

static void test_command_is_shown_and_copied(void **state)
{
	static const char start[] = "\033]52;c;";
	struct terminal *terminal = story_open_plan(*state, story_short);
	const char *copied;
	char command[4096];
	size_t length;

	terminal_type(terminal, "y");
	terminal_expect(terminal, "lsmbench run");
	terminal_expect(terminal, "--ops stat,chmod");
	copied = strstr(terminal->raw, start);
	assert_non_null(copied);
	copied += strlen(start);
	length = strcspn(copied, "\a\033");
	assert_true(length < sizeof(command));
	decode(copied, length, command);
	assert_int_equal(strncmp(command, "lsmbench run ", 13), 0);
	assert_non_null(strstr(command, "--ops stat,chmod"));
	assert_non_null(strstr(command, "--paths FFF"));
	assert_non_null(strstr(command, "--runs 20"));
	assert_null(strchr(command, '\n'));
	terminal_type(terminal, "c");
	terminal_expect_gone(terminal, "lsmbench run");
	story_quit(terminal);
}

/* What was chosen last stands there at the next start. */
static void test_settings_last(void **state)
{
	struct terminal *terminal = story_open_plan(*state, NULL);

	story_set(terminal, "runs", "77");
	terminal_expect(terminal, "77");
	story_quit(terminal);
	terminal = story_open_plan(*state, NULL);
	terminal_expect(terminal, "runs 77");
	story_quit(terminal);
	story_assert_clean(*state);
}

/* u: what the person had chosen, and nothing that was filled in for one session. */
static void test_plan_of_a_result_is_edited_again(void **state)
{
	struct story *story = *state;
	struct terminal *terminal = story_open_plan(story, story_short);
	char path[PLACE_PATH + 64];
	char *settings;

	story_run(terminal);
	story_wait_finished(terminal);
	terminal_type(terminal, "u");
	terminal_expect(terminal, "[Plan]");
	story_quit_unsaved(terminal);
	snprintf(path, sizeof(path), "%s/config/lsmbench/config", story->place.home);
	settings = place_read(path);
	assert_non_null(settings);
	assert_non_null(strstr(settings, "plan.runs: 20\n"));
	assert_null(strstr(settings, "plan.seed"));
	assert_null(strstr(settings, "plan.watchdog"));
	free(settings);
	story_assert_clean(story);
}

/* A command from the settings: asked about once; one Enter too many does not agree. */
static void test_commands_of_settings_are_asked_about(void **state)
{
	static const char *const plan[] = {
		"ops: stat", "paths: FFF", "variants: none,exec:own=env --",
		"runs: 5",   "passes: 1",  "no-aa: yes",
		NULL};
	struct story *story = *state;
	struct terminal *terminal = story_open_plan(story, plan);

	terminal_type(terminal, "r");
	terminal_expect(terminal, "This plan starts a command");
	terminal_expect(terminal, "exec:own=env --");
	terminal_type(terminal, "\r");
	terminal_expect_gone(terminal, "This plan starts a command");
	terminal_expect(terminal, "[Plan]");
	terminal_type(terminal, "r");
	terminal_expect(terminal, "This plan starts a command");
	terminal_type(terminal, "y");
	story_wait_finished(terminal);
	/* Agreed: the next question is that about the unsaved result. */
	terminal_type(terminal, "u");
	terminal_expect(terminal, "[Plan]");
	terminal_type(terminal, "r");
	terminal_expect(terminal, "The last result is not saved");
	terminal_type(terminal, "c");
	terminal_expect_gone(terminal, "The last result is not saved");
	story_quit_unsaved(terminal);
	story_assert_clean(story);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_leftover_is_offered_and_removed),
		TEST(test_leftover_that_stays),
		TEST(test_unsaved_work_is_asked_about),
		TEST(test_stop_saves),
		TEST(test_command_is_shown_and_copied),
		TEST(test_settings_last),
		TEST(test_plan_of_a_result_is_edited_again),
		TEST(test_commands_of_settings_are_asked_about),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
