/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interrupt.c - SIGINT, SIGTERM and SIGHUP while the command line measures.
 */
#include "tui/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* What the handler needs, for a handler is given nothing. */
static struct {
	volatile sig_atomic_t first;
	int event;
} interrupt;

static void handle(int signal_number)
{
	static const unsigned long long one = 1;
	int saved = errno;

	if (interrupt.first != 0) {
		/* Pending until the handler returns, and then deadly. */
		signal(signal_number, SIG_DFL);
		raise(signal_number);
	} else {
		interrupt.first = signal_number;
		if (write(interrupt.event, &one, sizeof(one)) < 0)
			interrupt.first = signal_number;
	}
	errno = saved;
}

int interrupt_start(struct error *error)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};

	interrupt.event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (interrupt.event < 0)
		return error_set(error, -errno, "cannot watch for signals: %s", error_words(errno));
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct sigaction before;

		/* nohup and background jobs of a script have reasons. */
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	return 0;
}

int interrupt_fd(void)
{
	return interrupt.event;
}

int interrupt_signal(void)
{
	return interrupt.first;
}
