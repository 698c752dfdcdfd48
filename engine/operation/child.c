/* SPDX-License-Identifier: GPL-2.0-or-later */
/* child.c - fork, the descriptors that a child keeps, and its end. */
#include "engine/operation/child.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Below it stand the standard ones. */
#define FIRST_CLOSED 3u

/* The lowest descriptor in keep that is at least low, or UINT_MAX. */
static unsigned int next_kept(const int *keep, size_t count, unsigned int low)
{
	unsigned int next = UINT_MAX;

	for (size_t i = 0; i < count; i++)
		if (keep[i] >= 0 && (unsigned int)keep[i] >= low && (unsigned int)keep[i] < next)
			next = (unsigned int)keep[i];
	return next;
}

/* Before Linux 5.9 there is no call for a range. */
static void close_one_by_one(unsigned int low, unsigned int high)
{
	const long limit = sysconf(_SC_OPEN_MAX);
	const unsigned int end = limit > 0 ? (unsigned int)limit : 1024;

	for (unsigned int fd = low; fd <= high && fd < end; fd++)
		close((int)fd);
}

void child_close_others(unsigned int first, const int *keep, size_t count)
{
	unsigned int low = first;

	for (;;) {
		unsigned int kept = next_kept(keep, count, low);
		unsigned int high = kept == UINT_MAX ? UINT_MAX : kept - 1;

		if (kept != low && close_range(low, high, 0) < 0)
			close_one_by_one(low, high);
		if (kept == UINT_MAX)
			return;
		low = kept + 1;
	}
}

/* A parent that died before the child asked to be killed with it will not die again. By its
 * descriptor, since in another namespace it has another number or none. */
static bool has_ended(int process)
{
	struct pollfd end = {.fd = process, .events = POLLIN};

	return poll(&end, 1, 0) != 0;
}

pid_t child_start(const int *keep, size_t count, int (*body)(void *argument), void *argument,
		  struct error *error)
{
	const int parent = pidfd_open(getpid(), 0);
	pid_t child;

	if (parent < 0)
		return error_set(error, -errno, "cannot start a child: pidfd_open: %s",
				 error_words(errno));
	child = fork();
	if (child == 0) {
		if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || has_ended(parent))
			_exit(1);
		child_close_others(FIRST_CLOSED, keep, count);
		_exit(body(argument));
	}
	if (child < 0)
		child = error_set(error, -errno,
				  "cannot start a child: fork: %s; raise the limit of processes "
				  "(ulimit -u) or end some",
				  error_words(errno));
	close(parent);
	return child;
}

void child_end(pid_t *child)
{
	if (*child <= 0)
		return;
	/* Not waited for yet, so the number is still its own. */
	kill(*child, SIGKILL);
	while (waitpid(*child, NULL, 0) < 0 && errno == EINTR)
		;
	*child = 0;
}
