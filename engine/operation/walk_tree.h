/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk_tree.h - the tree of files that a walk goes through, as the worker finds it, and what of it
 * is in the page cache.
 */
#ifndef LSMBENCH_ENGINE_WALK_TREE_H
#define LSMBENCH_ENGINE_WALK_TREE_H

#include <stdbool.h>

#include "engine/operation/operation.h"
#include "fixtures/home_tree.h"

struct walk_tree {
	int top; /* the directory in which the tree stands */
	struct home_tree_shape shape;
	uint64_t bytes;
};

/* Open the tree of context's workload. 0 or negative errno. */
int walk_tree_open(struct walk_tree *tree, const struct context *context, struct error *error);
void walk_tree_close(struct walk_tree *tree);

/*
 * Whether the tree stands on a file system that lives in memory, whose name is told then: the page
 * cache is all that it has, and nothing can be dropped from it.
 */
bool walk_tree_is_in_memory(const struct walk_tree *tree, const char **file_system);

/* So often are the functions below to be heard of. False: end. */
struct walk_pulse {
	bool (*beat)(void *argument);
	void *argument;
	uint64_t next_ns;
	/* What they are doing, with how many files of how many; NULL: nothing that is counted. */
	const char *doing;
	uint64_t done;
	uint64_t total;
};

/*
 * Have all of the tree in the page cache, by reading it. What does not fit into the memory that is
 * available is not read. -EINTR when interrupted.
 */
int walk_tree_warm(const struct walk_tree *tree, struct walk_pulse *pulse, struct error *error);

/*
 * Have no file's contents there: the kernel is told so of each file after all is written back.
 */
int walk_tree_chill(const struct walk_tree *tree, struct walk_pulse *pulse, struct error *error);

/*
 * Have the kernel drop all of its caches, with those of names and inodes, whoever they are of. True
 * as root, and where it is not forbidden.
 */
bool walk_tree_drop_caches(void);

/* What of the tree's bytes is in the page cache, in percent, rounded up to pages. */
int walk_tree_cached(const struct walk_tree *tree, struct walk_pulse *pulse, double *percent,
		     struct error *error);

#endif
