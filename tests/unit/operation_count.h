/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_count.h - run an operation in a child, and count by ptrace the system calls that it and
 * the processes it has started make: exactly those that the table names, as a multiple of n.
 */
#ifndef LSMBENCH_TESTS_UNIT_OPERATION_COUNT_H
#define LSMBENCH_TESTS_UNIT_OPERATION_COUNT_H

#include "engine/worker/batch.h"
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
	{"read", SYS_read},
	{"pread64", SYS_pread64},
	{"write", SYS_write},
	{"sendto", SYS_sendto},
	{"recvfrom", SYS_recvfrom},
#ifdef SYS_semtimedop
	{"semtimedop", SYS_semtimedop},
#endif
	{"getppid", SYS_getppid},
	{"fstat", SYS_fstat},
#ifdef SYS_select
	{"select", SYS_select},
#endif
	{"pselect6", SYS_pselect6},
	{"rt_sigaction", SYS_rt_sigaction},
	{"rt_sigprocmask", SYS_rt_sigprocmask},
	{"sendmsg", SYS_sendmsg},
	{"recvmsg", SYS_recvmsg},
#ifdef SYS_poll
	{"poll", SYS_poll},
#else
	{"ppoll", SYS_ppoll},
#endif
	{"rt_sigreturn", SYS_rt_sigreturn},
};

#define CALLS_MAXIMUM 512

/* How many calls an entry of the table can have for a batch as a whole. */
#define BATCH_CALLS (sizeof(((struct operation *)0)->batch_calls) / sizeof(struct operation_call))

/* What a child ends with whose case cannot be measured here. */
#define CHILD_SKIPPED 77

struct counts {
	unsigned long by_number[CALLS_MAXIMUM];
	/* Each may stand one call before or behind where it stood at the start. */
	unsigned long partners;
	bool begun;
	bool ended;
};

static inline long call_number(const char *name)
{
	for (size_t i = 0; i < sizeof(call_names) / sizeof(call_names[0]); i++)
		if (strcmp(call_names[i].name, name) == 0)
			return call_names[i].number;
	fail_msg("the table names the system call %s, which this test does not know", name);
	return -1;
}

/* In the child: what has to be denied is denied by Landlock. */
static inline void deny_outside(int directory)
{
	const struct landlock_scope scope = {.root = directory};

	if (landlock_confine(1, &scope, NULL) < 0)
		_exit(15);
}

/* Set up and warm up, or end. */
static inline void get_ready(struct context *context, const struct operation *operation, uint64_t n)
{
	struct error error = {.text = ""};
	int code = operation->setup ? operation->setup(context, &error) : 0;

	if (code == 0)
		code = operation->verify(context, &error);
	if (code == -EOPNOTSUPP)
		_exit(CHILD_SKIPPED);
	if (code < 0) {
		fprintf(stderr, "%s\n", error.text);
		_exit(12);
	}
	if (batch_run(operation, context, 2 * operation_period(operation, context->number)) != 0 ||
	    (operation->before && operation->before(context, n) != 0))
		_exit(13);
}

/* The traced child: runs n iterations between two marks (getpgid). */
static inline void traced(const struct operation *operation, const char *value, int directory,
			  uint64_t n)
{
	static struct context context;

	if (fchdir(directory) < 0)
		_exit(10);
	prepare(&context, operation, value, directory);
	if (operation == operation_find("open-denied"))
		deny_outside(directory);
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	raise(SIGSTOP);
	get_ready(&context, operation, n);
	syscall(SYS_getpgid, 0);
	if (operation->run(&context, n) != 0)
		_exit(14);
	syscall(SYS_getpgid, 0);
	if (operation->after && operation->after(&context, n) != 0)
		_exit(16);
	if (operation->teardown)
		operation->teardown(&context);
	_exit(0);
}

