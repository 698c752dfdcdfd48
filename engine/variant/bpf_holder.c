/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf_holder.c - both sides of the process that holds a variant's BPF programs.
 */
#include "engine/variant/bpf_holder.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/variant/bpf.h"
#include "fixtures/isolate.h"

enum {
	END_MS = 10000, /* how long it may take to take everything off and end */
	END_STEP_MS = 2,
};

struct request {
	char variant[VARIANT_SIZE];
};

struct answer {
	int code;
	struct error error;
};

struct bpf_holder {
	pid_t pid;
	int fd;
	bool busy;
	struct request asked;  /* while it is busy; then what it holds */
	struct request wanted; /* the last one wanted */
};

static void pause_ms(uint32_t ms)
{
	const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};

	nanosleep(&time, NULL);
}

/* The process itself: ends when the front end closes its side, or dies. */
static _Noreturn void run(int fd, int cpu)
{
	static struct bpf_attachments attachments;
	static struct request request;

	isolate_process(fd, NULL, 0, cpu);
	prctl(PR_SET_NAME, "lsmbench-hold");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		struct answer answer = {.error = {.text = ""}};
		ssize_t size = recv(fd, &request, sizeof(request), 0);

		if (size < 0 && errno == EINTR)
			continue;
		if (size != (ssize_t)sizeof(request))
			_exit(0);
		bpf_attachments_close(&attachments);
		pause_ms(variant_apart(request.variant));
		answer.code = bpf_attachments_open(&attachments, request.variant, &answer.error);
		if (send(fd, &answer, sizeof(answer), MSG_NOSIGNAL) < 0)
			_exit(0);
	}
}

static pid_t fork_process(const int pair[2], int cpu)
{
	sigset_t all;
	sigset_t before;
	pid_t pid;

	/* No handler of the front end may run in the child before it has reset them. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid = fork();
	if (pid == 0)
		run(pair[1], cpu);
	if (pid < 0)
		pid = -errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

int bpf_holder_start(struct bpf_holder **holder, int cpu, struct error *error)
{
	struct bpf_holder *made = calloc(1, sizeof(*made));
	int pair[2];

	*holder = NULL;
	if (!made)
		return error_set(error, -ENOMEM, "out of memory");
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) {
		int code = -errno;

		free(made);
		return error_set(error, code, "the process that holds BPF programs: %s",
				 error_words(code));
	}
	made->fd = pair[0];
	made->pid = fork_process(pair, cpu);
	close(pair[1]);
	if (made->pid < 0) {
		int code = made->pid;

		close(made->fd);
		free(made);
		return error_set(error, code, "the process that holds BPF programs: fork: %s",
				 error_words(code));
	}
	snprintf(made->asked.variant, VARIANT_SIZE, "%s", VARIANT_NONE);
	made->wanted = made->asked;
	*holder = made;
	return 0;
}

int bpf_holder_fd(const struct bpf_holder *holder)
{
	return holder->fd;
}

bool bpf_holder_is_busy(const struct bpf_holder *holder)
{
	return holder->busy;
}

pid_t bpf_holder_pid(const struct bpf_holder *holder)
{
	return holder->pid;
}

const char *bpf_holder_holds(const struct bpf_holder *holder)
{
	return holder->busy ? "" : holder->asked.variant;
}

static bool is_held(const struct bpf_holder *holder)
{
	return strcmp(holder->asked.variant, holder->wanted.variant) == 0;
}

/* Ask for what is wanted, when it can be asked and there is something to ask. */
static int ask(struct bpf_holder *holder)
{
	ssize_t sent;

	if (holder->busy)
		return 0;
	if (is_held(holder))
		return 1;
	holder->asked = holder->wanted;
	do {
		sent = send(holder->fd, &holder->asked, sizeof(holder->asked), MSG_NOSIGNAL);
	} while (sent < 0 && errno == EINTR);
	holder->busy = sent >= 0;
	return sent < 0 ? -ECHILD : 0;
}

int bpf_holder_want(struct bpf_holder *holder, const char *variant)
{
	memset(&holder->wanted, 0, sizeof(holder->wanted));
	snprintf(holder->wanted.variant, VARIANT_SIZE, "%s", variant);
	return ask(holder);
}

int bpf_holder_next(struct bpf_holder *holder, int *code, struct error *error)
{
	struct answer answer;
	ssize_t size;

	do {
		size = recv(holder->fd, &answer, sizeof(answer), MSG_DONTWAIT);
	} while (size < 0 && errno == EINTR);
	if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		return 0;
	if (size != (ssize_t)sizeof(answer))
		return -ECHILD;
	holder->busy = false;
	/* Another one is wanted by now: how this one went matters to nobody. */
	if (!is_held(holder))
		return ask(holder);
	*code = answer.code;
	*error = answer.error;
	if (answer.code < 0) {
		snprintf(holder->asked.variant, VARIANT_SIZE, "%s", VARIANT_NONE);
		holder->wanted = holder->asked;
	}
	return 1;
}

void bpf_holder_stop(struct bpf_holder *holder)
{
	if (!holder)
		return;
	close(holder->fd);
	for (int waited = 0;; waited += END_STEP_MS) {
		pid_t pid = waitpid(holder->pid, NULL, WNOHANG);

		if (pid == holder->pid || (pid < 0 && errno != EINTR))
			break;
		/* Its descriptors are closed by the kernel in any case. */
		if (waited == END_MS)
			kill(holder->pid, SIGKILL);
		pause_ms(END_STEP_MS);
	}
	free(holder);
}
