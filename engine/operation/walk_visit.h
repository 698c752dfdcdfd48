/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk_visit.h - the timed part of a walk: all there is in one directory, each call alone.
 */
#ifndef LSMBENCH_ENGINE_WALK_VISIT_H
#define LSMBENCH_ENGINE_WALK_VISIT_H

#include <stdalign.h>

#include "engine/operation/walk_rows.h"
#include "engine/operation/walk_tree.h"

#define WALK_ENTRIES_SIZE 32768u
#define WALK_PIECE ((size_t)1 << 18)

/* readdir(3), without its memory from the heap: entries come from the kernel a buffer full a time.
 */
struct walk_entries {
	int fd;
	size_t at;
	size_t size;
	alignas(16) char buffer[WALK_ENTRIES_SIZE];
};

struct walk_visit {
	const struct walk_tree *tree;
	struct walk_rows rows;
	bool cold;       /* each file is dropped from the page cache after it was read */
	uint64_t end_ns; /* when the run is over */
	struct walk_pulse pulse;
	bool over; /* by time */
	struct walk_entries entries;
	char piece[WALK_PIECE];
	struct error *error;
};

/*
 * Open a directory, untimed; then, timed, read its entries one by one, lstat each, and of each file
 * open it, read its first byte and all else. Ends when time is over, within a piece of a file.
 * 0, or the positive errno with error set; ECANCELED when the pulse says so.
 */
int walk_visit_directory(struct walk_visit *visit, uint32_t number);

#endif
