/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare.c - the Compare page: live while a session runs, of a file, of two files; its tabs,
 * big figures, sizes and terminals; and that it is not there when there is nothing to compare.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

static const char *const three_variants[] = {
	"ops: stat,open-close",
	"paths: FFF,XXX/FFF",
	"runs: 20",
	"passes: 8",
	"variants: none,same,seccomp:1",
	NULL,
};
static const char *const three_variants_long[] = {
	"ops: stat,open-close",
	"paths: FFF,XXX/FFF",
	"runs: 100",
	"passes: 300",
	"variants: none,same,seccomp:1",
	NULL,
};

/* The published files, seen from the story's working directory. */
static void published(const char *name, char *buffer, size_t size)
{
	char here[PLACE_PATH];

	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(buffer, size, "%s/tests/data/published/%s", here, name);
}

static void expect_tab(struct terminal *terminal, const char *key, const char *name,
		       const char *content)
{
	terminal_type(terminal, key);
	terminal_expect(terminal, name);
	terminal_expect(terminal, content);
}

/* Every tab, whatever the size. */
static void visit_tabs(struct terminal *terminal)
{
	expect_tab(terminal, "2", "[2 Cost split]", "WHAT IT MEANS");
	expect_tab(terminal, "3", "[3 Env", "One session: nothing differs");
	expect_tab(terminal, "4", "[4 Detail]", "against none");
	expect_tab(terminal, "\t", "[1 Bars]", "VERDICT");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "[4 Detail]");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "[1 Bars]");
	expect_tab(terminal, "b", "is added to none", "█");
	terminal_type(terminal, "b");
	terminal_expect(terminal, "[1 Bars]");
}

static void tell_story(struct story *story, int rows, int columns)
{
	const struct story_options options = {
		.rows = rows, .columns = columns, .plan = three_variants_long};
	struct terminal *terminal = story_open(story, &options);

	terminal_expect(terminal, "[Plan]");
	terminal_settle(terminal);
	story_run(terminal);
	terminal_type(terminal, "C");
	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "seccomp:1");
	/* Enough passes for verdicts, while the session goes on. */
	terminal_expect(terminal, "slower");
	visit_tabs(terminal);
	terminal_type(terminal, " ");
	terminal_type(terminal, "R");
	terminal_expect(terminal, "PAUSED");
	terminal_type(terminal, "C");
	terminal_expect(terminal, "[Compare]");
	terminal_settle(terminal);
	visit_tabs(terminal);
	story_stop(terminal);
	terminal_type(terminal, "C");
	terminal_expect(terminal, "[Compare]");
	visit_tabs(terminal);
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

/* What stands in the table at 80x24, in both orders and with a filter. */
static void test_bars(void **state)
{
	struct terminal *terminal = story_open_plan(*state, three_variants);
	char row[TERMINAL_ROW];
	int at;
	int column;

	story_run(terminal);
	story_wait_finished(terminal);
	terminal_type(terminal, "C");
	terminal_expect(terminal, "8/8 passes x 20 pairs");
	terminal_expect(terminal, "4 tests, Holm");
	terminal_expect(terminal, "plan order");
	terminal_settle(terminal);
	at = terminal_find(terminal, "open-close FFF  base");
	assert_true(at > 0);
	assert_non_null(strstr(terminal_row(terminal, at, row), "2 system calls"));
	assert_non_null(strstr(terminal_row(terminal, at + 1, row), "same"));
	assert_non_null(strstr(row, "A/A"));
	assert_non_null(strstr(terminal_row(terminal, at + 2, row), "seccomp:1"));
	assert_non_null(strstr(row, "slower"));
	/* The control that the plan adds for it. */
	assert_true(terminal_find(terminal, "loop  base") > 0);
	terminal_type(terminal, "o");
	terminal_expect(terminal, "largest first");
	terminal_settle(terminal);
	assert_int_equal(terminal_find(terminal, "system calls"), -1);
	terminal_type(terminal, "f");
	terminal_expect(terminal, "largest first, stat");
	terminal_settle(terminal);
	assert_int_equal(terminal_find(terminal, "seccomp:1 open-close"), -1);
	terminal_type(terminal, "fff");
	terminal_expect(terminal, "largest first");
	/* A format that there is none of, and one that there is. */
	terminal_type(terminal, "e");
	terminal_expect(terminal, "write to (");
	terminal_type(terminal, "x");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "end the name in one of");
	terminal_control(terminal, 'U');
	terminal_type(terminal, "mine.svg");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "written to mine.svg");
	assert_true(place_holds(&((struct story *)*state)->place, ".svg", "seccomp:1"));
	story_find(terminal, "seccomp:1 loop");
	terminal_settle(terminal);
	terminal_cursor(terminal, &at, &column);
	assert_non_null(strstr(terminal_row(terminal, at, row), "seccomp:1 loop"));
	story_quit_unsaved(terminal);
}

