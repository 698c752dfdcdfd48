/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder.c - the Ladder page as a person without a kernel to boot, or without QEMU, sees it:
 * what is missing is said, rungs are chosen, and guests that fail or hang are shown and ended. What
 * boots for real has tests/ladder.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/screen/process.h"
#include "tests/screen/story.h"
#include "tests/unit/kernel_play.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

/* Programs in QEMU's place: they say a version, and then end at once, or never. */
static const char fails[] = "#!/bin/sh\n"
			    "case $1 in *version) echo 'QEMU emulator version 7.2.22 (made)';;\n"
			    "*) echo 'made to fail' >&2; exit 1;; esac\n";
static const char hangs[] = "#!/bin/sh\n"
			    "case $1 in *version) echo 'QEMU emulator version 7.2.22 (made)';;\n"
			    "*) exec sleep 600;; esac\n";

struct sight {
	int rows;
	int columns;
	const char *term;
	const char *variable; /* "NAME=value", or NULL */
};

/* A file that has the header of a kernel, and the program that "boots" it, in the working
 * directory.
 */
static void make_files(const struct story *story, const char *qemu, char *variable, size_t size)
{
	struct play_image image;
	char path[PLACE_PATH + 16];

	play_make(&image, NULL, 0);
	play_write(story->place.work, "vmlinuz", image.bytes, image.size);
	play_write(story->place.work, "emulator", qemu, strlen(qemu));
	snprintf(path, sizeof(path), "%s/emulator", story->place.work);
	assert_int_equal(chmod(path, 0755), 0);
	snprintf(variable, size, "LSMBENCH_QEMU=%s", path);
}

static struct terminal *open_page(struct story *story, const char *const *environment,
				  const struct sight *sight)
{
	const struct story_options options = {
		.rows = sight != NULL ? sight->rows : 24,
		.columns = sight != NULL ? sight->columns : 80,
		.term = sight != NULL ? sight->term : NULL,
		.environment = environment,
		.plan = story_long,
	};
	struct terminal *terminal = story_open(story, &options);

	terminal_expect(terminal, "[Pl");
	terminal_settle(terminal);
	terminal_type(terminal, "L");
	terminal_expect(terminal, "[Lad");
	return terminal;
}

/* Type the path of a kernel on the page where they are chosen. */
static void choose(struct terminal *terminal, const struct story *story, const char *name)
{
	char path[PLACE_PATH + 64];

	snprintf(path, sizeof(path), "%s/%s\r", story->place.work, name);
	terminal_type(terminal, "K");
	terminal_expect(terminal, "[Ker");
	terminal_type(terminal, "+");
	terminal_expect(terminal, "kernel or directory");
	terminal_type(terminal, path);
}

static struct terminal *open_with(struct story *story, const char *qemu, const struct sight *sight)
{
	char variable[PLACE_PATH + 64];
	const char *const environment[] = {variable, sight != NULL ? sight->variable : NULL, NULL};
	struct terminal *terminal;

	make_files(story, qemu, variable, sizeof(variable));
	terminal = open_page(story, environment, sight);
	choose(terminal, story, "vmlinuz");
	terminal_expect(terminal, "[Lad");
	terminal_expect(terminal, "[x] capability");
	return terminal;
}

static void leave(struct story *story)
{
	story_quit(&story->terminal);
	story_assert_restored(&story->terminal);
	story_assert_clean(story);
}

static void without_qemu_it_says_which_package(void **state)
{
	static const char *const environment[] = {"PATH=/nowhere", "LSMBENCH_QEMU", NULL};
	struct terminal *terminal = open_page(*state, environment, NULL);

	terminal_expect(terminal, "package qemu-system-x86");
	terminal_type(terminal, "\r");
	terminal_expect(terminal, "name the program");
	/* Everything else still works. */
	terminal_type(terminal, "P");
	terminal_expect(terminal, "[Plan]");
	story_run_long(terminal);
	story_stop(terminal);
	leave(*state);
}

static void a_bad_image_is_refused(void **state)
{
	struct story *story = *state;
	char variable[PLACE_PATH + 64];
	const char *const environment[] = {variable, NULL};
	struct terminal *terminal;

	make_files(story, fails, variable, sizeof(variable));
	play_write(story->place.work, "notes", "no kernel at all, but text of some length\n", 42);
	terminal = open_page(story, environment, NULL);
	choose(terminal, story, "notes");
	terminal_expect(terminal, "notes");
	terminal_expect(terminal, "[Kernels]");
	choose(terminal, story, "absent");
	terminal_expect(terminal, "does not exist");
	/* It is not in the list either: only what could be booted. */
	terminal_type(terminal, "+");
	terminal_expect(terminal, "kernel or directory");
	terminal_type(terminal, story->place.work);
	terminal_type(terminal, "\r");
	terminal_expect(terminal, "[ ] vmlinuz");
	assert_int_equal(terminal_find(terminal, "[ ] notes"), -1);
	terminal_type(terminal, " ");
	terminal_expect(terminal, "[x] vmlinuz");
	terminal_type(terminal, "\x1b");
	terminal_expect(terminal, "[x] capability");
	leave(story);
}

