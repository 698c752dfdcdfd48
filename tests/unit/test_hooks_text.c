/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_hooks_text.c - tables of hooks as people see them, and those that are kept.
 */
#include "exports/hooks_text.h"
#include "tests/unit/playground.h"
#include "tui/hooks_kept.h"

static void add(struct hook_table *table, const char *operation, const char *parameter,
		const char *hook, double count, bool varies)
{
	const struct hook_count made = {.operation = (char *)operation,
					.parameter = (char *)parameter,
					.hook = (char *)hook,
					.count = count,
					.varies = varies};

	assert_int_equal(hook_table_add(table, &made), 0);
}

static void make_table(struct hook_table *table)
{
	*table = (struct hook_table){0};
	assert_int_equal(hook_table_set_release(table, "6.12.1-made"), 0);
	add(table, "stat", "FFF", "inode_permission", 1, false);
	add(table, "stat", "FFF", "inode_getattr", 1, false);
	add(table, "stat", "XXX/YYY/ZZZ/FFF", "inode_permission", 4, false);
	add(table, "stat", "XXX/YYY/ZZZ/FFF", "inode_getattr", 1, false);
	add(table, "stat", "XXX/YYY/ZZZ/LLL", "inode_permission", 5, true);
	add(table, "stat", "XXX/YYY/ZZZ/LLL", "inode_getattr", 1, false);
	add(table, "stat", "XXX/YYY/ZZZ/LLL", "inode_follow_link", 1, false);
	add(table, "mkstemp", "", "path_mknod", 0.5, false);
	add(table, "loop", "", "", 0, false);
}

static char *shown(const struct hook_table *table, size_t width)
{
	struct error error = {""};
	size_t length;
	char *text = NULL;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	assert_int_equal(hooks_text_write(table, width, file, &error), 0);
	fclose(file);
	return text;
}

static void a_table_is_shown(void **state)
{
	static const char expected[] = "Calls of security hooks per iteration, Linux 6.12.1-made\n"
				       "d4: a relative path of 4 components\n"
				       "\n"
				       "stat                 d1  d4  XXX/YYY/ZZZ/LLL\n"
				       "  inode_follow_link   0   0                1\n"
				       "  inode_getattr       1   1                1\n"
				       "  inode_permission    1   4               5*\n"
				       "  never on plain paths: inode_follow_link; once per call: "
				       "inode_getattr; once\n"
				       "  per component: inode_permission\n"
				       "\n"
				       "mkstemp       calls\n"
				       "  path_mknod    0.5\n"
				       "  0.5 per call: path_mknod\n"
				       "\n"
				       "loop\n"
				       "  calls no hook\n"
				       "\n"
				       "* two countings disagreed: the second one's number\n";
	struct hook_table table;
	char *text;

	(void)state;
	make_table(&table);
	text = shown(&table, HOOKS_TEXT_WIDTH);
	assert_string_equal(text, expected);
	free(text);
	hook_table_clear(&table);
}

/* Of depths only one that stands there is explained. */
static void a_depth_that_is_there_is_explained(void **state)
{
	struct hook_table table = {0};
	char *text;

	(void)state;
	add(&table, "mkstemp", "", "path_mknod", 0.5, false);
	text = shown(&table, HOOKS_TEXT_WIDTH);
	assert_null(strstr(text, "relative path"));
	free(text);
	add(&table, "stat", "FFF", "inode_permission", 1, false);
	text = shown(&table, HOOKS_TEXT_WIDTH);
	assert_non_null(strstr(text, "\nd1: a relative path of 1 component\n"));
	free(text);
	hook_table_clear(&table);
}

static void a_narrow_screen_gets_parts(void **state)
{
	struct hook_table table;
	char *text;

	(void)state;
	make_table(&table);
	assert_int_equal(text_list_add(&table.uncounted, "init: \033[31m"), 0);
	text = shown(&table, 40);
	assert_non_null(strstr(text, "stat                 d1  d4\n"));
	assert_non_null(strstr(text, "stat                 XXX/YYY/ZZZ/LLL\n"));
	assert_non_null(strstr(text, "\nNot counted:\n  init: \\x1b[31m\n"));
	free(text);
	hook_table_clear(&table);
}