/* In 80 columns no two rows look the same, and nothing of a table or of the foot is cut. */
static void test_long_names(void **state)
{
	static const char *const plan[] = {
		"ops: open-close,openat-close",
		"paths: FFF,XXX/YYY/ZZZ/FFF",
		"runs: 5",
		"passes: 2",
		"variants: none,seccomp-allow:16",
		NULL,
	};
	struct terminal *terminal = story_open_plan(*state, plan);

	story_run(terminal);
	story_wait_finished(terminal);
	terminal_type(terminal, "Co");
	terminal_expect(terminal, "largest first");
	terminal_expect(terminal, "seccomp-allow:16 open-close X");
	terminal_expect(terminal, "seccomp-allow:16 openat-close X");
	terminal_expect(terminal, ", worst ");
	terminal_type(terminal, "2");
	terminal_expect(terminal, "WHAT IT MEANS");
	terminal_key(terminal, VTERM_KEY_END);
	terminal_expect(terminal, " component");
	story_quit_unsaved(terminal);
	story_assert_clean(*state);
}

static void test_hidden_with_one_variant(void **state)
{
	struct terminal *terminal = story_open_plan(*state, story_short);

	assert_int_equal(terminal_find(terminal, "Compare"), -1);
	terminal_type(terminal, "C");
	terminal_expect(terminal, "nothing to compare");
	assert_int_equal(terminal_find(terminal, "[Plan]"), 0);
	story_run(terminal);
	story_wait_finished(terminal);
	terminal_settle(terminal);
	assert_int_equal(terminal_find(terminal, " Compare "), -1);
	terminal_type(terminal, "C");
	terminal_expect(terminal, "nothing to compare");
	assert_int_equal(terminal_find(terminal, "[Run]"), 0);
	story_quit_unsaved(terminal);
}

/* Two files of another format: no samples, no environment, no verdict, and the split all the same.
 */
static void test_two_files(void **state)
{
	char base[PLACE_PATH + 64];
	char other[PLACE_PATH + 64];
	const char *const arguments[] = {base, other, NULL};
	const struct story_options options = {.arguments = arguments};
	struct terminal *terminal;

	published("vfs-v5.3-dac.txt", base, sizeof(base));
	published("vfs-v5.3-mac.txt", other, sizeof(other));
	terminal = story_open(*state, &options);
	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "no verdict: one boot each");
	/* In what they differ comes first. */
	terminal_expect(terminal, "[3 Environment difference]");
	terminal_expect(terminal, "Neither file says in what environment");
	terminal_type(terminal, "1");
	terminal_expect(terminal, "31 of 47 cases above 20%, worst +80.6%");
	terminal_type(terminal, "2");
	terminal_expect(terminal, "entry cost");
	terminal_expect(terminal, "318 ns per iteration and +1.7 ns per");
	terminal_type(terminal, "4");
	terminal_expect(terminal, "no samples of both sides");
	terminal_expect(terminal, "300 runs");
	terminal_type(terminal, "R");
	terminal_expect(terminal, "Nothing has been measured");
	terminal_type(terminal, "C");
	terminal_type(terminal, "b");
	terminal_expect(terminal, "is added to vfs-v5.3-dac");
	story_quit(terminal);
	story_assert_restored(terminal);
}

