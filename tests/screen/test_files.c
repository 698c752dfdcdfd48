/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_files.c - the Files page: result files are put into groups, and the Compare page shows them;
 * a ladder; what cannot be compared is said; and a result opened again in whatever state.
 */
#include <fcntl.h>
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

#include "tests/screen/story.h"

#define TEST(function) cmocka_unit_test_setup_teardown(function, story_set_up, story_tear_down)

/* Measure into a file of the story's working directory. */
static void measure(struct story *story, const char *name, const char *variants)
{
	const char *const arguments[] = {
		"run",    "--ops",      "stat,open-close", "--paths", "FFF",
		"--runs", "10",         "--passes",        "8",       "--batch",
		"50us",   "--variants", variants,          "--quiet", "-o",
		name,     NULL};
	const struct story_options options = {.arguments = arguments};
	struct terminal *terminal = story_open(story, &options);
	int status = terminal_wait_exit(terminal);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void write_file(const struct story *story, const char *name, const char *text)
{
	char path[PLACE_PATH + 64];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", story->place.work, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

/* A copy of a file in which one text, of any length, is replaced wherever it stands. */
static void copy_with(const struct story *story, const char *from, const char *to, const char *what,
		      const char *by)
{
	char path[PLACE_PATH + 64];
	char *text;
	char *copy = NULL;
	size_t size;
	FILE *file = open_memstream(&copy, &size);

	snprintf(path, sizeof(path), "%s/%s", story->place.work, from);
	text = place_read(path);
	assert_non_null(text);
	assert_non_null(file);
	for (char *rest = text; *rest;) {
		if (strncmp(rest, what, strlen(what)) == 0) {
			fputs(by, file);
			rest += strlen(what);
		} else {
			fputc(*rest++, file);
		}
	}
	assert_int_equal(fclose(file), 0);
	write_file(story, to, copy);
	free(copy);
	free(text);
}

static void open_files(struct terminal *terminal)
{
	terminal_expect(terminal, "[Plan]");
	terminal_settle(terminal);
	terminal_type(terminal, "c");
	terminal_expect(terminal, "[Files]");
	terminal_expect(terminal, "Nothing is marked");
}

/* Put a file into the group of a letter. */
static void put(struct terminal *terminal, const char *name, const char *letter)
{
	terminal_type(terminal, "<");
	story_find(terminal, name);
	terminal_type(terminal, letter);
}

/* Two files a side: the environment difference is first, then the bars; and with a third group. */
static void test_groups(void **state)
{
	struct story *story = *state;
	const struct story_options options = {0};
	struct terminal *terminal;
	char row[TERMINAL_ROW];

	measure(story, "one.csv", "none");
	measure(story, "two.csv", "none");
	measure(story, "three.csv", "none");
	measure(story, "four.csv", "none");
	terminal = story_open(story, &options);
	open_files(terminal);
	put(terminal, "one.csv", "a");
	terminal_expect(terminal, "base: 1 file");
	put(terminal, "two.csv", "a");
	terminal_expect(terminal, "base: 2 files");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "nothing to compare with the base");
	put(terminal, "three.csv", "b");
	put(terminal, "four.csv", " ");
	terminal_expect(terminal, "base: 2 files, B: 2 files");
	terminal_row(terminal, terminal_find(terminal, "one.csv"), row);
	assert_non_null(strstr(row, "A base"));
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "[3 Environment difference]");
	terminal_expect(terminal, "environments do not differ");
	terminal_expect(terminal, "base (2 files), new (2 files)");
	terminal_type(terminal, "1");
	terminal_expect(terminal, "open-close FFF");
	terminal_expect(terminal, "no verdict");
	terminal_type(terminal, "4");
	terminal_expect(terminal, "sessions of base");
	terminal_expect(terminal, "two.csv");
	terminal_expect(terminal, "sessions of new");
	terminal_expect(terminal, "n=80");
	terminal_type(terminal, "e");
	terminal_control(terminal, 'U');
	terminal_type(terminal, "mine.txt");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "written to mine.txt");
	assert_true(place_holds(&story->place, ".txt", "new: "));
	/* A group of its own for the last one. */
	terminal_type(terminal, "c");
	put(terminal, "four.csv", "d");
	terminal_expect(terminal, "base: 2 files, B: 1 file, D: 1 file");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "A (base, 2 files), B, D");
	terminal_type(terminal, "1");
	terminal_expect(terminal, "CASE / GROUP");
	terminal_settle(terminal);
	terminal_row(terminal, terminal_find(terminal, "stat FFF  base") + 2, row);
	assert_non_null(strstr(row, " D "));
	story_quit(terminal);
	story_assert_restored(terminal);
}

