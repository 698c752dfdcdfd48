/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_guest_child.c - a child of the guest: it returns, ends, is killed or hangs, and nothing that
 * it started is left. As the first process of a namespace; where there can be none, only the
 * refusal of any other process is tested.
 */
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "confined_child.h"
#include "engine/guest/guest_child.h"

static void do_return(void *argument)
{
	*(int *)argument = 42;
}

static void do_exit(void *argument)
{
	(void)argument;
	_exit(3);
}

static void do_die(void *argument)
{
	(void)argument;
	kill(getpid(), SIGKILL);
}

static void do_hang(void *argument)
{
	(void)argument;
	for (;;)
		pause();
}

/* Returns, and leaves processes in another session that would go on for ever. */
static void do_leave_others(void *argument)
{
	int *left = argument;

	for (int i = 0; i < 3; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			setsid();
			signal(SIGTERM, SIG_IGN);
			do_hang(NULL);
		}
		*left = pid;
	}
}

/* As the first process of its namespace. */
static void be_first(void *argument)
{
	int *shared = argument;
	struct error error = {""};

	CHILD_CHECK(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0);
	CHILD_CHECK(getpid() == 1);
	CHILD_CHECK(guest_child_run(do_return, shared, 10, &error) == 0);
	CHILD_CHECK(*shared == 42);
	CHILD_CHECK(guest_child_run(do_exit, NULL, 10, &error) == -ECHILD);
	CHILD_CHECK(strstr(error.text, "status 3"));
	CHILD_CHECK(guest_child_run(do_die, NULL, 10, &error) == -ECHILD);
	CHILD_CHECK(strstr(error.text, "killed by signal 9"));
}

static void be_first_of_many(void *argument)
{
	int *shared = argument;
	struct error error = {""};

	CHILD_CHECK(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0);
	CHILD_CHECK(guest_child_run(do_hang, NULL, 1, &error) == -ETIMEDOUT);
	CHILD_CHECK(strstr(error.text, "within 1 s"));
	CHILD_CHECK(guest_child_run(do_leave_others, shared, 10, &error) == 0);
	CHILD_CHECK(*shared > 1 && kill(*shared, 0) < 0 && errno == ESRCH);
	CHILD_CHECK(waitpid(-1, NULL, 0) < 0 && errno == ECHILD);
}

/* What is done as the first process, and memory that it shares. */
struct both {
	void (*first)(void *argument);
	void *shared;
};

/* In a child: a namespace, whose first process its own child is. */
static void make_namespace(void *argument)
{
	const struct both *both = argument;

	if (unshare(CLONE_NEWUSER | CLONE_NEWPID) < 0) {
		fprintf(stderr, "not tested: no namespace of processes here (%s)\n",
			strerror(errno));
		return;
	}
	in_child(both->first, both->shared);
}

/* Run work as the first process of a namespace. */
static void as_first(void (*work)(void *argument))
{
	struct both both = {work, mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE,
				       MAP_SHARED | MAP_ANONYMOUS, -1, 0)};

	assert_true(both.shared != MAP_FAILED);
	in_child(make_namespace, &both);
	munmap(both.shared, sizeof(int));
}

static void test_ends(void **state)
{
	(void)state;
	as_first(be_first);
}

static void test_what_is_left(void **state)
{
	(void)state;
	as_first(be_first_of_many);
}

static void test_other_process(void **state)
{
	struct error error = {""};
	int result = 0;

	(void)state;
	assert_int_not_equal(getpid(), 1);
	assert_int_equal(guest_child_run(do_return, &result, 10, &error), -EPERM);
	assert_int_equal(result, 0);
	assert_string_not_equal(error.text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_other_process),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_what_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
