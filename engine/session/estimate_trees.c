/* SPDX-License-Identifier: GPL-2.0-or-later */
/* estimate_trees.c - what trees of files take before they are walked through. */
#include "engine/session/estimate_trees.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "fixtures/home_tree.h"

/* Reading and comparing what the page cache holds. */
static const double usual_check_byte_ns = 0.7;
static const double usual_check_file_ns = 10e3;
static const double usual_read_byte_ns = 0.4;
static const double usual_read_file_ns = 10e3;
/* How far a tree that was made draws what is known. */
static const double tree_share = 0.7;

static bool stands(const char *directory)
{
	char marker[PATH_MAX + sizeof(HOME_TREE_MARKER) + 1];

	snprintf(marker, sizeof(marker), "%s/%s", directory, HOME_TREE_MARKER);
	return access(marker, F_OK) == 0;
}

bool estimate_tree_of(const struct plan *plan, size_t case_index, struct estimate_tree *tree)
{
	struct fixture_spec spec;

	if (plan->cases[case_index].operation->fixture != FIXTURE_HOME ||
	    plan_fixture(plan, case_index, &spec, NULL) < 0)
		return false;
	*tree = (struct estimate_tree){
		.files = (double)spec.files,
		.bytes = (double)spec.bytes,
		.is_kept = spec.path[0],
		.stands = spec.path[0] && stands(spec.path),
	};
	return true;
}

size_t estimate_tree_owner(const struct plan *plan, size_t case_index)
{
	const struct plan_case *entry = &plan->cases[case_index];

	/* A plan has one tree: what is asked of it is no parameter of a case. */
	for (size_t i = 0; i < case_index && entry->operation->fixture == FIXTURE_HOME; i++)
		if (plan->cases[i].operation->fixture == FIXTURE_HOME &&
		    plan->cases[i].scratch == entry->scratch)
			return i;
	return case_index;
}

double estimate_tree_making(const struct estimate_tree *tree, const struct file_costs *costs)
{
	if (tree->stands)
		return tree->bytes * usual_check_byte_ns + tree->files * usual_check_file_ns;
	return file_costs_making(costs, tree->files) + tree->bytes * costs->byte_ns;
}

double estimate_tree_removing(const struct estimate_tree *tree, const struct file_costs *costs)
{
	return tree->is_kept ? costs->fixture_ns : file_costs_removing(costs, tree->files);
}

void estimate_tree_made(const struct estimate_tree *tree, struct file_costs *costs, double ns)
{
	const double beyond = ns - file_costs_making(costs, tree->files);

	/* Where it was kept is another file system, or it was only checked. */
	if (tree->is_kept || tree->bytes <= 0)
		return;
	costs->byte_ns +=
		tree_share * (file_costs_byte_within(beyond / tree->bytes) - costs->byte_ns);
}

double estimate_tree_reading_ns(const struct plan *plan, size_t case_index)
{
	struct estimate_tree tree;

	if (!estimate_tree_of(plan, case_index, &tree))
		return 0;
	return tree.bytes * usual_read_byte_ns + tree.files * usual_read_file_ns;
}
