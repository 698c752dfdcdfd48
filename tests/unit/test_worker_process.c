/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_worker_process.c - what is seen of a worker from outside: whether it waits for a disk.
 */
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/worker/worker_process.h"

#define TRIES 5000

/* Whoever has forked so sleeps as for a disk until its child executes something or ends. */
static pid_t start_sleeper(void)
{
	const pid_t pid = fork();

	if (pid != 0)
		return pid;
	setpgid(0, 0);
	if (syscall(SYS_clone, CLONE_VFORK | SIGCHLD, NULL, NULL, NULL, NULL) == 0)
		for (;;)
			sleep(1000);
	_exit(0);
}

static pid_t start_patient(void)
{
	const pid_t pid = fork();

	if (pid != 0)
		return pid;
	setpgid(0, 0);
	for (;;)
		pause();
}

static bool comes_to_wait(const struct worker_process *worker)
{
	for (int i = 0; i < TRIES; i++) {
		if (worker_process_waits_for_a_disk(worker))
			return true;
		usleep(1000);
	}
	return false;
}

static void end(pid_t pid)
{
	(void)setpgid(pid, pid);
	kill(-pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void test_who_waits_for_a_disk(void **state)
{
	struct worker_process worker;

	(void)state;
	worker_process_init(&worker);
	worker.pid = start_sleeper();
	assert_true(worker.pid > 0);
	assert_true(comes_to_wait(&worker));
	end(worker.pid);
	/* One that is gone, and one that waits for a signal. */
	assert_false(worker_process_waits_for_a_disk(&worker));
	worker.pid = start_patient();
	assert_true(worker.pid > 0);
	usleep(20000);
	assert_false(worker_process_waits_for_a_disk(&worker));
	end(worker.pid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_who_waits_for_a_disk),
	};

	return cmocka_run_group_tests_name("worker process", tests, NULL, NULL);
}