static void keep_hooks(const struct story *story)
{
	static const char *const parts[] = {"/state", "/lsmbench", "/hooks-6.12.1-made.csv"};
	char path[PLACE_PATH + 64];
	FILE *file;

	snprintf(path, sizeof(path), "%s", story->place.home);
	for (size_t i = 0; i < 3; i++) {
		strncat(path, parts[i], sizeof(path) - strlen(path) - 1);
		if (i < 2)
			mkdir(path, 0700);
	}
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("# lsmbench: hooks 1\n# release: 6.12.1-made\n# rows: 4\n"
	      "operation,parameter,hook,count,varies\n"
	      "stat,FFF,inode_permission,1,\nstat,XXX/FFF,inode_permission,2,\n"
	      "stat,FFF,inode_getattr,1,\nstat,XXX/FFF,inode_getattr,1,\n",
	      file);
	assert_int_equal(fclose(file), 0);
}

/* Hooks that were counted once stand below the selected row, of whatever kernel they are. */
static void test_hooks(void **state)
{
	char base[PLACE_PATH + 64];
	char other[PLACE_PATH + 64];
	const char *const arguments[] = {base, other, NULL};
	const struct story_options options = {.columns = 120, .arguments = arguments};
	struct story *story = *state;
	struct terminal *terminal;

	keep_hooks(story);
	published("vfs-v5.3-dac.txt", base, sizeof(base));
	published("vfs-v5.3-mac.txt", other, sizeof(other));
	terminal = story_open(story, &options);
	terminal_expect(terminal, "[Compare]");
	terminal_type(terminal, "1");
	terminal_expect(terminal,
			"hooks called (Linux 6.12.1-made): once per call: inode_getattr; once");
	terminal_expect(terminal, "31 of 47 cases above 20%, worst +80.6%");
	story_quit(terminal);
}

/* Two results of this machine: the environment difference has something to say of its own. */
static void test_two_results(void **state)
{
	struct story *story = *state;
	char path[PLACE_PATH + 256];
	const char *const arguments[] = {path, path, NULL};
	const struct story_options options = {.arguments = arguments};
	struct terminal *terminal = story_open_plan(story, story_short);

	story_run(terminal);
	story_wait_finished(terminal);
	terminal_type(terminal, "S");
	terminal_expect(terminal, "[Export]");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "saved to lsmbench-");
	story_quit(terminal);
	assert_true(place_find(&story->place, ".csv", path, sizeof(path)));
	terminal = story_open(story, &options);
	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "a session cannot differ from itself");
	terminal_expect(terminal, "environments do not differ");
	terminal_type(terminal, "1");
	terminal_expect(terminal, "chmod DIR0");
	terminal_type(terminal, "4");
	terminal_expect(terminal, "n=40");
	/* A new session of one variant takes the comparison with it. */
	terminal_type(terminal, "P");
	terminal_expect(terminal, "[Plan]");
	story_run(terminal);
	terminal_expect_gone(terminal, "Compare");
	story_wait_finished(terminal);
	story_quit_unsaved(terminal);
}

static void test_bad_second_file(void **state)
{
	char base[PLACE_PATH + 64];
	const char *const arguments[] = {base, "/dev/null", NULL};
	const struct story_options options = {.arguments = arguments};
	struct terminal *terminal;
	int status;

	published("vfs-v5.3-dac.txt", base, sizeof(base));
	terminal = story_open(*state, &options);
	status = terminal_wait_exit(terminal);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 5);
	assert_true(terminal_find(terminal, "/dev/null") >= 0);
}

static void test_sizes(void **state)
{
	static const char *const tabs[] = {"1", "2", "3", "4", "b"};
	struct terminal *terminal = story_open_plan(*state, three_variants_long);

	story_run(terminal);
	terminal_type(terminal, "C");
	terminal_expect(terminal, "slower");
	for (size_t tab = 0; tab < sizeof(tabs) / sizeof(tabs[0]); tab++) {
		terminal_type(terminal, tabs[tab]);
		for (int rows = 1; rows <= 26; rows += 5) {
			for (int columns = 1; columns <= 250; columns += 31) {
				terminal_resize(terminal, rows, columns);
				terminal_read(terminal, 10);
			}
		}
		terminal_resize(terminal, 1, 1);
		for (int i = 0; i < 5; i++)
			terminal_read(terminal, 50);
		terminal_resize(terminal, 24, 80);
		terminal_expect(terminal, "[Compare]");
		terminal_expect(terminal, "? help");
	}
	story_stop(terminal);
	story_quit(terminal);
	story_assert_clean(*state);
}

