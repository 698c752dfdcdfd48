/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_terminal.c - tests the harness itself with a small ncurses program.
 *
 * That program is this one, started with the argument "--program": it writes a line about each key
 * and about its size, leaves on q, and spins on s.
 */
#include <ncurses.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/screen/process.h"
#include "tests/screen/terminal.h"

static void draw(int key)
{
	erase();
	mvprintw(0, 0, "size %dx%d", COLS, LINES);
	if (has_colors())
		attron(COLOR_PAIR(1));
	mvprintw(1, 0, "key %d", key);
	attrset(A_NORMAL);
	move(1, 4);
	refresh();
}

/* Use CPU time until killed. */
__attribute__((noreturn)) static void spin(void)
{
	volatile unsigned long turns = 0;

	for (;;)
		turns = turns + 1;
}

static int run_program(void)
{
	int key = 0;

	setenv("ESCDELAY", "25", 1);
	if (!initscr())
		return 3;
	if (has_colors()) {
		start_color();
		use_default_colors();
		init_pair(1, COLOR_RED, -1);
	}
	keypad(stdscr, TRUE);
	noecho();
	raw();
	while (key != 'q') {
		draw(key);
		key = getch();
		if (key == 's')
			spin();
	}
	endwin();
	return 42;
}

struct state {
	struct place place;
	struct terminal terminal;
};

static int set_up(void **state)
{
	struct state *made = calloc(1, sizeof(*made));

	if (!made)
		return -1;
	place_make(&made->place);
	*state = made;
	return 0;
}

static int tear_down(void **state)
{
	struct state *made = *state;

	terminal_stop(&made->terminal);
	place_remove(&made->place);
	free(made);
	return 0;
}

static struct terminal *start(void **state, const char *term, int rows, int columns)
{
	struct state *made = *state;
	const char *const arguments[] = {"/proc/self/exe", "--program", NULL};
	const struct terminal_options options = {.rows = rows,
						 .columns = columns,
						 .term = term,
						 .arguments = arguments,
						 .place = &made->place};

	terminal_start(&made->terminal, &options);
	return &made->terminal;
}

static void test_keys_and_exit(void **state)
{
	struct terminal *terminal = start(state, "xterm-256color", 24, 80);
	struct termios settings;
	int row;
	int column;

	terminal_expect(terminal, "size 80x24");
	assert_true(terminal->alternate);
	terminal_settings(terminal, &settings);
	assert_memory_not_equal(&settings, &terminal->before, sizeof(settings));
	terminal_type(terminal, "x");
	terminal_expect(terminal, "key 120");
	terminal_key(terminal, VTERM_KEY_UP);
	terminal_expect(terminal, "key 259");
	terminal_key(terminal, VTERM_KEY_ESCAPE);
	terminal_expect(terminal, "key 27");
	terminal_control(terminal, 'C');
	terminal_expect(terminal, "key 3");
	terminal_settle(terminal);
	terminal_cursor(terminal, &row, &column);
	assert_int_equal(row, 1);
	assert_int_equal(column, 4);
	assert_true(terminal_coloured(terminal) > 0);
	assert_true(terminal_written(terminal, "\033[31m") > 0);
	assert_int_equal(terminal_colour_codes(terminal), terminal_written(terminal, "\033[31m"));
	terminal_type(terminal, "q");
	assert_int_equal(terminal_wait_exit(terminal), 42 << 8);
	assert_false(terminal->alternate);
	assert_true(terminal->cursor_visible);
	terminal_settings(terminal, &settings);
	assert_memory_equal(&settings, &terminal->before, sizeof(settings));
}

static void test_no_colour_terminal(void **state)
{
	struct terminal *terminal = start(state, "vt100", 24, 80);

	terminal_expect(terminal, "key 0");
	assert_int_equal(terminal_coloured(terminal), 0);
	assert_int_equal(terminal_colour_codes(terminal), 0);
}

static void test_resize(void **state)
{
	static const int sizes[][2] = {{10, 40}, {60, 200}, {1, 1}, {2, 12}, {24, 80}};
	struct terminal *terminal = start(state, "xterm", 24, 80);
	char text[32];

	terminal_expect(terminal, "size 80x24");
	terminal_settle(terminal);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		terminal_resize(terminal, sizes[i][0], sizes[i][1]);
		snprintf(text, sizeof(text), "size %dx%d", sizes[i][1], sizes[i][0]);
		text[sizes[i][1] < 31 ? sizes[i][1] : 31] = '\0';
		terminal_expect(terminal, text);
		/* A blocking getch can miss a resize that comes while it handles another. */
		terminal_settle(terminal);
	}
	terminal_expect_gone(terminal, "key 0");
	terminal_type(terminal, "q");
	terminal_wait_exit(terminal);
}

static void test_death_by_signal(void **state)
{
	struct terminal *terminal = start(state, "xterm", 24, 80);

	terminal_expect(terminal, "key 0");
	kill(terminal->child, SIGKILL);
	assert_true(WIFSIGNALED(terminal_wait_exit(terminal)));
	/* Nothing restored this one: the harness must be able to tell. */
	assert_true(terminal->alternate);
}

static void test_vanished_terminal(void **state)
{
	struct terminal *terminal = start(state, "xterm", 24, 80);

	terminal_expect(terminal, "key 0");
	terminal_vanish(terminal);
	terminal_wait_exit(terminal);
}

static void test_busy_is_told_from_idle(void **state)
{
	struct terminal *terminal = start(state, "xterm", 24, 80);
	int64_t before;
	pid_t pids[4];

	terminal_expect(terminal, "key 0");
	terminal_settle(terminal);
	assert_int_equal(process_of_session(terminal->child, pids, 4), 1);
	assert_int_equal(pids[0], terminal->child);
	before = process_switches(terminal->child);
	assert_false(terminal_read(terminal, 300));
	assert_in_range(process_switches(terminal->child) - before, 0, 1);
	before = process_cpu_ticks(terminal->child);
	terminal_type(terminal, "s");
	while (process_cpu_ticks(terminal->child) < before + 10)
		assert_false(terminal_read(terminal, 20));
	kill(terminal->child, SIGKILL);
	terminal_wait_exit(terminal);
	assert_int_equal(process_of_session(terminal->child, pids, 4), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_keys_and_exit, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_no_colour_terminal, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_resize, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_death_by_signal, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_vanished_terminal, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_busy_is_told_from_idle, set_up, tear_down),
	};

	if (argc > 1 && strcmp(argv[1], "--program") == 0)
		return run_program();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
