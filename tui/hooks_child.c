/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_child.c - the child process in which the hooks of one case are counted, and its parent.
 */
#include "tui/hooks_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/counting/count_prepared.h"
#include "engine/counting/count_refusal.h"
#include "engine/worker/setup_request.h"
#include "exports/csv/hooks_csv.h"
#include "fixtures/fixture.h"
#include "tui/signals.h"

#define FIXTURE "hooks"
/* How long a child may be silent: the slowest operations take a few seconds. */
#define WATCHDOG_MS 120000
/* Of what a child writes. */
#define ANSWER_MAXIMUM (1u << 20)

/* In the child: count into table. */
static int count(const struct hooks_child_task *task, int directory, struct hook_table *table,
		 struct error *error)
{
	const struct plan_case *which = &task->plan->cases[task->index];
	struct prepared prepared = {.operation = NULL};
	struct worker_request request;
	int status;

	/* Of no variant: a hook is called whoever listens. */
	setup_request_fill(&request, task->plan, task->index, task->scratch, VARIANT_NONE);
	request.cpu = task->cpu;
	status = prepared_make(&prepared, &request, directory, error);
	if (status == 0)
		status = count_prepared(&prepared, which->parameter, task->counter, false, table,
					error);
	prepared_release(&prepared);
	return status;
}

static int build_and_count(const struct hooks_child_task *task, struct hook_table *table,
			   struct error *error)
{
	const struct plan_case *which = &task->plan->cases[task->index];
	struct fixture_spec spec;
	char reason[COUNT_REFUSAL_SIZE];
	int directory;
	int status;

	count_refusal(which->operation, reason);
	if (reason[0])
		return error_set(error, -EOPNOTSUPP, "%s", reason);
	status = operation_fixture(which->operation, which->parameter, &spec, error);
	if (status == 0)
		status = fixture_build(task->scratch->work_fd, FIXTURE, &spec, NULL, NULL, error);
	if (status < 0)
		return status;
	directory = openat(task->scratch->work_fd, FIXTURE, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (directory < 0)
		return error_set(error, -errno, "%s/" FIXTURE ": %s", task->scratch->path,
				 error_words(errno));
	status = count(task, directory, table, error);
	close(directory);
	return status;
}

/* The child: "CODE\n" and the counts, or the line that says why there are none. */
static _Noreturn void be_child(const struct hooks_child_task *task, int to)
{
	struct hook_table table = {0};
	struct error error = {""};
	FILE *file = fdopen(to, "w");
	int status;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	if (!file)
		_exit(1);
	status = build_and_count(task, &table, &error);
	fprintf(file, "%d\n", status);
	if (status < 0)
		fprintf(file, "%s", error.text);
	else if (hooks_csv_write(&table, file, &error) < 0)
		_exit(1);
	_exit(fflush(file) == 0 ? 0 : 1);
}

/* Read from until its end. Bytes, or a negative errno; -EINTR after a signal to us. */
static ssize_t listen_to(int from, char *text)
{
	size_t used = 0;

	for (;;) {
		struct pollfd waits[] = {{.fd = from, .events = POLLIN},
					 {.fd = signals_fd(), .events = POLLIN}};
		int ready = poll(waits, 2, WATCHDOG_MS);
		ssize_t got;

		if (signals_first())
			return -EINTR;
		if (ready == 0)
			return -ETIMEDOUT;
		if (ready < 0 && errno != EINTR)
			return -errno;
		if (ready < 0 || !waits[0].revents)
			continue;
		got = read(from, text + used, ANSWER_MAXIMUM - used);
		if (got <= 0)
			return got < 0 ? -errno : (ssize_t)used;
		used += (size_t)got;
		if (used == ANSWER_MAXIMUM)
			return -EFBIG;
	}
}

/* "CODE\nTEXT" in child->text becomes its parts. */
static int take_apart(struct hooks_child *child)
{
	char *end;
	long code = strtol(child->text, &end, 10);

	if (end == child->text || *end != '\n' || code > 0 || code < -4095)
		return -ECHILD;
	end++;
	child->code = (int)code;
	child->length -= (size_t)(end - child->text);
	memmove(child->text, end, child->length + 1);
	return 0;
}

static void tell_death(struct hooks_child *child, ssize_t heard, int how)
{
	child->code = -ECHILD;
	child->length = 0;
	if (heard == -ETIMEDOUT)
		snprintf(child->text, 128, "silent for %d s, and killed", WATCHDOG_MS / 1000);
	else if (WIFSIGNALED(how))
		snprintf(child->text, 128, "killed by signal %d (%s)", WTERMSIG(how),
			 strsignal(WTERMSIG(how)));
	else
		snprintf(child->text, 128, "ended without an answer");
	child->length = strlen(child->text);
}

static int attend(pid_t pid, int from, struct hooks_child *child)
{
	ssize_t heard = listen_to(from, child->text);
	int how = 0;

	if (heard < 0)
		kill(pid, SIGKILL);
	while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
		;
	/* What the case has started. */
	kill(-pid, SIGKILL);
	if (heard == -EINTR)
		return -EINTR;
	child->length = heard > 0 ? (size_t)heard : 0;
	child->text[child->length] = '\0';
	if (heard < 0 || how != 0 || take_apart(child) < 0)
		tell_death(child, heard, how);
	return 0;
}

static int start(const struct hooks_child_task *task, struct hooks_child *child,
		 struct error *error)
{
	int ends[2];
	pid_t pid;
	int status;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return error_set(error, -errno, "a pipe: %s", error_words(errno));
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		be_child(task, ends[1]);
	}
	status = pid < 0 ? -errno : 0;
	close(ends[1]);
	if (status < 0) {
		close(ends[0]);
		return error_set(error, status, "a process: %s", error_words(status));
	}
	status = attend(pid, ends[0], child);
	close(ends[0]);
	return status < 0 ? error_set(error, status, "interrupted") : 0;
}

int hooks_child_run(const struct hooks_child_task *task, struct hooks_child *child,
		    struct error *error)
{
	struct error why = {""};
	struct stat status_of;
	int status;

	*child = (struct hooks_child){.text = malloc(ANSWER_MAXIMUM + 1)};
	if (!child->text)
		return error_set(error, -ENOMEM, "out of memory");
	status = start(task, child, error);
	if (fstatat(task->scratch->work_fd, FIXTURE, &status_of, AT_SYMLINK_NOFOLLOW) == 0 &&
	    fixture_remove(task->scratch->work_fd, FIXTURE, NULL, NULL, &why) < 0 && status == 0)
		status = error_set(error, -EBUSY, "%s", why.text);
	if (status < 0)
		free(child->text);
	return status;
}
