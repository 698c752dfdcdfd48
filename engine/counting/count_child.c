/* SPDX-License-Identifier: GPL-2.0-or-later */
/* count_child.c - the child in which the hooks of one case are counted, and its parent. */
#include "engine/counting/count_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/counting/count_refusal.h"
#include "engine/counting/count_task.h"
#include "engine/worker/clock.h"
#include "engine/worker/setup_request.h"
#include "fixtures/fixture.h"

#define FIXTURE "hooks"
/* How long a child may take: the slowest operations take a few seconds. */
#define WATCHDOG_MS 120000

/* What the case runs against. Returns its directory's descriptor or a negative errno. */
static int build(const struct count_child *child, struct error *error)
{
	const struct plan_case *which = &child->plan->cases[child->index];
	struct fixture_spec spec;
	int directory;
	int status = operation_fixture(which->operation, which->parameter, &spec, error);

	if (status == 0)
		status = fixture_build(child->scratch->work_fd, FIXTURE, &spec, NULL, NULL, error);
	if (status < 0)
		return status;
	directory = openat(child->scratch->work_fd, FIXTURE, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (directory < 0)
		return error_set(error, -errno, "%s/" FIXTURE ": %s", child->scratch->path,
				 error_words(errno));
	return directory;
}

static int unbuild(const struct count_child *child, struct error *error)
{
	const int place = child->scratch->work_fd;
	struct stat status;

	if (fstatat(place, FIXTURE, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return 0;
	return fixture_remove(place, FIXTURE, NULL, NULL, error);
}

static _Noreturn void be_child(const struct count_child *child, pid_t parent,
			       struct count_task *task)
{
	struct error error = {""};

	/* A parent that is gone already will not die again. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent || setpgid(0, 0) < 0)
		_exit(1);
	task->directory = build(child, &error);
	if (task->directory < 0)
		count_task_end(task, task->directory, error.text);
	else
		count_task_perform(task);
	_exit(0);
}

/* Wait until the process has ended. -EINTR or -ETIMEDOUT when it is not to be waited for. */
static int watch(const struct count_child *child, int process)
{
	const int64_t until = clock_now_ms() + WATCHDOG_MS;

	for (;;) {
		struct pollfd waits[] = {{.fd = process, .events = POLLIN},
					 {.fd = child->interrupt_fd, .events = POLLIN}};
		int64_t left = until - clock_now_ms();

		if (child->interrupted && child->interrupted())
			return -EINTR;
		if (left <= 0)
			return -ETIMEDOUT;
		if (poll(waits, 2, (int)left) < 0 && errno != EINTR)
			return -errno;
		if (waits[0].revents)
			return 0;
	}
}

static int tell_death(int watched, int how, struct error *error)
{
	if (watched == -ETIMEDOUT)
		return error_set(error, -ETIMEDOUT, "not counted within %d s, and killed",
				 WATCHDOG_MS / 1000);
	if (WIFSIGNALED(how))
		return error_set(error, -ECHILD, "its process was killed by signal %d (%s)",
				 WTERMSIG(how), strsignal(WTERMSIG(how)));
	return error_set(error, -ECHILD, "its process ended without an answer");
}

/* See the child through to its end. 0, or -EINTR; *code is as of count_child_run. */
static int attend(const struct count_child *child, const struct count_task *task, pid_t pid,
		  struct hook_table *table, int *code, struct error *error)
{
	int process = pidfd_open(pid, 0);
	int watched = process < 0 ? -errno : watch(child, process);
	int how = 0;

	kill(pid, SIGKILL);
	/* With what the case has started. */
	kill(-pid, SIGKILL);
	while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
		;
	if (process >= 0)
		close(process);
	if (watched == -EINTR)
		return error_set(error, -EINTR, "interrupted");
	if (watched < 0 && watched != -ETIMEDOUT)
		return error_set(error, watched, "cannot watch a process: %s",
				 error_words(watched));
	*code = task->ended ? count_task_take(task, table, error) : tell_death(watched, how, error);
	return 0;
}

static int start(const struct count_child *child, struct count_task *task, struct hook_table *table,
		 int *code, struct error *error)
{
	const pid_t parent = getpid();
	pid_t pid;

	/* Of no variant: a hook is called whoever listens. */
	setup_request_fill(&task->request, child->plan, child->index, child->scratch, VARIANT_NONE);
	task->request.cpu = child->cpu;
	count_task_begin(task);
	pid = fork();
	if (pid == 0)
		be_child(child, parent, task);
	if (pid < 0)
		return error_set(error, -errno, "no process to count in: %s", error_words(errno));
	return attend(child, task, pid, table, code, error);
}

int count_child_run(const struct count_child *child, struct hook_table *table, int *code,
		    struct error *error)
{
	char reason[COUNT_REFUSAL_SIZE];
	struct count_task *task;
	struct error why = {""};
	int status;

	count_refusal(child->plan->cases[child->index].operation, reason);
	if (reason[0]) {
		*code = error_set(error, -EOPNOTSUPP, "%s", reason);
		return 0;
	}
	task = count_task_make(child->counter, false);
	if (!task)
		return error_set(error, -ENOMEM, "out of memory");
	status = start(child, task, table, code, error);
	count_task_free(task);
	if (unbuild(child, &why) < 0 && status == 0)
		status = error_set(error, -EBUSY, "%s", why.text);
	return status;
}
