/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_hooks.c - a comparison tells the hooks of its operations when they were counted in a
 * kernel like the compared one, and which one that was; else nothing.
 */
#include "exports/compare/compare_export.h"
#include "tests/unit/made_comparison.h"
#include "tests/unit/playground.h"
#include "tui/compare_hooks.h"
#include "tui/hooks_kept.h"

static double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	(void)entry;
	(void)variant;
	(void)pass;
	return 500;
}

static void add(struct hook_table *table, const char *operation, const char *parameter,
		const char *hook, double count)
{
	const struct hook_count made = {.operation = (char *)operation,
					.parameter = (char *)parameter,
					.hook = (char *)hook,
					.count = count};

	assert_int_equal(hook_table_add(table, &made), 0);
}

static void keep_table(void)
{
	struct hook_table table = {0};
	struct error error = {""};

	assert_int_equal(hook_table_set_release(&table, "6.12.117-made"), 0);
	add(&table, "stat", "FFF", "inode_permission", 1);
	add(&table, "stat", "XXX/YYY/ZZZ/FFF", "inode_permission", 4);
	add(&table, "stat", "XXX/YYY/ZZZ/FFF", "inode_getattr", 1);
	add(&table, "stat", "FFF", "inode_getattr", 1);
	add(&table, "open-close", "XXX/YYY/ZZZ/FFF", "inode_permission", 5);
	add(&table, "open-close", "XXX/YYY/ZZZ/FFF", "file_open", 1);
	assert_int_equal(hooks_kept_save(&table, &error), 0);
	hook_table_clear(&table);
}

/* What a format writes of it, with the hooks that are kept for a kernel of this release. */
static char *report(const char *format, const char *release)
{
	static const char *const keys[] = {"ops",    "stat,open-close,access",
					   "paths",  "XXX/YYY/ZZZ/FFF",
					   "runs",   "3",
					   "passes", "3",
					   NULL};
	static const char *const variants[] = {"none", "seccomp:1", NULL};
	const struct made_plan made = {
		.keys = keys, .variants = variants, .truth = truth, .noise = 0.01, .seed = 1};
	struct comparison comparison;
	struct compare_report report;
	struct error error = {""};
	struct result result;
	size_t length;
	char *text = NULL;
	FILE *file = open_memstream(&text, &length);

	made_compared(&made, &result);
	made_check(environment_set(&result.environment, "kernel.release", release, "made"), &error);
	made_check(compare_variants(&result, &comparison, &error), &error);
	made_check(compare_report_make(&comparison, 5, &report, &error), &error);
	assert_int_equal(compare_hooks_add(&report, &result.environment), 0);
	made_check(compare_format_find(format)->write(&report, file, &error), &error);
	fclose(file);
	compare_report_clear(&report);
	comparison_clear(&comparison);
	result_clear(&result);
	return text;
}

static void hooks_are_told(void **state)
{
	const struct playground *playground = *state;
	char *text;

	setenv("XDG_STATE_HOME", playground->path, 1);
	keep_table();
	text = report("text", "6.12.9");
	assert_non_null(strstr(text,
			       "\nHooks called, an iteration\n"
			       "  stat: once per call: inode_getattr; once per component:\n"
			       "  inode_permission\n"
			       "  open-close XXX/YYY/ZZZ/FFF: inode_permission 5, file_open 1\n"
			       "  counted in Linux 6.12.117-made\n"));
	free(text);
	text = report("markdown", "6.12.9");
	assert_non_null(strstr(text, "\nHooks called, an iteration:\n\n- stat: once per call"));
	free(text);
	unsetenv("XDG_STATE_HOME");
}

static void nothing_is_told_of_another_kernel(void **state)
{
	const struct playground *playground = *state;
	char *text;

	setenv("XDG_STATE_HOME", playground->path, 1);
	text = report("text", "6.12.9");
	assert_null(strstr(text, "Hooks"));
	free(text);
	keep_table();
	text = report("text", "5.10.1");
	assert_null(strstr(text, "Hooks"));
	free(text);
	unsetenv("XDG_STATE_HOME");
}

static void a_row_is_told_in_a_line(void **state)
{
	const struct comparison_row row = {.operation = operation_find("open-close"),
					   .parameter = (char *)"XXX/YYY/ZZZ/FFF"};
	const struct comparison_row other = {.operation = operation_find("access"),
					     .parameter = (char *)"FFF"};
	const struct playground *playground = *state;
	struct hook_table table;
	char line[256];

	setenv("XDG_STATE_HOME", playground->path, 1);
	keep_table();
	assert_int_equal(hooks_kept_find("6.12.1", &table), 0);
	assert_string_equal(compare_hooks_row(&table, &row, line, sizeof(line)),
			    "hooks called (Linux 6.12.117-made): inode_permission 5, file_open 1");
	assert_string_equal(compare_hooks_row(&table, &other, line, sizeof(line)), "");
	hook_table_clear(&table);
	unsetenv("XDG_STATE_HOME");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(hooks_are_told),
		PLAY(nothing_is_told_of_another_kernel),
		PLAY(a_row_is_told_in_a_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
