/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_initramfs.c - the archive that a guest starts from holds what was put in, and its bytes
 * depend on nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>
#include <cmocka.h>

#include "engine/ladder/initramfs.h"

static const char program[] = "\177ELF and what follows\0 it";

static const struct initramfs_entry entries[] = {
	{.path = "dev", .mode = S_IFDIR | 0755},
	{.path = "dev/console", .mode = S_IFCHR | 0600, .device = 0x501 /* major 5, minor 1 */},
	{.path = "init", .mode = S_IFREG | 0755, .bytes = program, .size = sizeof(program)},
	{.path = "empty", .mode = S_IFREG | 0644, .bytes = "", .size = 0},
	{.path = "tmp", .mode = S_IFDIR | 01777},
};
static const size_t entry_count = sizeof(entries) / sizeof(entries[0]);

struct bytes {
	char *bytes;
	size_t size;
};

/* What initramfs_write makes of the entries, malloc'ed. */
static struct bytes write_archive(void)
{
	int fd = memfd_create("archive", MFD_CLOEXEC);
	struct error error = {""};
	struct bytes made;

	assert_true(fd >= 0);
	if (initramfs_write(fd, entries, entry_count, &error) < 0)
		fail_msg("%s", error.text);
	made.size = (size_t)lseek(fd, 0, SEEK_END);
	made.bytes = malloc(made.size);
	assert_non_null(made.bytes);
	assert_int_equal(pread(fd, made.bytes, made.size, 0), made.size);
	close(fd);
	return made;
}

static void check_entry(struct archive *archive, struct archive_entry *entry,
			const struct initramfs_entry *expected)
{
	char content[sizeof(program)];

	assert_string_equal(archive_entry_pathname(entry), expected->path);
	assert_int_equal(archive_entry_mode(entry), expected->mode);
	assert_int_equal(archive_entry_uid(entry), 0);
	assert_int_equal(archive_entry_gid(entry), 0);
	assert_int_equal(archive_entry_mtime(entry), 0);
	assert_int_equal(archive_entry_size(entry), expected->size);
	if (S_ISCHR(expected->mode))
		assert_int_equal(archive_entry_rdev(entry), expected->device);
	assert_int_equal(archive_read_data(archive, content, sizeof(content)), expected->size);
	if (expected->size > 0)
		assert_memory_equal(content, expected->bytes, expected->size);
}

static void everything_can_be_read_back(void **state)
{
	struct bytes made = write_archive();
	struct archive *archive = archive_read_new();
	struct archive_entry *entry;

	(void)state;
	assert_int_equal(archive_read_support_format_cpio(archive), ARCHIVE_OK);
	assert_int_equal(archive_read_open_memory(archive, made.bytes, made.size), ARCHIVE_OK);
	for (size_t i = 0; i < entry_count; i++) {
		assert_int_equal(archive_read_next_header(archive, &entry), ARCHIVE_OK);
		check_entry(archive, entry, &entries[i]);
	}
	assert_int_equal(archive_read_next_header(archive, &entry), ARCHIVE_EOF);
	archive_read_free(archive);
	free(made.bytes);
}

static void it_is_of_the_kind_that_kernels_read(void **state)
{
	struct bytes made = write_archive();

	(void)state;
	assert_memory_equal(made.bytes, "070701", 6);
	assert_int_equal(made.size % 4, 0);
	free(made.bytes);
}

static void two_archives_are_equal(void **state)
{
	struct bytes first = write_archive();
	struct bytes second;

	(void)state;
	/* So that a time that was written down would differ. */
	nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);
	second = write_archive();
	assert_int_equal(first.size, second.size);
	assert_memory_equal(first.bytes, second.bytes, first.size);
	free(first.bytes);
	free(second.bytes);
}

static void a_full_disk_is_told(void **state)
{
	int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
	struct error error = {""};

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(initramfs_write(fd, entries, entry_count, &error), -ENOSPC);
	assert_non_null(strstr(error.text, "the guest's file system"));
	assert_null(strchr(error.text, '\n'));
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_can_be_read_back),
		cmocka_unit_test(it_is_of_the_kind_that_kernels_read),
		cmocka_unit_test(two_archives_are_equal),
		cmocka_unit_test(a_full_disk_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
