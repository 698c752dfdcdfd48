/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_create.c - files made and written in an empty directory, and files removed from it. The
 * other half, before or after each batch, is not timed.
 */
#include "engine/operation/operation_create.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef SYS_unlink
static const char call_unlink[] = "unlink";
#else
static const char call_unlink[] = "unlinkat";
#endif

/* The most files of a batch: with more, the directory's own size would count. */
#define FILES_MOST 1000u
/* A variant may have a batch run so many more than it reports. */
#define FILES_ROOM (2 * FILES_MOST)

struct create_state {
	char names[FILES_ROOM][8];
	uint64_t made; /* how many files before has made */
};

/* One new file with its content. 0 or a positive errno. */
static inline int create(const char *name, const void *content, size_t size)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
	int failure = 0;

	if (fd < 0)
		return errno;
	if (size > 0) {
		ssize_t written = write(fd, content, size);

		if (written != (ssize_t)size)
			failure = written < 0 ? errno : ENOSPC;
	}
	if (close(fd) < 0 && !failure)
		failure = errno;
	return failure;
}

static int run_create(struct context *context, uint64_t n)
{
	struct create_state *state = context->state;

	for (uint64_t i = 0; i < n; i++) {
		int failure = create(state->names[i], context->memory, context->number);

		if (failure)
			return failure;
	}
	return 0;
}

static int run_delete(struct context *context, uint64_t n)
{
	const struct create_state *state = context->state;

	for (uint64_t i = 0; i < n; i++)
		if (unlink(state->names[i]) < 0)
			return errno;
	return 0;
}

static int before_create(struct context *context, uint64_t n)
{
	(void)context;
	return n > FILES_ROOM ? E2BIG : 0;
}

/* All of the n files are there; after a failure some are not, and the others are removed, too. */
static int after_create(struct context *context, uint64_t n)
{
	const struct create_state *state = context->state;
	int failure = 0;

	for (uint64_t i = 0; i < n && i < FILES_ROOM; i++)
		if (unlink(state->names[i]) < 0 && !failure)
			failure = errno;
	return failure;
}

static int before_delete(struct context *context, uint64_t n)
{
	struct create_state *state = context->state;
	int failure = n > FILES_ROOM ? E2BIG : 0;

	for (state->made = 0; state->made < n && !failure; state->made++)
		failure = create(state->names[state->made], context->memory, context->number);
	return failure;
}

/* None is there, unless before or run failed: then the last one is. */
static int after_delete(struct context *context, uint64_t n)
{
	const struct create_state *state = context->state;

	(void)n;
	if (state->made == 0 || unlink(state->names[state->made - 1]) < 0)
		return 0;
	for (uint64_t i = 0; i + 1 < state->made; i++)
		unlink(state->names[i]);
	return EPROTO;
}

static int setup(struct context *context, struct error *error)
{
	struct create_state *state = calloc(1, sizeof(*state));

	context->state = state;
	context->memory = malloc(context->number ? context->number : 1);
	if (!state || !context->memory)
		return error_set(error, -ENOMEM, "out of memory");
	memset(context->memory, 'x', context->number);
	for (unsigned int i = 0; i < FILES_ROOM; i++)
		snprintf(state->names[i], sizeof(state->names[i]), "c%05u", i % 100000);
	return 0;
}

static void teardown(struct context *context)
{
	free(context->state);
	free(context->memory);
	context->state = NULL;
	context->memory = NULL;
}

static int verify_count(const struct context *context, uint64_t expected, struct error *error)
{
	uint64_t count;
	int code = fixture_count(context->directory_fd, &count, error);

	if (code == 0 && count != expected)
		code = error_set(error, -EPROTO,
				 "the directory holds %llu files and should hold %llu",
				 (unsigned long long)count, (unsigned long long)expected);
	return code;
}

/* That the n first files are there, and as large as they should be. */
static int verify_files(const struct context *context, uint64_t n, struct error *error)
{
	const struct create_state *state = context->state;
	struct stat status;
	int code = verify_count(context, n, error);

	for (uint64_t i = 0; i < n && code == 0; i++)
		if (stat(state->names[i], &status) < 0 || status.st_size < 0 ||
		    (uint64_t)status.st_size != context->number)
			code = error_set(error, -EPROTO, "%s is not a file of %llu bytes",
					 state->names[i], (unsigned long long)context->number);
	return code;
}

static int failed(const struct context *context, int failure, struct error *error)
{
	return error_set(error, -failure, "a file of %llu bytes: %s",
			 (unsigned long long)context->number, error_words(failure));
}

static int verify_create(struct context *context, struct error *error)
{
	const uint64_t n = 3;
	int code = verify_count(context, 0, error);
	int failure = code < 0 ? 0 : run_create(context, n);

	if (code == 0)
		code = failure ? failed(context, failure, error) : verify_files(context, n, error);
	after_create(context, n);
	return code == 0 ? verify_count(context, 0, error) : code;
}

static int verify_delete(struct context *context, struct error *error)
{
	const uint64_t n = 3;
	int code = verify_count(context, 0, error);
	int failure = code < 0 ? 0 : before_delete(context, n);

	if (code == 0)
		code = failure ? failed(context, failure, error) : verify_files(context, n, error);
	failure = run_delete(context, n);
	after_delete(context, n);
	if (code == 0 && failure)
		code = failed(context, failure, error);
	return code == 0 ? verify_count(context, 0, error) : code;
}

const struct operation operation_file_create = {
	.name = "file-create",
	.group = "file-memory",
	.summary = "make a file, write its content in one call, close",
	.parameter = &parameter_file_size,
	.fixture = FIXTURE_NONE,
	.calls = {{"openat", 1}, {"write", 1}, {"close", 1}},
	.calls_missing = {{"openat", 1}, {"close", 1}},
	.calls_note = "nothing is written where there is no content",
	.names_clash = true,
	.period = 1,
	.most = FILES_MOST,
	.setup = setup,
	.run = run_create,
	.before = before_create,
	.after = after_create,
	.verify = verify_create,
	.teardown = teardown,
};

const struct operation operation_file_delete = {
	.name = "file-delete",
	.group = "file-memory",
	.summary = "unlink a file with its content",
	.parameter = &parameter_file_size,
	.fixture = FIXTURE_NONE,
	.calls = {{call_unlink, 1}},
	.names_clash = true,
	.period = 1,
	.most = FILES_MOST,
	.setup = setup,
	.run = run_delete,
	.before = before_delete,
	.after = after_delete,
	.verify = verify_delete,
	.teardown = teardown,
};
