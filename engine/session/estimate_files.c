/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate_files.c - what making and removing fixtures takes, learned from those that were made.
 */
#include "engine/session/estimate_files.h"

#include <linux/magic.h>
#include <math.h>
#include <sys/vfs.h>

/* Fixtures up to this size are told by what a fixture takes, larger ones by their files. */
static const double few_files = 20;
/* So many files say as much as what was known before. */
static const double files_enough = 500;
/* How far each small fixture draws what is known. */
static const double small_share = 0.1;

static const double file_least_ns = 500;
static const double file_most_ns = 20e6;
static const double fixture_least_ns = 10e3;
static const double fixture_most_ns = 500e6;
static const double byte_least_ns = 0.05;
static const double byte_most_ns = 1000;

uint64_t file_system_kind(const char *directory)
{
	struct statfs about;

	return statfs(directory, &about) == 0 ? (uint64_t)about.f_type : 0;
}

struct file_costs file_costs_usual(uint64_t file_system)
{
	struct file_costs costs = {file_system, 5e6, 100e3, 20e3, 2};

	if (file_system == TMPFS_MAGIC || file_system == RAMFS_MAGIC)
		costs = (struct file_costs){file_system, 1e6, 12e3, 4e3, 1};
	return costs;
}

double file_costs_making(const struct file_costs *costs, double files)
{
	return costs->fixture_ns + files * costs->make_ns;
}

double file_costs_removing(const struct file_costs *costs, double files)
{
	return costs->fixture_ns + files * costs->remove_ns;
}

static double between(double value, double least, double most)
{
	return fmin(fmax(value, least), most);
}

static void learn(struct file_costs *costs, double *file_ns, double files, double ns)
{
	double seen;

	if (files <= few_files) {
		seen = between(ns - files * *file_ns, fixture_least_ns, fixture_most_ns);
		costs->fixture_ns += small_share * (seen - costs->fixture_ns);
		return;
	}
	seen = between((ns - costs->fixture_ns) / files, file_least_ns, file_most_ns);
	*file_ns += files / (files + files_enough) * (seen - *file_ns);
}

void file_costs_made(struct file_costs *costs, double files, double ns)
{
	learn(costs, &costs->make_ns, files, ns);
}

void file_costs_removed(struct file_costs *costs, double files, double ns)
{
	learn(costs, &costs->remove_ns, files, ns);
}

double file_costs_byte_within(double ns)
{
	return between(ns, byte_least_ns, byte_most_ns);
}

static bool is_between(double value, double least, double most)
{
	return value >= least && value <= most;
}

bool file_costs_plausible(const struct file_costs *costs)
{
	return is_between(costs->fixture_ns, fixture_least_ns, fixture_most_ns) &&
	       is_between(costs->make_ns, file_least_ns, file_most_ns) &&
	       is_between(costs->remove_ns, file_least_ns, file_most_ns) &&
	       is_between(costs->byte_ns, byte_least_ns, byte_most_ns);
}