static void assert_ascii(const struct terminal *terminal)
{
	char row[TERMINAL_ROW];

	for (int i = 0; i < terminal->rows; i++)
		for (const char *letter = terminal_row(terminal, i, row); *letter; letter++)
			assert_in_range(*letter, ' ', '~');
}

static void visit_terminal(struct story *story, const char *term, const char *setting, bool ascii)
{
	const char *const environment[] = {setting, NULL};
	const struct story_options options = {
		.term = term, .environment = environment, .plan = three_variants};
	struct terminal *terminal = story_open(story, &options);

	terminal_expect(terminal, "[Plan]");
	terminal_settle(terminal);
	story_run(terminal);
	story_wait_finished(terminal);
	terminal_type(terminal, "C");
	terminal_expect(terminal, "slower");
	terminal_settle(terminal);
	if (ascii)
		assert_ascii(terminal);
	terminal_type(terminal, "b");
	terminal_expect(terminal, ascii ? "####" : "████");
	if (ascii)
		assert_ascii(terminal);
	if (strcmp(setting, "NO_COLOR=1") == 0)
		assert_int_equal(terminal_colour_codes(terminal), 0);
	story_quit_unsaved(terminal);
	story_assert_restored(terminal);
}

static void test_terminals(void **state)
{
	visit_terminal(*state, "xterm-256color", "LC_ALL=C", true);
	visit_terminal(*state, "xterm-256color", "NO_COLOR=1", false);
	visit_terminal(*state, "linux", "A=B", true);
	visit_terminal(*state, "vt100", "LC_ALL=C", true);
}

/* Bars come while the session is in its first passes; all of it can be left at any moment. */
static void test_demo(void **state)
{
	static const char *const arguments[] = {"demo", NULL};
	const struct story_options options = {.arguments = arguments};
	struct terminal *terminal = story_open(*state, &options);

	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "open-close XXX/YYY/ZZZ/FFF  base");
	terminal_expect(terminal, "same");
	/* As many passes as there is time for, and how to hold it. */
	terminal_expect(terminal, " passes x 40 pairs");
	assert_int_equal(terminal_find(terminal, "/720 passes"), -1);
	terminal_expect(terminal, "Space pause  s stop  Tab tab  b big");
	terminal_type(terminal, "R");
	terminal_expect(terminal, "passes of 40 runs for 2min");
	terminal_type(terminal, "C");
	terminal_type(terminal, "b");
	terminal_expect(terminal, "is added to none");
	terminal_key(terminal, VTERM_KEY_DOWN);
	terminal_expect(terminal, "openat-close XXX/YYY/ZZZ/FFF");
	story_stop(terminal);
	story_quit(terminal);
	story_assert_restored(terminal);
	story_assert_clean(*state);
}

/* From the Plan page; what the person had chosen there stays. */
static void test_demo_key(void **state)
{
	struct terminal *terminal = story_open_plan(*state, story_short);

	terminal_type(terminal, "d");
	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "openat-close XXX/YYY/ZZZ/FFF  base");
	story_stop(terminal);
	terminal_type(terminal, "P");
	terminal_expect(terminal, "[Plan]");
	terminal_expect(terminal, "2 cases");
	story_quit(terminal);
	story_assert_clean(*state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_usual_size),  TEST(test_large),
		TEST(test_small),       TEST(test_bars),
		TEST(test_two_files),   TEST(test_hidden_with_one_variant),
		TEST(test_two_results), TEST(test_bad_second_file),
		TEST(test_sizes),       TEST(test_terminals),
		TEST(test_demo),        TEST(test_demo_key),
		TEST(test_long_names),  TEST(test_hooks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