static void a_build_tree_is_a_kernel(void **state)
{
	struct story *story = *state;
	char variable[PLACE_PATH + 64];
	const char *const environment[] = {variable, NULL};
	struct play_image image;
	struct terminal *terminal;

	make_files(story, fails, variable, sizeof(variable));
	play_make(&image, NULL, 0);
	play_write(story->place.work, "linux/arch/x86/boot/bzImage", image.bytes, image.size);
	terminal = open_page(story, environment, NULL);
	choose(terminal, story, "linux");
	terminal_expect(terminal, "[Ladder]");
	terminal_expect(terminal, "[x] capability");
	terminal_type(terminal, "K");
	terminal_expect(terminal, "[Kernels]");
	terminal_type(terminal, "+linux/arch\r");
	terminal_settle(terminal);
	terminal_type(terminal, "\x1b");
	terminal_expect(terminal, "[Ladder]");
	leave(story);
}

static void rungs_are_picked_and_added(void **state)
{
	struct terminal *terminal = open_with(*state, fails, NULL);

	/* Others are compared with the first. */
	terminal_type(terminal, " ");
	terminal_expect(terminal, "compared with this one");
	story_find(terminal, "placebo");
	terminal_expect(terminal, ">[x] placebo");
	terminal_type(terminal, " ");
	terminal_expect(terminal, "[ ] placebo");
	terminal_type(terminal, "k ");
	terminal_expect(terminal, "[x] placebo");
	terminal_type(terminal, "N");
	terminal_expect(terminal, "modules, then words");
	terminal_type(terminal, "nonsense,capability\r");
	terminal_expect(terminal, "nonsense");
	terminal_expect(terminal, "modules, then words");
	terminal_control(terminal, 'u');
	terminal_type(terminal, "landlock,yama,capability audit=0\r");
	terminal_expect_gone(terminal, "modules, then words");
	terminal_expect(terminal, ">[x] landlock,yama");
	terminal_type(terminal, "v");
	terminal_expect(terminal, "variants (");
	terminal_control(terminal, 'u');
	terminal_type(terminal, "landlock:99\r");
	terminal_expect(terminal, "landlock:99");
	terminal_type(terminal, "\x1b");
	terminal_expect_gone(terminal, "variants (");
	terminal_type(terminal, "p");
	terminal_expect(terminal, "policy (");
	terminal_type(terminal, "apparmor=nofile\r");
	terminal_expect(terminal, "policy (");
	terminal_control(terminal, 'u');
	terminal_type(terminal, "apparmor=/nowhere:a\r");
	terminal_expect(terminal, "/nowhere: No such file");
	terminal_type(terminal, "\x1b");
	terminal_expect_gone(terminal, "policy (");
	leave(*state);
}

static void columns_and_cases_change(void **state)
{
	struct terminal *terminal = open_with(*state, fails, NULL);

	terminal_expect(terminal, "[stat4]");
	terminal_type(terminal, "o");
	terminal_expect(terminal, "stat8");
	terminal_type(terminal, "o");
	terminal_expect_gone(terminal, "stat8");
	terminal_key(terminal, VTERM_KEY_RIGHT);
	terminal_expect_gone(terminal, "[stat4]");
	terminal_type(terminal, "m");
	terminal_expect(terminal, "operations (");
	terminal_type(terminal, "chmod\r");
	terminal_expect(terminal, "[chmod");
	terminal_type(terminal, "u");
	terminal_expect(terminal, "what the Plan page has picked");
	terminal_expect(terminal, "open-close");
	leave(*state);
}

static void failed_guests_say_why(void **state)
{
	struct terminal *terminal = open_with(*state, fails, NULL);

	terminal_type(terminal, "\r");
	terminal_expect(terminal, "the ladder has ended with 0 of");
	terminal_expect(terminal, "failed");
	terminal_type(terminal, "e");
	terminal_expect(terminal, "no rung has been measured yet");
	terminal_type(terminal, "j");
	/* Why, below the table: what the program said. */
	terminal_expect(terminal, "made to fail");
	leave(*state);
}

