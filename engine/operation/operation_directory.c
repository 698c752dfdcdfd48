/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_directory.c - operations on a directory that may already hold many files: chmod,
 * rename, create and remove, read.
 *
 * The fixture brings the file that is worked on, FFF, so that all variants of a pass work on the
 * same one.
 */
#include "engine/operation/operation_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Architectures younger than 2012 have only the "at" calls. */
#ifdef SYS_chmod
static const char call_chmod[] = "chmod";
#else
static const char call_chmod[] = "fchmodat";
#endif
#ifdef SYS_rename
static const char call_rename[] = "rename";
#else
static const char call_rename[] = "renameat";
#endif
#ifdef SYS_unlink
static const char call_unlink[] = "unlink";
#else
static const char call_unlink[] = "unlinkat";
#endif
#ifdef SYS_symlink
static const char call_symlink[] = "symlink";
#else
static const char call_symlink[] = "symlinkat";
#endif
#ifdef SYS_creat
static const char call_creat[] = "creat";
#else
static const char call_creat[] = "openat";
#endif

static const char file_name[] = "FFF";
static const char other_name[] = "GGG";
static const char link_name[] = "LLL";
static const char template[] = "tmpXXXXXX";

static const mode_t mode_at_rest = 0600;
static const mode_t mode_in_between = 0640;

static int run_chmod(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++)
		if (chmod(file_name, i & 1 ? mode_at_rest : mode_in_between) < 0)
			return errno;
	return 0;
}

static int run_rename(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++) {
		int outcome = i & 1 ? rename(other_name, file_name) : rename(file_name, other_name);

		if (outcome < 0)
			return errno;
	}
	return 0;
}

static int run_mkstemp(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		int fd;

		memcpy(context->other, template, sizeof(template));
		fd = mkstemp(context->other);
		if (fd < 0 || close(fd) < 0 || unlink(context->other) < 0)
			return errno;
	}
	return 0;
}

static int run_readdir(struct context *context, uint64_t n)
{
	/* "." and ".." are read too. */
	const uint64_t expected = context->number + 2;

	for (uint64_t i = 0; i < n; i++) {
		DIR *directory = opendir(".");
		uint64_t entries = 0;

		if (!directory)
			return errno;
		while (readdir(directory))
			entries++;
		if (closedir(directory) < 0)
			return errno;
		if (entries != expected)
			return EPROTO;
	}
	return 0;
}

static int run_rename_create(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++) {
		int fd;

		if (rename(file_name, other_name) < 0)
			return errno;
		fd = creat(file_name, mode_at_rest);
		if (fd < 0 || close(fd) < 0)
			return errno;
	}
	return 0;
}

static int run_open_unlink(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++) {
		int fd = open(file_name, O_RDWR | O_CREAT | O_EXCL, mode_at_rest);

		if (fd < 0 || close(fd) < 0 || unlink(file_name) < 0)
			return errno;
	}
	return 0;
}

static int run_symlink_unlink(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++)
		if (symlink(file_name, link_name) < 0 || unlink(link_name) < 0)
			return errno;
	return 0;
}

static void restore_chmod(struct context *context)
{
	(void)context;
	/* What fails here shows in the next batch. */
	(void)!chmod(file_name, mode_at_rest);
}

/* For rename and rename-create, which leave FFF missing when they fail in between. */
static void restore_file(struct context *context)
{
	(void)context;
	if (access(file_name, F_OK) < 0)
		(void)!rename(other_name, file_name);
}

static void restore_mkstemp(struct context *context)
{
	unlink(context->other);
}

static void restore_open_unlink(struct context *context)
{
	(void)context;
	unlink(file_name);
}

static void restore_symlink_unlink(struct context *context)
{
	(void)context;
	unlink(link_name);
}

/* That the directory holds what the case's name says, and extra entries beside. */
static int verify_count(const struct context *context, uint64_t extra, struct error *error)
{
	uint64_t count;
	int code = fixture_count(context->directory_fd, &count, error);

	if (code < 0)
		return code;
	if (count != context->number + extra)
		return error_set(
			error, -EPROTO, "the directory holds %llu entries and should hold %llu",
			(unsigned long long)count, (unsigned long long)(context->number + extra));
	return 0;
}

static int wrong(struct error *error, const char *what)
{
	return error_set(error, -EPROTO, "%s", what);
}

static int verify_chmod(struct context *context, struct error *error)
{
	struct stat status;
	int code = verify_count(context, 1, error);

	if (code < 0)
		return code;
	if (run_chmod(context, 1) != 0 || stat(file_name, &status) < 0 ||
	    (status.st_mode & 07777) != mode_in_between)
		return wrong(error, "chmod FFF does not change the mode");
	if (run_chmod(context, 2) != 0 || stat(file_name, &status) < 0 ||
	    (status.st_mode & 07777) != mode_at_rest)
		return wrong(error, "chmod FFF does not change the mode back");
	return 0;
}

