/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_settings.c - settings last, damage costs one line, and no home costs nothing.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tui/directories.h"
#include "tui/settings.h"

static char home[200];

static void settings_last(void **state)
{
	struct settings settings;
	struct settings again;
	struct error error;
	char path[300];
	struct stat status;

	(void)state;
	settings_init(&settings);
	strcpy(settings.theme, "light");
	strcpy(settings.page, "Environment");
	settings.mouse = true;
	assert_int_equal(plan_set(&settings.plan, "ops", "stat,open*", &error), 0);
	assert_int_equal(plan_set(&settings.plan, "path", "/a, b", &error), 0);
	assert_int_equal(plan_set(&settings.plan, "note", "a: b # c", &error), 0);
	assert_int_equal(text_list_add(&settings.others, "later-version: 5: x"), 0);
	assert_int_equal(settings_save(&settings, &error), 0);
	snprintf(path, sizeof(path), "%s/.config/lsmbench/config", home);
	assert_int_equal(stat(path, &status), 0);
	settings_init(&again);
	assert_int_equal(settings_load(&again, &error), 0);
	assert_string_equal(again.theme, "light");
	assert_string_equal(again.page, "Environment");
	assert_true(again.mouse);
	assert_false(again.ascii);
	assert_true(plan_equal(&again.plan, &settings.plan));
	assert_true(text_list_equal(&again.others, &settings.others));
	settings_clear(&settings);
	settings_clear(&again);
}

static void damaged_lines_are_reported_once_and_left_out(void **state)
{
	static const char text[] =
		"# x\n\nmouse: yes\nmouse: perhaps\nplan.runs: 0\nplan.ops: stat\n"
		"nonsense\nplan.new-key: 7\ntheme: a b\ntheme: dark\x1b\nx\0y: 1\n"
		"theme: dark\n: 5\nplan.passes: 3";
	struct settings settings;
	struct error error = {""};
	char *written;
	size_t size;
	FILE *file;

	(void)state;
	settings_init(&settings);
	assert_int_equal(settings_read(&settings, text, sizeof(text) - 1, "config", &error),
			 -EINVAL);
	assert_non_null(strstr(error.text, "config: line 4: mouse"));
	assert_non_null(strstr(error.text, "more lines"));
	assert_null(strpbrk(error.text, "\n\x1b"));
	assert_true(settings.mouse);
	assert_string_equal(settings.theme, "dark");
	assert_int_equal(settings.plan.runs, 0);
	assert_int_equal(settings.plan.passes, 3);
	assert_int_equal(settings.plan.operations.count, 1);
	assert_int_equal(settings.others.count, 1);
	assert_string_equal(settings.others.items[0], "plan.new-key: 7");
	file = open_memstream(&written, &size);
	assert_non_null(file);
	settings_write(&settings, file);
	assert_int_equal(fclose(file), 0);
	settings_clear(&settings);
	settings_init(&settings);
	assert_int_equal(settings_read(&settings, written, size, "config", &error), 0);
	assert_int_equal(settings.plan.passes, 3);
	assert_int_equal(settings.others.count, 1);
	settings_clear(&settings);
	free(written);
}

static void no_home_breaks_nothing(void **state)
{
	struct settings settings;
	struct error error = {""};
	char path[64];

	(void)state;
	settings_init(&settings);
	unsetenv("HOME");
	assert_int_equal(settings_load(&settings, &error), 0);
	assert_int_equal(settings_save(&settings, &error), -ENOENT);
	assert_non_null(strstr(error.text, "HOME"));
	setenv("HOME", "relative", 1);
	assert_int_equal(settings_save(&settings, &error), -ENOENT);
	setenv("HOME", "/proc/none", 1);
	assert_int_equal(settings_load(&settings, &error), 0);
	setenv("HOME", "/dev/null", 1);
	assert_int_equal(settings_load(&settings, &error), 0);
	assert_true(settings_save(&settings, &error) < 0);
	setenv("XDG_CONFIG_HOME", "/proc", 1);
	assert_true(settings_save(&settings, &error) < 0);
	assert_int_equal(directories_config("config", path, sizeof(path), &error), 0);
	assert_string_equal(path, "/proc/lsmbench/config");
	unsetenv("XDG_CONFIG_HOME");
	setenv("HOME", home, 1);
	settings_clear(&settings);
}

static void odd_files_are_not_read(void **state)
{
	struct settings settings;
	struct error error = {""};
	char path[300];
	char command[512];

	(void)state;
	snprintf(path, sizeof(path), "%s/.config/lsmbench/config", home);
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	settings_init(&settings);
	assert_true(settings_load(&settings, &error) < 0);
	assert_non_null(strstr(error.text, path));
	assert_int_equal(unlink(path), 0);
	snprintf(command, sizeof(command), "head -c 2000000 /dev/zero >%s", path);
	assert_int_equal(system(command), 0);
	assert_int_equal(settings_load(&settings, &error), -EFBIG);
	settings_clear(&settings);
}

static int make_home(void **state)
{
	const char *parent = getenv("TMPDIR");

	unsetenv("XDG_CONFIG_HOME");
	snprintf(home, sizeof(home), "%s/test_settings.XXXXXX", parent ? parent : "/var/tmp");
	(void)state;
	return mkdtemp(home) ? setenv("HOME", home, 1) : -1;
}

static int remove_home(void **state)
{
	char command[256];

	(void)state;
	snprintf(command, sizeof(command), "rm -r '%s'", home);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings_last),
		cmocka_unit_test(damaged_lines_are_reported_once_and_left_out),
		cmocka_unit_test(no_home_breaks_nothing),
		cmocka_unit_test(odd_files_are_not_read),
	};

	return cmocka_run_group_tests(tests, make_home, remove_home);
}