static inline void count_entry(pid_t process, bool is_worker, struct counts *counts)
{
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return;
	if (is_worker && (long)info.entry.nr == SYS_getpgid) {
		counts->ended = counts->begun;
		counts->begun = true;
		/* Who is started by an iteration is not looked at. */
		ptrace(PTRACE_SETOPTIONS, process, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
	} else if (info.entry.nr < CALLS_MAXIMUM && counts->begun && !counts->ended) {
		counts->by_number[info.entry.nr]++;
	}
}

/* Let a stopped process go on: to its next system call, with the signal that it was stopped for. */
static inline void go_on(pid_t process, bool is_worker, int status, struct counts *counts)
{
	int deliver = 0;

	if (WSTOPSIG(status) == (SIGTRAP | 0x80))
		count_entry(process, is_worker, counts);
	else if (status >> 16)
		counts->partners += status >> 16 == PTRACE_EVENT_FORK;
	else if (WSTOPSIG(status) != SIGSTOP)
		deliver = WSTOPSIG(status);
	ptrace(PTRACE_SYSCALL, process, NULL, deliver);
}

/*
 * Count what the child and those it has started call between its marks. Returns its exit status,
 * when all of them have ended.
 */
static inline int count_calls(pid_t child, struct counts *counts)
{
	int child_status = 0;
	int status;

	memset(counts, 0, sizeof(*counts));
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	ptrace(PTRACE_SETOPTIONS, child, NULL,
	       PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACEFORK | PTRACE_O_TRACEEXEC);
	ptrace(PTRACE_SYSCALL, child, NULL, NULL);
	for (;;) {
		pid_t process = waitpid(-1, &status, __WALL);

		if (process < 0)
			return child_status;
		if (WIFSTOPPED(status))
			go_on(process, process == child, status, counts);
		else if (process == child)
			child_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
		else if (!counts->begun)
			counts->partners--;
	}
}

/* False when the case cannot be measured here. */
static inline bool count_case(const struct operation *operation, const char *value, int directory,
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
	if (status != 0 && status != CHILD_SKIPPED)
		fail_msg("%s %s: the child ended with status %d", operation->name, value, status);
	return status == 0;
}

/* The note speaks of calls whose number is not fixed. */
static inline bool is_noted(const struct operation *operation, const char *name)
{
	return operation->calls_note && strstr(operation->calls_note, name);
}

/* Calls that the table cannot count, by its own note or the sanitizer's doing. */
static inline void leave_out(const struct operation *operation, uint64_t n, struct counts *counts)
{
	counts->by_number[SYS_brk] = 0;
#ifdef __SANITIZE_ADDRESS__
	/* The sanitizer's allocator has no break: it maps memory where the C library does not. */
	if (strcmp(operation->calls[0].name ? operation->calls[0].name : "", "mmap") != 0) {
		counts->by_number[SYS_mmap] = 0;
		counts->by_number[SYS_munmap] = 0;
	}
#endif
	/* The reader takes what there is, and is told in some calls or in many. */
	if (is_noted(operation, "as many reads as"))
		counts->by_number[SYS_read] = 0;
	if (is_noted(operation, "getrandom") && counts->by_number[SYS_getrandom] <= n)
		counts->by_number[SYS_getrandom] = 0;
}

/* How often n iterations of a batch of their own make a call. */
static inline unsigned long expected_calls(const struct operation *operation,
					   const struct operation_call *call, uint64_t n)
{
	double count = call->count * (double)n;

	for (size_t i = 0; i < BATCH_CALLS; i++)
		if (operation->batch_calls[i].name &&
		    strcmp(operation->batch_calls[i].name, call->name) == 0)
			count += operation->batch_calls[i].count;
	return (unsigned long)count;
}

static inline void check_call(const struct operation *operation, const char *value, uint64_t n,
			      const struct operation_call *call, struct counts *counts)
{
	unsigned long *count = &counts->by_number[call_number(call->name)];
	unsigned long expected = expected_calls(operation, call, n);

	if (is_noted(operation, call->name) && parameter_number(operation->parameter, value) > 500)
		assert_true(*count > expected && *count % n == 0);
	else if (*count > expected + counts->partners || *count + counts->partners < expected)
		fail_msg("%s %s, n = %lu: %lu times %s instead of %lu", operation->name, value,
			 (unsigned long)n, *count, call->name, expected);
	*count = 0;
}

/* What only a batch makes, and no iteration: looked at by now where iterations make it, too. */
static inline void check_once(const struct operation *operation, const char *value, uint64_t n,
			      const struct operation_call *once, struct counts *counts)
{
	const struct operation_call none = {.name = once->name};

	for (size_t i = 0; i < OPERATION_CALLS_MAXIMUM && operation->calls[i].name; i++)
		if (strcmp(operation->calls[i].name, once->name) == 0)
			return;
	check_call(operation, value, n, &none, counts);
}

static inline void check_counts(const struct operation *operation, const char *value, uint64_t n,
				struct counts counts)
{
	const struct operation_call *calls = operation_calls(operation, value);

	leave_out(operation, n, &counts);
	for (size_t i = 0; i < OPERATION_CALLS_MAXIMUM && calls[i].name; i++)
		check_call(operation, value, n, &calls[i], &counts);
	for (size_t i = 0; i < BATCH_CALLS && operation->batch_calls[i].name; i++)
		check_once(operation, value, n, &operation->batch_calls[i], &counts);
	for (size_t number = 0; number < CALLS_MAXIMUM; number++)
		if (counts.by_number[number] > 0)
			fail_msg("%s %s, n = %lu: system call %zu made %lu times and not in the "
				 "table",
				 operation->name, value, (unsigned long)n, number,
				 counts.by_number[number]);
}

#endif
