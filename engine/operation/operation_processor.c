/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_processor.c - what entering the kernel costs, where the call itself does next to
 * nothing: getppid, one byte of /dev/zero, one byte to /dev/null, fstat.
 */
#include "engine/operation/operation_processor.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* Between 2.33 and 2.38 the GNU C library asked newfstatat about a descriptor. */
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33) && !__GLIBC_PREREQ(2, 39)
static const char call_fstat[] = "newfstatat";
#else
static const char call_fstat[] = "fstat";
#endif

static const char file_name[] = "FFF";
static const char zero_name[] = "/dev/zero";
static const char null_name[] = "/dev/null";

static const char *const uses_zero[] = {zero_name, NULL};
static const char *const uses_null[] = {null_name, NULL};

/* Their numbers, the same on every Linux: Documentation/admin-guide/devices.txt. */
static const unsigned int memory_major = 1;
static const unsigned int zero_minor = 5;
static const unsigned int null_minor = 3;

/* By its number: no library can answer it from what it remembers. */
static int run_null_call(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++)
		if (syscall(SYS_getppid) < 0)
			return errno;
	return 0;
}

/* A read or write that moved other than one byte. */
static int not_one(ssize_t moved)
{
	return moved < 0 ? errno : EPROTO;
}

static int run_read_zero(struct context *context, uint64_t n)
{
	const int fd = context->fd;
	char byte;

	for (uint64_t i = 0; i < n; i++) {
		ssize_t moved = read(fd, &byte, 1);

		if (moved != 1)
			return not_one(moved);
	}
	return 0;
}

static int run_write_null(struct context *context, uint64_t n)
{
	const int fd = context->fd;
	const char byte = 0;

	for (uint64_t i = 0; i < n; i++) {
		ssize_t moved = write(fd, &byte, 1);

		if (moved != 1)
			return not_one(moved);
	}
	return 0;
}

static int run_fstat(struct context *context, uint64_t n)
{
	const int fd = context->fd;
	struct stat status;

	for (uint64_t i = 0; i < n; i++)
		if (fstat(fd, &status) < 0)
			return errno;
	return 0;
}

/* Open a device of memory, and see that it is the one that its name says. */
static int open_device(struct context *context, const char *name, int flags, unsigned int number,
		       struct error *error)
{
	struct stat status;

	context->fd = open(name, flags | O_CLOEXEC);
	if (context->fd < 0 || fstat(context->fd, &status) < 0)
		return error_set(error, -errno, "%s: %s", name, error_words(errno));
	if (!S_ISCHR(status.st_mode) || status.st_rdev != makedev(memory_major, number))
		return error_set(
			error, -ENODEV,
			"%s is not the character device %u:%u: bind the system's /dev into "
			"the container",
			name, memory_major, number);
	return 0;
}

static int setup_read_zero(struct context *context, struct error *error)
{
	return open_device(context, zero_name, O_RDONLY, zero_minor, error);
}

static int setup_write_null(struct context *context, struct error *error)
{
	return open_device(context, null_name, O_WRONLY, null_minor, error);
}

static int setup_fstat(struct context *context, struct error *error)
{
	context->fd = open(file_name, O_RDONLY | O_CLOEXEC);
	return context->fd < 0 ? error_set(error, -errno, "FFF: %s", error_words(errno)) : 0;
}

static void teardown(struct context *context)
{
	if (context->fd >= 0)
		close(context->fd);
	context->fd = -1;
}

static int verify_null_call(struct context *context, struct error *error)
{
	(void)context;
	if (syscall(SYS_getppid) != getppid())
		return error_set(error, -EPROTO, "getppid gives two answers");
	return 0;
}

static int verify_read_zero(struct context *context, struct error *error)
{
	char byte = 1;

	if (read(context->fd, &byte, 1) != 1 || byte != 0)
		return error_set(error, -EPROTO, "%s does not give a byte of zero", zero_name);
	return 0;
}

static int verify_write_null(struct context *context, struct error *error)
{
	int failure = run_write_null(context, 1);

	return failure ? error_set(error, -failure, "%s: %s", null_name, error_words(failure)) : 0;
}

static int verify_fstat(struct context *context, struct error *error)
{
	struct stat opened;
	struct stat named;

	if (fstat(context->fd, &opened) < 0 || stat(file_name, &named) < 0)
		return error_set(error, -errno, "FFF: %s", error_words(errno));
	if (opened.st_ino != named.st_ino || opened.st_dev != named.st_dev)
		return error_set(error, -EPROTO, "fstat tells of another file than FFF");
	return 0;
}

const struct operation operation_null_call = {
	.name = "null-call",
	.group = "processor",
	.summary = "getppid, as a system call that no library answers",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"getppid", 1}},
	.period = 1,
	.run = run_null_call,
	.verify = verify_null_call,
};

const struct operation operation_read_zero = {
	.name = "read-zero",
	.group = "processor",
	.summary = "read one byte of /dev/zero",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"read", 1}},
	.period = 1,
	.outside = uses_zero,
	.setup = setup_read_zero,
	.run = run_read_zero,
	.verify = verify_read_zero,
	.teardown = teardown,
};

const struct operation operation_write_null = {
	.name = "write-null",
	.group = "processor",
	.summary = "write one byte to /dev/null",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 1}},
	.period = 1,
	.outside = uses_null,
	.setup = setup_write_null,
	.run = run_write_null,
	.verify = verify_write_null,
	.teardown = teardown,
};

const struct operation operation_fstat = {
	.name = "fstat",
	.group = "processor",
	.summary = "fstat of the open file FFF",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{call_fstat, 1}},
	.period = 1,
	.setup = setup_fstat,
	.run = run_fstat,
	.verify = verify_fstat,
	.teardown = teardown,
};
