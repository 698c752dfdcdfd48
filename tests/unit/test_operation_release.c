/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_release.c - every operation leaves the process and the directory as it found them:
 * no descriptor, process, file, signal handler or limit stays, whether it was set up and run or its
 * setup failed half way.
 */
#include <dirent.h>
#include <sys/resource.h>

#include "engine/worker/batch.h"
#include "tests/unit/operation_play.h"

#define SIGNALS 65
/* More than any operation opens, those with numbers above FD_SETSIZE included. */
#define DESCRIPTORS 4096

/* What a process has, of what an operation may take. */
struct belongings {
	uint64_t descriptors;
	uint64_t entries;
	bool children;
	struct rlimit files;
	sigset_t blocked;
	struct sigaction actions[SIGNALS];
};

/* Without a descriptor of its own, of which there may be none. */
static uint64_t count_descriptors(void)
{
	uint64_t count = 0;

	for (int fd = 0; fd < DESCRIPTORS; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

static uint64_t count_entries(int directory)
{
	static char buffer[65536];
	uint64_t count = 0;
	long size;

	if (lseek(directory, 0, SEEK_SET) < 0)
		_exit(30);
	while ((size = syscall(SYS_getdents64, directory, buffer, sizeof(buffer))) > 0)
		for (long at = 0; at < size; count++)
			at += ((const struct dirent64 *)(buffer + at))->d_reclen;
	return count;
}

static bool has_children(void)
{
	siginfo_t which;

	return waitid(P_ALL, 0, &which, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static void take_stock(int directory, struct belongings *belongings)
{
	memset(belongings, 0, sizeof(*belongings));
	belongings->descriptors = count_descriptors();
	belongings->entries = count_entries(directory);
	belongings->children = has_children();
	getrlimit(RLIMIT_NOFILE, &belongings->files);
	sigprocmask(SIG_SETMASK, NULL, &belongings->blocked);
	for (int number = 1; number < SIGNALS; number++)
		sigaction(number, NULL, &belongings->actions[number]);
}

static void compare_count(const char *what, uint64_t before, uint64_t after)
{
	if (before == after)
		return;
	fprintf(stderr, "%s: %llu before and %llu after\n", what, (unsigned long long)before,
		(unsigned long long)after);
	_exit(31);
}

static void compare(const struct belongings *before, const struct belongings *after)
{
	compare_count("descriptors", before->descriptors, after->descriptors);
	compare_count("entries of the directory", before->entries, after->entries);
	compare_count("children", before->children, after->children);
	compare_count("limit of descriptors", before->files.rlim_cur, after->files.rlim_cur);
	for (int number = 1; number < SIGNALS; number++) {
		/* To write to a process that is gone is an error to all workers that have one. */
		if (number == SIGPIPE && after->actions[number].sa_handler == SIG_IGN)
			continue;
		compare_count("handler of a signal",
			      (uintptr_t)before->actions[number].sa_sigaction,
			      (uintptr_t)after->actions[number].sa_sigaction);
		compare_count("mask of signals", (uint64_t)sigismember(&before->blocked, number),
			      (uint64_t)sigismember(&after->blocked, number));
	}
}

/* Two batches, or none where the case cannot be measured. */
static void use(struct context *context, const struct operation *operation)
{
	const uint64_t n = 3 * operation_period(operation, context->number);
	struct error error = {.text = ""};
	int code = operation->setup ? operation->setup(context, &error) : 0;

	if (code == 0)
		code = operation->verify(context, &error);
	if (code < 0 && code != -EOPNOTSUPP) {
		fprintf(stderr, "%s\n", error.text);
		_exit(33);
	}
	for (int batch = 0; batch < 2 && code == 0; batch++)
		if (batch_run(operation, context, n) != 0)
			_exit(34);
}

/* What setup needs beyond the descriptors that it can have makes it fail, and say so. */
static void set_up_only(struct context *context, const struct operation *operation)
{
	struct error error = {.text = ""};

	if (operation->setup(context, &error) < 0 && error.text[0] == '\0') {
		fprintf(stderr, "setup fails and does not say why\n");
		_exit(36);
	}
}

/* So many descriptors can be opened from here on, and no privilege is at hand to open more. */
static void leave_free(int free_ones)
{
	struct rlimit limit = {.rlim_cur = 0};
	int fd = 0;

	while (fcntl(fd, F_GETFD) >= 0)
		fd++;
	limit.rlim_cur = (rlim_t)(fd + free_ones);
	limit.rlim_max = limit.rlim_cur;
	if (setrlimit(RLIMIT_NOFILE, &limit) < 0)
		_exit(35);
}

/* free_ones: how many descriptors there are for setup; below 0: enough. */
static void play(const struct operation *operation, const char *value, int directory, int free_ones)
{
	static struct context context;
	static struct belongings before;
	static struct belongings after;

	if (fchdir(directory) < 0)
		_exit(10);
	prepare(&context, operation, value, directory);
	context.fd = -1;
	if (free_ones >= 0)
		leave_free(free_ones);
	take_stock(directory, &before);
	if (free_ones < 0)
		use(&context, operation);
	else
		set_up_only(&context, operation);
	if (operation->teardown)
		operation->teardown(&context);
	take_stock(directory, &after);
	/* It renames FFF to GGG and makes FFF again: from the first iteration on there are both. */
	if (operation == operation_find("rename-create") && free_ones < 0)
		after.entries--;
	compare(&before, &after);
	_exit(0);
}

static void check(const struct operation *operation, const char *value, int directory,
		  int free_ones)
{
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		play(operation, value, directory, free_ones);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (status != 0)
		fail_msg("%s %s, %d descriptors left: the child ended with status %d, signal %d",
			 operation->name, value, free_ones, WEXITSTATUS(status), WTERMSIG(status));
}

/* In a directory of its own, whose fixture other cases have not touched. */
static void check_in(struct scratch *scratch, const struct operation *operation, const char *value)
{
	struct fixture_spec spec;
	struct error error;
	int directory;

	assert_int_equal(operation_fixture(operation, value, &spec, &error), 0);
	if (fixture_build(scratch->fd, "case", &spec, NULL, NULL, &error) < 0)
		fail_msg("%s %s: %s", operation->name, value, error.text);
	directory = openat(scratch->fd, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(directory >= 0);
	check(operation, value, directory, -1);
	for (int free_ones = 0; free_ones < 4 && operation->setup; free_ones++)
		check(operation, value, directory, free_ones);
	close(directory);
	assert_int_equal(fixture_remove(scratch->fd, "case", NULL, NULL, &error), 0);
}

/* The smallest and the largest of the values that are measured unasked. */
static void check_numbers(struct scratch *scratch, const struct operation *operation)
{
	const struct parameter *first = operation->parameter;
	const struct parameter *second = first->second;

	for (size_t i = 0; i < 2; i++) {
		char text[2][PARAMETER_NUMBER_SIZE];
		char value[2 * PARAMETER_NUMBER_SIZE];
		size_t last = i * (first->default_count - 1);

		snprintf(value, sizeof(value), "%s%s%s",
			 parameter_show(first, first->defaults[last], text[0]), second ? "/" : "",
			 second ? parameter_show(second, second->defaults[0], text[1]) : "");
		check_in(scratch, operation, value);
	}
}

static void test_nothing_stays(void **state)
{
	for (size_t i = 0; i < operation_count; i++) {
		const struct operation *operation = operations[i];

		if (operation->only_by_name || !operation->run)
			continue;
		if (operation->parameter->type == PARAMETER_NUMBER)
			check_numbers(*state, operation);
		else
			check_in(*state, operation,
				 operation->parameter->type == PARAMETER_PATH ? "XXX/FFF" : "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_stays)};

	return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
