/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_signal.c - a signal handler installed, and a signal caught.
 *
 * What a handler counts can only be found by it in memory of the program's own, so this is static.
 */
#include "engine/operation/operation_signal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static const int signal_number = SIGUSR1;

static volatile uint64_t caught;

/* What the process did with the signal before. */
struct signal_state {
	struct sigaction action;
	sigset_t blocked;
};

static void count(int number)
{
	(void)number;
	caught++;
}

static int install(void (*handler)(int), struct sigaction *old)
{
	struct sigaction action = {.sa_handler = handler};

	sigemptyset(&action.sa_mask);
	return sigaction(signal_number, &action, old);
}

static int run_signal_install(struct context *context, uint64_t n)
{
	struct sigaction action = {.sa_handler = count};
	struct sigaction old;

	(void)context;
	sigemptyset(&action.sa_mask);
	for (uint64_t i = 0; i < n; i++)
		if (sigaction(signal_number, &action, &old) < 0)
			return errno;
	return 0;
}

static int run_signal_catch(struct context *context, uint64_t n)
{
	const uint64_t expected = caught + n;
	const pid_t self = context->self;

	for (uint64_t i = 0; i < n; i++)
		if (kill(self, signal_number) < 0)
			return errno;
	return caught == expected ? 0 : EPROTO;
}

/* The handler stands from here on, and the signal is not blocked: a mask is inherited. */
static int setup(struct context *context, struct error *error)
{
	struct signal_state *state = calloc(1, sizeof(*state));
	sigset_t set;

	if (!state)
		return error_set(error, -ENOMEM, "out of memory");
	context->self = getpid();
	sigemptyset(&set);
	sigaddset(&set, signal_number);
	if (sigprocmask(SIG_UNBLOCK, &set, &state->blocked) < 0 ||
	    install(count, &state->action) < 0) {
		free(state);
		return error_set(error, -errno, "a handler of SIGUSR1: %s", error_words(errno));
	}
	context->state = state;
	return 0;
}

static void teardown(struct context *context)
{
	struct signal_state *state = context->state;

	if (!state)
		return;
	sigaction(signal_number, &state->action, NULL);
	sigprocmask(SIG_SETMASK, &state->blocked, NULL);
	free(state);
	context->state = NULL;
}

/* A signal that is sent is caught, once and before kill returns. */
static int verify_catch(struct context *context, struct error *error)
{
	const uint64_t before = caught;
	int failure = run_signal_catch(context, 3);

	if (failure && failure != EPROTO)
		return error_set(error, -failure, "kill(self, SIGUSR1): %s", error_words(failure));
	if (caught - before != 3)
		return error_set(error, -EPROTO, "3 signals were caught %llu times",
				 (unsigned long long)(caught - before));
	return 0;
}

/* The kernel says that run installed the handler, where none stood before. */
static int verify_install(struct context *context, struct error *error)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	if (install(SIG_DFL, NULL) < 0 || run_signal_install(context, 1) != 0 ||
	    sigaction(signal_number, NULL, &action) < 0)
		return error_set(error, -errno, "sigaction(SIGUSR1): %s", error_words(errno));
	if (action.sa_handler != count)
		return error_set(error, -EPROTO, "sigaction does not install the handler");
	return verify_catch(context, error);
}

const struct operation operation_signal_install = {
	.name = "signal-install",
	.group = "processor",
	.summary = "sigaction(SIGUSR1): install a handler, ask for the former one",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"rt_sigaction", 1}},
	.period = 1,
	.setup = setup,
	.run = run_signal_install,
	.verify = verify_install,
	.teardown = teardown,
};

const struct operation operation_signal_catch = {
	.name = "signal-catch",
	.group = "processor",
	.summary = "kill(self, SIGUSR1), its handler counts and returns",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"kill", 1}, {"rt_sigreturn", 1}},
	.less = "kill-self",
	.period = 1,
	.setup = setup,
	.run = run_signal_catch,
	.verify = verify_catch,
	.teardown = teardown,
};