static void a_case_is_shown_in_a_line(void **state)
{
	char buffer[HOOKS_TEXT_CASE_SIZE];
	struct hook_table table;

	(void)state;
	make_table(&table);
	assert_string_equal(hooks_text_case(&table, "stat", "XXX/YYY/ZZZ/FFF", buffer),
			    "inode_permission 4, inode_getattr 1");
	assert_string_equal(hooks_text_case(&table, "loop", "", buffer), "none");
	assert_string_equal(hooks_text_case(&table, "stat", "XXX/FFF", buffer), "");
	add(&table, "stat", "FFF", "path_chmod", 1, false);
	add(&table, "stat", "XXX/YYY/ZZZ/FFF", "path_chmod", 1, false);
	assert_string_equal(hooks_text_operation(&table, operation_find("stat"), buffer),
			    "never on plain paths: inode_follow_link; once per call: "
			    "inode_getattr, path_chmod; once per component: inode_permission");
	assert_string_equal(hooks_text_operation(&table, operation_find("mkstemp"), buffer),
			    "0.5 per call: path_mknod");
	assert_string_equal(hooks_text_operation(&table, operation_find("access"), buffer), "");
	add(&table, "access", "FFF", "inode_permission", 2, false);
	assert_string_equal(hooks_text_operation(&table, operation_find("access"), buffer), "");
	hook_table_clear(&table);
}

static void keep(const char *release, const char *parameter, double count)
{
	struct hook_table table = {0};
	struct error error = {""};

	assert_int_equal(hook_table_set_release(&table, release), 0);
	add(&table, "stat", parameter, "inode_permission", count, false);
	if (hooks_kept_save(&table, &error) < 0)
		fail_msg("%s", error.text);
	hook_table_clear(&table);
}

static void finds(const char *release, const char *expected)
{
	struct hook_table table;

	assert_int_equal(hooks_kept_find(release, &table), 0);
	assert_string_equal(table.release, expected);
	hook_table_clear(&table);
}

static void tables_are_kept_and_found(void **state)
{
	const struct playground *playground = *state;
	struct hook_table table;

	setenv("XDG_STATE_HOME", playground->path, 1);
	assert_int_equal(hooks_kept_find("6.12.1", &table), -ENODATA);
	keep("6.1.0-57-cloud", "FFF", 1);
	keep("6.12.117+deb12", "FFF", 1);
	keep("6.12.117+deb12", "XXX/FFF", 2);
	keep("6.12.117+deb12", "FFF", 3);
	finds("6.12.117+deb12", "6.12.117+deb12");
	finds("6.12.9", "6.12.117+deb12");
	finds("6.1.9", "6.1.0-57-cloud");
	finds(NULL, "6.12.117+deb12");
	assert_int_equal(hooks_kept_find("5.10.1", &table), -ENODATA);
	keep("71.0", "FFF", 1);
	assert_int_equal(hooks_kept_find("7.1.0", &table), -ENODATA);
	assert_int_equal(hooks_kept_find("6.12.117+deb12", &table), 0);
	assert_int_equal(table.count_count, 2);
	assert_true(hook_table_count(&table, "stat", "FFF", "inode_permission") == 3);
	assert_true(hook_table_count(&table, "stat", "XXX/FFF", "inode_permission") == 2);
	hook_table_clear(&table);
	unsetenv("XDG_STATE_HOME");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_is_shown),
		cmocka_unit_test(a_depth_that_is_there_is_explained),
		cmocka_unit_test(a_narrow_screen_gets_parts),
		cmocka_unit_test(a_case_is_shown_in_a_line),
		PLAY(tables_are_kept_and_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
