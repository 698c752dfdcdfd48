/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * playground.h - a directory of its own for each test of the fixtures, with a canary beside what
 * is tested: files that must be untouched, to the byte and to the time, whatever happens.
 */
#ifndef LSMBENCH_TESTS_PLAYGROUND_H
#define LSMBENCH_TESTS_PLAYGROUND_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "fixtures/scratch.h"

struct playground {
	char path[256];   /* the parent of scratch roots; empty at first */
	char fake[300];   /* a root's name in it, for what only looks like a root */
	char canary[300]; /* beside it */
	char singer[320]; /* the file in the canary */
	struct stat before[2];
};

static inline void playground_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

struct joined {
	char text[1024];
};

/* "DIRECTORY/NAME", to be used as playground_join(...).text within one expression. */
static inline struct joined playground_join(const char *directory, const char *name)
{
	struct joined joined;
	int length = snprintf(joined.text, sizeof(joined.text), "%s/%s", directory, name);

	assert_in_range(length, 1, sizeof(joined.text) - 1);
	return joined;
}

static inline int playground_make(void **state)
{
	struct playground *made = calloc(1, sizeof(*made));
	const char *parent = getenv("TMPDIR");
	char base[200];

	assert_non_null(made);
	snprintf(base, sizeof(base), "%s/playground.XXXXXX", parent ? parent : "/var/tmp");
	assert_non_null(mkdtemp(base));
	snprintf(made->path, sizeof(made->path), "%s/parent", base);
	snprintf(made->canary, sizeof(made->canary), "%s/canary", base);
	snprintf(made->fake, sizeof(made->fake), "%s/lsmbench.AbC123", made->path);
	snprintf(made->singer, sizeof(made->singer), "%s/f0000000", made->canary);
	assert_int_equal(mkdir(made->path, 0700), 0);
	assert_int_equal(mkdir(made->canary, 0700), 0);
	playground_write(made->singer, "sings\n");
	assert_int_equal(stat(made->canary, &made->before[0]), 0);
	assert_int_equal(stat(made->singer, &made->before[1]), 0);
	*state = made;
	return 0;
}

static inline int playground_unlink(const char *path, const struct stat *status, int type,
				    struct FTW *ftw)
{
	(void)status;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline int playground_remove(void **state)
{
	struct playground *made = *state;

	*strrchr(made->path, '/') = '\0';
	nftw(made->path, playground_unlink, 16, FTW_DEPTH | FTW_PHYS);
	free(made);
	return 0;
}

static inline void playground_same(const struct stat *before, const char *path)
{
	struct stat after;

	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(after.st_ino, before->st_ino);
	assert_int_equal(after.st_mode, before->st_mode);
	assert_int_equal(after.st_nlink, before->st_nlink);
	assert_memory_equal(&after.st_mtim, &before->st_mtim, sizeof(after.st_mtim));
	assert_memory_equal(&after.st_ctim, &before->st_ctim, sizeof(after.st_ctim));
}

static inline void playground_check_canary(const struct playground *made)
{
	char text[16] = "";
	int fd;

	playground_same(&made->before[0], made->canary);
	playground_same(&made->before[1], made->singer);
	fd = open(made->singer, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(read(fd, text, sizeof(text)), 6);
	assert_string_equal(text, "sings\n");
	close(fd);
}

/* How many entries a directory has. */
static inline size_t playground_entries(const char *path)
{
	DIR *directory = opendir(path);
	const struct dirent *entry;
	size_t count = 0;

	assert_non_null(directory);
	while ((entry = readdir(directory)))
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(directory);
	return count;
}

static inline bool playground_exists(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0;
}

/* The number of leftovers below the playground; the list is thrown away. */
static inline size_t playground_leftovers(const char *path)
{
	struct scratch_leftover *list;
	struct error error;
	size_t count;

	assert_int_equal(scratch_find_leftovers(path, &list, &count, &error), 0);
	free(list);
	return count;
}

/* A message for a person: one line that names the place. */
static inline void playground_check_message(const struct error *error, const char *place)
{
	assert_true(strlen(error->text) > 10);
	assert_null(strchr(error->text, '\n'));
	assert_non_null(strstr(error->text, place));
	assert_non_null(strchr(error->text, ';'));
}

/* Make a root in the playground. */
static inline void playground_scratch(const struct playground *made, struct scratch *scratch)
{
	struct error error = {""};

	if (scratch_create(scratch, made->path, &error) != 0)
		fail_msg("%s", error.text);
}

/* Let only so many more descriptors be opened; setrlimit with *before restores. */
static inline void playground_leave_descriptors(struct rlimit *before, unsigned int room)
{
	struct rlimit few;
	int lowest = dup(STDIN_FILENO);

	close(lowest);
	getrlimit(RLIMIT_NOFILE, before);
	few = *before;
	few.rlim_cur = (rlim_t)lowest + room;
	setrlimit(RLIMIT_NOFILE, &few);
}

#define PLAYGROUND_MARKER ".lsmbench-scratch"

/* A test that gets a struct playground. */
#define PLAY(test) cmocka_unit_test_setup_teardown(test, playground_make, playground_remove)

#endif