/* The variants of one file, beside what the console itself has measured. */
static void test_one_file(void **state)
{
	struct story *story = *state;
	struct terminal *terminal;

	measure(story, "variants.csv", "none,seccomp:1");
	measure(story, "single.csv", "none");
	terminal = story_open_plan(story, story_short);
	open_files(terminal);
	put(terminal, "single.csv", "\r");
	terminal_expect(terminal, "single.csv holds one variant");
	put(terminal, "variants.csv", "\r");
	terminal_expect(terminal, "[1 Bars]");
	terminal_expect(terminal, "8/8 passes x 10 pairs");
	terminal_expect(terminal, "seccomp:1");
	terminal_type(terminal, "4");
	terminal_expect(terminal, "n=80");
	terminal_type(terminal, "3");
	terminal_expect(terminal, "One session: nothing differs");
	terminal_type(terminal, "cv");
	terminal_expect(terminal, "no session with several variants is open");
	terminal_type(terminal, "P");
	terminal_expect(terminal, "[Plan]");
	story_run(terminal);
	terminal_type(terminal, "c");
	terminal_expect(terminal, "[Files]");
	story_wait_finished(terminal);
	story_quit_unsaved(terminal);
	story_assert_clean(story);
}

static void test_ladder(void **state)
{
	struct story *story = *state;
	const struct story_options options = {0};
	struct terminal *terminal;

	measure(story, "three.csv", "none");
	copy_with(story, "three.csv", "first.csv",
		  "\n# env.lsm.active: ", "\n# env.lsm.active: capability\n# env.lsm.was: ");
	copy_with(story, "three.csv", "second.csv",
		  "\n# env.lsm.active: ", "\n# env.lsm.active: capability,yama\n# env.lsm.was: ");
	terminal = story_open(story, &options);
	open_files(terminal);
	terminal_type(terminal, "o");
	terminal_expect(terminal, "a ladder needs two files");
	/* Marked in the wrong order: it finds its own. */
	put(terminal, "second.csv", "a");
	put(terminal, "first.csv", "b");
	terminal_type(terminal, "o");
	terminal_expect(terminal, "[5 Ladder]");
	terminal_expect(terminal, "1. capability: 1 session");
	terminal_expect(terminal, "2. capability,yama: 1 session");
	terminal_expect(terminal, "adds yama");
	terminal_type(terminal, "1");
	terminal_expect(terminal, "[1 Bars]");
	terminal_expect(terminal, "capability (base), capability,yama");
	terminal_type(terminal, "5");
	terminal_expect(terminal, "[5 Ladder]");
	terminal_type(terminal, "\t");
	terminal_expect(terminal, "[1 Bars]");
	story_quit(terminal);
}

/* What is no result, a directory, a path that is typed, and the same session twice. */
static void test_trouble(void **state)
{
	struct story *story = *state;
	const struct story_options options = {0};
	char path[PLACE_PATH + 64];
	struct terminal *terminal;

	write_file(story, "shopping.txt", "milk, bread\n");
	write_file(story, "empty.csv", "");
	snprintf(path, sizeof(path), "%s/inner", story->place.work);
	assert_int_equal(mkdir(path, 0700), 0);
	measure(story, "inner/one.csv", "none");
	copy_with(story, "inner/one.csv", "copy.csv", "\x01", "");
	terminal = story_open(story, &options);
	open_files(terminal);
	terminal_expect(terminal, "inner/");
	assert_int_equal(terminal_find(terminal, "empty.csv"), -1);
	put(terminal, "shopping.txt", "\r");
	terminal_expect(terminal, "shopping.txt: ");
	put(terminal, "inner", "a");
	terminal_expect(terminal, "a directory: Enter shows");
	put(terminal, "copy.csv", "b");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "the base is missing");
	put(terminal, "inner", "\r");
	terminal_expect(terminal, "one.csv");
	terminal_expect(terminal, "B: 1 file");
	put(terminal, "one.csv", "b");
	put(terminal, "one.csv", " ");
	put(terminal, "one.csv", "b");
	terminal_expect(terminal, "B: 2 files");
	terminal_type(terminal, "+");
	terminal_type(terminal, "../shopping.txt");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "work/shopping.txt");
	terminal_type(terminal, "a");
	terminal_expect(terminal, "not marked: ");
	terminal_expect(terminal, "shopping.txt: ");
	terminal_type(terminal, " ");
	terminal_expect_gone(terminal, "base: ");
	terminal_type(terminal, "+");
	terminal_type(terminal, "/dev/null/x");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_type(terminal, "a");
	terminal_expect(terminal, "not marked: cannot open /dev/null/x: ");
	terminal_key(terminal, VTERM_KEY_ESCAPE);
	terminal_expect(terminal, "[Plan]");
	story_quit(terminal);
}

