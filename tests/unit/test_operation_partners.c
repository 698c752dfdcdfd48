/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_partners.c - operations that start other processes: nothing of them is left, not
 * even of a worker that was killed, and the death of another process is noticed.
 */
#include <dirent.h>
#include <poll.h>
#include <sys/prctl.h>

#include "engine/operation/token_ring.h"
#include "engine/worker/batch.h"
#include "engine/worker/cpu.h"
#include "tests/unit/operation_play.h"

struct play {
	const char *operation;
	const char *parameter;
};

static const struct play plays[] = {
	{"pipe-latency", ""},          {"unix-latency", ""},
	{"udp-latency", ""},           {"tcp-latency", ""},
	{"fifo-latency", ""},          {"semaphore-latency", ""},
	{"tcp-connect", ""},           {"pipe-bandwidth", ""},
	{"unix-bandwidth", ""},        {"tcp-bandwidth", ""},
	{"context-switch", "2p/4K"},   {"context-switch", "24p/0K"},
	{"context-switch", "96p/64K"}, {"context-switch-spread", "8p/16K"},
};

#define PLAY_COUNT (sizeof(plays) / sizeof(plays[0]))

/* How many entries a directory has, or lines a file. */
static unsigned int count_entries(const char *path)
{
	DIR *directory = opendir(path);
	unsigned int count = 0;

	assert_non_null(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count;
}

static unsigned int count_semaphores(void)
{
	FILE *file = fopen("/proc/sysvipc/sem", "r");
	unsigned int count = 0;
	int byte;

	if (!file)
		return 0;
	while ((byte = fgetc(file)) != EOF)
		count += byte == '\n';
	fclose(file);
	return count;
}

/* Set up, prove, and run a little; NULL when it cannot be measured here. */
static const struct operation *begin(const struct play *play, struct context *context)
{
	const struct operation *operation = operation_find(play->operation);
	struct error error = {.text = ""};
	int code;

	assert_non_null(operation);
	prepare(context, operation, play->parameter, AT_FDCWD);
	code = operation->setup(context, &error);
	if (code == 0)
		code = operation->verify(context, &error);
	if (code == -EOPNOTSUPP) {
		operation->teardown(context);
		return NULL;
	}
	if (code < 0)
		fail_msg("%s %s: %s", play->operation, play->parameter, error.text);
	assert_int_equal(
		batch_run(operation, context, 10 * operation_period(operation, context->number)),
		0);
	return operation;
}

static void test_nothing_is_left(void **state)
{
	(void)state;
	for (size_t i = 0; i < PLAY_COUNT; i++) {
		unsigned int descriptors = count_entries("/proc/self/fd");
		unsigned int files = count_entries(".");
		unsigned int semaphores = count_semaphores();
		static struct context context;
		const struct operation *operation = begin(&plays[i], &context);

		if (!operation)
			continue;
		assert_int_not_equal(count_entries("/proc/self/fd"), descriptors);
		operation->teardown(&context);
		assert_null(context.state);
		assert_int_equal(count_entries("/proc/self/fd"), descriptors);
		assert_int_equal(count_entries("."), files);
		assert_true(count_semaphores() <= semaphores);
		assert_int_equal(waitpid(-1, NULL, 0), -1);
		assert_int_equal(errno, ECHILD);
	}
}

/* A worker that says when it is in the middle of its work, and stays there. */
static pid_t start_worker(const struct play *play)
{
	int ready[2];
	pid_t worker;
	char byte;

	assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
	worker = fork();
	assert_true(worker >= 0);
	if (worker == 0) {
		static struct context context;

		close(ready[0]);
		if (!begin(play, &context) || write(ready[1], "", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(ready[1]);
	(void)!read(ready[0], &byte, 1);
	close(ready[0]);
	return worker;
}

static void test_none_outlives_a_killed_worker(void **state)
{
	(void)state;
	/* So that the others become our children, and waitpid knows of every one. */
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	for (size_t i = 0; i < PLAY_COUNT; i++) {
		unsigned int files = count_entries(".");
		unsigned int semaphores = count_semaphores();
		pid_t worker = start_worker(&plays[i]);

		assert_int_equal(kill(worker, SIGKILL), 0);
		/* Hangs, and is then ended by the time limit, when one lives on. */
		while (waitpid(-1, NULL, 0) > 0)
			;
		assert_int_equal(errno, ECHILD);
		assert_int_equal(count_entries("."), files);
		assert_true(count_semaphores() <= semaphores);
	}
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

/* The process that this one has started last. */
static pid_t last_child(void)
{
	FILE *file = fopen("/proc/thread-self/children", "r");
	long child = 0;
	long next;

	if (!file)
		skip();
	while (fscanf(file, "%ld", &next) == 1)
		child = next > child ? next : child;
	fclose(file);
	return (pid_t)child;
}

static void test_a_dead_partner_is_noticed(void **state)
{
	(void)state;
	for (size_t i = 0; i < PLAY_COUNT; i++) {
		static struct context context;
		const struct operation *operation = begin(&plays[i], &context);
		int failure;
		uint64_t n = operation ? 10 * operation_period(operation, context.number) : 0;

		if (!operation)
			continue;
		assert_int_equal(kill(last_child(), SIGKILL), 0);
		/* A batch may still take what had come before; the one after it may not. */
		failure = batch_run(operation, &context, n);
		if (!failure)
			failure = batch_run(operation, &context, n);
		if (!failure)
			fail_msg("%s %s goes on without its partner", plays[i].operation,
				 plays[i].parameter);
		if (operation->restore)
			operation->restore(&context);
		operation->teardown(&context);
		assert_int_equal(waitpid(-1, NULL, 0), -1);
	}
}

/* Sums by formula are those of the words, which are added up here one by one. */
static void test_a_working_set_s_share_is_its_sum(void **state)
{
	static const uint64_t sizes[] = {0, 4, 8, 12, 36, 4096, 65532, 65536};

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct token_ring *ring;
		struct error error;
		uint32_t total = 1;

		assert_int_equal(token_ring_make(&ring, 1, sizes[i], &error), 0);
		assert_int_equal(ring->words, sizes[i] / 4);
		for (uint64_t word = 0; word < ring->words; word++)
			total += ring->set[word];
		/* Of one process, a round is its share. */
		assert_int_equal(ring->round, total);
		token_ring_free(ring);
	}
}

/* A word that is not read, or read wrong, makes another token. */
static void test_a_wrong_sum_is_noticed(void **state)
{
	static const struct play rings[] = {{"context-switch", "4p/16K"},
					    {"context-switch-overhead", "4p/16K"}};

	(void)state;
	for (size_t i = 0; i < sizeof(rings) / sizeof(rings[0]); i++) {
		static struct context context;
		const struct operation *operation = begin(&rings[i], &context);
		struct token_ring *ring = context.state;

		assert_non_null(operation);
		ring->set[4095]++;
		assert_int_equal(batch_run(operation, &context, 8), EPROTO);
		ring->set[4095]--;
		assert_int_equal(batch_run(operation, &context, 8), 0);
		operation->teardown(&context);
	}
}

/* A round is not stopped half way. */
static void test_part_of_a_round_is_refused(void **state)
{
	static const struct play play = {"context-switch", "4p/0K"};
	static struct context context;
	const struct operation *operation = begin(&play, &context);

	(void)state;
	assert_int_equal(batch_run(operation, &context, 6), EINVAL);
	assert_int_equal(batch_run(operation, &context, 4), 0);
	operation->teardown(&context);
}

/* All but context-switch-spread stay where the worker is. */
static void test_processes_stay_on_the_worker_s_cpu(void **state)
{
	int cpu;

	(void)state;
	assert_int_equal(cpu_choose(-1, &cpu, NULL), 0);
	for (size_t i = 0; i < PLAY_COUNT; i++) {
		cpu_set_t before;
		cpu_set_t theirs;
		static struct context context;
		const struct operation *operation;

		if (strcmp(plays[i].operation, "context-switch-spread") == 0)
			continue;
		assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
		assert_int_equal(cpu_pin(cpu), 0);
		operation = begin(&plays[i], &context);
		assert_non_null(operation);
		assert_int_equal(sched_getaffinity(last_child(), sizeof(theirs), &theirs), 0);
		assert_int_equal(CPU_COUNT(&theirs), 1);
		assert_true(CPU_ISSET((size_t)cpu, &theirs));
		operation->teardown(&context);
		cpu_restore(&before);
	}
}

/* A worker that may be anywhere is kept to one CPU, too, until the end. */
static void test_spread_processes_are_kept_apart(void **state)
{
	static const struct play play = {"context-switch-spread", "2p/0K"};
	static struct context context;
	const struct operation *operation;
	cpu_set_t before;
	cpu_set_t ours;
	cpu_set_t theirs;

	(void)state;
	if (cpu_allowed_count() < 2)
		skip();
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	operation = begin(&play, &context);
	assert_non_null(operation);
	assert_int_equal(sched_getaffinity(0, sizeof(ours), &ours), 0);
	assert_int_equal(sched_getaffinity(last_child(), sizeof(theirs), &theirs), 0);
	assert_int_equal(CPU_COUNT(&ours), 1);
	assert_int_equal(CPU_COUNT(&theirs), 1);
	assert_false(CPU_EQUAL(&ours, &theirs));
	/* One that has been moved is noticed. */
	assert_int_equal(sched_setaffinity(last_child(), sizeof(ours), &ours), 0);
	assert_int_equal(operation->verify(&context, NULL), -EPROTO);
	operation->teardown(&context);
	assert_int_equal(sched_getaffinity(0, sizeof(ours), &ours), 0);
	assert_true(CPU_EQUAL(&ours, &before));
}

static int enter_scratch(void **state)
{
	const struct scratch *scratch;

	if (make_scratch(state) < 0)
		return -1;
	scratch = *state;
	return fchdir(scratch->fd);
}

static int leave_scratch(void **state)
{
	return chdir("/") < 0 ? -1 : remove_scratch(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_is_left),
		cmocka_unit_test(test_none_outlives_a_killed_worker),
		cmocka_unit_test(test_a_dead_partner_is_noticed),
		cmocka_unit_test(test_a_working_set_s_share_is_its_sum),
		cmocka_unit_test(test_a_wrong_sum_is_noticed),
		cmocka_unit_test(test_part_of_a_round_is_refused),
		cmocka_unit_test(test_processes_stay_on_the_worker_s_cpu),
		cmocka_unit_test(test_spread_processes_are_kept_apart),
	};

	return cmocka_run_group_tests_name("operation partners", tests, enter_scratch,
					   leave_scratch);
}