static int verify_rename(struct context *context, struct error *error)
{
	int code = verify_count(context, 1, error);

	if (code < 0)
		return code;
	if (run_rename(context, 1) != 0 || access(file_name, F_OK) == 0 ||
	    access(other_name, F_OK) < 0)
		return wrong(error, "rename does not move FFF to GGG");
	if (rename(other_name, file_name) < 0)
		return wrong(error, "rename does not move GGG back to FFF");
	return 0;
}

/* For operations that leave no entry behind. */
static int verify_nothing_left(struct context *context, struct error *error)
{
	return verify_count(context, 0, error);
}

static int verify_rename_create(struct context *context, struct error *error)
{
	struct stat before;
	struct stat moved;
	int code;

	if (stat(file_name, &before) < 0)
		return error_set(error, -errno, "FFF: %s", error_words(errno));
	code = run_rename_create(context, 1);
	if (code)
		return error_set(error, -code, "%s", error_words(code));
	if (stat(other_name, &moved) < 0 || moved.st_ino != before.st_ino ||
	    access(file_name, F_OK) < 0)
		return wrong(error,
			     "rename-create does not leave a new FFF and the old one as GGG");
	return 0;
}

static const char *const rename_create_aliases[] = {"rename-creat", NULL};
static const char *const symlink_unlink_aliases[] = {"symlink", NULL};
static const char *const mkstemp_aliases[] = {"LMBench mkstemp benchmark...", NULL};
static const char *const readdir_aliases[] = {"LMBench readdir benchmark...", NULL};

const struct operation operation_chmod = {
	.name = "chmod",
	.group = "directory",
	.summary = "one chmod, alternating between modes 0640 and 0600",
	.parameter = &parameter_directory,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{call_chmod, 1}},
	.period = 2,
	.published_title = "chmod",
	.published_name = "chmod",
	.run = run_chmod,
	.restore = restore_chmod,
	.verify = verify_chmod,
};

const struct operation operation_rename = {
	.name = "rename",
	.group = "directory",
	.summary = "one rename, alternating FFF to GGG and GGG to FFF",
	.parameter = &parameter_directory,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{call_rename, 1}},
	.names_clash = true,
	.period = 2,
	.published_title = "rename",
	.published_name = "rename",
	.run = run_rename,
	.restore = restore_file,
	.verify = verify_rename,
};

const struct operation operation_mkstemp = {
	.name = "mkstemp",
	.group = "directory",
	.summary = "mkstemp, close, unlink",
	.parameter = &parameter_directory,
	.fixture = FIXTURE_DIRECTORY,
	.calls = {{"openat", 1}, {"close", 1}, {call_unlink, 1}},
	.calls_note = "the C library adds a getrandom in about one of 22 iterations",
	.period = 1,
	.published_title = "LMBench mkstemp benchmark...",
	.published_name = "mkstemp",
	.published_prefix = "FILE",
	.aliases = mkstemp_aliases,
	.run = run_mkstemp,
	.restore = restore_mkstemp,
	.verify = verify_nothing_left,
};

const struct operation operation_readdir = {
	.name = "readdir",
	.group = "directory",
	.summary = "opendir, read every entry, closedir",
	.parameter = &parameter_directory,
	.fixture = FIXTURE_DIRECTORY,
	.calls = {{"openat", 1}, {"newfstatat", 1}, {"getdents64", 2}, {"close", 1}},
	.calls_note = "one getdents64 more for each further 32 KiB of entries",
	/* An entry takes 32 bytes: these and the two dots fill 32,048. */
	.calls_until = 1000,
	.period = 1,
	.published_title = "LMBench readdir benchmark...",
	.published_name = "readdir",
	.published_prefix = "FILE",
	.aliases = readdir_aliases,
	.run = run_readdir,
	.verify = verify_nothing_left,
};

const struct operation operation_rename_create = {
	.name = "rename-create",
	.group = "directory",
	.summary = "rename FFF to GGG, creat FFF, close",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{call_rename, 1}, {call_creat, 1}, {"close", 1}},
	.names_clash = true,
	.period = 1,
	.published_title = "rename-creat",
	.published_name = "rename-create",
	.aliases = rename_create_aliases,
	.run = run_rename_create,
	.restore = restore_file,
	.verify = verify_rename_create,
};

const struct operation operation_open_unlink = {
	.name = "open-unlink",
	.group = "directory",
	.summary = "open(O_RDWR | O_CREAT | O_EXCL), close, unlink",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"openat", 1}, {"close", 1}, {call_unlink, 1}},
	.names_clash = true,
	.period = 1,
	.published_title = "open-unlink",
	.published_name = "open-unlink",
	.run = run_open_unlink,
	.restore = restore_open_unlink,
	.verify = verify_nothing_left,
};

const struct operation operation_symlink_unlink = {
	.name = "symlink-unlink",
	.group = "directory",
	.summary = "symlink, unlink",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{call_symlink, 1}, {call_unlink, 1}},
	.names_clash = true,
	.period = 1,
	.published_title = "symlink",
	.published_name = "symlink-unlink",
	.aliases = symlink_unlink_aliases,
	.run = run_symlink_unlink,
	.restore = restore_symlink_unlink,
	.verify = verify_nothing_left,
};
