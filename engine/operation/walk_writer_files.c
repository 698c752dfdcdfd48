/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk_writer_files.c - a writer's own side: write, have it written to the disk, delete, and stay
 * within bounds. The kernel would write back half a minute after us, and of what was deleted by
 * then nothing at all: so a file's writing is begun with it, and no file goes before that is done.
 */
#include "engine/operation/walk_writer_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/walk_writer_disk.h"
#include "engine/text/random.h"
#include "fixtures/room.h"

#define PIECE 65536u
#define PAUSE_NS 10000000
/* So much is written between two looks at how much is free, where that is plenty. */
#define LOOK_BYTES ((uint64_t)1 << 20)
/* So much of a file is written before the disk is asked to write it. */
#define PORTION ((uint64_t)1 << 20)
/* A file is no larger, so that several fit into what a writer may hold. */
#define SIZE_MAXIMUM ((uint64_t)16 << 20)

struct state {
	const struct walk_writers *writers;
	struct walk_writer_told *told;
	int area;
	struct random_source random;
	uint64_t sizes[WALK_WRITER_FILES]; /* of the files that stand, by number modulo that */
	uint64_t first;                    /* the oldest that stands */
	uint64_t next;                     /* the one to come */
	uint64_t unwritten;                /* the oldest that the disk may not have yet */
	uint64_t held;                     /* bytes of those that stand */
	uint64_t unwritten_bytes;          /* in whole pages, of those from unwritten on */
	uint64_t settled_bytes;            /* of all files before unwritten */
	uint64_t settled_beyond;           /* in their last pages, behind their ends */
	int counts;                        /* of what went to the disk, or -1 */
	uint64_t unlooked;
	uint64_t look_bytes;
	char piece[PIECE];
};

bool walk_writer_is_low(uint64_t total_bytes, uint64_t free_bytes)
{
	return free_bytes < room_floor(total_bytes);
}

static void name_file(uint64_t number, char name[32])
{
	snprintf(name, 32, "w%08" PRIu64, number);
}

static uint64_t whole_pages(uint64_t size)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return (size + page - 1) / page * page;
}

/* The disk has the oldest that it may not have had. */
static void settle(struct state *state)
{
	const uint64_t size = state->sizes[state->unwritten++ % WALK_WRITER_FILES];

	state->unwritten_bytes -= whole_pages(size);
	state->settled_bytes += size;
	state->settled_beyond += whole_pages(size) - size;
}

