/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ring.c - shared memory, futexes and the passing of the turn. */
#include "engine/worker/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Not FUTEX_PRIVATE: the word is shared between processes. */
static void futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	const struct timespec patience = {.tv_nsec = 100 * 1000 * 1000};

	syscall(SYS_futex, word, FUTEX_WAIT, value, &patience, NULL, 0);
}

static void futex_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static size_t samples_offset(uint32_t turns_maximum)
{
	size_t end = offsetof(struct ring_shared, order) + turns_maximum;

	return (end + 63) / 64 * 64;
}

size_t ring_size(uint32_t turns_maximum)
{
	return samples_offset(turns_maximum) + (size_t)turns_maximum * sizeof(struct sample);
}

static int map(struct ring *ring, int fd, size_t size, struct error *error)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);

	if (memory == MAP_FAILED)
		return error_set(error, -errno, "shared memory of %zu bytes: %s", size,
				 error_words(errno));
	ring->shared = memory;
	ring->size = size;
	return 0;
}

static void find_samples(struct ring *ring)
{
	char *base = (char *)ring->shared;

	ring->samples =
		(struct sample *)(void *)(base + samples_offset(ring->shared->turns_maximum));
}

int ring_create(struct ring *ring, uint32_t turns_maximum, struct error *error)
{
	size_t size = ring_size(turns_maximum);
	int code;

	memset(ring, 0, sizeof(*ring));
	ring->fd = memfd_create("lsmbench-ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (ring->fd < 0)
		return error_set(error, -errno, "shared memory: %s", error_words(errno));
	code = ftruncate(ring->fd, (off_t)size) < 0 ? -errno : 0;
	if (code < 0)
		error_set(error, code, "shared memory of %zu bytes: %s: ask for fewer runs", size,
			  error_words(code));
	else
		code = map(ring, ring->fd, size, error);
	/* No worker can pull the memory from under the front end. */
	if (code == 0)
		fcntl(ring->fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
	if (code < 0) {
		close(ring->fd);
		ring->fd = -1;
		return code;
	}
	ring->shared->magic = RING_MAGIC;
	ring->shared->turns_maximum = turns_maximum;
	find_samples(ring);
	return 0;
}

int ring_attach(struct ring *ring, int fd, struct error *error)
{
	struct stat status;
	int code;

	memset(ring, 0, sizeof(*ring));
	ring->fd = -1;
	if (fstat(fd, &status) < 0)
		return error_set(error, -errno, "descriptor %d, the shared memory: %s", fd,
				 error_words(errno));
	if (!S_ISREG(status.st_mode) || status.st_size < (off_t)sizeof(struct ring_shared))
		return error_set(
			error, -EBADF,
			"descriptor %d is not the shared memory: a wrapper or security module "
			"replaced it",
			fd);
	code = map(ring, fd, (size_t)status.st_size, error);
	if (code < 0)
		return code;
	if (ring->shared->magic != RING_MAGIC ||
	    ring_size(ring->shared->turns_maximum) != ring->size) {
		ring_destroy(ring);
		return error_set(error, -EBADF, "descriptor %d is not our shared memory", fd);
	}
	find_samples(ring);
	return 0;
}

void ring_destroy(struct ring *ring)
{
	if (ring->shared)
		munmap(ring->shared, ring->size);
	if (ring->shared && ring->fd >= 0)
		close(ring->fd);
	memset(ring, 0, sizeof(*ring));
	ring->fd = -1;
}

void ring_reset(struct ring *ring, uint32_t turns, uint32_t slots, uint32_t block)
{
	struct ring_shared *shared = ring->shared;

	ring->turns = turns;
	shared->turns = turns;
	shared->slots = slots;
	shared->block = block;
	atomic_store(&shared->command, RING_RUN);
	atomic_store(&shared->head, 0);
	atomic_store(&shared->failure, 0);
	atomic_store(&shared->ended, 0);
	atomic_store(&shared->waiting, 0);
	for (uint32_t i = 0; i < RING_SLOTS_MAXIMUM; i++)
		atomic_store(&shared->slot[i].granted, 0);
}

static void grant(struct ring *ring, uint32_t turn)
{
	struct ring_slot *slot = &ring->shared->slot[ring->shared->order[turn]];

	atomic_store_explicit(&slot->granted, turn + 1, memory_order_release);
	futex_wake(&slot->granted);
}

void ring_begin(struct ring *ring)
{
	grant(ring, 0);
}

void ring_command(struct ring *ring, enum ring_command command)
{
	atomic_store(&ring->shared->command, (uint32_t)command);
	futex_wake(&ring->shared->command);
}

uint32_t ring_count(const struct ring *ring)
{
	uint32_t head = atomic_load_explicit(&ring->shared->head, memory_order_acquire);

	return head < ring->turns ? head : ring->turns;
}

enum ring_wait ring_wait_turn(struct ring *ring, uint32_t slot, uint32_t turn)
{
	_Atomic uint32_t *granted = &ring->shared->slot[slot].granted;
	uint32_t value = atomic_load_explicit(granted, memory_order_acquire);

	if (value < turn + 1 && !atomic_load(&ring->shared->ended)) {
		futex_wait(granted, value);
		value = atomic_load_explicit(granted, memory_order_acquire);
	}
	if (atomic_load(&ring->shared->ended))
		return RING_ENDED;
	return value >= turn + 1 ? RING_GRANTED : RING_TIMEOUT;
}

void ring_wait_command(struct ring *ring)
{
	atomic_store(&ring->shared->waiting, 1);
	futex_wait(&ring->shared->command, RING_PAUSE);
}

bool ring_leave_pause(struct ring *ring)
{
	return atomic_exchange(&ring->shared->waiting, 0) != 0;
}

bool ring_is_waiting(const struct ring *ring)
{
	const struct ring_shared *shared = ring->shared;

	return atomic_load(&shared->command) == RING_PAUSE && atomic_load(&shared->waiting) != 0;
}

void ring_publish(struct ring *ring, uint32_t turn, const struct sample *sample)
{
	struct ring_shared *shared = ring->shared;

	ring->samples[turn] = *sample;
	atomic_store_explicit(&shared->head, turn + 1, memory_order_release);
	if (turn + 1 == shared->turns)
		ring_end(ring);
	else if (shared->order[turn + 1] != shared->order[turn])
		grant(ring, turn + 1);
	else /* We go on ourselves: nobody to wake. */
		atomic_store_explicit(&shared->slot[shared->order[turn]].granted, turn + 2,
				      memory_order_relaxed);
}

void ring_end(struct ring *ring)
{
	struct ring_shared *shared = ring->shared;

	atomic_store(&shared->ended, 1);
	for (uint32_t i = 0; i < shared->slots; i++) {
		/* The word must change, or a worker about to wait on it would miss the end. */
		atomic_store(&shared->slot[i].granted, UINT32_MAX);
		futex_wake(&shared->slot[i].granted);
	}
}
