/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation.c - every operation, run for real in its fixture, with its system calls counted
 * by ptrace: exactly those that the table names, as a multiple of n.
 */
#include "engine/batch.h"
#include "engine/suite.h"
#include "tests/unit/operation_play.h"

struct call_name {
	const char *name;
	long number;
};

/* The kernel's names of all calls that an entry of the table may name. */
static const struct call_name call_names[] = {
	{"newfstatat", SYS_newfstatat},
	{"openat", SYS_openat},
	{"close", SYS_close},
	{"getdents64", SYS_getdents64},
#ifdef SYS_access
	{"access", SYS_access},
	{"chmod", SYS_chmod},
	{"rename", SYS_rename},
	{"unlink", SYS_unlink},
	{"symlink", SYS_symlink},
	{"creat", SYS_creat},
#endif
	{"faccessat", SYS_faccessat},
	{"fchmodat", SYS_fchmodat},
	{"renameat", SYS_renameat},
	{"unlinkat", SYS_unlinkat},
	{"symlinkat", SYS_symlinkat},
#ifdef SYS_mkdir
	{"mkdir", SYS_mkdir},
	{"rmdir", SYS_rmdir},
	{"link", SYS_link},
#endif
	{"mkdirat", SYS_mkdirat},
	{"linkat", SYS_linkat},
	{"truncate", SYS_truncate},
	{"getxattr", SYS_getxattr},
	{"setxattr", SYS_setxattr},
	{"ioctl", SYS_ioctl},
	{"mmap", SYS_mmap},
	{"munmap", SYS_munmap},
	{"mprotect", SYS_mprotect},
	{"socket", SYS_socket},
	{"bind", SYS_bind},
	{"connect", SYS_connect},
	{"accept", SYS_accept},
	{"kill", SYS_kill},
	{"clone", SYS_clone},
	{"wait4", SYS_wait4},
};

#define CALLS_MAXIMUM 512

struct counts {
	unsigned long by_number[CALLS_MAXIMUM];
};

/* Values of each parameter that matter: every shape, deep and deepest, small and larger sizes. */
static const char *const path_values[] = {"depth:3", "depth:1024", "/etc/passwd"};
static const char *const directory_values[] = {"DIR0", "DIR10", "DIR100", "DIR2000"};

static long call_number(const char *name)
{
	for (size_t i = 0; i < sizeof(call_names) / sizeof(call_names[0]); i++)
		if (strcmp(call_names[i].name, name) == 0)
			return call_names[i].number;
	fail_msg("the table names the system call %s, which this test does not know", name);
	return -1;
}

/* In the child: what has to be denied is denied by Landlock. */
static void deny_outside(int directory)
{
	const struct landlock_scope scope = {.root = directory};

	if (landlock_confine(1, &scope, NULL) < 0)
		_exit(15);
}

/* The traced child: warms up, then runs n iterations between two marks (getppid). */
static void traced(const struct operation *operation, const char *value, int directory, uint64_t n)
{
	static struct context context;
	struct error error;

	if (fchdir(directory) < 0)
		_exit(10);
	prepare(&context, operation, value, directory);
	if (operation == operation_find("open-denied"))
		deny_outside(directory);
	if (operation->setup && operation->setup(&context, &error) < 0)
		_exit(11);
	if (operation->verify(&context, &error) < 0) {
		fprintf(stderr, "%s\n", error.text);
		_exit(12);
	}
	if (batch_run(operation, &context, 2) != 0)
		_exit(13);
	if (operation->before && operation->before(&context, n) != 0)
		_exit(13);
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	raise(SIGSTOP);
	syscall(SYS_getppid);
	if (operation->run(&context, n) != 0)
		_exit(14);
	syscall(SYS_getppid);
	if (operation->teardown)
		operation->teardown(&context);
	_exit(0);
}

static long entered_call(pid_t child)
{
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return -1;
	return (long)info.entry.nr;
}