static void leaving_asks_while_guests_run(void **state)
{
	struct terminal *terminal = open_with(*state, hangs, NULL);

	terminal_type(terminal, "\r");
	terminal_expect(terminal, "booting");
	terminal_type(terminal, "q");
	terminal_expect(terminal, "A ladder is running");
	terminal_type(terminal, "c");
	terminal_expect_gone(terminal, "A ladder is running");
	/* Nothing runs beside a ladder, and it is not started twice. */
	terminal_type(terminal, "\r");
	terminal_expect(terminal, "a ladder is running: s stops it");
	terminal_type(terminal, "P");
	terminal_expect(terminal, "[Plan]");
	terminal_type(terminal, "r");
	terminal_expect(terminal, "a session can start when it has ended");
	terminal_type(terminal, "L");
	terminal_expect(terminal, "booting");
	terminal_type(terminal, "s");
	terminal_expect(terminal, "stopped");
	terminal_type(terminal, "\r");
	terminal_expect(terminal, "booting");
	terminal_type(terminal, "q");
	terminal_expect(terminal, "A ladder is running");
	terminal_type(terminal, "d");
	assert_int_equal(terminal_wait_exit(terminal), 0);
	story_assert_restored(terminal);
	story_assert_clean(*state);
}

static void a_session_is_not_disturbed(void **state)
{
	struct terminal *terminal = open_with(*state, hangs, NULL);

	terminal_type(terminal, "P");
	terminal_expect(terminal, "[Plan]");
	story_run_long(terminal);
	terminal_type(terminal, "L");
	terminal_expect(terminal, "[Ladder]");
	terminal_type(terminal, "\r");
	terminal_expect(terminal, "a ladder can start when it has ended");
	terminal_type(terminal, "R");
	story_stop(terminal);
	leave(*state);
}

/* Guests end with the console: the kernel needs a moment for that. */
static void wait_for_guests(pid_t session)
{
	pid_t pids[8];

	for (int i = 0; i < 200 && process_of_session(session, pids, 8) > 0; i++)
		usleep(50000);
	assert_int_equal(process_of_session(session, pids, 8), 0);
}

/* However the console ends, no guest is left. */
static void signals_end_guests(void **state)
{
	static const int signals[] = {SIGTERM, SIGHUP, SIGKILL};

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct terminal *terminal = open_with(*state, hangs, NULL);

		pid_t session = terminal->child;
		pid_t pids[8];

		terminal_type(terminal, "\r");
		terminal_expect(terminal, "booting");
		assert_true(process_of_session(session, pids, 8) > 1);
		kill(session, signals[i]);
		assert_true(WIFSIGNALED(terminal_wait_exit(terminal)));
		wait_for_guests(session);
		if (signals[i] != SIGKILL) {
			story_assert_restored(terminal);
			story_assert_clean(*state);
		}
		story_tear_down(state);
		story_set_up(state);
	}
}

static void control_c_twice_leaves(void **state)
{
	struct terminal *terminal = open_with(*state, hangs, NULL);

	terminal_type(terminal, "\r");
	terminal_expect(terminal, "booting");
	terminal_control(terminal, 'c');
	terminal_expect(terminal, "A ladder is running");
	terminal_control(terminal, 'c');
	assert_true(WIFEXITED(terminal_wait_exit(terminal)));
	story_assert_restored(terminal);
	story_assert_clean(*state);
}

static void every_terminal_shows_it(void **state)
{
	static const struct sight sights[] = {
		{60, 200, "xterm-256color", "LC_ALL=C"},
		{24, 80, "linux", NULL},
		{24, 80, "xterm-256color", "NO_COLOR=1"},
		{10, 40, "vt100", NULL},
	};

	for (size_t i = 0; i < sizeof(sights) / sizeof(sights[0]); i++) {
		struct terminal *terminal = open_with(*state, fails, &sights[i]);

		terminal_type(terminal, "\r");
		terminal_expect(terminal, "failed");
		terminal_expect(terminal, "0 of");
		if (sights[i].variable != NULL && strcmp(sights[i].variable, "NO_COLOR=1") == 0)
			assert_int_equal(terminal_colour_codes(terminal), 0);
		leave(*state);
		story_tear_down(state);
		story_set_up(state);
	}
}

static void one_line_says_it_all(void **state)
{
	struct terminal *terminal = open_with(*state, fails, NULL);

	terminal_resize(terminal, 3, 60);
	terminal_expect(terminal, "rungs to boot");
	terminal_type(terminal, "\r");
	terminal_expect(terminal, "the ladder has ended with 0 of");
	terminal_type(terminal, "k");
	terminal_expect(terminal, "Ladder: ");
	terminal_resize(terminal, 24, 80);
	terminal_expect(terminal, "[Ladder]");
	leave(*state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(without_qemu_it_says_which_package),
		TEST(a_bad_image_is_refused),
		TEST(a_build_tree_is_a_kernel),
		TEST(rungs_are_picked_and_added),
		TEST(columns_and_cases_change),
		TEST(failed_guests_say_why),
		TEST(leaving_asks_while_guests_run),
		TEST(a_session_is_not_disturbed),
		TEST(signals_end_guests),
		TEST(control_c_twice_leaves),
		TEST(every_terminal_shows_it),
		TEST(one_line_says_it_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
