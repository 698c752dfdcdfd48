/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_path.c - operations on a path: stat, fstatat, access, open and their kin.
 *
 * Where the path's shape says that it is missing, every call must fail with ENOENT.
 */
#include "engine/operation/operation_path.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef SYS_access
static const char call_access[] = "access";
#else
static const char call_access[] = "faccessat";
#endif

static inline bool as_expected(const struct context *context, int outcome)
{
	return context->missing ? outcome < 0 && errno == ENOENT : outcome >= 0;
}

/* The errno of an outcome that was not as expected. */
static int failure(int outcome)
{
	return outcome < 0 ? errno : EPROTO;
}

static int run_stat(struct context *context, uint64_t n)
{
	struct stat status;

	for (uint64_t i = 0; i < n; i++) {
		int outcome = stat(context->path, &status);

		if (!as_expected(context, outcome))
			return failure(outcome);
	}
	return 0;
}

static int run_fstatat(struct context *context, uint64_t n)
{
	struct stat status;

	for (uint64_t i = 0; i < n; i++) {
		int outcome = fstatat(context->directory_fd, context->path, &status, 0);

		if (!as_expected(context, outcome))
			return failure(outcome);
	}
	return 0;
}

static int run_access(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		int outcome = access(context->path, R_OK);

		if (!as_expected(context, outcome))
			return failure(outcome);
	}
	return 0;
}

/* Close what an open gave. A missing path gave nothing. 0 or a positive errno. */
static inline int close_opened(const struct context *context, int fd)
{
	if (!as_expected(context, fd)) {
		int code = failure(fd);

		if (fd >= 0)
			close(fd);
		return code;
	}
	return fd >= 0 && close(fd) < 0 ? errno : 0;
}

static int run_open_close(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		int code = close_opened(context, open(context->path, O_RDONLY));

		if (code)
			return code;
	}
	return 0;
}

static int run_openat_close(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		int fd = openat(context->directory_fd, context->path, O_RDONLY);
		int code = close_opened(context, fd);

		if (code)
			return code;
	}
	return 0;
}

static int run_open_path(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		int code = close_opened(context, open(context->path, O_PATH));

		if (code)
			return code;
	}
	return 0;
}

/* That the path leads to a file, or to nothing, as its shape says; run itself is tried by the
 * worker. */
static int verify(struct context *context, struct error *error)
{
	struct stat status;

	if (context->missing) {
		if (stat(context->path, &status) == 0)
			return error_set(error, -EEXIST, "%s: exists, but must be missing",
					 context->path);
		if (errno != ENOENT)
			return error_set(error, -errno, "%s: must be missing, but: %s",
					 context->path, error_words(errno));
		return 0;
	}
	if (stat(context->path, &status) < 0)
		return error_set(error, -errno,
				 "%s: %s; --default-path or --path names another file",
				 context->path, error_words(errno));
	return 0;
}

const struct operation operation_stat = {
	.name = "stat",
	.group = "path",
	.summary = "stat(path)",
	.parameter = &parameter_path,
	.fixture = FIXTURE_PATH,
	.calls = {{"newfstatat", 1}},
	.calls_missing = {{"newfstatat", 1}},
	.period = 1,
	.published_title = "stat",
	.published_name = "stat",
	.run = run_stat,
	.verify = verify,
};

const struct operation operation_fstatat = {
	.name = "fstatat",
	.group = "path",
	.summary = "fstatat(directory, path)",
	.parameter = &parameter_path,
	.fixture = FIXTURE_PATH,
	.calls = {{"newfstatat", 1}},
	.calls_missing = {{"newfstatat", 1}},
	.period = 1,
	.published_title = "fstatat",
	.published_name = "fstatat",
	.published_prefix = "fstatat /test/",
	.run = run_fstatat,
	.verify = verify,
};

const struct operation operation_access = {
	.name = "access",
	.group = "path",
	.summary = "access(path, R_OK)",
	.parameter = &parameter_path,
	.fixture = FIXTURE_PATH,
	.calls = {{call_access, 1}},
	.calls_missing = {{call_access, 1}},
	.period = 1,
	.run = run_access,
	.verify = verify,
};

static const char *const open_close_aliases[] = {"open", "open/close", NULL};

const struct operation operation_open_close = {
	.name = "open-close",
	.group = "path",
	.summary = "open(path, O_RDONLY), close",
	.parameter = &parameter_path,
	.fixture = FIXTURE_PATH,
	.calls = {{"openat", 1}, {"close", 1}},
	.calls_missing = {{"openat", 1}},
	.period = 1,
	.published_title = "open",
	.published_name = "open/close",
	.aliases = open_close_aliases,
	.run = run_open_close,
	.verify = verify,
};

static const char *const openat_close_aliases[] = {"openat", "openat/close", NULL};

const struct operation operation_openat_close = {
	.name = "openat-close",
	.group = "path",
	.summary = "openat(directory, path, O_RDONLY), close",
	.parameter = &parameter_path,
	.fixture = FIXTURE_PATH,
	.calls = {{"openat", 1}, {"close", 1}},
	.calls_missing = {{"openat", 1}},
	.period = 1,
	.published_title = "openat",
	.published_name = "openat/close",
	.published_prefix = "openat /test/",
	.aliases = openat_close_aliases,
	.run = run_openat_close,
	.verify = verify,
};

const struct operation operation_open_path = {
	.name = "open-path",
	.group = "path",
	.summary = "open(path, O_PATH), close",
	.parameter = &parameter_path,
	.fixture = FIXTURE_PATH,
	.calls = {{"openat", 1}, {"close", 1}},
	.calls_missing = {{"openat", 1}},
	.opens_path_only = true,
	.period = 1,
	.run = run_open_path,
	.verify = verify,
};
