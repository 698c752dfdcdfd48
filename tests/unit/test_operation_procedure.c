/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_procedure.c - that procedure-call calls: a child is led through it instruction by
 * instruction, and how often it stands at the function's first one is counted.
 */
#include <sys/uio.h>
#include <sys/user.h>

#include <elf.h>

#include "engine/operation/operation_procedure.h"
#include "tests/unit/operation_play.h"

#if defined(__x86_64__) || defined(__aarch64__)
static uintptr_t standing_at(pid_t child)
{
	struct user_regs_struct registers;
	struct iovec where = {.iov_base = &registers, .iov_len = sizeof(registers)};

	if (ptrace(PTRACE_GETREGSET, child, (void *)NT_PRSTATUS, &where) < 0)
		return 0;
#if defined(__x86_64__)
	return registers.rip;
#else
	return registers.pc;
#endif
}

/* How often the child enters the function while it makes n iterations. */
static uint64_t count_calls(uint64_t n)
{
	uint64_t calls = 0;
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		static struct context context;

		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		if (operation_procedure_call.run(&context, n) != 0 || context.result != n)
			_exit(1);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	while (WIFSTOPPED(status)) {
		calls += standing_at(child) == (uintptr_t)procedure_called;
		ptrace(PTRACE_SINGLESTEP, child, NULL, NULL);
		assert_int_equal(waitpid(child, &status, 0), child);
	}
	assert_int_equal(status, 0);
	return calls;
}

static void test_each_iteration_is_a_call(void **state)
{
	(void)state;
	assert_int_equal(count_calls(1), 1);
	assert_int_equal(count_calls(50), 50);
	assert_int_equal(count_calls(100), 100);
}
#else
static void test_each_iteration_is_a_call(void **state)
{
	(void)state;
	skip();
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_iteration_is_a_call)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