/* Wait until it has. 0, or the positive errno. */
static int settle_oldest(struct state *state)
{
	char name[32];
	int failure;
	int fd;

	name_file(state->unwritten, name);
	fd = openat(state->area, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno;
	failure = walk_writer_disk_await(fd);
	close(fd);
	if (!failure)
		settle(state);
	return failure;
}

/* Some are under way, so that the disk is not idle between two of them. */
static int settle_some(struct state *state)
{
	int failure = 0;

	while (!failure && state->unwritten < state->next &&
	       (state->unwritten_bytes > WALK_UNWRITTEN_BYTES ||
		state->next - state->unwritten > WALK_UNWRITTEN_FILES))
		failure = settle_oldest(state);
	return failure;
}

/*
 * Tell how much of what was written the disk has. The kernel counts whole pages, and them when they
 * are to be written: those on the way are taken off again.
 */
static void tell_disk(struct state *state)
{
	const uint64_t less = state->unwritten_bytes + state->settled_beyond;
	uint64_t bytes;

	if (!walk_writer_disk_read(state->counts, &bytes)) {
		atomic_store(&state->told->disk_unknown, true);
		return;
	}
	bytes = bytes > less ? bytes - less : 0;
	/* What the file system writes for itself is not asked for. */
	atomic_store(&state->told->disk_bytes,
		     bytes < state->settled_bytes ? bytes : state->settled_bytes);
}

/* Delete the oldest file. 0, or the positive errno. */
static int delete_oldest(struct state *state)
{
	char name[32];
	int failure = state->first == state->unwritten ? settle_oldest(state) : 0;

	if (failure)
		return failure;
	name_file(state->first, name);
	if (unlinkat(state->area, name, 0) < 0)
		return errno;
	state->held -= state->sizes[state->first % WALK_WRITER_FILES];
	state->first++;
	return 0;
}

/*
 * Each of the writers may be about to write a piece: that much is left beside the floor. Where all
 * that they may hold fits above it, it is enough to look now and then.
 */
static bool is_low(struct state *state)
{
	const uint64_t count = state->writers->count;
	struct statvfs about;
	uint64_t total;
	uint64_t left;

	if (fstatvfs(state->area, &about) < 0)
		return false;
	total = (uint64_t)about.f_blocks * about.f_frsize;
	left = (uint64_t)about.f_bavail * about.f_frsize;
	state->look_bytes =
		left > count * WALK_WRITER_BYTES &&
				!walk_writer_is_low(total, left - count * WALK_WRITER_BYTES)
			? LOOK_BYTES
			: PIECE;
	return left < count * PIECE || walk_writer_is_low(total, left - count * PIECE);
}

/* There is no room: give up some, and give others time to. */
static int wait_for_room(struct state *state)
{
	const struct timespec pause = {.tv_nsec = PAUSE_NS};
	int failure = 0;

	atomic_fetch_add(&state->told->held_up, 1);
	if (state->first < state->next)
		failure = delete_oldest(state);
	nanosleep(&pause, NULL);
	return failure;
}

/*
 * Write a piece of a file that has been written up to at. ENOSPC when there is no room, or would
 * not be much longer. 0, or the positive errno.
 */
static int write_piece(struct state *state, int fd, uint64_t size, uint64_t *at)
{
	ssize_t written;

	if (state->unlooked >= state->look_bytes) {
		if (is_low(state))
			return ENOSPC;
		state->unlooked = 0;
	}
	written = write(fd, state->piece, size - *at < PIECE ? size - *at : PIECE);
	if (written < 0 && errno == EINTR)
		return 0;
	if (written <= 0)
		return written < 0 ? errno : EIO;
	*at += (uint64_t)written;
	state->unlooked += (uint64_t)written;
	atomic_fetch_add(&state->told->bytes, (uint64_t)written);
	return 0;
}

/* Write size bytes, and have the disk write them. 0, or the positive errno. */
static int fill(struct state *state, int fd, uint64_t size)
{
	uint64_t begun = 0;
	uint64_t at = 0;

	while (at < size) {
		int failure = write_piece(state, fd, size, &at);

		if (failure)
			return failure;
		if (!state->writers->sync && (at == size || at - begun >= PORTION)) {
			walk_writer_disk_begin(fd, begun, at - begun);
			begun = at;
		}
	}
	return state->writers->sync && fsync(fd) < 0 ? errno : 0;
}

static int write_file(struct state *state, uint64_t size)
{
	char name[32];
	int failure;
	int fd;

	name_file(state->next, name);
	fd = openat(state->area, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno;
	failure = fill(state, fd, size);
	if (close(fd) < 0 && !failure)
		failure = errno;
	if (failure) {
		unlinkat(state->area, name, 0);
		return failure;
	}
	state->sizes[state->next++ % WALK_WRITER_FILES] = size;
	state->held += size;
	state->unwritten_bytes += whole_pages(size);
	if (state->writers->sync)
		settle(state);
	tell_disk(state);
	atomic_fetch_add(&state->told->files, 1);
	return 0;
}

static uint64_t draw_size(struct state *state)
{
	const struct walk_writers *writers = state->writers;
	uint64_t size = writers->sizes[random_below(&state->random, writers->size_count)];

	return size < SIZE_MAXIMUM ? size : SIZE_MAXIMUM;
}

static int write_next(struct state *state)
{
	uint64_t size = draw_size(state);
	int failure = 0;

	while (!failure && state->first < state->next &&
	       (state->held + size > WALK_WRITER_BYTES ||
		state->next - state->first >= WALK_WRITER_FILES))
		failure = delete_oldest(state);
	if (failure)
		return failure;
	failure = settle_some(state);
	if (!failure)
		failure = is_low(state) ? ENOSPC : write_file(state, size);
	return failure == ENOSPC || failure == EDQUOT ? wait_for_room(state) : failure;
}

int walk_writer_files(void *argument)
{
	const struct walk_writer_work *work = argument;
	static struct state state;
	int failure = 0;

	state.writers = work->writers;
	state.told = &work->writers->told[work->number];
	state.area = work->writers->writers[work->number].area;
	state.counts = walk_writer_disk_open();
	random_start(&state.random, work->writers->seed, work->number);
	for (size_t i = 0; i < PIECE; i += sizeof(uint64_t)) {
		uint64_t bits = random_next(&state.random);

		memcpy(state.piece + i, &bits, sizeof(bits));
	}
	/* Where we may not go we stay. */
	(void)!sched_setaffinity(0, sizeof(work->writers->cpus), &work->writers->cpus);
	while (!failure)
		failure = write_next(&state);
	atomic_store(&state.told->failure, failure);
	return 1;
}
