/* SPDX-License-Identifier: GPL-2.0-or-later */
/* walk_writer_disk.c - writing back by the range, and /proc/self/io. */
#include "engine/operation/walk_writer_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNTS_SIZE 512u

void walk_writer_disk_begin(int fd, uint64_t from, uint64_t size)
{
	/* What cannot be begun is done by whoever waits for it. */
	(void)!sync_file_range(fd, (off64_t)from, (off64_t)size, SYNC_FILE_RANGE_WRITE);
}

int walk_writer_disk_await(int fd)
{
	if (sync_file_range(fd, 0, 0,
			    SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
				    SYNC_FILE_RANGE_WAIT_AFTER) == 0)
		return 0;
	/* Not every file system and confinement has it. */
	if (errno != ENOSYS && errno != EINVAL && errno != EOPNOTSUPP && errno != EPERM)
		return errno;
	return fdatasync(fd) < 0 ? errno : 0;
}

int walk_writer_disk_open(void)
{
	return open("/proc/self/io", O_RDONLY | O_CLOEXEC);
}

/* The number behind "name: ". */
static bool find(const char *counts, const char *name, uint64_t *value)
{
	const char *line = strstr(counts, name);
	char *end;

	if (!line)
		return false;
	line += strlen(name);
	*value = strtoull(line, &end, 10);
	return end > line;
}

bool walk_writer_disk_read(int counts, uint64_t *bytes)
{
	char text[COUNTS_SIZE];
	const ssize_t size = counts < 0 ? -1 : pread(counts, text, sizeof(text) - 1, 0);
	uint64_t written;
	uint64_t cancelled;

	if (size <= 0)
		return false;
	text[size] = '\0';
	if (!find(text, "\nwrite_bytes: ", &written) ||
	    !find(text, "\ncancelled_write_bytes: ", &cancelled))
		return false;
	*bytes = written > cancelled ? written - cancelled : 0;
	return true;
}