static void type_path(struct terminal *terminal, const char *path)
{
	terminal_type(terminal, "+");
	terminal_type(terminal, path);
	terminal_key(terminal, VTERM_KEY_ENTER);
}

/* What would keep the console waiting is refused, when typed and when it was put there later. */
static void test_what_waits(void **state)
{
	struct story *story = *state;
	const struct story_options options = {0};
	char path[PLACE_PATH + 64];
	struct terminal *terminal;
	int held;

	measure(story, "one.csv", "none");
	measure(story, "two.csv", "none");
	measure(story, "held.csv", "none");
	snprintf(path, sizeof(path), "%s/pipe", story->place.work);
	assert_int_equal(mkfifo(path, 0600), 0);
	terminal = story_open(story, &options);
	open_files(terminal);
	type_path(terminal, "pipe");
	terminal_expect(terminal, "pipe: a pipe,");
	type_path(terminal, "/dev/zero");
	terminal_expect(terminal, "/dev/zero: a pipe, a device");
	put(terminal, "one.csv", "a");
	put(terminal, "two.csv", "b");
	terminal_expect(terminal, "base: 1 file, B: 1 file");
	snprintf(path, sizeof(path), "%s/two.csv", story->place.work);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "two.csv: a pipe,");
	/* The same of a file whose opening waits until its lease is given back. */
	signal(SIGIO, SIG_IGN);
	snprintf(path, sizeof(path), "%s/held.csv", story->place.work);
	held = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(fcntl(held, F_SETLEASE, F_WRLCK), 0);
	type_path(terminal, "held.csv");
	terminal_expect(terminal, "held.csv: held by");
	close(held);
	story_quit(terminal);
	story_assert_restored(terminal);
}

/* A file that is no result cannot be marked; what was compared is marked; a baseline's name. */
static void test_marks(void **state)
{
	static const char *const save[] = {"baseline", "save", "calm", "one.csv", NULL};
	static const char *const compared[] = {"A=one.csv", "B=two.csv", NULL};
	struct story *story = *state;
	const struct story_options saving = {.arguments = save};
	const struct story_options comparing = {.arguments = compared};
	struct terminal *terminal;

	write_file(story, "shopping.txt", "milk, bread\n");
	measure(story, "one.csv", "none");
	measure(story, "two.csv", "none");
	assert_int_equal(terminal_wait_exit(story_open(story, &saving)), 0);
	terminal = story_open(story, &comparing);
	terminal_expect(terminal, "[Compare]");
	terminal_type(terminal, "c");
	terminal_expect(terminal, "base: 1 file, B: 1 file");
	put(terminal, "shopping.txt", "c");
	terminal_expect(terminal, "not marked: ");
	terminal_expect(terminal, "base: 1 file, B: 1 file");
	put(terminal, "one.csv", " ");
	terminal_expect_gone(terminal, "base: ");
	put(terminal, "baseline calm", "a");
	terminal_expect(terminal, "base: 1 file, B: 1 file");
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect(terminal, "calm (base), two");
	story_quit(terminal);
	story_assert_restored(terminal);
}

/* On screens of all sizes. */
static void test_small(void **state)
{
	struct story *story = *state;
	const struct story_options options = {0};
	struct terminal *terminal = story_open(story, &options);

	write_file(story, "shopping.txt", "milk, bread\n");
	open_files(terminal);
	terminal_resize(terminal, 10, 40);
	terminal_expect(terminal, "[Files]");
	terminal_expect(terminal, "a base, b compared with it");
	terminal_expect(terminal, "a base  Enter compare");
	for (int rows = 1; rows <= 21; rows += 4) {
		for (int columns = 1; columns <= 200; columns += 33) {
			terminal_resize(terminal, rows, columns);
			terminal_read(terminal, 10);
		}
	}
	terminal_resize(terminal, 24, 80);
	terminal_expect(terminal, "Mark files");
	terminal_expect(terminal, "+ types FILE, FILE:GROUP");
	story_quit(terminal);
	story_assert_restored(terminal);
}

