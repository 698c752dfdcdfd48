/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_child.c - a child with a time limit, and the end of all that it left. */
#include "engine/guest/guest_child.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/worker/clock.h"

/* What was killed ends within this, unless it hangs in the kernel. */
#define KILLED_MS 5000

static void watch_children(sigset_t *before)
{
	sigset_t children;

	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, before);
}

/* Wait for news of a child, at most until the clock shows until. False when it shows that. */
static bool await_child(int64_t until)
{
	int64_t left = until - clock_now_ms();
	struct timespec time = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
	sigset_t children;

	if (left <= 0)
		return false;
	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigtimedwait(&children, NULL, &time);
	return true;
}

/* How the child ended; others that end meanwhile are reaped. False when it did not in time. */
static bool await_end(pid_t child, unsigned int seconds, int *status)
{
	const int64_t until = clock_now_ms() + (int64_t)seconds * 1000;

	for (;;) {
		int ended;
		pid_t pid = waitpid(-1, &ended, WNOHANG);

		if (pid == child) {
			*status = ended;
			return true;
		}
		if (pid <= 0 && !await_child(until))
			return false;
	}
}

/* The first process is spared. */
static void end_all(void)
{
	const int64_t until = clock_now_ms() + KILLED_MS;

	kill(-1, SIGKILL);
	for (;;) {
		pid_t pid = waitpid(-1, NULL, WNOHANG);

		if ((pid < 0 && errno == ECHILD) || (pid == 0 && !await_child(until)))
			return;
	}
}

static int say_end(int status, struct error *error)
{
	if (WIFSIGNALED(status))
		return error_set(error, -ECHILD, "its process was killed by signal %d (%s)",
				 WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) != 0)
		return error_set(error, -ECHILD, "its process ended with status %d",
				 WEXITSTATUS(status));
	return 0;
}

int guest_child_run(void (*function)(void *argument), void *argument, unsigned int seconds,
		    struct error *error)
{
	sigset_t before;
	int status = 0;
	int code = 0;
	pid_t child;

	if (getpid() != 1)
		return error_set(error, -EPERM, "not the first process: others would be killed");
	watch_children(&before);
	child = fork();
	if (child == 0) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		function(argument);
		_exit(0);
	}
	if (child < 0)
		code = error_set(error, -errno, "no process for it: %s", error_words(errno));
	else if (!await_end(child, seconds, &status))
		code = error_set(error, -ETIMEDOUT,
				 "it did not end within %u s of the guest's clock", seconds);
	else
		code = say_end(status, error);
	end_all();
	sigprocmask(SIG_SETMASK, &before, NULL);
	return code;
}
