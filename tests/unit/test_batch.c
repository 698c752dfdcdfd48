/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_batch.c - calibration, warm-up, clock and CPU choice. Times are the machine's and are not
 * asserted; what must hold whatever they are is.
 */
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "engine/worker/batch.h"
#include "engine/worker/cpu.h"

static struct context context;
static uint64_t performed;

static int run_counted(struct context *unused, uint64_t n)
{
	(void)unused;
	performed += n;
	for (uint64_t i = 0; i < 20 * n; i++)
		__asm__ volatile("");
	return 0;
}

static int run_failing(struct context *unused, uint64_t n)
{
	(void)unused;
	performed += n;
	return performed > 100 ? ENOSPC : 0;
}

/* Its first batches are disturbed for longer than any batch here should last. */
static int run_disturbed(struct context *unused, uint64_t n)
{
	const struct timespec disturbance = {.tv_nsec = 2000000};

	if (performed < 3)
		nanosleep(&disturbance, NULL);
	return run_counted(unused, n);
}

static const struct operation disturbed = {.name = "disturbed", .period = 1, .run = run_disturbed};
static const struct operation counted = {.name = "counted", .period = 2, .run = run_counted};
static const struct operation rounds = {
	.name = "rounds", .period = 1, .period_is_number = true, .run = run_counted};
static const struct operation failing = {.name = "failing", .period = 1, .run = run_failing};

static void test_calibration_gives_whole_periods(void **state)
{
	const struct clock_choice clock = clock_choose();
	uint64_t iterations = 0;
	double case_ns = 0;

	(void)state;
	for (uint64_t target = 1000; target <= 1000000; target *= 10) {
		assert_int_equal(
			batch_calibrate(&counted, &context, &clock, target, &iterations, &case_ns),
			0);
		assert_true(iterations >= 2);
		assert_int_equal(iterations % 2, 0);
		assert_true(case_ns > 0);
	}
}

/* A ring of seven is only ever passed as a whole. */
static void test_calibration_gives_whole_rounds(void **state)
{
	const struct clock_choice clock = clock_choose();
	struct context seven = {.number = 7};
	uint64_t iterations = 0;
	double case_ns = 0;

	(void)state;
	assert_int_equal(operation_period(&rounds, 7), 7);
	assert_int_equal(operation_period(&counted, 7), 2);
	for (uint64_t target = 1000; target <= 1000000; target *= 10) {
		performed = 0;
		assert_int_equal(
			batch_calibrate(&rounds, &seven, &clock, target, &iterations, &case_ns), 0);
		assert_true(iterations >= 7);
		assert_int_equal(iterations % 7, 0);
		assert_int_equal(performed % 7, 0);
	}
}

static void test_calibration_outlives_a_disturbance(void **state)
{
	const struct clock_choice clock = clock_choose();
	uint64_t iterations = 0;
	double case_ns = 0;

	(void)state;
	/* Other programs may disturb it as well, so it has several tries. */
	for (int i = 0; i < 50 && iterations <= 1000; i++) {
		performed = 0;
		assert_int_equal(batch_calibrate(&disturbed, &context, &clock, 1000000, &iterations,
						 &case_ns),
				 0);
	}
	/* An iteration takes some 10 ns, not the 2 ms that the first one seemed to. */
	assert_true(iterations > 1000);
}

static int run_slow(struct context *unused, uint64_t n)
{
	const struct timespec time = {.tv_nsec = 30000000};

	(void)unused;
	performed += n;
	for (uint64_t i = 0; i < n; i++)
		nanosleep(&time, NULL);
	return 0;
}

static const struct operation slow = {.name = "slow", .period = 2, .run = run_slow};

/* What takes long once is not repeated to find out: one batch to calibrate and one to warm up. */
static void test_slow_operation_is_tried_once(void **state)
{
	const struct clock_choice clock = clock_choose();
	uint64_t iterations = 0;
	uint32_t batches;
	double case_ns = 0;

	(void)state;
	performed = 0;
	assert_int_equal(batch_calibrate(&slow, &context, &clock, 1000000, &iterations, &case_ns),
			 0);
	assert_int_equal(iterations, 2);
	assert_int_equal(performed, 2);
	assert_int_equal(batch_warm(&slow, &context, 2, clock.id, &batches), 0);
	assert_int_equal(batches, 1);
	assert_int_equal(performed, 4);
}

