/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * path_probe.c - try a path in a process of its own, which can be killed when it hangs.
 */
#include "tui/path_probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/worker/clock.h"
#include "fixtures/text_show.h"

#define ANSWER_MS 3000
/* An exit status that is no errno: something is there, of another kind. */
#define OTHER_KIND 255

/*
 * In the child: 0, an errno or OTHER_KIND. A pipe is not even opened, which would tell its writer
 * of a reader; and some of the kernel's own files open like any other, but keep who reads them.
 */
static int try_path(const char *path, mode_t wanted)
{
	struct stat status;
	char byte;
	int fd;

	if (stat(path, &status) < 0)
		return errno;
	if ((status.st_mode & S_IFMT) != wanted)
		return OTHER_KIND;
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return errno;
	if (fstat(fd, &status) < 0 || (status.st_mode & S_IFMT) != wanted)
		return OTHER_KIND;
	return wanted == S_IFREG && pread(fd, &byte, 1, 0) < 0 ? errno : 0;
}

/* What the child answers, or -ETIMEDOUT. Signals interrupt poll, and are taken when we are back. */
static int take_answer(int answer_fd)
{
	struct pollfd answer = {answer_fd, POLLIN, 0};
	const int64_t until = clock_now_ms() + ANSWER_MS;
	unsigned char code = 0;
	int64_t left = ANSWER_MS;

	while (left > 0 && poll(&answer, 1, (int)left) < 0 && errno == EINTR)
		left = until - clock_now_ms();
	return (answer.revents & POLLIN) && read(answer_fd, &code, 1) == 1 ? code : -ETIMEDOUT;
}

static void answer_and_exit(const char *path, mode_t wanted, int answer_fd)
{
	unsigned char code;
	ssize_t written;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	code = (unsigned char)try_path(path, wanted);
	written = write(answer_fd, &code, 1);
	_exit(written == 1 ? 0 : 1);
}

/* 0, an errno, OTHER_KIND, or a negative errno. Only SIGKILL reaches the child: none of our
 * handlers. */
static int ask_child(const char *path, mode_t wanted)
{
	sigset_t all;
	sigset_t before;
	pid_t child;
	int fds[2];
	int code;

	if (pipe2(fds, O_CLOEXEC) < 0)
		return -ENOMEM;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	child = fork();
	if (child == 0)
		answer_and_exit(path, wanted, fds[1]);
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(fds[1]);
	code = child < 0 ? -ENOMEM : take_answer(fds[0]);
	close(fds[0]);
	if (code == -ETIMEDOUT)
		kill(child, SIGKILL);
	/* A server that has gone may keep even a killed process: it is not waited for. */
	if (child > 0)
		waitpid(child, NULL, code == -ETIMEDOUT ? WNOHANG : 0);
	return code;
}

static int probe(const char *path, mode_t wanted, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	int code = ask_child(path, wanted);

	text_show(path, strlen(path), shown);
	switch (code) {
	case OTHER_KIND:
		return error_set(error, -EINVAL,
				 wanted == S_IFDIR ? "%s: not a directory"
						   : "%s: a pipe, a device or a directory, and no "
						     "file: \"lsmbench compare\" reads pipes",
				 shown);
	case EAGAIN:
		return error_set(error, -EAGAIN,
				 "%s: held by another program, or it has nothing to be read now",
				 shown);
	case -ETIMEDOUT:
		return error_set(error, -ETIMEDOUT,
				 "%s: no answer within %d seconds: is it on a server that has gone "
				 "away?",
				 shown, ANSWER_MS / 1000);
	case -ENOMEM:
		return error_set(error, -ENOMEM, "out of memory");
	default:
		return 0;
	}
}

int path_probe_file(const char *path, struct error *error)
{
	return probe(path, S_IFREG, error);
}

int path_probe_directory(const char *path, struct error *error)
{
	return probe(path, S_IFDIR, error);
}
