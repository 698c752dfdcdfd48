/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk_writer.h - processes that write beside a walk: each writes files of the sizes that the tree
 * has into a directory of its own, syncs them as asked, and deletes its oldest ones again, each
 * only when the disk has it: what was deleted before is never written, and competes for no disk.
 *
 * A writer holds no more than WALK_WRITER_BYTES and WALK_WRITER_FILES, and writes nothing while
 * less of the file system is free than the floor (fixtures/room.h). Held
 * up so, it deletes a file of its own and waits a moment.
 */
#ifndef LSMBENCH_ENGINE_WALK_WRITER_H
#define LSMBENCH_ENGINE_WALK_WRITER_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "fixtures/error.h"

#define WALK_WRITERS_MAXIMUM 64u
#define WALK_WRITER_BYTES ((uint64_t)64 << 20)
#define WALK_WRITER_FILES 256u
/* Of its files, so much may be on the way to the disk at once. */
#define WALK_UNWRITTEN_BYTES ((uint64_t)8 << 20)
#define WALK_UNWRITTEN_FILES 64u
#define WALK_WRITERS_NAME "writers"

/* What a writer tells, in memory that it shares with us; a cache line of its own. */
struct walk_writer_told {
	_Alignas(64) _Atomic uint64_t bytes;
	_Atomic uint64_t files;
	_Atomic uint64_t held_up; /* how often, for want of room */
	_Atomic uint64_t
		disk_bytes;        /* of files that stand or stood; those on the way do not count */
	_Atomic bool disk_unknown; /* the kernel does not tell */
	_Atomic int failure;       /* positive errno of what it ended for */
};

struct walk_writer {
	pid_t child;
	int area; /* its directory */
	uint64_t seen_bytes;
	bool behind;
};

struct walk_writers {
	/* To be set before. */
	unsigned int count;
	int directory; /* in which the directory WALK_WRITERS_NAME is made */
	const uint64_t *sizes;
	uint64_t size_count;
	uint64_t seed;
	bool sync;
	cpu_set_t cpus; /* where they may run */
	/* Called twice a second while they begin, end and are removed, whatever it returns. */
	bool (*beat)(void *argument);
	void *argument;

	int area; /* the directory, or -1 */
	struct walk_writer *writers;
	struct walk_writer_told *told;
	uint64_t beat_ns;     /* when beat was called last */
	uint64_t checked_ns;  /* when it was last seen to who is silent */
	uint64_t start_bytes; /* when walk_writers_begin was called */
	uint64_t start_files;
	double start_disk;
};

/* Start them, and wait a second at most for each to have written something. 0 or negative errno. */
int walk_writers_start(struct walk_writers *writers, struct error *error);

/* Count from now on. Times are walk_now()'s. */
void walk_writers_begin(struct walk_writers *writers, uint64_t now_ns);

/*
 * To be called about once a second: whoever was held up, is gone, or has written nothing for a
 * second is behind from then on. Returns bytes since walk_writers_begin.
 */
uint64_t walk_writers_watch(struct walk_writers *writers, uint64_t now_ns);

/*
 * Bytes that reached the disk since walk_writers_begin: none where there is no disk below the file
 * system; NAN where the kernel does not say.
 */
double walk_writers_disk(const struct walk_writers *writers);

/* Files since walk_writers_begin, and how many were seen to be behind. */
uint64_t walk_writers_files(const struct walk_writers *writers);
unsigned int walk_writers_behind(const struct walk_writers *writers);

/* End them and remove what they have written. Nothing when they were not started. */
void walk_writers_stop(struct walk_writers *writers);

/* Whether writing has to wait: less is free than the floor. For a test, too. */
bool walk_writer_is_low(uint64_t total_bytes, uint64_t free_bytes);

#endif
