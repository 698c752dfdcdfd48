/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_hooks_csv.c - a table of hooks is read back as it was written; a damaged one is refused
 * with the line.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exports/csv/hooks_csv.h"
#include "exports/signature.h"

static const char whole[] = "# lsmbench: hooks 1\n"
			    "# release: 6.12.1\n"
			    "# user selinux: inode_permission inode_getattr\n"
			    "# user bpf: inode_permission\n"
			    "# uncounted: init: Invalid argument\n"
			    "# rows: 3\n"
			    "operation,parameter,hook,count,varies\n"
			    "stat,XXX/FFF,inode_permission,2,\n"
			    "unlink-create,,path_unlink,0.5,yes\n"
			    "loop,,,0,\n";

static int read_text(const char *text, struct hook_table *table, struct error *error)
{
	return hooks_csv_read(text, strlen(text), "x.csv", table, error);
}

static void reads_back(void **state)
{
	struct hook_table table;
	struct error error = {""};
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	(void)state;
	assert_int_equal(signature_of(whole, strlen(whole)), SIGNATURE_HOOKS);
	assert_int_equal(read_text(whole, &table, &error), 0);
	assert_string_equal(table.release, "6.12.1");
	assert_int_equal(table.count_count, 3);
	assert_true(hook_table_count(&table, "stat", "XXX/FFF", "inode_permission") == 2);
	assert_true(hook_table_count(&table, "unlink-create", "", "path_unlink") == 0.5);
	assert_true(table.counts[1].varies);
	assert_true(hook_table_has_case(&table, "loop", ""));
	assert_true(hook_table_uses(&table, "selinux", "inode_getattr"));
	assert_true(hook_table_uses(&table, "bpf", "inode_permission"));
	assert_false(hook_table_uses(&table, "bpf", "inode_getattr"));
	assert_string_equal(table.uncounted.items[0], "init: Invalid argument");
	assert_int_equal(hooks_csv_write(&table, file, &error), 0);
	fclose(file);
	assert_string_equal(text, whole);
	free(text);
	hook_table_clear(&table);
}

/* with in the place of what in the whole file; part of the message. */
static void refuses(const char *what, const char *with, const char *message)
{
	struct hook_table table;
	struct error error = {""};
	const char *at = strstr(whole, what);
	char text[1024];

	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - whole), whole, with, at + strlen(what));
	assert_int_equal(read_text(text, &table, &error), -EINVAL);
	if (!strstr(error.text, message))
		fail_msg("\"%s\" does not say \"%s\"", error.text, message);
}

static void damaged_files_are_refused(void **state)
{
	(void)state;
	refuses("hooks 1", "hooks 2", "x.csv: line 1: expected \"# lsmbench: hooks 1\"");
	refuses("loop,,,0,\n", "", "line 9: the file ends after 2 rows");
	refuses("# rows: 3\n", "", "and should have 0");
	refuses("rows: 3", "rows: three", "line 6: rows: expected a number");
	refuses("operation,parameter,", "parameter,operation,", "line 7: expected operation");
	refuses(",2,\n", ",2\n", "line 8: 4 cells");
	refuses(",2,\n", ",2,no\n", "varies");
	refuses(",2,\n", ",-2,\n", "count: \"-2\"");
	refuses(",2,\n", ",nan,\n", "count");
	refuses(",2,\n", ",\033,\n", "count: \"\\x1b\"");
	refuses("stat,XXX", ",XXX", "operation: missing");
	refuses("loop,,,0", "loop,,,1", "hook: missing");
	refuses("loop,,,0", "stat,XXX/FFF,inode_permission,1", "line 10: the same case and hook");
	refuses("inode_permission,2", "Inode-permission,2", "hook: only a-z");
	refuses("user bpf", "user b%20f", "user: only a-z");
	refuses("XXX/FFF", "XXX%/FFF", "not escaped");
}

static void a_file_is_read_or_named(void **state)
{
	struct hook_table table;
	struct error error = {""};

	(void)state;
	assert_int_equal(hooks_csv_read_file("/nonesuch/x", &table, &error), -ENOENT);
	assert_non_null(strstr(error.text, "/nonesuch/x"));
	assert_int_equal(hooks_csv_read_file("/dev/zero", &table, &error), -EFBIG);
	assert_int_equal(hooks_csv_read_file("tests/fuzz/corpus/hooks/small.csv", &table, &error),
			 0);
	assert_int_equal(table.count_count, 3);
	hook_table_clear(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_back),
		cmocka_unit_test(damaged_files_are_refused),
		cmocka_unit_test(a_file_is_read_or_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
