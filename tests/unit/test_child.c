/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_child.c - children of a worker: what they keep, and that they end with it however it ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/operation/child.h"

#define PATIENCE_MS 30000

static int give_back(void *argument)
{
	return *(int *)argument;
}

static int live_on(void *argument)
{
	(void)argument;
	for (;;)
		pause();
	return 0;
}

static void test_runs_its_function(void **state)
{
	struct error error;
	int status = 0;
	int seven = 7;
	pid_t child = child_start(NULL, 0, give_back, &seven, &error);

	(void)state;
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
}

static void test_is_ended_and_reaped(void **state)
{
	struct error error;
	pid_t child = child_start(NULL, 0, live_on, NULL, &error);
	pid_t none = 0;
	pid_t failed = -EAGAIN;

	(void)state;
	assert_true(child > 0);
	child_end(&child);
	assert_int_equal(child, 0);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	child_end(&none);
	child_end(&failed);
	assert_int_equal(none, 0);
}

struct descriptors {
	int kept[2];
	int lost[2];
};

/* 0 when exactly the right ones are open. */
static int look(void *argument)
{
	const struct descriptors *seen = argument;

	for (int i = 0; i < 2; i++)
		if (fcntl(seen->kept[i], F_GETFD) < 0 || fcntl(seen->lost[i], F_GETFD) >= 0)
			return 1;
	return fcntl(STDERR_FILENO, F_GETFD) < 0;
}

static void test_keeps_only_what_it_is_told_to(void **state)
{
	struct descriptors seen;
	struct error error;
	int status = 0;
	int pipes[4];
	int keep[3];
	pid_t child;

	(void)state;
	assert_int_equal(pipe2(pipes, O_CLOEXEC), 0);
	assert_int_equal(pipe2(pipes + 2, O_CLOEXEC), 0);
	seen = (struct descriptors){.kept = {pipes[1], pipes[2]}, .lost = {pipes[0], pipes[3]}};
	/* Not in order, and one that was never opened. */
	keep[0] = pipes[2];
	keep[1] = -1;
	keep[2] = pipes[1];
	child = child_start(keep, 3, look, &seen, &error);
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	for (int i = 0; i < 4; i++)
		close(pipes[i]);
}

/* A worker with one child: it says the child's number, closes its socket when told, and lives. */
static pid_t start_worker(int control, int other_end)
{
	struct error error;
	pid_t worker = fork();
	pid_t child;

	if (worker != 0)
		return worker;
	close(other_end);
	child = child_start(NULL, 0, live_on, NULL, &error);
	(void)!send(control, &child, sizeof(child), 0);
	(void)!recv(control, &child, sizeof(child), 0);
	close(control);
	live_on(NULL);
	_exit(0);
}

static bool ends(int process, int limit_ms)
{
	struct pollfd end = {.fd = process, .events = POLLIN};

	return poll(&end, 1, limit_ms) > 0;
}

static void test_dies_with_its_worker(void **state)
{
	struct pollfd wait = {.events = POLLIN};
	int pair[2];
	pid_t worker;
	pid_t child;
	int process;
	char byte;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	worker = start_worker(pair[1], pair[0]);
	close(pair[1]);
	assert_int_equal(recv(pair[0], &child, sizeof(child), 0), sizeof(child));
	process = pidfd_open(child, 0);
	assert_true(process >= 0);
	assert_int_equal(send(pair[0], &child, sizeof(child), 0), sizeof(child));
	/* The worker has closed its end: so have all. */
	wait.fd = pair[0];
	assert_int_equal(poll(&wait, 1, PATIENCE_MS), 1);
	assert_int_equal(recv(pair[0], &byte, 1, MSG_DONTWAIT), 0);
	assert_false(ends(process, 0));
	assert_int_equal(kill(worker, SIGKILL), 0);
	assert_int_equal(waitpid(worker, NULL, 0), worker);
	assert_true(ends(process, PATIENCE_MS));
	close(process);
	close(pair[0]);
}

/* Start children without end, until killed. */
static void start_many(void)
{
	struct error error;

	for (;;) {
		pid_t child = child_start(NULL, 0, live_on, NULL, &error);

		child_end(&child);
	}
}

/* The worker dies at any moment, also between the fork and the child's first step. */
static void test_dies_with_a_worker_killed_at_any_moment(void **state)
{
	/* So that its children become ours and waitpid knows of every one. */
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	(void)state;
	for (long i = 0; i < 200; i++) {
		const struct timespec moment = {.tv_nsec = 1000000 + i * 10007};
		pid_t worker = fork();

		if (worker == 0)
			start_many();
		nanosleep(&moment, NULL);
		kill(worker, SIGKILL);
	}
	/* Hangs, and is then ended by the time limit, when one lives on. */
	while (waitpid(-1, NULL, 0) > 0)
		;
	assert_int_equal(errno, ECHILD);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runs_its_function),
		cmocka_unit_test(test_is_ended_and_reaped),
		cmocka_unit_test(test_keeps_only_what_it_is_told_to),
		cmocka_unit_test(test_dies_with_its_worker),
		cmocka_unit_test(test_dies_with_a_worker_killed_at_any_moment),
	};

	return cmocka_run_group_tests_name("child", tests, NULL, NULL);
}