/* Count what the child calls between its marks. Returns its exit status. */
static int count_calls(pid_t child, struct counts *counts)
{
	int status;
	int marks = 0;

	memset(counts, 0, sizeof(*counts));
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
	for (;;) {
		ptrace(PTRACE_SYSCALL, child, NULL, NULL);
		assert_int_equal(waitpid(child, &status, 0), child);
		if (WIFEXITED(status))
			return WEXITSTATUS(status);
		if (WIFSTOPPED(status) && WSTOPSIG(status) == (SIGTRAP | 0x80)) {
			long number = entered_call(child);

			if (number == SYS_getppid)
				marks++;
			else if (number >= 0 && number < CALLS_MAXIMUM && marks == 1)
				counts->by_number[number]++;
		}
	}
}

static void count_case(const struct operation *operation, const char *value, int directory,
		       uint64_t n, struct counts *counts)
{
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		traced(operation, value, directory, n);
	status = count_calls(child, counts);
	if (status != 0)
		fail_msg("%s %s: the child ended with status %d", operation->name, value, status);
}

/* The note speaks of calls whose number is not fixed. */
static bool is_noted(const struct operation *operation, const char *name)
{
	return operation->calls_note && strstr(operation->calls_note, name);
}

static void check_counts(const struct operation *operation, const char *value, uint64_t n,
			 struct counts counts)
{
	const struct operation_call *calls = operation->calls;

	if (operation->parameter->type == PARAMETER_PATH && parameter_is_missing(value))
		calls = operation->calls_missing;
	counts.by_number[SYS_brk] = 0;
#ifdef __SANITIZE_ADDRESS__
	/* The sanitizer's allocator has no break: it maps memory where the C library does not. */
	if (strcmp(operation->group, "memory") != 0) {
		counts.by_number[SYS_mmap] = 0;
		counts.by_number[SYS_munmap] = 0;
	}
#endif
	if (is_noted(operation, "getrandom") && counts.by_number[SYS_getrandom] <= n)
		counts.by_number[SYS_getrandom] = 0;
	for (size_t i = 0; i < OPERATION_CALLS_MAXIMUM && calls[i].name; i++) {
		unsigned long *count = &counts.by_number[call_number(calls[i].name)];
		unsigned long expected = (unsigned long)(calls[i].count * (double)n);

		if (is_noted(operation, calls[i].name) &&
		    parameter_number(operation->parameter, value) > 500)
			assert_true(*count > expected && *count % n == 0);
		else if (*count != expected)
			fail_msg("%s %s, n = %lu: %lu times %s instead of %lu", operation->name,
				 value, (unsigned long)n, *count, calls[i].name, expected);
		*count = 0;
	}
	for (size_t number = 0; number < CALLS_MAXIMUM; number++)
		if (counts.by_number[number] > 0)
			fail_msg("%s %s, n = %lu: system call %zu made %lu times and not in the "
				 "table",
				 operation->name, value, (unsigned long)n, number,
				 counts.by_number[number]);
}

static void check_case(struct scratch *scratch, const struct operation *operation,
		       const char *value)
{
	struct fixture_spec spec;
	struct counts counts;
	struct error error;
	int directory;

	assert_int_equal(operation_fixture(operation, value, &spec, &error), 0);
	if (fixture_build(scratch->fd, "case", &spec, NULL, NULL, &error) < 0)
		fail_msg("%s %s: %s", operation->name, value, error.text);
	directory = openat(scratch->fd, "case", O_RDONLY | O_DIRECTORY);
	assert_true(directory >= 0);
	for (uint64_t n = 2; n <= 10; n += 8) {
		count_case(operation, value, directory, n, &counts);
		check_counts(operation, value, n, counts);
	}
	close(directory);
	assert_int_equal(fixture_remove(scratch->fd, "case", NULL, NULL, &error), 0);
}