/* A published text alone has nothing to show. */
static void test_import_alone(void **state)
{
	char path[PLACE_PATH + 64];
	char here[PLACE_PATH];
	const char *const arguments[] = {path, NULL};
	const struct story_options options = {.columns = 200, .arguments = arguments};
	struct terminal *terminal;
	int status;

	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(path, sizeof(path), "%s/tests/data/published/vfs-v5.3-dac.txt", here);
	terminal = story_open(*state, &options);
	status = terminal_wait_exit(terminal);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 5);
	assert_true(terminal_find(terminal, "figures without samples") >= 0);
}

/* One that holds several groups is compared by them. */
static void test_groups_of_one_file(void **state)
{
	char path[PLACE_PATH + 64];
	char here[PLACE_PATH];
	const char *const arguments[] = {path, NULL};
	const struct story_options options = {.columns = 100, .arguments = arguments};
	struct terminal *terminal;

	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(path, sizeof(path), "%s/tests/data/published/stacker-2005-macro.txt", here);
	terminal = story_open(*state, &options);
	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "nostack (base), stack");
	terminal_type(terminal, "\t\t");
	terminal_expect(terminal, "dbench 4c on SMP");
	story_quit(terminal);
	story_assert_restored(terminal);
}

/* A session that was cut short opens, and says so on each page. */
static void test_partial(void **state)
{
	static const char *const arguments[] = {"cut.csv", NULL};
	struct story *story = *state;
	const struct story_options options = {.arguments = arguments};
	struct terminal *terminal;

	measure(story, "whole.csv", "none,seccomp:1");
	copy_with(story, "whole.csv", "cut.csv", "# state: complete", "# state: partial");
	terminal = story_open(story, &options);
	terminal_expect(terminal, "[Run]");
	terminal_expect(terminal, "partial");
	terminal_type(terminal, "C");
	terminal_expect(terminal, "[Compare]");
	terminal_expect(terminal, "8/8 passes x 10 pairs, cut short");
	story_quit(terminal);
}

/* Another CPU makes two sessions not comparable, until the person excuses it. */
static void test_excused(void **state)
{
	static const char *const arguments[] = {"here.csv", "there.csv", NULL};
	struct story *story = *state;
	const struct story_options options = {.rows = 60, .arguments = arguments};
	struct terminal *terminal;

	measure(story, "here.csv", "none");
	copy_with(story, "here.csv", "there.csv",
		  "\n# env.cpu.model: ", "\n# env.cpu.model: another ");
	terminal = story_open(story, &options);
	terminal_expect(terminal, "not comparable");
	terminal_expect(terminal, "on a field compares despite it");
	terminal_type(terminal, "<x");
	terminal_expect(terminal, "x is for a field");
	story_find(terminal, "cpu.model");
	terminal_type(terminal, "x");
	terminal_expect(terminal, "cpu.model  (excused)");
	terminal_expect(terminal, "no verdict: one boot each");
	terminal_type(terminal, "x");
	terminal_expect_gone(terminal, "(excused)");
	terminal_expect(terminal, "not comparable");
	story_quit(terminal);
}

/* Names of groups as on the command line. */
static void test_named_groups(void **state)
{
	static const char *const arguments[] = {"before=one.csv,two.csv", "after=three.csv", NULL};
	static const char *const twice[] = {"before=one.csv,one.csv", "after=three.csv", NULL};
	struct story *story = *state;
	const struct story_options named = {.arguments = arguments};
	const struct story_options wrong = {.arguments = twice};
	struct terminal *terminal;
	int status;

	measure(story, "one.csv", "none");
	measure(story, "two.csv", "none");
	measure(story, "three.csv", "none");
	terminal = story_open(story, &named);
	terminal_expect(terminal, "before (base, 2 files), after");
	terminal_type(terminal, "R");
	terminal_expect(terminal, "open-close FFF");
	story_quit(terminal);
	terminal = story_open(story, &wrong);
	status = terminal_wait_exit(terminal);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 2);
	assert_true(terminal_find(terminal, "a session counts once") >= 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_groups),       TEST(test_one_file),
		TEST(test_ladder),       TEST(test_trouble),
		TEST(test_small),        TEST(test_named_groups),
		TEST(test_import_alone), TEST(test_groups_of_one_file),
		TEST(test_excused),      TEST(test_partial),
		TEST(test_what_waits),   TEST(test_marks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
