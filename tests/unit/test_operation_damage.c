/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_damage.c - that operations notice a fixture that is not as it should be, an
 * iteration that fails, and undo half of one.
 */
#include "tests/unit/operation_play.h"

/* A check that never complains proves nothing: damage each fixture and expect a complaint. */
static void check_damage(struct scratch *scratch, const char *name, const char *value,
			 void (*damage)(int directory))
{
	const struct operation *operation = operation_find(name);
	static struct context context;
	struct fixture_spec spec;
	struct error error = {.text = ""};
	int directory;

	assert_int_equal(operation_fixture(operation, value, &spec, &error), 0);
	assert_int_equal(fixture_build(scratch->fd, "case", &spec, NULL, NULL, &error), 0);
	directory = openat(scratch->fd, "case", O_RDONLY | O_DIRECTORY);
	assert_int_equal(fchdir(directory), 0);
	damage(directory);
	prepare(&context, operation, value, directory);
	if (operation->verify(&context, &error) == 0)
		fail_msg("%s %s: verify accepts a damaged fixture", name, value);
	assert_string_not_equal(error.text, "");
	assert_int_equal(chdir("/"), 0);
	close(directory);
	assert_int_equal(fixture_remove(scratch->fd, "case", NULL, NULL, &error), 0);
}

static void remove_file(int directory)
{
	unlinkat(directory, "FFF", 0);
}

static void add_file(int directory)
{
	close(openat(directory, "stray", O_CREAT | O_WRONLY, 0600));
}

static void make_missing_present(int directory)
{
	close(openat(directory, "XXX/YYY/ZZZ/NNN", O_CREAT | O_WRONLY, 0600));
}

static void leave_alone(int directory)
{
	(void)directory;
}

static void take_the_name(int directory)
{
	close(openat(directory, "SSS", O_CREAT | O_WRONLY, 0600));
}

static void test_verify_finds_damage(void **state)
{
	check_damage(*state, "stat", "FFF", remove_file);
	check_damage(*state, "open-close", "XXX/YYY/ZZZ/NNN", make_missing_present);
	check_damage(*state, "chmod", "DIR10", add_file);
	check_damage(*state, "chmod", "DIR10", remove_file);
	check_damage(*state, "rename", "DIR10", add_file);
	check_damage(*state, "mkstemp", "DIR10", add_file);
	check_damage(*state, "readdir", "DIR10", add_file);
	check_damage(*state, "rename-create", "", remove_file);
	check_damage(*state, "open-unlink", "", add_file);
	check_damage(*state, "symlink-unlink", "", add_file);
	check_damage(*state, "mkdir-rmdir", "", add_file);
	check_damage(*state, "link-unlink", "", add_file);
	check_damage(*state, "link-unlink", "", remove_file);
	check_damage(*state, "truncate", "", remove_file);
	/* Without setup no attribute was set. */
	check_damage(*state, "getxattr", "", leave_alone);
	check_damage(*state, "setxattr", "", remove_file);
	check_damage(*state, "bind-close", "", take_the_name);
	/* Nobody is confined here, so nothing is denied. */
	check_damage(*state, "open-denied", "", leave_alone);
}

/* Where an iteration that fails half way can leave the objects, and that restore leads back. */
static void check_restore(struct scratch *scratch, const char *name, const char *value,
			  void (*leave)(struct context *context))
{
	const struct operation *operation = operation_find(name);
	static struct context context;
	struct fixture_spec spec;
	struct error error = {.text = ""};
	int directory;

	assert_int_equal(operation_fixture(operation, value, &spec, &error), 0);
	assert_int_equal(fixture_build(scratch->fd, "case", &spec, NULL, NULL, &error), 0);
	directory = openat(scratch->fd, "case", O_RDONLY | O_DIRECTORY);
	assert_int_equal(fchdir(directory), 0);
	prepare(&context, operation, value, directory);
	leave(&context);
	/* Without it, this is what every batch to come would meet. */
	assert_true(operation->verify(&context, &error) < 0);
	operation->restore(&context);
	if (operation->verify(&context, &error) < 0)
		fail_msg("%s: not restored: %s", name, error.text);
	assert_int_equal(operation->run(&context, 4), 0);
	assert_int_equal(chdir("/"), 0);
	close(directory);
	assert_int_equal(fixture_remove(scratch->fd, "case", NULL, NULL, &error), 0);
}

static void leave_moved(struct context *context)
{
	(void)context;
	assert_int_equal(rename("FFF", "GGG"), 0);
}

static void leave_file(struct context *context)
{
	(void)context;
	close(open("FFF", O_CREAT | O_WRONLY, 0600));
}

static void leave_link(struct context *context)
{
	(void)context;
	assert_int_equal(symlink("FFF", "LLL"), 0);
}

static void leave_temporary(struct context *context)
{
	snprintf(context->other, sizeof(context->other), "tmpABCDEF");
	close(open(context->other, O_CREAT | O_WRONLY, 0600));
}

static void test_restore_undoes_half_an_iteration(void **state)
{
	check_restore(*state, "rename", "DIR10", leave_moved);
	check_restore(*state, "rename-create", "", leave_moved);
	check_restore(*state, "mkstemp", "DIR10", leave_temporary);
	check_restore(*state, "open-unlink", "", leave_file);
	check_restore(*state, "symlink-unlink", "", leave_link);
}

static void test_failed_iteration_names_its_errno(void **state)
{
	static struct context context;

	(void)state;
	assert_int_equal(chdir("/proc/self"), 0);
	prepare(&context, operation_find("stat"), "FFF", AT_FDCWD);
	assert_int_equal(operation_find("stat")->run(&context, 4), ENOENT);
	prepare(&context, operation_find("open-close"), "XXX/YYY/ZZZ/NNN", AT_FDCWD);
	snprintf(context.path, sizeof(context.path), "status");
	assert_int_equal(operation_find("open-close")->run(&context, 4), EPROTO);
	snprintf(context.path, sizeof(context.path), "status/x");
	assert_int_equal(operation_find("open-close")->run(&context, 4), ENOTDIR);
	assert_int_not_equal(operation_find("open-unlink")->run(&context, 2), 0);
	assert_int_equal(operation_find("rename")->run(&context, 2), ENOENT);
	assert_int_equal(operation_find("truncate")->run(&context, 2), ENOENT);
	assert_int_equal(operation_find("getxattr")->run(&context, 2), ENOENT);
	assert_int_not_equal(operation_find("mkdir-rmdir")->run(&context, 2), 0);
	context.fd = -1;
	assert_int_equal(operation_find("ioctl")->run(&context, 2), EBADF);
	assert_int_equal(operation_find("mmap-exec")->run(&context, 2), EBADF);
	snprintf(context.path, sizeof(context.path), "status");
	assert_int_equal(operation_find("open-denied")->run(&context, 2), EPROTO);
	snprintf(context.path, sizeof(context.path), "nothing");
	assert_int_equal(operation_find("open-denied")->run(&context, 2), ENOENT);
	assert_int_equal(chdir("/"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_verify_finds_damage),
		cmocka_unit_test(test_restore_undoes_half_an_iteration),
		cmocka_unit_test(test_failed_iteration_names_its_errno),
	};

	return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
