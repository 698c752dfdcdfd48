/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_options.c - what the command line says beside a plan file, and what it keeps of it.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/options.h"

#define WORDS_MAXIMUM 16

/* Read the words of line, which are separated by "|". */
static enum options_outcome read_line(struct options *options, const char *line,
				      struct error *error)
{
	char copy[512];
	char *argv[WORDS_MAXIMUM + 1] = {NULL};
	char *rest = copy;
	int argc = 0;

	snprintf(copy, sizeof(copy), "run|%s", line);
	while (rest && argc < WORDS_MAXIMUM)
		argv[argc++] = strsep(&rest, "|");
	options->command = "lsmbench run";
	options->with_plan = true;
	return options_read(options, argc, argv, error);
}

/* A plan file of this text and the options of line come to the expected plan. */
static void expect_plan(const char *plan_file, const char *line, const char *expected)
{
	struct options options = {0};
	struct error error;
	struct plan plan;
	char *text = NULL;
	size_t size;
	FILE *file;

	plan_init(&plan);
	assert_int_equal(plan_read(&plan, plan_file, strlen(plan_file), "plan", &error), 0);
	if (read_line(&options, line, &error) != OPTIONS_GO ||
	    options_apply(&options, &plan, &error) < 0)
		fail_msg("%s", error.text);
	file = open_memstream(&text, &size);
	assert_non_null(file);
	plan_write(&plan, file);
	assert_int_equal(fclose(file), 0);
	assert_string_equal(text, expected);
	free(text);
	options_clear(&options);
	plan_clear(&plan);
}

static void options_replace_and_lists_grow(void **state)
{
	(void)state;
	expect_plan("", "--runs|5|--ops|stat|--ops=chmod|--runs=7|--quick|--label|-x",
		    "ops: stat,chmod\nruns: 7\nquick: yes\nlabel: -x\n");
	expect_plan("runs: 9\nops: stat\nnote: n", "--runs|5", "ops: stat\nruns: 5\nnote: n\n");
	expect_plan("label: old\nops: stat", "--label|", "ops: stat\n");
}

static void a_selection_starts_anew(void **state)
{
	(void)state;
	expect_plan("suite: published\npaths: FFF\ndirs: 5\npath: /x\nruns: 9", "--ops|chmod",
		    "ops: chmod\nruns: 9\n");
	expect_plan("ops: stat\ncases: chmod DIR5", "--cases|stat FFF|--cases|loop",
		    "cases: stat FFF\ncases: loop\n");
	expect_plan("ops: stat,chmod\npaths: FFF\npath: /x\ndirs: 5", "--depths|4",
		    "ops: stat,chmod\ndepths: 4\ndirs: 5\n");
	expect_plan("dirs: 5", "--dirs|7|--ops|chmod|--paths|FFF|--ops|stat",
		    "ops: chmod,stat\npaths: FFF\ndirs: 7\n");
}

static void refuse(const char *line, const char *first, const char *second)
{
	struct options options = {0};
	struct error error = {""};
	struct plan plan;

	plan_init(&plan);
	if (read_line(&options, line, &error) == OPTIONS_GO &&
	    options_apply(&options, &plan, &error) == 0)
		fail_msg("'%s' was taken", line);
	if (!strstr(error.text, first) || !strstr(error.text, second))
		fail_msg("'%s' does not say '%s' and '%s'", error.text, first, second);
	options_clear(&options);
	plan_clear(&plan);
}

static void mistakes_are_named(void **state)
{
	(void)state;
	refuse("--rusn|5", "--rusn", "runs");
	refuse("--rusn=5", "--rusn", "runs");
	refuse("-Z", "-Z", "--help");
	refuse("--quick=yes", "--quick", "");
	refuse("--runs", "--runs", "argument");
	refuse("--runs|", "--runs", "empty");
	refuse("--runs|x", "--runs", "whole number");
	refuse("--x\x1b[2J", "\\x1b", "unknown option");
}

static void what_is_no_option_is_kept_in_order(void **state)
{
	struct options options = {0};
	struct error error;

	(void)state;
	assert_int_equal(read_line(&options, "a|--runs|5|-|b", &error), OPTIONS_GO);
	assert_int_equal(options.rest.count, 3);
	assert_string_equal(options.rest.items[0], "a");
	assert_string_equal(options.rest.items[1], "-");
	assert_string_equal(options.rest.items[2], "b");
	options_clear(&options);
}

static void own_options_come_back(void **state)
{
	bool flag = false;
	char *text = NULL;
	struct text_list list = {0};
	const struct command_option own[] = {
		{"output", 'o', "FILE", "", .text = &text},
		{"force", 'f', NULL, "", .flag = &flag},
		{"scratch-too", '\0', "DIR", "", .list = &list},
	};
	struct options options = {.own = own, .own_count = 3};
	struct error error;

	(void)state;
	assert_int_equal(read_line(&options,
				   "-o|a|-f|--scratch-too|x|--output=b|--scratch-too=y|"
				   "--runs|3",
				   &error),
			 OPTIONS_GO);
	assert_string_equal(text, "b");
	assert_true(flag);
	assert_int_equal(list.count, 2);
	assert_string_equal(list.items[1], "y");
	assert_int_equal(options.plan_option_count, 1);
	assert_string_equal(options.plan_options[0].value, "3");
	free(text);
	text_list_clear(&list);
	options_clear(&options);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_replace_and_lists_grow),
		cmocka_unit_test(a_selection_starts_anew),
		cmocka_unit_test(mistakes_are_named),
		cmocka_unit_test(what_is_no_option_is_kept_in_order),
		cmocka_unit_test(own_options_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