static void check_directories(struct scratch *scratch, const struct operation *operation)
{
	for (size_t i = 0; i < sizeof(directory_values) / sizeof(directory_values[0]); i++)
		check_case(scratch, operation, directory_values[i]);
}

/* Each default value, and each pair of them. */
static void check_numbers(struct scratch *scratch, const struct operation *operation)
{
	const struct parameter *first = operation->parameter;
	const struct parameter *second = first->second;
	size_t seconds = second ? second->default_count : 1;

	for (size_t i = 0; i < first->default_count * seconds; i++) {
		char text[2][PARAMETER_NUMBER_SIZE];
		char value[2 * PARAMETER_NUMBER_SIZE];

		snprintf(value, sizeof(value), "%s%s%s",
			 parameter_show(first, first->defaults[i / seconds], text[0]),
			 second ? "/" : "",
			 second ? parameter_show(second, second->defaults[i % seconds], text[1])
				: "");
		check_case(scratch, operation, value);
	}
}

static void check_operation(struct scratch *scratch, const struct operation *operation)
{
	switch (operation->parameter->type) {
	case PARAMETER_NONE:
		check_case(scratch, operation, "");
		break;
	case PARAMETER_PATH:
		for (size_t i = 0; i < path_shape_count; i++)
			check_case(scratch, operation, path_shapes[i].name);
		for (size_t i = 0; i < sizeof(path_values) / sizeof(path_values[0]); i++)
			check_case(scratch, operation, path_values[i]);
		break;
	case PARAMETER_NUMBER:
		if (operation->parameter == &parameter_directory)
			check_directories(scratch, operation);
		else
			check_numbers(scratch, operation);
		break;
	}
}

static void test_system_calls_are_those_of_the_table(void **state)
{
	for (size_t i = 0; i < operation_count; i++)
		if (!operations[i]->only_by_name || landlock_abi() > 0)
			check_operation(*state, operations[i]);
}

static void test_suites_name_what_there_is(void **state)
{
	(void)state;
	for (size_t i = 0; i < suite_count; i++) {
		for (size_t j = 0; j < suites[i].case_count; j++) {
			const struct suite_case *which = &suites[i].cases[j];
			const struct operation *operation = operation_find(which->operation);
			char *value = NULL;

			assert_non_null(operation);
			if (!which->parameter)
				continue;
			assert_int_equal(parameter_parse(operation->parameter, which->parameter,
							 &value, NULL),
					 0);
			assert_string_equal(value, which->parameter);
			free(value);
		}
	}
	assert_ptr_equal(suite_find("vfs"), suite_find(SUITE_PUBLISHED));
	assert_null(suite_find(""));
}

static void test_table_is_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < operation_count; i++) {
		const struct operation *operation = operations[i];

		assert_ptr_equal(operation_find(operation->name), operation);
		assert_non_null(operation->group);
		assert_non_null(operation->summary);
		assert_non_null(operation->unit);
		assert_non_null(operation->run);
		assert_non_null(operation->verify);
		assert_true(operation->period == 1 || operation->period == 2);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(operation->name, operations[j]->name);
	}
	assert_null(operation_find("no-such-operation"));
	assert_ptr_equal(operation_find("rename-creat"), operation_find("rename-create"));
	assert_ptr_equal(operation_find("LMBench mkstemp benchmark..."), operation_find("mkstemp"));
	assert_int_equal(suites[0].case_count, 47);
	for (size_t i = 0; i < suites[0].case_count; i++) {
		const struct operation *operation = operation_find(suites[0].cases[i].operation);
		char *value = NULL;

		assert_non_null(operation);
		assert_non_null(operation->published_name);
		assert_int_equal(parameter_parse(operation->parameter, suites[0].cases[i].parameter,
						 &value, NULL),
				 0);
		assert_string_equal(value, suites[0].cases[i].parameter);
		free(value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_is_complete),
		cmocka_unit_test(test_suites_name_what_there_is),
		cmocka_unit_test(test_system_calls_are_those_of_the_table),
	};

	return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
