/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_hook_table.c - what a table of hooks keeps, and which modules implement a hook by the lists
 * of symbols of two real kernels.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/environment/security_module.h"
#include "engine/hooks/hook_users.h"

#define NEWER "tests/data/hooks/kallsyms-6.12.117+deb12-cloud-amd64.txt"
#define OLDER "tests/data/hooks/kallsyms-6.1.0-57-cloud-amd64.txt"

static void add(struct hook_table *table, const char *parameter, const char *hook, double count)
{
	const struct hook_count made = {.operation = (char *)"stat",
					.parameter = (char *)parameter,
					.hook = (char *)hook,
					.count = count};

	assert_int_equal(hook_table_add(table, &made), 0);
}

static void a_count_is_kept_and_replaced(void **state)
{
	struct hook_table table = {0};

	(void)state;
	add(&table, "FFF", "inode_permission", 1);
	add(&table, "XXX/FFF", "inode_permission", 2);
	add(&table, "XXX/FFF", "inode_permission", 3);
	add(&table, "none", "", 0);
	assert_int_equal(table.count_count, 3);
	assert_true(hook_table_count(&table, "stat", "FFF", "inode_permission") == 1);
	assert_true(hook_table_count(&table, "stat", "XXX/FFF", "inode_permission") == 3);
	assert_true(hook_table_count(&table, "stat", "FFF", "inode_getattr") == 0);
	assert_true(hook_table_has_case(&table, "stat", "none"));
	assert_false(hook_table_has_case(&table, "access", "FFF"));
	hook_table_clear(&table);
	assert_int_equal(table.count_count, 0);
}

static void a_copy_stands_alone(void **state)
{
	struct hook_table table = {0};
	struct hook_table copy;

	(void)state;
	add(&table, "FFF", "inode_permission", 1);
	assert_int_equal(hook_table_add_user(&table, "selinux", "inode_permission"), 0);
	assert_int_equal(hook_table_add_user(&table, "selinux", "inode_permission"), 0);
	assert_int_equal(hook_table_set_release(&table, "6.12"), 0);
	assert_int_equal(text_list_add(&table.uncounted, "init: Invalid argument"), 0);
	assert_int_equal(table.user_count, 1);
	assert_int_equal(hook_table_copy(&copy, &table), 0);
	hook_table_clear(&table);
	assert_string_equal(copy.release, "6.12");
	assert_true(hook_table_uses(&copy, "selinux", "inode_permission"));
	assert_true(hook_table_count(&copy, "stat", "FFF", "inode_permission") == 1);
	assert_string_equal(copy.uncounted.items[0], "init: Invalid argument");
	hook_table_clear(&copy);
}

static void read_users(const char *path, struct hook_table *table)
{
	struct hook_symbols symbols;
	struct error error = {""};

	*table = (struct hook_table){0};
	if (hook_symbols_read(&symbols, path, &error) < 0)
		fail_msg("%s", error.text);
	assert_int_equal(hook_users_add(table, &symbols), 0);
	hook_symbols_clear(&symbols);
}

static void uses(const struct hook_table *table, const char *module, const char *hook)
{
	if (!hook_table_uses(table, module, hook))
		fail_msg("%s should implement %s", module, hook);
}

static void uses_not(const struct hook_table *table, const char *module, const char *hook)
{
	if (hook_table_uses(table, module, hook))
		fail_msg("%s should not implement %s", module, hook);
}

static void modules_are_told_in(const struct hook_table *table)
{
	uses(table, "selinux", "inode_permission");
	uses(table, "selinux", "inode_getattr");
	uses(table, "selinux", "unix_stream_connect");
	uses(table, "selinux", "file_alloc");
	uses(table, "apparmor", "inode_getattr");
	uses_not(table, "apparmor", "inode_permission");
	uses(table, "tomoyo", "inode_getattr");
	uses(table, "tomoyo", "path_chmod");
	uses_not(table, "tomoyo", "inode_permission");
	uses(table, "landlock", "file_open");
	uses_not(table, "landlock", "inode_getattr");
	uses(table, "capability", "capable");
	uses(table, "capability", "vm_enough_memory_mm");
	uses(table, "lockdown", "locked_down");
	uses(table, "bpf", "inode_permission");
	uses(table, "bpf", "prepare_creds");
	for (size_t i = 0; i < table->user_count; i++) {
		assert_non_null(security_module_find(table->users[i].module));
		assert_string_not_equal(table->users[i].hook, "init");
		assert_string_not_equal(table->users[i].hook, "compute_av");
	}
}

