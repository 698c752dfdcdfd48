/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan.c - keys are set, read back, refused with the reason, copied and compared.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/plan/plan.h"

static void set(struct plan *plan, const char *key, const char *text)
{
	struct error error;

	if (plan_set(plan, key, text, &error) != 0)
		fail_msg("%s", error.text);
}

static void expect(const struct plan *plan, const char *key, size_t index, const char *text)
{
	char buffer[512];

	assert_int_equal(plan_get(plan, key, index, buffer, sizeof(buffer)), 0);
	assert_string_equal(buffer, text);
}

/* text must be refused, the message must hold each of the words, and plan must stay as it was. */
static void refuse(const char *key, const char *text, const char *first, const char *second)
{
	struct error error = {""};
	struct plan plan;
	struct plan before;

	plan_init(&plan);
	plan_init(&before);
	if (plan_set(&plan, key, text, &error) != -EINVAL)
		fail_msg("%s: '%s' was taken", key, text);
	if (!strstr(error.text, first) || !strstr(error.text, second))
		fail_msg("'%s' does not say '%s' and '%s'", error.text, first, second);
	assert_null(strpbrk(error.text, "\n\r\t\x1b"));
	assert_true(plan_equal(&plan, &before));
	plan_clear(&plan);
	plan_clear(&before);
}

/* Every key of a plan, with a value as it is written. */
static const char *const key_values[][2] = {
	{"suite", "published"},
	{"ops", "stat,open*"},
	{"paths", "FFF,all"},
	{"depths", "1..32,4"},
	{"path", "/etc/fstab"},
	{"dirs", "0,1000000"},
	{"descriptors", "10,1000"},
	{"processes", "2,96"},
	{"cpus", "1,2,1024"},
	{"of", "stat XXX/FFF"},
	{"working-sets", "0K,64K"},
	{"file-sizes", "10K,100"},
	{"sizes", "512,8M,2G"},
	{"strides", "128"},
	{"pages", "64"},
	{"clients", "1,4"},
	{"writers", "2"},
	{"cases", "chmod DIR100"},
	{"scratch", "/dev/shm"},
	{"variants", "none,landlock:1+seccomp:2,exec:a=sh -c 'a,b' +"},
	{"runs", "1000000"},
	{"passes", "1"},
	{"repeats", "3"},
	{"batch", "100us"},
	{"precision", "0.5%"},
	{"time-limit", "90s"},
	{"session-limit", "2h"},
	{"quick", "yes"},
	{"cpu", "0"},
	{"seed", "9223372036854775807"},
	{"default-path", "/bin/sh"},
	{"landlock-rules", "10000"},
	{"landlock-depth", "3"},
	{"no-controls", "yes"},
	{"no-aa", "yes"},
	{"subtract-loop", "yes"},
	{"watchdog", "5"},
	{"interval", "30s"},
	{"tree", "/var/tmp"},
	{"tree-files", "100000"},
	{"tree-size", "1G"},
	{"tree-seed", "7"},
	{"steps", "1000"},
	{"cold", "yes"},
	{"sync", "yes"},
	{"command", "make -j8 'a b'"},
	{"prepare", "make clean"},
	{"cleanup", "true"},
	{"warmup", "2"},
	{"no-shell", "yes"},
	{"ignore-failure", "yes"},
	{"label", "vor dem Umbau: Müller's"},
	{"note", "# not a comment"},
};

static void keys_come_back_as_they_were_set(void **state)
{
	const size_t count = sizeof(key_values) / sizeof(key_values[0]);
	struct plan plan;

	(void)state;
	assert_int_equal(plan_key_count, count);
	plan_init(&plan);
	for (size_t i = 0; i < count; i++) {
		char nothing[8];
		int status = plan_get(&plan, key_values[i][0], 0, nothing, sizeof(nothing));

		assert_true(status == 0 || status == -ENOENT);
		assert_string_equal(nothing, "");
		assert_string_equal(plan_keys[i].name, key_values[i][0]);
		set(&plan, key_values[i][0], key_values[i][1]);
		expect(&plan, key_values[i][0], 0, key_values[i][1]);
	}
	assert_int_equal(plan.batch_ns, 100000);
	assert_true(plan.precision == 0.005);
	assert_int_equal(plan.cpu, 0);
	for (size_t i = 0; i < count; i++)
		set(&plan, key_values[i][0], "");
	{
		struct plan empty;

		plan_init(&empty);
		assert_true(plan_equal(&plan, &empty));
		plan_clear(&empty);
	}
	plan_clear(&plan);
}

static void lists_grow_and_keep_each_item_once(void **state)
{
	struct plan plan;

	(void)state;
	plan_init(&plan);
	set(&plan, "ops", " stat , chmod ");
	set(&plan, "ops", "stat,rename");
	expect(&plan, "ops", 0, "stat,chmod,rename");
	set(&plan, "path", "/a, b");
	set(&plan, "path", "/c");
	set(&plan, "path", "/a, b");
	expect(&plan, "path", 0, "/a, b");
	expect(&plan, "path", 1, "/c");
	assert_int_equal(plan.own_paths.count, 2);
	set(&plan, "dirs", "DIR10,10,010");
	expect(&plan, "dirs", 0, "10");
	plan_clear(&plan);
}

