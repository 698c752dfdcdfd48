/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate_trees.h - the trees of files that cases of a plan go through: which case has one made,
 * how large it is, what making, checking and reading it takes.
 */
#ifndef LSMBENCH_ENGINE_ESTIMATE_TREES_H
#define LSMBENCH_ENGINE_ESTIMATE_TREES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/plan/plan.h"
#include "engine/session/estimate_files.h"

struct estimate_tree {
	double files;
	double bytes;
	bool is_kept; /* between sessions, in a directory that the plan names */
	bool stands;  /* there already: it is only checked */
};

/* The tree of a case, or false: it has none. */
bool estimate_tree_of(const struct plan *plan, size_t case_index, struct estimate_tree *tree);

/*
 * Cases that go through the same tree in the same place share it. The first of them, by which it is
 * called; of a case without a tree the case itself.
 */
size_t estimate_tree_owner(const struct plan *plan, size_t case_index);

/* ns for making it, or for checking the one that stands. */
double estimate_tree_making(const struct estimate_tree *tree, const struct file_costs *costs);

/* ns for removing it; none that is kept is. */
double estimate_tree_removing(const struct estimate_tree *tree, const struct file_costs *costs);

/* A case's tree was made in ns: learn what its bytes take. */
void estimate_tree_made(const struct estimate_tree *tree, struct file_costs *costs, double ns);

/* ns for reading the tree of a case through before a run; 0 where there is none. */
double estimate_tree_reading_ns(const struct plan *plan, size_t case_index);

#endif
