/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_file.c - mkdir and rmdir, link and unlink, truncate, ioctl, and an open that is denied.
 */
#include "engine/operation/operation_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Architectures younger than 2012 have only the "at" calls. */
#ifdef SYS_mkdir
static const char call_mkdir[] = "mkdir";
static const char call_rmdir[] = "rmdir";
static const char call_link[] = "link";
static const char call_unlink[] = "unlink";
#else
static const char call_mkdir[] = "mkdirat";
static const char call_rmdir[] = "unlinkat";
static const char call_link[] = "linkat";
static const char call_unlink[] = "unlinkat";
#endif

static const char file_name[] = "FFF";
static const char link_name[] = "HHH";
static const char directory_name[] = "XXX";

static const off_t size_in_between = 4096;

static int run_mkdir_rmdir(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++)
		if (mkdir(directory_name, 0700) < 0 || rmdir(directory_name) < 0)
			return errno;
	return 0;
}

static int run_link_unlink(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++)
		if (link(file_name, link_name) < 0 || unlink(link_name) < 0)
			return errno;
	return 0;
}

static int run_truncate(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++)
		if (truncate(file_name, i & 1 ? 0 : size_in_between) < 0)
			return errno;
	return 0;
}

static int run_ioctl(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		int size = 0;

		if (ioctl(context->fd, FIGETBSZ, &size) < 0)
			return errno;
	}
	return 0;
}

static int run_open_denied(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		int fd = open(context->path, O_RDONLY);

		if (fd >= 0) {
			close(fd);
			return EPROTO;
		}
		if (errno != EACCES)
			return errno;
	}
	return 0;
}

static int setup_ioctl(struct context *context, struct error *error)
{
	context->fd = open(file_name, O_RDONLY | O_CLOEXEC);
	return context->fd < 0 ? error_set(error, -errno, "FFF: %s", error_words(errno)) : 0;
}

static void teardown_ioctl(struct context *context)
{
	if (context->fd >= 0)
		close(context->fd);
	context->fd = -1;
}

static int setup_open_denied(struct context *context, struct error *error)
{
	(void)error;
	snprintf(context->path, sizeof(context->path), "%s", path_default_file());
	return 0;
}

/* That the directory holds so many entries. */
static int verify_entries(const struct context *context, uint64_t expected, struct error *error)
{
	uint64_t count;
	int code = fixture_count(context->directory_fd, &count, error);

	if (code < 0)
		return code;
	if (count != expected)
		return error_set(error, -EPROTO,
				 "the directory holds %llu entries and should hold %llu",
				 (unsigned long long)count, (unsigned long long)expected);
	return 0;
}

static int verify_mkdir_rmdir(struct context *context, struct error *error)
{
	return verify_entries(context, 0, error);
}

static int verify_link_unlink(struct context *context, struct error *error)
{
	struct stat status;
	int code = verify_entries(context, 1, error);

	if (code < 0)
		return code;
	if (link(file_name, link_name) < 0)
		return error_set(error, -errno, "link FFF: %s", error_words(errno));
	if (stat(file_name, &status) < 0 || status.st_nlink != 2)
		code = error_set(error, -EPROTO, "link does not give FFF a second name");
	unlink(link_name);
	return code;
}

static int verify_truncate(struct context *context, struct error *error)
{
	struct stat status;

	if (run_truncate(context, 1) != 0 || stat(file_name, &status) < 0 ||
	    status.st_size != size_in_between)
		return error_set(error, -EPROTO, "truncate FFF does not change its size");
	if (run_truncate(context, 2) != 0 || stat(file_name, &status) < 0 || status.st_size != 0)
		return error_set(error, -EPROTO, "truncate FFF does not change its size back");
	return 0;
}

static int verify_ioctl(struct context *context, struct error *error)
{
	int size = 0;

	if (ioctl(context->fd, FIGETBSZ, &size) < 0)
		return error_set(error, -errno, "ioctl(FIGETBSZ): %s", error_words(errno));
	return size > 0 ? 0 : error_set(error, -EPROTO, "FIGETBSZ gives a block size of %d", size);
}

static int verify_open_denied(struct context *context, struct error *error)
{
	struct stat status;
	int failure;

	if (stat(context->path, &status) < 0)
		return error_set(error, -errno, "%s: %s", context->path, error_words(errno));
	failure = run_open_denied(context, 1);
	if (failure == EPROTO)
		return error_set(error, -EPROTO,
				 "%s is not denied under every variant: compare variants that all "
				 "deny it, such as --variants landlock:1,landlock:4",
				 context->path);
	return failure == 0
		       ? 0
		       : error_set(error, -failure, "%s: %s", context->path, error_words(failure));
}

const struct operation operation_mkdir_rmdir = {
	.name = "mkdir-rmdir",
	.group = "directory",
	.summary = "mkdir, rmdir",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{call_mkdir, 1}, {call_rmdir, 1}},
	.names_clash = true,
	.period = 1,
	.run = run_mkdir_rmdir,
	.verify = verify_mkdir_rmdir,
};

const struct operation operation_link_unlink = {
	.name = "link-unlink",
	.group = "directory",
	.summary = "link FFF to HHH, unlink HHH",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{call_link, 1}, {call_unlink, 1}},
	.names_clash = true,
	.period = 1,
	.run = run_link_unlink,
	.verify = verify_link_unlink,
};

const struct operation operation_truncate = {
	.name = "truncate",
	.group = "file",
	.summary = "one truncate, alternating between 4096 bytes and none",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{"truncate", 1}},
	.period = 2,
	.run = run_truncate,
	.verify = verify_truncate,
};

const struct operation operation_ioctl = {
	.name = "ioctl",
	.group = "file",
	.summary = "ioctl(FFF, FIGETBSZ) on an open file: asks for the block size",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{"ioctl", 1}},
	.period = 1,
	.setup = setup_ioctl,
	.run = run_ioctl,
	.verify = verify_ioctl,
	.teardown = teardown_ioctl,
};

const struct operation operation_open_denied = {
	.name = "open-denied",
	.group = "denied",
	.summary = "open of a file outside of the scratch root, which must fail with EACCES",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"openat", 1}},
	.period = 1,
	.only_by_name = true,
	.setup = setup_open_denied,
	.run = run_open_denied,
	.verify = verify_open_denied,
};