static void relative_paths_become_absolute(void **state)
{
	char here[400];
	char expected[512];
	struct plan plan;

	(void)state;
	assert_non_null(getcwd(here, sizeof(here)));
	plan_init(&plan);
	set(&plan, "scratch", "some/where");
	snprintf(expected, sizeof(expected), "%s/some/where", here);
	expect(&plan, "scratch", 0, expected);
	set(&plan, "tree", "././some/where");
	expect(&plan, "tree", 0, expected);
	set(&plan, "path", "Makefile");
	snprintf(expected, sizeof(expected), "%s/Makefile", here);
	expect(&plan, "path", 0, expected);
	plan_clear(&plan);
}

static void bad_values_are_refused_with_the_reason(void **state)
{
	char item[70000];

	(void)state;
	refuse("ops", "stta", "stat", "lsmbench ops");
	refuse("ops", "stat,opne-close", "open-close", "opne-close");
	refuse("ops", "zzz*", "zzz*", "lsmbench ops");
	refuse("ops", "st\x1b[31mat", "\\x1b", "control");
	refuse("ops", ",", "ops", "nothing");
	refuse("paths", "XXX/GGG", "XXX/GGG", "XXX/YYY/ZZZ/NNN");
	refuse("paths", "4", "depths", "4");
	refuse("depths", "0", "1", "1024");
	refuse("depths", "1025", "1025", "1024");
	refuse("depths", "8..4", "8..4", "range");
	refuse("depths", "1..", "1..", "range");
	refuse("depths", "1..2..3", "1..2..3", "range");
	refuse("path", "/tmp/a;b", "/tmp/a;b", "symbolic link");
	refuse("path", "/tmp/=cmd|x", "=cmd|x", "symbolic link");
	refuse("dirs", "1000001", "1000001", "1000000");
	refuse("dirs", "-1", "-1", "1000000");
	refuse("dirs", "10k", "10k", "1000000");
	refuse("cases", "stat", "stat", "path");
	refuse("cases", "stta FFF", "stat", "lsmbench ops");
	refuse("cases", "loop FFF", "FFF", "none");
	refuse("cases", "chmod DIR1000001", "1000001", "1000000");
	refuse("variants", "nome", "none", "same");
	refuse("variants", "none,landlock:17", "17", "from 1 to 16");
	refuse("variants", "exec:a=b 'c", "exec", "not closed");
	refuse("landlock-rules", "10001", "10001", "10000");
	refuse("landlock-depth", "0", "0", "256");
	refuse("runs", "0", "0", "1000000");
	refuse("runs", "1000001", "1000001", "1000000");
	refuse("runs", "3,5", "3,5", "whole number");
	refuse("runs", "99999999999999999999999", "999", "1000000");
	refuse("passes", "1001", "1001", "1000");
	refuse("batch", "999ns", "999ns", "1us");
	refuse("batch", "11s", "11s", "10s");
	refuse("batch", "1,5ms", "1,5ms", "10s");
	refuse("precision", "0", "0", "percentage");
	refuse("precision", "101%", "101%", "percentage");
	refuse("cpu", "-1", "-1", "1023");
	refuse("seed", "0", "0", "9223372036854775807");
	refuse("quick", "maybe", "maybe", "yes");
	refuse("suite", "publisched", "publisched", "published");
	refuse("label", "a\nb", "\\x0a", "control");
	refuse("pathes", "FFF", "unknown key", "paths");
	refuse("", "x", "unknown key", "");
	memset(item, 'x', sizeof(item) - 1);
	item[sizeof(item) - 1] = '\0';
	refuse("label", item, "label", "too long");
	item[0] = '/';
	item[5000] = '\0';
	refuse("scratch", item, "scratch", "longer");
	refuse("path", item, "path", "longer");
}

static void lists_stay_within_a_value(void **state)
{
	static char value[PLAN_VALUE_SIZE];
	struct error error;
	struct plan plan;
	int status = 0;

	(void)state;
	plan_init(&plan);
	for (unsigned int i = 0; i < 5000 && status == 0; i++) {
		char text[64];

		snprintf(text, sizeof(text), "%u,%u,%u", i, 10000 + i, 100000 + i);
		status = plan_set(&plan, "dirs", text, &error);
	}
	assert_int_equal(status, -EINVAL);
	assert_non_null(strstr(error.text, "too many"));
	assert_int_equal(plan_get(&plan, "dirs", 0, value, sizeof(value)), 0);
	assert_int_equal(plan_get(&plan, "dirs", 0, value, 100), -ERANGE);
	plan_clear(&plan);
}

static void copies_are_equal_until_one_changes(void **state)
{
	struct error error;
	struct plan plan;
	struct plan copy;

	(void)state;
	plan_init(&plan);
	set(&plan, "ops", "stat,chmod");
	set(&plan, "label", "x");
	assert_int_equal(plan_expand(&plan, &error), 0);
	assert_int_equal(plan_copy(&copy, &plan), 0);
	assert_true(plan_equal(&copy, &plan));
	copy.cases[3].parameter[0] = '!';
	assert_false(plan_equal(&copy, &plan));
	copy.cases[3].parameter[0] = plan.cases[3].parameter[0];
	assert_true(plan_equal(&copy, &plan));
	set(&copy, "label", "y");
	assert_false(plan_equal(&copy, &plan));
	assert_int_equal(copy.case_count, 0);
	assert_false(copy.expanded);
	plan_clear(&copy);
	plan_clear(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_come_back_as_they_were_set),
		cmocka_unit_test(lists_grow_and_keep_each_item_once),
		cmocka_unit_test(relative_paths_become_absolute),
		cmocka_unit_test(bad_values_are_refused_with_the_reason),
		cmocka_unit_test(lists_stay_within_a_value),
		cmocka_unit_test(copies_are_equal_until_one_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