static void modules_of_the_newer_kernel(void **state)
{
	struct hook_table table;

	(void)state;
	read_users(NEWER, &table);
	modules_are_told_in(&table);
	uses(&table, "ima", "file_post_open");
	uses(&table, "ima", "file_release");
	uses(&table, "ima", "bprm_check");
	/* ima_file_free is called when a file is released. */
	uses_not(&table, "ima", "file_free");
	uses(&table, "landlock", "file_alloc");
	hook_table_clear(&table);
}

static void modules_of_the_older_kernel(void **state)
{
	struct hook_table table;

	(void)state;
	read_users(OLDER, &table);
	modules_are_told_in(&table);
	uses_not(&table, "ima", "file_post_open");
	uses_not(&table, "landlock", "file_alloc");
	hook_table_clear(&table);
}

/* A kernel with one hook, which every module implements: none may be overlooked. */
static void every_module_is_told_by_its_functions(void **state)
{
	struct hook_table table;
	char path[64];
	int fd = memfd_create("kallsyms", MFD_CLOEXEC);
	size_t with_functions = 0;

	(void)state;
	assert_true(fd >= 0);
	dprintf(fd, "0000 T security_inode_permission\n");
	for (size_t i = 0; i < security_module_count; i++)
		if (security_modules[i].function_prefix)
			dprintf(fd, "0000 t %sinode_permission\n",
				security_modules[i].function_prefix);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	read_users(path, &table);
	close(fd);
	for (size_t i = 0; i < security_module_count; i++) {
		const struct security_module *module = &security_modules[i];

		/* What a kernel lists has functions that it calls. */
		assert_int_equal(module->function_prefix != NULL, module->id != 0);
		with_functions += module->function_prefix != NULL;
		if (module->function_prefix)
			uses(&table, module->name, "inode_permission");
	}
	assert_int_equal(table.user_count, with_functions);
	hook_table_clear(&table);
}

/* Of an older kernel, with the hooks of bpf left out. */
static void hooks_are_told_without_bpf(void **state)
{
	struct hook_symbols symbols;
	struct text_list with = {0};
	struct text_list without = {0};
	struct error error = {""};

	(void)state;
	if (hook_symbols_read(&symbols, OLDER, &error) < 0)
		fail_msg("%s", error.text);
	assert_true(symbols.has_bpf);
	assert_int_equal(hook_symbols_hooks(&symbols, &with), 0);
	symbols.has_bpf = false;
	assert_int_equal(hook_symbols_hooks(&symbols, &without), 0);
	assert_true(with.count > 20);
	assert_true(text_list_has(&with, "inode_permission"));
	assert_true(text_list_has(&with, "sk_classify_flow"));
	assert_false(text_list_has(&with, "inode_nonesuch"));
	assert_true(text_list_equal(&with, &without));
	text_list_clear(&with);
	text_list_clear(&without);
	hook_symbols_clear(&symbols);
}

static void a_list_without_the_framework_is_refused(void **state)
{
	struct hook_symbols symbols;
	struct error error = {""};

	(void)state;
	assert_int_equal(hook_symbols_read(&symbols, "/dev/null", &error), -ENODATA);
	assert_non_null(strstr(error.text, "CONFIG_SECURITY"));
	assert_int_equal(hook_symbols_read(&symbols, "/nonesuch", &error), -ENOENT);
	assert_non_null(strstr(error.text, "/nonesuch"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_count_is_kept_and_replaced),
		cmocka_unit_test(a_copy_stands_alone),
		cmocka_unit_test(modules_of_the_newer_kernel),
		cmocka_unit_test(modules_of_the_older_kernel),
		cmocka_unit_test(every_module_is_told_by_its_functions),
		cmocka_unit_test(hooks_are_told_without_bpf),
		cmocka_unit_test(a_list_without_the_framework_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
