/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_rpc.c - the operations that only their own worker has: this program is linked with
 * their functions, too.
 */
#include <sys/prctl.h>

#include "tests/unit/operation_count.h"

static const char *const names[] = {"rpc-udp-latency", "rpc-tcp-latency"};

#define NAME_COUNT (sizeof(names) / sizeof(names[0]))

static const struct operation *begin(const char *name, struct context *context)
{
	const struct operation *operation = operation_find(name);
	struct error error = {.text = ""};

	assert_non_null(operation);
	prepare(context, operation, "", AT_FDCWD);
	if (operation->setup(context, &error) < 0 || operation->verify(context, &error) < 0)
		fail_msg("%s: %s", name, error.text);
	return operation;
}

static void test_system_calls_are_those_of_the_table(void **state)
{
	int directory = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	(void)state;
	for (size_t i = 0; i < NAME_COUNT; i++) {
		const struct operation *operation = operation_find(names[i]);

		for (uint64_t n = 10; n <= 40; n *= 2) {
			struct counts counts;

			assert_true(count_case(operation, "", directory, n, &counts));
			assert_int_equal(counts.partners, 1);
			check_counts(operation, "", n, counts);
		}
	}
	close(directory);
}

static void test_nothing_is_left(void **state)
{
	(void)state;
	for (size_t i = 0; i < NAME_COUNT; i++) {
		static struct context context;
		int free_before = dup(0);
		const struct operation *operation = begin(names[i], &context);
		int free_after;

		assert_int_equal(batch_run(operation, &context, 10), 0);
		operation->teardown(&context);
		assert_null(context.state);
		close(free_before);
		free_after = dup(0);
		assert_int_equal(free_after, free_before);
		close(free_after);
		assert_int_equal(waitpid(-1, NULL, 0), -1);
		assert_int_equal(errno, ECHILD);
	}
}

/* The one process that this one has started. */
static pid_t only_child(void)
{
	FILE *file = fopen("/proc/thread-self/children", "r");
	long child = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld", &child), 1);
	fclose(file);
	return (pid_t)child;
}

static void test_a_dead_server_is_noticed(void **state)
{
	(void)state;
	for (size_t i = 0; i < NAME_COUNT; i++) {
		static struct context context;
		const struct operation *operation = begin(names[i], &context);
		int failure;

		assert_int_equal(kill(only_child(), SIGKILL), 0);
		failure = batch_run(operation, &context, 1);
		if (!failure)
			failure = batch_run(operation, &context, 1);
		if (!failure)
			fail_msg("%s goes on without its server", names[i]);
		operation->teardown(&context);
	}
}

/* An answer that does not come in time fails the batch, and nothing is sent again. */
static void test_a_late_answer_is_noticed(void **state)
{
	(void)state;
	for (size_t i = 0; i < NAME_COUNT; i++) {
		static struct context context;
		const struct operation *operation = begin(names[i], &context);

		assert_int_equal(kill(only_child(), SIGSTOP), 0);
		assert_int_equal(batch_run(operation, &context, 1), ETIMEDOUT);
		operation->teardown(&context);
	}
}

static void test_none_outlives_a_killed_worker(void **state)
{
	(void)state;
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	for (size_t i = 0; i < NAME_COUNT; i++) {
		pid_t worker = fork();

		if (worker == 0) {
			static struct context context;

			begin(names[i], &context);
			raise(SIGKILL);
		}
		/* Hangs, and is then ended by the time limit, when one lives on. */
		while (waitpid(-1, NULL, 0) > 0)
			;
		assert_int_equal(errno, ECHILD);
	}
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_system_calls_are_those_of_the_table),
		cmocka_unit_test(test_nothing_is_left),
		cmocka_unit_test(test_a_dead_server_is_noticed),
		cmocka_unit_test(test_a_late_answer_is_noticed),
		cmocka_unit_test(test_none_outlives_a_killed_worker),
	};

	return cmocka_run_group_tests_name("operation rpc", tests, NULL, NULL);
}
