/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_kept.c - the tables of hooks that were counted, in the state directory.
 */
#include "tui/hooks_kept.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv/hooks_csv.h"
#include "exports/save.h"
#include "tui/directories.h"

#define BEGIN "hooks-"
#define END ".csv"

/* A release as part of a file's name. */
static void name_of(const char *release, char name[NAME_MAX])
{
	int length = snprintf(name, NAME_MAX, BEGIN "%.200s" END, release ? release : "unknown");

	for (int i = 0; i < length; i++)
		if (name[i] == '/' || (unsigned char)name[i] <= ' ' || name[i] == 0x7f)
			name[i] = '_';
}

/* What is counted anew takes the place of all counts of its case. */
static bool is_anew(const struct hook_table *table, const struct hook_count *count)
{
	return hook_table_has_case(table, count->operation, count->parameter);
}

static int join(const char *path, const struct hook_table *table, struct hook_table *joined)
{
	struct hook_table kept = {0};
	int status = hook_table_copy(joined, table);

	/* What cannot be read is as good as empty. */
	if (hooks_csv_read_file(path, &kept, NULL) < 0)
		return status;
	for (size_t i = 0; i < kept.count_count && status == 0; i++)
		if (!is_anew(table, &kept.counts[i]))
			status = hook_table_add(joined, &kept.counts[i]);
	hook_table_clear(&kept);
	return status;
}

int hooks_kept_save(const struct hook_table *table, struct error *error)
{
	struct hook_table joined = {0};
	char name[NAME_MAX];
	char path[PATH_MAX];
	struct save save;
	int status;

	name_of(table->release, name);
	status = directories_state(name, path, sizeof(path), error);
	if (status == 0)
		status = directories_make(path, error);
	if (status < 0)
		return status;
	if (join(path, table, &joined) < 0)
		status = error_set(error, -ENOMEM, "out of memory");
	if (status == 0)
		status = save_open(&save, path, true, error);
	if (status == 0) {
		status = hooks_csv_write(&joined, save.file, error);
		if (status == 0)
			status = save_commit(&save, error);
		else
			save_abort(&save);
	}
	hook_table_clear(&joined);
	return status;
}

/* How much of a release a file's name has in common with it; 0: not even its first number. */
static size_t likeness(const char *name, const char *release)
{
	size_t length = strlen(name);
	size_t same = 0;
	size_t first = release ? strcspn(release, ".") : 0;

	if (length <= strlen(BEGIN) + strlen(END) || strncmp(name, BEGIN, strlen(BEGIN)) != 0 ||
	    strcmp(name + length - strlen(END), END) != 0)
		return 0;
	if (!release)
		return 1;
	name += strlen(BEGIN);
	while (release[same] && name[same] == release[same])
		same++;
	/* The first number whole. */
	return same > first ? same : 0;
}

int hooks_kept_find(const char *release, struct hook_table *table)
{
	char path[PATH_MAX];
	char best[NAME_MAX + 1] = "";
	size_t longest = 0;
	const struct dirent *entry;
	DIR *directory;

	if (directories_state(".", path, sizeof(path), NULL) < 0)
		return -ENODATA;
	directory = opendir(path);
	while (directory && (entry = readdir(directory))) {
		size_t like = likeness(entry->d_name, release);

		/* Of equals the last by name: the choice must not depend on the directory. */
		if (like > longest ||
		    (like > 0 && like == longest && strcmp(entry->d_name, best) > 0)) {
			longest = like;
			snprintf(best, sizeof(best), "%s", entry->d_name);
		}
	}
	if (directory)
		closedir(directory);
	if (longest == 0 || directories_state(best, path, sizeof(path), NULL) < 0 ||
	    hooks_csv_read_file(path, table, NULL) < 0)
		return -ENODATA;
	return 0;
}
