/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_memory.c - memory operations do all of their work, once for each iteration.
 *
 * Their results are compared with sums that are computed here in another way; memory that is not
 * there is refused before it is taken.
 */
#include "tests/unit/operation_play.h"

#include <sys/resource.h>

#include "engine/operation/memory_room.h"
#include "engine/operation/word_pattern.h"

static void sums_are_those_of_the_words(void **state)
{
	static _Alignas(16) uint64_t words[1024];

	(void)state;
	pattern_fill(words, 0, 1024);
	for (uint64_t count = 8; count <= 1024; count += 8) {
		for (uint64_t step = 1; step <= 8; step++) {
			uint64_t sum = 0;

			for (uint64_t i = 0; i < count; i += step)
				sum += words[i];
			assert_int_equal(sum, pattern_sum(count, step));
		}
		assert_int_equal(pattern_read(words, count), pattern_sum(count, 1));
	}
	/* A part of the pattern continues it. */
	pattern_fill(words, 512, 8);
	assert_int_equal(words[0], words[512]);
}

static void start(struct context *context, const char *name, const char *value)
{
	const struct operation *operation = operation_find(name);
	struct error error = {.text = ""};

	prepare(context, operation, value, AT_FDCWD);
	if (operation->setup(context, &error) < 0)
		fail_msg("%s %s: %s", name, value, error.text);
}

/* What one iteration adds to the result is what each of many adds. */
static void twice_the_iterations_are_twice_the_work(void **state)
{
	static const char *const names[] = {"memory-read", "memory-read-partial", "memory-write",
					    "memory-write-partial"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct operation *operation = operation_find(names[i]);
		static struct context context;
		uint64_t one;

		start(&context, names[i], "32K");
		assert_int_equal(operation->run(&context, 1), 0);
		one = context.result;
		assert_int_not_equal(one, 0);
		for (uint64_t n = 1; n <= 64; n *= 2) {
			uint64_t before = context.result;

			assert_int_equal(operation->run(&context, n), 0);
			assert_int_equal(context.result - before, n * one);
		}
		operation->teardown(&context);
		assert_null(context.memory);
	}
}

/* A part of memory that nobody has written or copied is found by verify. */
static void work_left_out_is_found(void **state)
{
	static const char *const names[] = {"memory-read", "memory-read-partial"};
	struct error error;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct operation *operation = operation_find(names[i]);
		static struct context context;

		start(&context, names[i], "32K");
		assert_int_equal(operation->verify(&context, &error), 0);
		((uint64_t *)context.memory)[4092] ^= 1;
		assert_int_equal(operation->verify(&context, &error), -EPROTO);
		operation->teardown(&context);
	}
}

static void check_circle(const char *name, const char *value, size_t expected)
{
	const struct operation *operation = operation_find(name);
	static struct context context;
	struct error error = {.text = ""};
	const void *first;
	size_t steps = 0;

	start(&context, name, value);
	if (operation->verify(&context, &error) < 0)
		fail_msg("%s %s: %s", name, value, error.text);
	first = context.memory;
	do {
		assert_int_equal(operation->run(&context, 1), 0);
		steps++;
	} while (context.memory != first && steps <= expected);
	assert_int_equal(steps, expected);
	operation->teardown(&context);
	assert_null(context.state);
}

static void circles_go_through_every_place(void **state)
{
	(void)state;
	check_circle("memory-latency", "32K/128", 256);
	check_circle("memory-latency", "1K/64", 16);
	check_circle("memory-latency-random", "32K/128", 256);
	check_circle("memory-latency-random", "1000/8", 125);
	check_circle("tlb-latency", "PAGES16", 16);
	check_circle("tlb-latency", "PAGES256", 256);
}

static void refuse(const char *name, const char *value, int code, const char *words)
{
	const struct operation *operation = operation_find(name);
	static struct context context;
	struct error error = {.text = ""};

	prepare(&context, operation, value, AT_FDCWD);
	assert_int_equal(operation->setup(&context, &error), code);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
	operation->teardown(&context);
}

static void sizes_that_do_not_fit_are_refused(void **state)
{
	(void)state;
	refuse("memory-read", "1000", -EINVAL, "multiple of 256");
	refuse("file-reread", "65537", -EINVAL, "multiple of 64K");
	refuse("memory-latency", "512/512", -EINVAL, "two places");
	refuse("memory-latency", "1K/12", -EINVAL, "multiple of 8");
}

/* In a child, whose address space is bounded: the same message as on a small machine. */
static void memory_that_is_not_there_is_not_taken(void **state)
{
	pid_t child;
	int status;

	(void)state;
	assert_true(memory_available() > 0);
	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		const struct rlimit limit = {.rlim_cur = 256u << 20, .rlim_max = 256u << 20};
		struct error error = {.text = ""};
		void *memory;

		if (setrlimit(RLIMIT_AS, &limit) < 0 || memory_available() != limit.rlim_cur)
			_exit(10);
		if (memory_take(65u << 20, &memory, &error) != -EOPNOTSUPP)
			_exit(11);
		_exit(strstr(error.text, "needs 65 MiB and only 256 MiB") ? 0 : 12);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
#ifdef __SANITIZE_ADDRESS__
	/* The sanitizer's shadow does not fit into the limit. */
	return;
#endif
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_those_of_the_words),
		cmocka_unit_test(twice_the_iterations_are_twice_the_work),
		cmocka_unit_test(work_left_out_is_found),
		cmocka_unit_test(circles_go_through_every_place),
		cmocka_unit_test(sizes_that_do_not_fit_are_refused),
		cmocka_unit_test(memory_that_is_not_there_is_not_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
