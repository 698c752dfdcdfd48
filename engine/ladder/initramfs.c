/* SPDX-License-Identifier: GPL-2.0-or-later */
/* initramfs.c - the archive from which a guest starts, written with libarchive. */
#include "engine/ladder/initramfs.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdbool.h>
#include <sys/stat.h>

/* The kernel looks for the end of an archive at multiples of four bytes: no further padding. */
#define LAST_BLOCK 4

static int fail(struct archive *archive, const char *what, struct error *error)
{
	int code = archive_errno(archive);
	const char *why = archive_error_string(archive);

	/* libarchive has numbers of its own, which are negative, beside those of the system. */
	if (code > 0)
		return error_set(error, -code, "cannot write the guest's file system (%s): %s",
				 what, error_words(code));
	return error_set(error, -EIO, "cannot write the guest's file system (%s): %s", what,
			 why ? why : error_words(EIO));
}

/* Numbers that follow from the place in the archive, times and owners that are always the same. */
static void describe(struct archive_entry *entry, const struct initramfs_entry *what, size_t index)
{
	archive_entry_set_pathname(entry, what->path);
	archive_entry_set_mode(entry, what->mode);
	archive_entry_set_uid(entry, 0);
	archive_entry_set_gid(entry, 0);
	archive_entry_set_mtime(entry, 0, 0);
	archive_entry_set_ino64(entry, (la_int64_t)index + 1);
	archive_entry_set_nlink(entry, S_ISDIR(what->mode) ? 2 : 1);
	archive_entry_set_size(entry, S_ISREG(what->mode) ? (la_int64_t)what->size : 0);
	if (S_ISCHR(what->mode))
		archive_entry_set_rdev(entry, what->device);
}

/* A warning, of a name that cannot be written for instance, is a damaged file system. */
static bool put(struct archive *archive, struct archive_entry *entry,
		const struct initramfs_entry *what)
{
	if (archive_write_header(archive, entry) != ARCHIVE_OK)
		return false;
	if (!S_ISREG(what->mode) || what->size == 0)
		return true;
	return archive_write_data(archive, what->bytes, what->size) == (la_ssize_t)what->size;
}

static int write_entry(struct archive *archive, const struct initramfs_entry *what, size_t index,
		       struct error *error)
{
	struct archive_entry *entry = archive_entry_new();
	int code = 0;

	if (!entry)
		return error_set(error, -ENOMEM, "out of memory");
	describe(entry, what, index);
	if (!put(archive, entry, what))
		code = fail(archive, what->path, error);
	archive_entry_free(entry);
	return code;
}

static int open_archive(struct archive *archive, int fd, struct error *error)
{
	if (archive_write_set_format_cpio_newc(archive) != ARCHIVE_OK ||
	    archive_write_add_filter_none(archive) != ARCHIVE_OK ||
	    archive_write_set_bytes_in_last_block(archive, LAST_BLOCK) != ARCHIVE_OK ||
	    archive_write_open_fd(archive, fd) != ARCHIVE_OK)
		return fail(archive, "its beginning", error);
	return 0;
}

int initramfs_write(int fd, const struct initramfs_entry *entries, size_t count,
		    struct error *error)
{
	struct archive *archive = archive_write_new();
	int code;

	if (!archive)
		return error_set(error, -ENOMEM, "out of memory");
	code = open_archive(archive, fd, error);
	for (size_t i = 0; i < count && code == 0; i++)
		code = write_entry(archive, &entries[i], i, error);
	if (code == 0 && archive_write_close(archive) != ARCHIVE_OK)
		code = fail(archive, "its end", error);
	archive_write_free(archive);
	return code;
}
