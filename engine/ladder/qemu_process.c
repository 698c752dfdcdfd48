/* SPDX-License-Identifier: GPL-2.0-or-later */
/* qemu_process.c - fork, the pipe, and an end that is waited for. */
#include "engine/ladder/qemu_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long something that was killed is waited for. */
#define END_MS 5000
/* So much can wait for us while we are busy or stopped: QEMU would retry by the host's clock. */
#define PIPE_BYTES (1 << 20)
/* Of a child that could not become the program. */
#define NOT_STARTED 127

void qemu_process_init(struct qemu_process *process)
{
	*process = (struct qemu_process){.process = -1, .output = -1};
}

static void close_if_open(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static char **make_arguments(const struct text_list *words)
{
	char **arguments = calloc(words->count + 1, sizeof(*arguments));

	for (size_t i = 0; arguments && i < words->count; i++)
		arguments[i] = words->items[i];
	return arguments;
}

static void reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* What the child inherits: its output, the place for errors, and where it says why it failed. */
struct channels {
	int output;
	int errors;
	int failure;
};

static void take_descriptors(const struct channels *channels)
{
	int nothing = open("/dev/null", O_RDWR);

	dup2(nothing, 0);
	dup2(channels->output, 1);
	dup2(channels->errors >= 0 ? channels->errors : nothing, 2);
}

static _Noreturn void become(const char *program, char *const *arguments,
			     const struct channels *channels, pid_t parent)
{
	int code;

	setpgid(0, 0);
	reset_signals();
	take_descriptors(channels);
	/* Our parent may have gone before we asked to be told. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent)
		execv(program, arguments);
	code = errno;
	(void)!write(channels->failure, &code, sizeof(code));
	_exit(NOT_STARTED);
}

/* 0 when the child became the program, else why it did not. */
static int read_failure(int fd)
{
	int code = 0;
	ssize_t size;

	do {
		size = read(fd, &code, sizeof(code));
	} while (size < 0 && errno == EINTR);
	return size == (ssize_t)sizeof(code) ? -code : 0;
}

/* Descriptors that dup2 to 0, 1 and 2 cannot overwrite, closed in the program. */
static int make_pipe(int ends[2], int flags)
{
	int made[2];
	int code = 0;

	if (pipe2(made, O_CLOEXEC) < 0)
		return -errno;
	for (int i = 0; i < 2; i++) {
		ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, 3);
		if (ends[i] < 0)
			code = -errno;
		close(made[i]);
	}
	if (code == 0 && flags && fcntl(ends[0], F_SETFL, flags) < 0)
		code = -errno;
	return code;
}

static int launch(struct qemu_process *process, const char *program, char *const *arguments,
		  int errors)
{
	int output[2] = {-1, -1};
	int failure[2] = {-1, -1};
	pid_t parent = getpid();
	int code = make_pipe(output, O_NONBLOCK);

	if (code == 0)
		code = make_pipe(failure, 0);
	if (code == 0) {
		(void)fcntl(output[0], F_SETPIPE_SZ, PIPE_BYTES);
		process->pid = fork();
		if (process->pid == 0)
			become(program, arguments,
			       &(struct channels){output[1], errors, failure[1]}, parent);
		if (process->pid < 0)
			code = -errno;
	}
	process->output = output[0];
	close_if_open(&output[1]);
	close_if_open(&failure[1]);
	if (code == 0)
		code = read_failure(failure[0]);
	close_if_open(&failure[0]);
	if (code == 0) {
		process->process = pidfd_open(process->pid, 0);
		code = process->process < 0 ? -errno : 0;
	}
	return code;
}

int qemu_process_start(struct qemu_process *process, const struct text_list *words, int errors,
		       struct error *error)
{
	char **arguments = make_arguments(words);
	int code = -ENOMEM;

	qemu_process_init(process);
	if (arguments)
		code = launch(process, words->items[0], arguments, errors);
	free(arguments);
	if (code < 0) {
		qemu_process_end(process);
		error_set(error, code, "cannot start %s: %s", words->items[0], error_words(code));
	}
	return code;
}

/* Killed, it ends at once, unless it hangs in the kernel: then it is left to itself. */
static void reap(struct qemu_process *process)
{
	struct pollfd end = {.fd = process->process, .events = POLLIN};

	if (end.fd >= 0)
		while (poll(&end, 1, END_MS) < 0 && errno == EINTR)
			;
	while (waitpid(process->pid, &process->status, end.fd >= 0 ? WNOHANG : 0) < 0 &&
	       errno == EINTR)
		;
}

void qemu_process_end(struct qemu_process *process)
{
	if (process->pid > 0) {
		/* The group's number is taken until we reap, even when its first has ended. */
		kill(-process->pid, SIGKILL);
		kill(process->pid, SIGKILL);
		reap(process);
	}
	process->pid = 0;
	close_if_open(&process->process);
	close_if_open(&process->output);
}

void qemu_process_describe(const struct qemu_process *process, char *buffer, size_t size)
{
	if (WIFEXITED(process->status))
		snprintf(buffer, size, "exited with status %d", WEXITSTATUS(process->status));
	else
		snprintf(buffer, size, "was killed by signal %d (%s)", WTERMSIG(process->status),
			 strsignal(WTERMSIG(process->status)));
}
