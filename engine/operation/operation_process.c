/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_process.c - asking whether a signal could be sent, and a child that ends at once.
 */
#include "engine/operation/operation_process.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* LMbench's name for it. */
static const char *const fork_wait_aliases[] = {"fork-exit", NULL};

/* The child's exit status, by which verify knows it. */
#define CHILD_STATUS 7

static int run_kill_self(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		if (kill(context->self, 0) < 0)
			return errno;
	return 0;
}

static int run_fork_wait(struct context *context, uint64_t n)
{
	int status = 0;

	(void)context;
	for (uint64_t i = 0; i < n; i++) {
		pid_t child = fork();

		if (child == 0)
			_exit(CHILD_STATUS);
		if (child < 0 || waitpid(child, &status, 0) < 0)
			return errno;
		if (!WIFEXITED(status) || WEXITSTATUS(status) != CHILD_STATUS)
			return EPROTO;
	}
	return 0;
}

static int setup_kill_self(struct context *context, struct error *error)
{
	(void)error;
	context->self = getpid();
	return 0;
}

static int verify_kill_self(struct context *context, struct error *error)
{
	int failure = run_kill_self(context, 1);

	return failure ? error_set(error, -failure, "kill(self, 0): %s", error_words(failure)) : 0;
}

static int verify_fork_wait(struct context *context, struct error *error)
{
	int failure = run_fork_wait(context, 1);

	return failure ? error_set(error, -failure, "fork: %s", error_words(failure)) : 0;
}

const struct operation operation_kill_self = {
	.name = "kill-self",
	.group = "process",
	.summary = "kill(self, 0): asks whether a signal could be sent",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"kill", 1}},
	.period = 1,
	.setup = setup_kill_self,
	.run = run_kill_self,
	.verify = verify_kill_self,
};

const struct operation operation_fork_wait = {
	.name = "fork-wait",
	.group = "process",
	.summary = "fork a child that ends at once, wait for it",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"clone", 1}, {"wait4", 1}},
	.calls_note = "the child's own calls (set_robust_list, exit_group) are not counted",
	.period = 1,
	.aliases = fork_wait_aliases,
	.run = run_fork_wait,
	.verify = verify_fork_wait,
};
