/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_memory.c - mmap and mprotect with PROT_EXEC on a file, whose pages nobody touches.
 */
#include "engine/operation/operation_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char file_name[] = "FFF";
static const size_t length = 4096;

static int run_mmap_exec(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		void *memory =
			mmap(NULL, length, PROT_READ | PROT_EXEC, MAP_PRIVATE, context->fd, 0);

		if (memory == MAP_FAILED || munmap(memory, length) < 0)
			return errno;
	}
	return 0;
}

static int run_mprotect_exec(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		if (mprotect(context->memory, length, i & 1 ? PROT_READ : PROT_READ | PROT_EXEC) <
		    0)
			return errno;
	return 0;
}

static int refused(struct error *error, int code)
{
	if (code == EPERM || code == EACCES)
		return error_set(error, -code,
				 "FFF cannot be mapped for execution (%s): is its file system "
				 "mounted noexec? name another with --scratch",
				 error_words(code));
	return error_set(error, -code, "FFF: %s", error_words(code));
}

static int setup_mmap_exec(struct context *context, struct error *error)
{
	context->fd = open(file_name, O_RDONLY | O_CLOEXEC);
	return context->fd < 0 ? refused(error, errno) : 0;
}

static int setup_mprotect_exec(struct context *context, struct error *error)
{
	void *memory = MAP_FAILED;
	int code = setup_mmap_exec(context, error);

	if (code == 0)
		memory = mmap(NULL, length, PROT_READ, MAP_PRIVATE, context->fd, 0);
	if (code == 0 && memory == MAP_FAILED)
		code = refused(error, errno);
	context->memory = memory == MAP_FAILED ? NULL : memory;
	return code;
}

static void teardown(struct context *context)
{
	if (context->memory)
		munmap(context->memory, length);
	if (context->fd >= 0)
		close(context->fd);
	context->memory = NULL;
	context->fd = -1;
}

/* Whether the mapping at memory can be executed, as the kernel lists it; -1 when it is not there.
 */
static int is_executable(const void *memory)
{
	FILE *file = fopen("/proc/self/maps", "re");
	char start[32];
	char line[512];
	int executable = -1;

	if (!file)
		return -1;
	snprintf(start, sizeof(start), "%lx-", (unsigned long)(uintptr_t)memory);
	while (executable < 0 && fgets(line, sizeof(line), file)) {
		const char *mode = strchr(line, ' ');

		if (strncmp(line, start, strlen(start)) == 0 && mode && strlen(mode) > 3)
			executable = mode[3] == 'x';
	}
	fclose(file);
	return executable;
}

static int verify_mmap_exec(struct context *context, struct error *error)
{
	int failure = run_mmap_exec(context, 1);

	return failure ? refused(error, failure) : 0;
}

static int verify_mprotect_exec(struct context *context, struct error *error)
{
	int failure = run_mprotect_exec(context, 1);
	int executable = is_executable(context->memory);

	if (failure)
		return refused(error, failure);
	/* A confined worker may not read the list, and then the kernel's word has to do. */
	if (executable == 0)
		return error_set(error, -EPROTO, "mprotect does not make FFF executable");
	failure = run_mprotect_exec(context, 2);
	if (failure)
		return refused(error, failure);
	if (is_executable(context->memory) == 1)
		return error_set(error, -EPROTO, "mprotect leaves FFF executable");
	return 0;
}

const struct operation operation_mmap_exec = {
	.name = "mmap-exec",
	.group = "memory",
	.summary = "mmap(FFF, PROT_READ | PROT_EXEC), munmap",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{"mmap", 1}, {"munmap", 1}},
	.period = 1,
	.setup = setup_mmap_exec,
	.run = run_mmap_exec,
	.verify = verify_mmap_exec,
	.teardown = teardown,
};

const struct operation operation_mprotect_exec = {
	.name = "mprotect-exec",
	.group = "memory",
	.summary = "one mprotect of a mapped FFF, alternating PROT_EXEC on and off",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{"mprotect", 1}},
	.period = 2,
	.setup = setup_mprotect_exec,
	.run = run_mprotect_exec,
	.verify = verify_mprotect_exec,
	.teardown = teardown,
};
