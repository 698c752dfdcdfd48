/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ladder_logs.c - a directory of logs that does not grow for ever. */
#include "tui/ladder_logs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/directories.h"

static int log_only(const struct dirent *entry)
{
	return fnmatch("lsmbench-ladder-*.log", entry->d_name, 0) == 0;
}

/* Their names begin with the time at which they were made; the latest one comes first. */
static int latest_first(const struct dirent **a, const struct dirent **b)
{
	return alphasort(b, a);
}

static void remove_old(int directory, struct dirent **entries, int count)
{
	uint64_t bytes = 0;
	unsigned int kept = 0;

	for (int i = 0; i < count; i++) {
		struct stat status;

		if (fstatat(directory, entries[i]->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0 ||
		    !S_ISREG(status.st_mode))
			continue;
		bytes += (uint64_t)status.st_size;
		if (kept < LADDER_LOGS_KEPT && (kept == 0 || bytes <= LADDER_LOGS_BYTES))
			kept++;
		else
			unlinkat(directory, entries[i]->d_name, 0);
	}
}

static void tidy(const char *path)
{
	int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent **entries = NULL;
	int count =
		directory < 0 ? -1 : scandirat(directory, ".", &entries, log_only, latest_first);

	if (count > 0)
		remove_old(directory, entries, count);
	for (int i = 0; i < count; i++)
		free(entries[i]);
	free(entries);
	if (directory >= 0)
		close(directory);
}

void ladder_logs_prepare(char *path, size_t size)
{
	if (directories_state("ladder", path, size, NULL) < 0 || directories_make(path, NULL) < 0 ||
	    (mkdir(path, 0700) < 0 && errno != EEXIST)) {
		path[0] = '\0';
		return;
	}
	tidy(path);
}
