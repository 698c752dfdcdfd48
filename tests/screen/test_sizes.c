/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_sizes.c - the terminal changes its size while a session runs: to one cell and back, and many
 * times in a row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

static void stop_and_leave(struct story *story)
{
	struct terminal *terminal = &story->terminal;

	story_stop(terminal);
	story_quit(terminal);
	story_assert_restored(terminal);
	story_assert_clean(story);
}

static void test_one_cell_and_back(void **state)
{
	struct terminal *terminal = story_open_plan(*state, story_long);

	story_run_long(terminal);
	terminal_resize(terminal, 1, 1);
	/* It draws at most ten times a second: give it the time for some. */
	for (int i = 0; i < 10; i++)
		terminal_read(terminal, 50);
	terminal_resize(terminal, 24, 80);
	terminal_expect(terminal, "[Run]");
	terminal_expect(terminal, "stat");
	terminal_expect(terminal, "? help");
	stop_and_leave(*state);
}

static void test_every_small_size(void **state)
{
	struct terminal *terminal = story_open_plan(*state, story_long);

	story_run_long(terminal);
	for (int rows = 1; rows <= 12; rows++) {
		for (int columns = 1; columns <= 82; columns += 9) {
			terminal_resize(terminal, rows, columns);
			terminal_read(terminal, 10);
		}
	}
	terminal_resize(terminal, 24, 80);
	terminal_expect(terminal, "[Run]");
	stop_and_leave(*state);
}

/* Every page survives a storm of sizes, and ends up with the last one. */
static void test_storm(void **state)
{
	static const char *const pages[] = {"1", "2", "3", "4", "?"};
	static const char *const titles[] = {"[Plan]", "[Run]", "[Env", "[Export]", "[Help]"};
	struct terminal *terminal = story_open_plan(*state, story_long);
	unsigned int seed = (unsigned int)time(NULL);

	print_message("seed %u\n", seed);
	story_run_long(terminal);
	for (size_t page = 0; page < sizeof(pages) / sizeof(pages[0]); page++) {
		terminal_type(terminal, pages[page]);
		for (int i = 0; i < 100; i++)
			terminal_resize(terminal, 1 + rand_r(&seed) % 70, 1 + rand_r(&seed) % 220);
		terminal_resize(terminal, 30, 100);
		terminal_expect(terminal, titles[page]);
		terminal_expect_in_row(terminal, 29, "help");
	}
	terminal_type(terminal, "2");
	terminal_expect(terminal, "[Run]");
	stop_and_leave(*state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_one_cell_and_back),
		TEST(test_every_small_size),
		TEST(test_storm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
