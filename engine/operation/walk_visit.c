/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk_visit.c - readdir, lstat, open, read and read on, each between two clock readings.
 *
 * Nothing here allocates. Between two timed calls the result of the first is checked, and counted.
 */
#include "engine/operation/walk_visit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/operation/walk_timer.h"

#define BEAT_NS 1000000000u

static int fail(const struct walk_visit *visit, int failure, const char *call, const char *name)
{
	error_set(visit->error, -failure, "%s %.128s: %s; was the tree of files changed?", call,
		  name, error_words(failure));
	return failure;
}

/* Once a second, tell how it stands. Not between a call and its clock reading. */
static int keep_time(struct walk_visit *visit, uint64_t now)
{
	if (now >= visit->end_ns)
		visit->over = true;
	if (now < visit->pulse.next_ns)
		return 0;
	visit->pulse.next_ns = now + BEAT_NS;
	if (visit->pulse.beat(visit->pulse.argument))
		return 0;
	error_set(visit->error, -ECANCELED, "the walk was interrupted");
	return ECANCELED;
}

/* The next entry; NULL at the end, or with errno set. */
static inline const struct dirent64 *next_entry(struct walk_entries *entries)
{
	const struct dirent64 *entry;

	if (entries->at == entries->size) {
		ssize_t size = getdents64(entries->fd, entries->buffer, sizeof(entries->buffer));

		if (size <= 0)
			return NULL;
		entries->at = 0;
		entries->size = (size_t)size;
	}
	entry = (const void *)(entries->buffer + entries->at);
	entries->at += entry->d_reclen;
	return entry;
}

/* All but the first byte. The last read is the one that returns less than was asked for. */
static int read_on(struct walk_visit *visit, int fd, const char *name)
{
	struct walk_rows *rows = &visit->rows;
	ssize_t got;
	int failure = 0;

	do {
		const uint64_t start = walk_now();
		uint64_t end;

		got = read(fd, visit->piece, sizeof(visit->piece));
		end = walk_now();
		if (got < 0)
			return fail(visit, errno, "read", name);
		rows->calls++;
		rows->total_ns += end - start;
		rows->read_ns += end - start;
		rows->read_bytes += (uint64_t)got;
		failure = keep_time(visit, end);
	} while (got == (ssize_t)sizeof(visit->piece) && !visit->over && !failure);
	return failure;
}

static int visit_content(struct walk_visit *visit, int fd, const char *name)
{
	uint64_t start = walk_now();
	ssize_t got = read(fd, visit->piece, 1);
	uint64_t end = walk_now();

	if (got != 1)
		return fail(visit, got < 0 ? errno : ENODATA, "read", name);
	walk_rows_add(&visit->rows, WALK_FIRST_BYTE, end - start);
	visit->rows.read_bytes++;
	visit->rows.read_ns += end - start;
	return read_on(visit, fd, name);
}

static int visit_file(struct walk_visit *visit, const char *name)
{
	uint64_t start = walk_now();
	int fd = openat(visit->entries.fd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	uint64_t end = walk_now();
	int failure;

	if (fd < 0)
		return fail(visit, errno, "open", name);
	walk_rows_add(&visit->rows, WALK_OPEN, end - start);
	failure = visit_content(visit, fd, name);
	if (visit->cold)
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	close(fd);
	return failure;
}

static bool is_self_or_parent(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int visit_entry(struct walk_visit *visit, const char *name)
{
	struct stat status;
	uint64_t start;
	uint64_t end;
	int code;

	if (is_self_or_parent(name))
		return 0;
	start = walk_now();
	code = fstatat(visit->entries.fd, name, &status, AT_SYMLINK_NOFOLLOW);
	end = walk_now();
	if (code < 0)
		return fail(visit, errno, "lstat", name);
	walk_rows_add(&visit->rows, WALK_LSTAT, end - start);
	return S_ISREG(status.st_mode) ? visit_file(visit, name) : keep_time(visit, end);
}

static int visit_entries(struct walk_visit *visit)
{
	int failure = 0;

	while (!visit->over && !failure) {
		const struct dirent64 *entry;
		uint64_t start;
		uint64_t end;

		errno = 0;
		start = walk_now();
		entry = next_entry(&visit->entries);
		end = walk_now();
		if (!entry)
			return errno ? fail(visit, errno, "read", "a directory") : 0;
		walk_rows_add(&visit->rows, WALK_READDIR, end - start);
		failure = visit_entry(visit, entry->d_name);
	}
	return failure;
}

int walk_visit_directory(struct walk_visit *visit, uint32_t number)
{
	int fd = home_tree_open(visit->tree->top, &visit->tree->shape, number);
	int failure;

	if (fd < 0)
		return fail(visit, -fd, "open", "a directory");
	visit->entries.fd = fd;
	visit->entries.at = 0;
	visit->entries.size = 0;
	failure = visit_entries(visit);
	close(fd);
	/* A directory without entries takes its time, too. */
	return failure ? failure : keep_time(visit, walk_now());
}
