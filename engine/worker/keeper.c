/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keeper.c - the keeper process: it adopts what its descendants leave behind, and ends them all.
 */
#include "engine/worker/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/child.h"

/* Between two looks at who is left. */
#define LOOK_MS 2
/* What we may not kill, such as a command that became another user, is given up after so long. */
#define GIVE_UP_MS 3000

/* The parent of a process, or -1. */
static long parent_of(const char *pid)
{
	char path[300];
	char text[512];
	size_t length = 0;
	const char *rest;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%s/stat", pid);
	file = fopen(path, "re");
	if (file) {
		length = fread(text, 1, sizeof(text) - 1, file);
		fclose(file);
	}
	text[length] = '\0';
	/* "PID (NAME) STATE PARENT": the name may hold anything. */
	rest = strrchr(text, ')');
	return rest && strlen(rest) > 4 ? strtol(rest + 4, NULL, 10) : -1;
}

/*
 * Kill our children, whatever group or session they are in: theirs become ours by that. Only we
 * wait for them, so none of these numbers can mean another process.
 */
static void kill_children(void)
{
	const long self = getpid();
	DIR *directory = opendir("/proc");
	const struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		const char *name = entry->d_name;

		if (name[strspn(name, "0123456789")] == '\0' && parent_of(name) == self)
			kill((pid_t)strtol(name, NULL, 10), SIGKILL);
	}
	if (directory)
		closedir(directory);
}

/* Wait for what has ended. False when no child is left; *status is set once it was that child. */
static bool reap(pid_t *child, int *status)
{
	int how;
	pid_t ended;

	while ((ended = waitpid(-1, &how, WNOHANG | __WALL)) > 0) {
		if (ended != *child)
			continue;
		*status = how;
		*child = 0;
	}
	return ended == 0;
}

/* End child and all other descendants. Returns how child has ended. */
static int end_all(pid_t child)
{
	const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
	int status = 0;

	for (int waited = 0; reap(&child, &status); waited += LOOK_MS) {
		/* One that hangs in the kernel is waited for, whatever it takes. */
		if (child == 0 && waited > GIVE_UP_MS)
			break;
		kill_children();
		nanosleep(&pause, NULL);
	}
	return status;
}

/* End in the same way, without a second core file. */
static void end_like(int status)
{
	const struct rlimit none = {0, 0};
	sigset_t signals;

	if (WIFSIGNALED(status)) {
		setrlimit(RLIMIT_CORE, &none);
		sigfillset(&signals);
		sigprocmask(SIG_UNBLOCK, &signals, NULL);
		raise(WTERMSIG(status));
	}
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* Until child has ended or the front end has closed the link. */
static void watch(int link, pid_t child)
{
	struct pollfd waits[] = {
		{.fd = link, .events = POLLIN},
		{.fd = pidfd_open(child, 0), .events = POLLIN},
	};

	while (waits[1].fd >= 0 && poll(waits, 2, -1) < 0 && errno == EINTR)
		;
}

/* The front end's handlers must not run here, and only SIGKILL ends us. */
static void drop_handlers(void)
{
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
}

static _Noreturn void keep(int link, pid_t (*start)(void *argument), void *argument)
{
	pid_t child;

	drop_handlers();
	setpgid(0, 0);
	child = prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 ? -errno : start(argument);
	(void)!send(link, &child, sizeof(child), MSG_NOSIGNAL);
	child_close_others(0, &link, 1);
	if (child < 0)
		_exit(1);
	/* So that a process list tells us from the front end. */
	prctl(PR_SET_NAME, "lsmbench-keeper");
	watch(link, child);
	end_like(end_all(child));
	_exit(1);
}

static pid_t fork_keeper(int link, pid_t (*start)(void *argument), void *argument)
{
	sigset_t all;
	sigset_t before;
	pid_t pid;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid = fork();
	if (pid == 0)
		keep(link, start, argument);
	if (pid < 0)
		pid = -errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

pid_t keeper_start(struct keeper *keeper, pid_t (*start)(void *argument), void *argument)
{
	pid_t child = -ECHILD;
	int pair[2];

	*keeper = (struct keeper){.link = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	keeper->pid = fork_keeper(pair[1], start, argument);
	close(pair[1]);
	keeper->link = pair[0];
	if (keeper->pid > 0) {
		while (recv(keeper->link, &child, sizeof(child), 0) < 0 && errno == EINTR)
			;
	} else {
		child = keeper->pid;
	}
	if (child > 0)
		return child;
	keeper_end(keeper);
	if (keeper->pid > 0)
		while (waitpid(keeper->pid, NULL, 0) < 0 && errno == EINTR)
			;
	keeper->pid = 0;
	return child;
}

void keeper_end(struct keeper *keeper)
{
	if (keeper->link >= 0)
		close(keeper->link);
	keeper->link = -1;
}