static void test_batch_is_long_beside_the_clock(void **state)
{
	struct clock_choice clock = clock_choose();
	uint64_t short_batch;
	uint64_t long_batch;
	double case_ns;

	(void)state;
	/* A clock that takes 10 us to read asks for batches of 10 ms, whatever the target is. */
	assert_int_equal(batch_calibrate(&counted, &context, &clock, 1000, &short_batch, &case_ns),
			 0);
	clock.cost_ns = 10000;
	assert_int_equal(batch_calibrate(&counted, &context, &clock, 1000, &long_batch, &case_ns),
			 0);
	assert_true(long_batch > short_batch);
}

static void test_exactly_n_iterations_are_timed(void **state)
{
	struct batch batch;

	(void)state;
	performed = 0;
	batch = batch_time(&counted, &context, 1234, CLOCK_MONOTONIC);
	assert_int_equal(performed, 1234);
	assert_int_equal(batch.failure, 0);
	assert_true(batch.start_ns > 0 && batch.duration_ns > 0);
}

static void test_failure_is_reported_by_all(void **state)
{
	const struct clock_choice clock = clock_choose();
	uint64_t iterations;
	double case_ns;
	uint32_t batches;

	(void)state;
	performed = 1000;
	assert_int_equal(batch_time(&failing, &context, 1, clock.id).failure, ENOSPC);
	assert_int_equal(batch_warm(&failing, &context, 1, clock.id, &batches), ENOSPC);
	performed = 0;
	assert_int_equal(
		batch_calibrate(&failing, &context, &clock, 1000000000, &iterations, &case_ns),
		ENOSPC);
}

static void test_warm_up_is_bounded(void **state)
{
	uint32_t batches;

	(void)state;
	for (uint64_t n = 2; n <= 2000; n *= 10) {
		performed = 0;
		assert_int_equal(batch_warm(&counted, &context, n, CLOCK_MONOTONIC, &batches), 0);
		assert_in_range(batches, 2, 10);
		assert_int_equal(performed, n * batches);
	}
}

static void test_clock(void **state)
{
	struct clock_choice clock = clock_choose();
	uint64_t before = clock_now(clock.id);

	(void)state;
	assert_true(clock.cost_ns > 0 && clock.step_ns > 0);
	assert_true(strcmp(clock.name, "CLOCK_MONOTONIC_RAW") == 0 ||
		    strcmp(clock.name, "CLOCK_MONOTONIC") == 0);
	assert_true(clock_now(clock.id) >= before);
	assert_true(batch_loop_cost(clock.id) > 0);
}

static void test_cpu_choice(void **state)
{
	struct error error = {.text = ""};
	cpu_set_t before;
	int cpu = -1;

	(void)state;
	assert_int_equal(cpu_choose(-1, &cpu, &error), 0);
	assert_int_equal(cpu_choose(cpu, &cpu, &error), 0);
	assert_int_equal(cpu_choose(CPU_SETSIZE, &cpu, &error), -EINVAL);
	assert_non_null(strstr(error.text, "--cpu"));
	if (cpu_allowed_count() > 1) {
		int allowed = cpu_allowed_count();

		assert_int_equal(cpu_avoid(cpu, &before), 1);
		assert_int_equal(cpu_allowed_count(), allowed - 1);
		assert_int_equal(cpu_choose(cpu, &cpu, &error), -EINVAL);
		cpu_restore(&before);
		assert_int_equal(cpu_allowed_count(), allowed);
	}
	assert_int_equal(cpu_pin(cpu), 0);
	assert_int_equal(cpu_allowed_count(), 1);
	assert_int_equal(cpu_avoid(cpu, &before), 0);
	assert_int_equal(cpu_allowed_count(), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_calibration_gives_whole_periods),
		cmocka_unit_test(test_calibration_gives_whole_rounds),
		cmocka_unit_test(test_calibration_outlives_a_disturbance),
		cmocka_unit_test(test_slow_operation_is_tried_once),
		cmocka_unit_test(test_batch_is_long_beside_the_clock),
		cmocka_unit_test(test_exactly_n_iterations_are_timed),
		cmocka_unit_test(test_failure_is_reported_by_all),
		cmocka_unit_test(test_warm_up_is_bounded),
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_cpu_choice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
