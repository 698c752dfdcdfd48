/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_surroundings.c - terminals of other kinds, locales, variables that change how a console
 * must look, and no terminal at all.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/screen/process.h"
#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

static size_t bytes_beyond_ascii(const struct terminal *terminal)
{
	size_t count = 0;

	for (size_t i = 0; i < terminal->raw_length; i++)
		count += (unsigned char)terminal->raw[i] >= 0x80;
	return count;
}

static void tour_pages(struct terminal *terminal)
{
	static const char *const pages[] = {"2",        "[Run]", "3",      "[Env", "4",
					    "[Export]", "?",     "[Help]", "1",    "[Plan]"};

	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i += 2) {
		terminal_type(terminal, pages[i]);
		terminal_expect(terminal, pages[i + 1]);
		terminal_settle(terminal);
	}
}

/* Look at every page, measure a little, and leave. */
static void tour(struct terminal *terminal)
{
	terminal_expect(terminal, "[Plan]");
	tour_pages(terminal);
	story_run(terminal);
	story_wait_finished(terminal);
	story_quit_unsaved(terminal);
	story_assert_restored(terminal);
}

static void test_usual_terminal_has_colours(void **state)
{
	const struct story_options options = {.plan = story_short};
	struct terminal *terminal = story_open(*state, &options);

	tour(terminal);
	assert_true(terminal_colour_codes(terminal) > 0);
	assert_true(bytes_beyond_ascii(terminal) > 0);
	story_assert_clean(*state);
}

static void test_no_color(void **state)
{
	static const char *const environment[] = {"NO_COLOR=1", NULL};
	const struct story_options options = {.environment = environment, .plan = story_short};
	struct terminal *terminal = story_open(*state, &options);

	tour(terminal);
	assert_int_equal(terminal_colour_codes(terminal), 0);
}

static void test_locale_c_is_ascii(void **state)
{
	static const char *const environment[] = {"LC_ALL=C", NULL};
	const struct story_options options = {.environment = environment, .plan = story_short};
	struct terminal *terminal = story_open(*state, &options);

	terminal_expect(terminal, "[Plan]");
	story_run(terminal);
	story_wait_finished(terminal);
	assert_true(terminal_find(terminal, "| ###") >= 0);
	tour_pages(terminal);
	story_quit_unsaved(terminal);
	assert_int_equal(bytes_beyond_ascii(terminal), 0);
}

static void test_linux_console(void **state)
{
	const struct story_options options = {.term = "linux", .plan = story_short};

	tour(story_open(*state, &options));
	story_assert_clean(*state);
}

static void test_vt100(void **state)
{
	const struct story_options options = {.term = "vt100", .plan = story_short};
	struct terminal *terminal = story_open(*state, &options);

	tour(terminal);
	assert_int_equal(terminal_colour_codes(terminal), 0);
}

/* Exit status 3, one line that points to the way without a screen, and no escape sequence. */
static void assert_refused(struct terminal *terminal)
{
	int status = terminal_wait_exit(terminal);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 3);
	assert_true(terminal_find(terminal, "lsmbench run") >= 0);
	assert_int_equal(terminal_written(terminal, "\033"), 0);
	assert_int_equal(terminal_written(terminal, "\n"), 1);
	story_assert_restored(terminal);
}

static void test_dumb(void **state)
{
	const struct story_options options = {.term = "dumb", .columns = 200};

	assert_refused(story_open(*state, &options));
}

static void test_unset(void **state)
{
	const struct story_options options = {.no_term = true, .columns = 200};

	assert_refused(story_open(*state, &options));
}

static void test_unknown(void **state)
{
	const struct story_options options = {.term = "no-such-terminal", .columns = 200};

	assert_refused(story_open(*state, &options));
}

static void refused_with(struct story *story, const char *redirection)
{
	char command[PLACE_PATH + 64];
	const char *const arguments[] = {"/bin/sh", "-c", command, NULL};
	const struct terminal_options options = {.rows = 24,
						 .columns = 200,
						 .term = "xterm",
						 .arguments = arguments,
						 .place = &story->place};

	snprintf(command, sizeof(command), "'%s' %s", terminal_lsmbench(), redirection);
	terminal_start(&story->terminal, &options);
	assert_refused(&story->terminal);
	terminal_stop(&story->terminal);
}

static void test_no_terminal(void **state)
{
	refused_with(*state, "</dev/null");
	refused_with(*state, ">/dev/null");
	refused_with(*state, "</dev/null >/dev/null");
}

/* Exported, these two freeze the size of a console that believes them. */
static void test_exported_size_is_not_believed(void **state)
{
	static const char *const environment[] = {"LINES=12", "COLUMNS=44", NULL};
	const struct story_options options = {.environment = environment};
	struct terminal *terminal = story_open(*state, &options);
	char row[TERMINAL_ROW];

	terminal_expect(terminal, "[Plan]");
	terminal_settle(terminal);
	assert_non_null(strstr(terminal_row(terminal, 23, row), "help"));
	terminal_resize(terminal, 40, 120);
	terminal_settle(terminal);
	assert_non_null(strstr(terminal_row(terminal, 39, row), "help"));
	assert_true(strlen(terminal_row(terminal, 0, row)) > 80);
	story_quit(terminal);
}

/* Nothing happens, so nothing is done. */
static void test_idle_console_sleeps(void **state)
{
	struct terminal *terminal = story_open_plan(*state, NULL);
	int64_t switches = process_switches(terminal->child);
	int64_t ticks = process_cpu_ticks(terminal->child);

	assert_true(switches > 0);
	assert_true(ticks >= 0);
	assert_false(terminal_read(terminal, 1000));
	assert_in_range(process_switches(terminal->child) - switches, 0, 15);
	assert_in_range(process_cpu_ticks(terminal->child) - ticks, 0, 5);
	story_quit(terminal);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_usual_terminal_has_colours),
		TEST(test_no_color),
		TEST(test_locale_c_is_ascii),
		TEST(test_linux_console),
		TEST(test_vt100),
		TEST(test_dumb),
		TEST(test_unset),
		TEST(test_unknown),
		TEST(test_no_terminal),
		TEST(test_exported_size_is_not_believed),
		TEST(test_idle_console_sleeps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
