/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_broken.c - what an operation needs is broken after it was set up, and before: no
 * iteration passes in silence. And n iterations do n times the work, counted by what they leave.
 */
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "engine/worker/batch.h"
#include "tests/unit/operation_play.h"

/* Breaks, in a process of its own, what the operation has set up. */
typedef void breaker(struct context *context);

struct stage {
	struct scratch *scratch;
	int directory;
};

static struct stage raise_stage(struct scratch *scratch, const struct operation *operation,
				const char *value)
{
	struct stage stage = {.scratch = scratch};
	struct fixture_spec spec;
	struct error error;

	assert_int_equal(operation_fixture(operation, value, &spec, &error), 0);
	assert_int_equal(fixture_build(scratch->fd, "case", &spec, NULL, NULL, &error), 0);
	stage.directory = openat(scratch->fd, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(stage.directory >= 0);
	return stage;
}

static void strike_stage(const struct stage *stage)
{
	close(stage->directory);
	assert_int_equal(fixture_remove(stage->scratch->fd, "case", NULL, NULL, NULL), 0);
}

/* What four iterations end with when broken, with nothing broken for NULL: a positive errno or 0.
 */
static int outcome(struct scratch *scratch, const char *name, const char *value, breaker *broken)
{
	const struct operation *operation = operation_find(name);
	struct stage stage = raise_stage(scratch, operation, value);
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		static struct context context;

		if (fchdir(stage.directory) < 0)
			_exit(200);
		prepare(&context, operation, value, stage.directory);
		if (operation->setup && operation->setup(&context, NULL) < 0)
			_exit(201);
		if (operation->verify(&context, NULL) < 0)
			_exit(202);
		if (broken)
			broken(&context);
		_exit(batch_run(operation, &context, 4));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	strike_stage(&stage);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* In the place of a descriptor, one of a file that behaves otherwise. */
static void replace(int fd, const char *name, int flags)
{
	int other = open(name, flags | O_CLOEXEC);

	if (other < 0 || dup2(other, fd) < 0)
		_exit(203);
	close(other);
}

static void close_it(struct context *context)
{
	close(context->fd);
}

static void end_of_file(struct context *context)
{
	replace(context->fd, "/dev/null", O_RDONLY);
}

static void full_device(struct context *context)
{
	replace(context->fd, "/dev/full", O_WRONLY);
}

static void test_devices(void **state)
{
	assert_int_equal(outcome(*state, "read-zero", "", NULL), 0);
	assert_int_equal(outcome(*state, "read-zero", "", end_of_file), EPROTO);
	assert_int_equal(outcome(*state, "read-zero", "", close_it), EBADF);
	assert_int_equal(outcome(*state, "write-null", "", NULL), 0);
	assert_int_equal(outcome(*state, "write-null", "", full_device), ENOSPC);
	assert_int_equal(outcome(*state, "fstat", "", NULL), 0);
	assert_int_equal(outcome(*state, "fstat", "", close_it), EBADF);
}

/* The highest descriptor that select can ask about and that is a socket or a regular file. */
static int highest(mode_t type)
{
	struct stat status;

	for (int fd = FD_SETSIZE - 1; fd > 2; fd--)
		if (fstat(fd, &status) == 0 && (status.st_mode & S_IFMT) == type)
			return fd;
	_exit(204);
}

static void close_a_file(struct context *context)
{
	(void)context;
	close(highest(S_IFREG));
}

static void close_a_socket(struct context *context)
{
	(void)context;
	close(highest(S_IFSOCK));
}

/* A connection whose buffer is full cannot be written. */
static void fill_a_socket(struct context *context)
{
	static const char bytes[65536];
	int fd = highest(S_IFSOCK);

	(void)context;
	while (send(fd, bytes, sizeof(bytes), MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
		;
}

static void test_select(void **state)
{
	assert_int_equal(outcome(*state, "select-file", "FD10", NULL), 0);
	assert_int_equal(outcome(*state, "select-file", "FD1000", NULL), 0);
	assert_int_equal(outcome(*state, "select-file", "FD10", close_a_file), EBADF);
	assert_int_equal(outcome(*state, "select-tcp", "FD1000", NULL), 0);
	assert_int_equal(outcome(*state, "select-tcp", "FD10", close_a_socket), EBADF);
	assert_int_equal(outcome(*state, "select-tcp", "FD10", fill_a_socket), EPROTO);
}

/* Of descriptors that select cannot ask about none is taken for one that it can. */
static void test_select_has_an_end(void **state)
{
	const struct operation *operation = operation_find("select-tcp");
	static struct context context;
	static int taken[64];
	struct error error;

	(void)state;
	for (size_t i = 0; i < 64; i++)
		taken[i] = open("/dev/null", O_RDONLY | O_CLOEXEC);
	prepare(&context, operation, "FD1000", -1);
	assert_int_equal(operation->setup(&context, &error), -ERANGE);
	assert_non_null(strstr(error.text, "below 1024 only"));
	operation->teardown(&context);
	for (size_t i = 0; i < 64; i++)
		close(taken[i]);
	assert_int_equal(operation->setup(&context, &error), 0);
	operation->teardown(&context);
}

static void ignore_signal(struct context *context)
{
	(void)context;
	signal(SIGUSR1, SIG_IGN);
}

static void block_signal(struct context *context)
{
	sigset_t set;

	(void)context;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static void test_signals(void **state)
{
	assert_int_equal(outcome(*state, "signal-catch", "", NULL), 0);
	assert_int_equal(outcome(*state, "signal-catch", "", ignore_signal), EPROTO);
	assert_int_equal(outcome(*state, "signal-catch", "", block_signal), EPROTO);
}

/* A mapping that before cannot protect. */
static void unmap_page(struct context *context)
{
	munmap(context->memory, (size_t)sysconf(_SC_PAGESIZE));
}

static void test_protection_fault(void **state)
{
	static struct context context;
	const struct operation *operation = operation_find("protection-fault");

	assert_int_equal(outcome(*state, "protection-fault", "", NULL), 0);
	assert_int_equal(outcome(*state, "protection-fault", "", unmap_page), ENOMEM);
	/* A page that can be written makes no fault, which is not an iteration. */
	prepare(&context, operation, "", -1);
	assert_int_equal(operation->setup(&context, NULL), 0);
	assert_int_equal(batch_run(operation, &context, 1000), 0);
	assert_int_equal(operation->run(&context, 1), EPROTO);
	operation->teardown(&context);
}

/* A fault elsewhere is not counted for one of ours, nor is it tried for ever. */
static void test_foreign_fault_kills(void **state)
{
	const struct operation *operation = operation_find("protection-fault");
	pid_t child = fork();
	int status;

	(void)state;
	if (child == 0) {
		static struct context context;
		const struct rlimit none = {.rlim_cur = 0};
		char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		setrlimit(RLIMIT_CORE, &none);
		prepare(&context, operation, "", -1);
		if (operation->setup(&context, NULL) == 0 && batch_run(operation, &context, 3) == 0)
			*(volatile char *)page = 1;
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSEGV);
}

static void write_script(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text) || close(fd) < 0)
		_exit(205);
}

static void remove_program(struct context *context)
{
	unlink(context->path);
}

static void forbid_program(struct context *context)
{
	chmod(context->path, 0600);
}

static void no_program(struct context *context)
{
	write_script(context->path, "\177ELF and no more");
}

static void other_status(struct context *context)
{
	write_script(context->path, "#!/bin/sh\nexit 0\n");
}

static void counting_program(struct context *context)
{
	write_script(context->path, "#!/bin/sh\necho >>count\nexit 200\n");
}

/* Counts by the program itself how often it is executed: once for each iteration. */
static void count_executions(struct scratch *scratch, const char *name)
{
	const struct operation *operation = operation_find(name);
	static struct context context;
	struct stage stage = raise_stage(scratch, operation, "");
	struct stat status;
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	assert_int_equal(fchdir(stage.directory), 0);
	prepare(&context, operation, "", stage.directory);
	assert_int_equal(operation->setup(&context, NULL), 0);
	counting_program(&context);
	assert_int_equal(operation->run(&context, 3), 0);
	assert_int_equal(stat("count", &status), 0);
	assert_int_equal(status.st_size, 3);
	assert_int_equal(operation->run(&context, 6), 0);
	assert_int_equal(stat("count", &status), 0);
	assert_int_equal(status.st_size, 3 + 6);
	operation->teardown(&context);
	assert_int_equal(fchdir(here), 0);
	close(here);
	strike_stage(&stage);
}

static void test_programs(void **state)
{
	static const char *const names[] = {"fork-exec", "fork-shell"};

	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(outcome(*state, names[i], "", NULL), 0);
		assert_int_equal(outcome(*state, names[i], "", other_status), EPROTO);
		count_executions(*state, names[i]);
	}
	assert_int_equal(outcome(*state, "fork-exec", "", remove_program), ENOENT);
	assert_int_equal(outcome(*state, "fork-exec", "", forbid_program), EACCES);
	assert_int_equal(outcome(*state, "fork-exec", "", no_program), ENOEXEC);
	/* The shell's words for it: 127, not found, and 126, not to be executed. */
	assert_int_equal(outcome(*state, "fork-shell", "", remove_program), EPROTO);
	assert_int_equal(outcome(*state, "fork-shell", "", forbid_program), EPROTO);
}

static void limit_file_size(struct context *context)
{
	const struct rlimit limit = {.rlim_cur = 100, .rlim_max = 100};

	(void)context;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
}

static void leave_a_file(struct context *context)
{
	(void)context;
	if (creat("c00002", 0600) < 0)
		_exit(206);
}

static void test_files(void **state)
{
	assert_int_equal(outcome(*state, "file-create", "0K", limit_file_size), 0);
	assert_int_equal(outcome(*state, "file-create", "10K", limit_file_size), ENOSPC);
	assert_int_equal(outcome(*state, "file-create", "0K", leave_a_file), EEXIST);
	assert_int_equal(outcome(*state, "file-delete", "10K", limit_file_size), ENOSPC);
	assert_int_equal(outcome(*state, "file-delete", "0K", leave_a_file), EEXIST);
}

/* After a failure half way the directory is as it was. */
static void test_nothing_stays_after_a_failure(void **state)
{
	static const char *const names[] = {"file-create", "file-delete"};

	for (size_t i = 0; i < 2; i++) {
		const struct operation *operation = operation_find(names[i]);
		static struct context context;
		struct stage stage = raise_stage(*state, operation, "1K");
		int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		uint64_t count = 7;

		assert_int_equal(fchdir(stage.directory), 0);
		prepare(&context, operation, "1K", stage.directory);
		assert_int_equal(operation->setup(&context, NULL), 0);
		leave_a_file(&context);
		assert_int_equal(batch_run(operation, &context, 5), EEXIST);
		unlink("c00002");
		assert_int_equal(fixture_count(stage.directory, &count, NULL), 0);
		assert_int_equal(count, 0);
		assert_int_equal(batch_run(operation, &context, 5), 0);
		/* More than there are names for. */
		assert_int_equal(batch_run(operation, &context, 2 * operation->most + 1), E2BIG);
		operation->teardown(&context);
		assert_int_equal(fchdir(here), 0);
		close(here);
		strike_stage(&stage);
	}
}

/* Without what before does, the second touch of a page is no fault. */
static void test_page_faults_are_counted(void **state)
{
	const struct operation *operation = operation_find("page-fault");
	static struct context context;
	struct stage stage = raise_stage(*state, operation, "");
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	assert_int_equal(fchdir(stage.directory), 0);
	prepare(&context, operation, "", stage.directory);
	assert_int_equal(operation->setup(&context, NULL), 0);
	assert_int_equal(operation->verify(&context, NULL), 0);
	assert_int_equal(batch_run(operation, &context, operation->most), 0);
	assert_int_equal(operation->before(&context, 50), 0);
	assert_int_equal(operation->run(&context, 25), 0);
	assert_int_equal(operation->run(&context, 25), 0);
	assert_int_equal(operation->after(&context, 50), EPROTO);
	operation->teardown(&context);
	assert_int_equal(fchdir(here), 0);
	close(here);
	strike_stage(&stage);
}

static void test_mappings(void **state)
{
	assert_int_equal(outcome(*state, "mmap-latency", "512K", NULL), 0);
	assert_int_equal(outcome(*state, "mmap-latency", "512K", close_it), EBADF);
	assert_int_equal(outcome(*state, "page-fault", "", NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_devices),
		cmocka_unit_test(test_select),
		cmocka_unit_test(test_select_has_an_end),
		cmocka_unit_test(test_signals),
		cmocka_unit_test(test_protection_fault),
		cmocka_unit_test(test_foreign_fault_kills),
		cmocka_unit_test(test_programs),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_nothing_stays_after_a_failure),
		cmocka_unit_test(test_page_faults_are_counted),
		cmocka_unit_test(test_mappings),
	};

	return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
