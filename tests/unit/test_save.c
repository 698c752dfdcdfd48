/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_save.c - a file is written whole or not at all, links are followed, pipes and devices are
 * written in place, and what is not ours stays.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "exports/save.h"

static char directory[PATH_MAX];

static const char *path_of(const char *name)
{
	static char paths[4][PATH_MAX + 64];
	static unsigned int next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", directory, name);
	return path;
}

static int make_directory(void **state)
{
	const char *parent = getenv("TMPDIR");

	(void)state;
	snprintf(directory, sizeof(directory), "%s/lsmbench-save.XXXXXX", parent ? parent : "/tmp");
	return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
	char command[PATH_MAX + 16];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", directory);
	return system(command);
}

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void assert_holds(const char *path, const char *text)
{
	char found[256] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	found[fread(found, 1, sizeof(found) - 1, file)] = '\0';
	fclose(file);
	assert_string_equal(found, text);
}

/* How many names the directory holds: no temporary file may be left. */
static int count_names(void)
{
	char command[PATH_MAX + 64];
	FILE *pipe;
	int count = -1;

	snprintf(command, sizeof(command), "ls -A '%s' | wc -l", directory);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	assert_int_equal(fscanf(pipe, "%d", &count), 1);
	pclose(pipe);
	return count;
}

static void save_text(const char *target, const char *text)
{
	struct save save;
	struct error error;

	if (save_open(&save, target, false, &error) < 0)
		fail_msg("%s", error.text);
	assert_true(fputs(text, save.file) >= 0);
	if (save_commit(&save, &error) < 0)
		fail_msg("%s", error.text);
}

static void refuse(const char *target, int code, const char *words)
{
	struct save save;
	struct error error = {0};

	assert_int_equal(save_open(&save, target, false, &error), code);
	assert_non_null(strstr(error.text, words));
	assert_null(save.file);
}

static void test_new_file_has_the_rights_umask_leaves(void **state)
{
	struct stat status;
	mode_t old = umask(027);

	(void)state;
	save_text(path_of("new"), "hello");
	umask(old);
	assert_holds(path_of("new"), "hello");
	assert_int_equal(stat(path_of("new"), &status), 0);
	assert_int_equal(status.st_mode & 0777, 0640);
	assert_int_equal(count_names(), 1);
}

static void test_nothing_changes_before_commit(void **state)
{
	struct save save;
	struct error error;

	(void)state;
	put(path_of("old"), "# lsmbench: result 1\n");
	chmod(path_of("old"), 0604);
	assert_int_equal(save_open_as(&save, path_of("old"), SIGNATURE_RESULT, false, &error), 0);
	assert_true(fputs("# lsmbench: changed\n", save.file) >= 0);
	assert_int_equal(fflush(save.file), 0);
	assert_holds(path_of("old"), "# lsmbench: result 1\n");
	save_abort(&save);
	assert_holds(path_of("old"), "# lsmbench: result 1\n");
	assert_int_equal(count_names(), 1);
	put(path_of("old"), "# lsmbench: text 1\n");
	save_text(path_of("old"), "# lsmbench: changed\n");
	assert_holds(path_of("old"), "# lsmbench: changed\n");
}

static void test_rights_of_a_replaced_file_stay(void **state)
{
	struct stat status;

	(void)state;
	put(path_of("file"), "");
	chmod(path_of("file"), 0604);
	save_text(path_of("file"), "x");
	assert_int_equal(stat(path_of("file"), &status), 0);
	assert_int_equal(status.st_mode & 0777, 0604);
}

static void test_what_is_not_ours_stays_unless_forced(void **state)
{
	struct save save;
	struct error error;

	(void)state;
	put(path_of("letter"), "Dear list,\n");
	refuse(path_of("letter"), -EEXIST, "--force");
	assert_holds(path_of("letter"), "Dear list,\n");
	assert_int_equal(save_open(&save, path_of("letter"), true, &error), 0);
	assert_true(fputs("new", save.file) >= 0);
	assert_int_equal(save_commit(&save, &error), 0);
	assert_holds(path_of("letter"), "new");
}

