/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_signals.c - the terminal is given back however the console ends, and what was measured is
 * saved where there was time for it.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/screen/process.h"
#include "tests/screen/story.h"

static void assert_died_by(struct terminal *terminal, int signal)
{
	int status = terminal_wait_exit(terminal);

	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), signal);
	story_assert_restored(terminal);
}

static void die_on_plan_page(struct story *story, int signal)
{
	struct terminal *terminal = story_open_plan(story, NULL);

	assert_true(terminal->alternate);
	kill(terminal->child, signal);
	assert_died_by(terminal, signal);
	story_assert_clean(story);
}

static void test_term(void **state)
{
	die_on_plan_page(*state, SIGTERM);
}

static void test_hup(void **state)
{
	die_on_plan_page(*state, SIGHUP);
}

static void test_quit(void **state)
{
	die_on_plan_page(*state, SIGQUIT);
}

static void test_segv(void **state)
{
	die_on_plan_page(*state, SIGSEGV);
}

static void test_abrt(void **state)
{
	die_on_plan_page(*state, SIGABRT);
}

/* A saved result stands in the working directory and says that it is not whole. */
static void assert_partial_saved(const struct story *story)
{
	char path[PLACE_PATH + 256];
	char *text;

	assert_true(place_find(&story->place, ".csv", path, sizeof(path)));
	text = place_read(path);
	assert_non_null(text);
	assert_int_equal(strncmp(text, "# lsmbench: ", 12), 0);
	assert_non_null(strstr(text, "partial"));
	assert_non_null(strstr(text, "\nstat,FFF,none,0,0,"));
	free(text);
}

static struct terminal *open_running(struct story *story)
{
	struct terminal *terminal = story_open_plan(story, story_long);

	story_run_long(terminal);
	return terminal;
}

static void test_term_during_run(void **state)
{
	struct story *story = *state;
	struct terminal *terminal = open_running(story);

	kill(terminal->child, SIGTERM);
	assert_died_by(terminal, SIGTERM);
	assert_partial_saved(story);
	story_assert_clean(story);
}

/* A crash cannot save, but it restores the terminal and leaves no worker behind. */
static void test_segv_during_run(void **state)
{
	struct story *story = *state;
	struct terminal *terminal = open_running(story);
	pid_t pids[16];
	int turns = 0;

	kill(terminal->child, SIGSEGV);
	assert_died_by(terminal, SIGSEGV);
	while (process_of_session(terminal->child, pids, 16) > 0 && turns++ < 1000)
		terminal_read(terminal, 20);
	assert_int_equal(process_of_session(terminal->child, pids, 16), 0);
}

/* The first Ctrl-C asks, a second one always leaves. */
static void test_interrupt_twice(void **state)
{
	struct story *story = *state;
	struct terminal *terminal = open_running(story);
	int status;

	terminal_control(terminal, 'C');
	terminal_expect(terminal, "A session is running");
	terminal_control(terminal, 'C');
	status = terminal_wait_exit(terminal);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 8);
	assert_true(terminal_find(terminal, ".csv") >= 0);
	story_assert_restored(terminal);
	assert_partial_saved(story);
	story_assert_clean(story);
}

/* The connection drops: the console ends, does not spin, and saves. */
static void test_vanished_terminal(void **state)
{
	struct story *story = *state;
	struct terminal *terminal = open_running(story);

	terminal_vanish(terminal);
	terminal_wait_exit(terminal);
	assert_partial_saved(story);
	story_assert_clean(story);
}

/* No signal tells it: reading the keyboard must. */
static void test_vanished_terminal_without_hangup(void **state)
{
	struct story *story = *state;
	const struct story_options options = {.ignore_hangup = true, .plan = story_long};
	struct terminal *terminal = story_open(story, &options);

	terminal_expect(terminal, "[Plan]");
	terminal_settle(terminal);
	story_run_long(terminal);
	terminal_vanish(terminal);
	terminal_wait_exit(terminal);
	assert_partial_saved(story);
	story_assert_clean(story);
}

static void test_vanished_terminal_when_idle(void **state)
{
	struct story *story = *state;
	struct terminal *terminal = story_open_plan(story, NULL);

	terminal_vanish(terminal);
	terminal_wait_exit(terminal);
	assert_int_equal(place_count(story->place.work), 0);
	story_assert_clean(story);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_term, story_set_up, story_tear_down),
		cmocka_unit_test_setup_teardown(test_hup, story_set_up, story_tear_down),
		cmocka_unit_test_setup_teardown(test_quit, story_set_up, story_tear_down),
		cmocka_unit_test_setup_teardown(test_segv, story_set_up, story_tear_down),
		cmocka_unit_test_setup_teardown(test_abrt, story_set_up, story_tear_down),
		cmocka_unit_test_setup_teardown(test_term_during_run, story_set_up,
						story_tear_down),
		cmocka_unit_test_setup_teardown(test_segv_during_run, story_set_up,
						story_tear_down),
		cmocka_unit_test_setup_teardown(test_interrupt_twice, story_set_up,
						story_tear_down),
		cmocka_unit_test_setup_teardown(test_vanished_terminal, story_set_up,
						story_tear_down),
		cmocka_unit_test_setup_teardown(test_vanished_terminal_without_hangup, story_set_up,
						story_tear_down),
		cmocka_unit_test_setup_teardown(test_vanished_terminal_when_idle, story_set_up,
						story_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
