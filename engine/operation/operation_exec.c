/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_exec.c - a child that executes the tiny program of hello.h, itself or through a shell.
 *
 * Each end is looked at: a child that could not execute the program ends with the errno, which no
 * iteration hides.
 */
#include "engine/operation/operation_exec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/operation/hello.h"

static const char shell_name[] = "/bin/sh";

/* What the shell is made of, wherever a distribution has it; no rule is made for what is not there.
 */
static const char *const uses_shell[] = {
	shell_name, "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", NULL};

/* The highest status by which a child of ours says an errno: a shell's own failures lie above. */
static const int errno_most = 125;

/* 0, or the positive errno that a child's end stands for. */
static int how_ended(int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == HELLO_STATUS)
		return 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) > 0 && WEXITSTATUS(status) <= errno_most)
		return WEXITSTATUS(status);
	return EPROTO;
}

static int run_fork_exec(struct context *context, uint64_t n)
{
	char *const arguments[] = {context->path, NULL};
	char *const environment[] = {NULL};
	int status = 0;

	for (uint64_t i = 0; i < n; i++) {
		pid_t child = fork();

		if (child == 0) {
			execve(context->path, arguments, environment);
			_exit(errno);
		}
		if (child < 0 || waitpid(child, &status, 0) < 0)
			return errno;
		if (how_ended(status))
			return how_ended(status);
	}
	return 0;
}

static int run_fork_shell(struct context *context, uint64_t n)
{
	char name[] = "sh";
	char option[] = "-c";
	char *const arguments[] = {name, option, context->path, NULL};
	char *const environment[] = {NULL};
	int status = 0;

	for (uint64_t i = 0; i < n; i++) {
		pid_t child = fork();

		if (child == 0) {
			execve(shell_name, arguments, environment);
			_exit(errno);
		}
		if (child < 0 || waitpid(child, &status, 0) < 0)
			return errno;
		if (how_ended(status))
			return how_ended(status);
	}
	return 0;
}

/* The program's bytes into fd. 0 or a positive errno. */
static int write_program(int fd)
{
	const unsigned char *at = hello_program;
	uint64_t left = hello_program_size;

	while (left > 0) {
		ssize_t written = write(fd, at, left);

		if (written < 0)
			return errno;
		at += written;
		left -= (uint64_t)written;
	}
	return fchmod(fd, 0700) < 0 ? errno : 0;
}

/*
 * The program, under a name of this worker's own: while it is written nobody could execute it. The
 * file is closed before any child is there, which would hold it open for writing.
 */
static int setup(struct context *context, struct error *error)
{
	int fd;
	int failure;

	snprintf(context->path, sizeof(context->path), "./hello-XXXXXX");
	fd = mkstemp(context->path);
	if (fd < 0) {
		failure = errno;
		context->path[0] = '\0';
		return error_set(error, -failure, "the program to execute: %s",
				 error_words(failure));
	}
	failure = write_program(fd);
	if (close(fd) < 0 && !failure)
		failure = errno;
	return failure ? error_set(error, -failure, "the program to execute, %s: %s", context->path,
				   error_words(failure))
		       : 0;
}

static void teardown(struct context *context)
{
	if (context->path[0])
		unlink(context->path);
	context->path[0] = '\0';
}

static int verify_fork_exec(struct context *context, struct error *error)
{
	int failure = run_fork_exec(context, 1);

	if (failure == EACCES || failure == EPERM)
		return error_set(error, -failure,
				 "%s cannot be executed (%s): is its file system mounted noexec? "
				 "name another with --scratch",
				 context->path, error_words(failure));
	if (failure == EPROTO)
		return error_set(error, -EPROTO, "%s does not end with status %d", context->path,
				 HELLO_STATUS);
	return failure ? error_set(error, -failure, "fork, execute %s: %s", context->path,
				   error_words(failure))
		       : 0;
}

static int verify_fork_shell(struct context *context, struct error *error)
{
	int code = verify_fork_exec(context, error);
	int failure = code < 0 ? 0 : run_fork_shell(context, 1);

	if (failure == EPROTO)
		return error_set(error, -EPROTO, "%s -c %s does not end with status %d", shell_name,
				 context->path, HELLO_STATUS);
	return failure ? error_set(error, -failure, "%s -c %s: %s", shell_name, context->path,
				   error_words(failure))
		       : code;
}

const struct operation operation_fork_exec = {
	.name = "fork-exec",
	.group = "process",
	.summary = "fork a child that executes a tiny static program, wait for its end",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"clone", 1}, {"wait4", 1}},
	.calls_note = "the child's own calls (execve, exit_group) are not counted",
	.period = 1,
	.setup = setup,
	.run = run_fork_exec,
	.verify = verify_fork_exec,
	.teardown = teardown,
};

const struct operation operation_fork_shell = {
	.name = "fork-shell",
	.group = "process",
	.summary = "fork a child that has /bin/sh -c execute the program, wait for its end",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"clone", 1}, {"wait4", 1}},
	.calls_note = "the calls of the shell and the program are not counted",
	.period = 1,
	.outside = uses_shell,
	.setup = setup,
	.run = run_fork_shell,
	.verify = verify_fork_shell,
	.teardown = teardown,
};
