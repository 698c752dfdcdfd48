/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ring.c - real processes passing the turn through real shared memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/worker/order.h"
#include "engine/worker/ring.h"

#define RUNS 500u
#define SLOTS 5u
#define TURNS (RUNS * SLOTS)

/* A worker that only takes its turns; its samples say who wrote them. Ends with the turns it took.
 */
static void take_turns(struct ring *ring, uint32_t slot, uint32_t end_at)
{
	struct sample sample = {.step = slot, .iterations = 1};
	uint32_t taken = 0;

	for (uint32_t turn = 0; turn < ring->shared->turns; turn++) {
		enum ring_wait outcome = RING_TIMEOUT;

		if (ring->shared->order[turn] != slot)
			continue;
		while (outcome == RING_TIMEOUT)
			outcome = ring_wait_turn(ring, slot, turn);
		if (outcome == RING_ENDED)
			break;
		if (turn >= end_at) {
			ring_end(ring);
			break;
		}
		sample.order = turn;
		sample.run = taken++;
		ring_publish(ring, turn, &sample);
	}
	_exit(taken > 0 ? 0 : 1);
}

static void prepare(struct ring *ring)
{
	struct random_source random;

	assert_int_equal(ring_create(ring, TURNS, NULL), 0);
	random_start(&random, 1, 2);
	ring_reset(ring, TURNS, SLOTS, order_block(SLOTS));
	order_fill(ring->shared->order, RUNS, SLOTS, &random);
}

static void start(struct ring *ring, pid_t *pids, uint32_t end_at)
{
	for (uint32_t slot = 0; slot < SLOTS; slot++) {
		pids[slot] = fork();
		assert_true(pids[slot] >= 0);
		if (pids[slot] == 0)
			take_turns(ring, slot, end_at);
	}
	ring_begin(ring);
}

static void join(const pid_t *pids)
{
	for (uint32_t slot = 0; slot < SLOTS; slot++) {
		int status;

		assert_int_equal(waitpid(pids[slot], &status, 0), pids[slot]);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	}
}

static void test_turns_follow_the_order(void **state)
{
	struct ring ring;
	pid_t pids[SLOTS];

	(void)state;
	prepare(&ring);
	start(&ring, pids, UINT32_MAX);
	join(pids);
	assert_int_equal(ring_count(&ring), TURNS);
	for (uint32_t turn = 0; turn < TURNS; turn++) {
		assert_int_equal(ring.samples[turn].order, turn);
		assert_int_equal(ring.samples[turn].step, ring.shared->order[turn]);
	}
	ring_destroy(&ring);
}

static void test_end_releases_everyone(void **state)
{
	struct ring ring;
	pid_t pids[SLOTS];

	(void)state;
	prepare(&ring);
	start(&ring, pids, 777);
	join(pids);
	assert_int_equal(ring_count(&ring), 777);
	ring_destroy(&ring);
}

static void test_ring_can_be_used_again(void **state)
{
	struct ring ring;
	pid_t pids[SLOTS];

	(void)state;
	prepare(&ring);
	for (uint32_t end_at = 300; end_at <= 600; end_at += 300) {
		ring_reset(&ring, TURNS, SLOTS, order_block(SLOTS));
		assert_int_equal(ring_count(&ring), 0);
		start(&ring, pids, end_at);
		join(pids);
		assert_int_equal(ring_count(&ring), end_at);
	}
	ring_destroy(&ring);
}

static void test_a_wait_without_a_grant_times_out(void **state)
{
	struct ring ring;

	(void)state;
	prepare(&ring);
	assert_int_equal(ring_wait_turn(&ring, 1, 0), RING_TIMEOUT);
	ring_end(&ring);
	assert_int_equal(ring_wait_turn(&ring, 1, 0), RING_ENDED);
	ring_destroy(&ring);
}

static void test_attach_refuses_what_is_no_ring(void **state)
{
	struct error error = {.text = ""};
	struct ring ring;
	struct ring other;
	int fd = memfd_create("test", MFD_CLOEXEC);
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	(void)state;
	assert_int_equal(ring_attach(&ring, null, &error), -EBADF);
	assert_int_equal(ring_attach(&ring, fd, &error), -EBADF);
	assert_int_equal(ftruncate(fd, 65536), 0);
	assert_int_equal(ring_attach(&ring, fd, &error), -EBADF);
	assert_string_not_equal(error.text, "");
	close(fd);
	close(null);
	assert_int_equal(ring_attach(&ring, fd, &error), -EBADF);
	prepare(&ring);
	assert_int_equal(ring_attach(&other, ring.fd, &error), 0);
	assert_int_equal(other.shared->turns, TURNS);
	ring_destroy(&other);
	ring_destroy(&ring);
}

/* The front end reads as many samples as there are turns, whatever a worker has written. */
static void test_a_worker_cannot_break_the_ring(void **state)
{
	struct ring ring;

	(void)state;
	prepare(&ring);
	atomic_store(&ring.shared->head, UINT32_MAX);
	ring.shared->turns = UINT32_MAX;
	assert_int_equal(ring_count(&ring), TURNS);
	/* Nor can it pull the memory away. */
	assert_int_equal(ftruncate(ring.fd, 0), -1);
	assert_int_equal(errno, EPERM);
	ring_destroy(&ring);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_turns_follow_the_order),
		cmocka_unit_test(test_end_releases_everyone),
		cmocka_unit_test(test_ring_can_be_used_again),
		cmocka_unit_test(test_a_wait_without_a_grant_times_out),
		cmocka_unit_test(test_a_worker_cannot_break_the_ring),
		cmocka_unit_test(test_attach_refuses_what_is_no_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