static void test_links_are_followed(void **state)
{
	struct stat status;

	(void)state;
	assert_int_equal(mkdir(path_of("sub"), 0700), 0);
	put(path_of("sub/real"), "");
	assert_int_equal(symlink("sub/real", path_of("link")), 0);
	assert_int_equal(symlink("link", path_of("twice")), 0);
	assert_int_equal(symlink("sub/absent", path_of("dangling")), 0);
	save_text(path_of("twice"), "through");
	assert_holds(path_of("sub/real"), "through");
	save_text(path_of("dangling"), "made");
	assert_holds(path_of("sub/absent"), "made");
	assert_int_equal(lstat(path_of("twice"), &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_int_equal(symlink("circle", path_of("circle")), 0);
	refuse(path_of("circle"), -ELOOP, "circle");
}

static void test_pipes_are_written_in_place(void **state)
{
	struct stat status;
	char found[16] = "";
	int fd;

	(void)state;
	assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
	fd = open(path_of("pipe"), O_RDWR);
	assert_true(fd >= 0);
	save_text(path_of("pipe"), "in place");
	assert_int_equal(read(fd, found, sizeof(found) - 1), 8);
	assert_string_equal(found, "in place");
	close(fd);
	assert_int_equal(lstat(path_of("pipe"), &status), 0);
	assert_true(S_ISFIFO(status.st_mode));
	save_text("/dev/null", "gone");
	assert_int_equal(lstat("/dev/null", &status), 0);
	assert_true(S_ISCHR(status.st_mode));
}

/* A descriptor that a shell opened is written on where it stands, and never renamed over. */
static void test_a_descriptor_by_name(void **state)
{
	char name[32];
	int fd = open(path_of("shell"), O_WRONLY | O_CREAT | O_APPEND, 0600);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "one ", 4), 4);
	snprintf(name, sizeof(name), "/dev/fd/%d", fd);
	save_text(name, "two ");
	assert_int_equal(write(fd, "three", 5), 5);
	close(fd);
	assert_holds(path_of("shell"), "one two three");
	refuse(name, -EBADF, "not open");
}

static void test_a_full_device_is_told(void **state)
{
	struct save save;
	struct error error = {0};

	(void)state;
	assert_int_equal(save_open(&save, "/dev/full", false, &error), 0);
	assert_true(fputs("lost", save.file) >= 0);
	assert_int_equal(save_commit(&save, &error), -ENOSPC);
	assert_non_null(strstr(error.text, "/dev/full"));
}

static void test_what_cannot_be_written_is_told(void **state)
{
	(void)state;
	refuse("", -EINVAL, "empty");
	refuse(directory, -EISDIR, "directory");
	refuse(path_of("absent/file"), -ENOENT, "create the directory");
	put(path_of("file"), "");
	refuse(path_of("file/file"), -ENOTDIR, "file/file");
	refuse("/proc/absent", -ENOENT, "/proc/absent");
	assert_int_equal(count_names(), 1);
}

int main(void)
{
#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, make_directory, remove_directory)
	const struct CMUnitTest tests[] = {
		IN_DIRECTORY(test_new_file_has_the_rights_umask_leaves),
		IN_DIRECTORY(test_nothing_changes_before_commit),
		IN_DIRECTORY(test_rights_of_a_replaced_file_stay),
		IN_DIRECTORY(test_what_is_not_ours_stays_unless_forced),
		IN_DIRECTORY(test_links_are_followed),
		IN_DIRECTORY(test_pipes_are_written_in_place),
		IN_DIRECTORY(test_a_descriptor_by_name),
		IN_DIRECTORY(test_a_full_device_is_told),
		IN_DIRECTORY(test_what_cannot_be_written_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
