/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate_files.h - what making and removing fixtures takes: very different on a journalling file
 * system and in memory, so it is learned for each kind of file system apart.
 */
#ifndef LSMBENCH_ENGINE_ESTIMATE_FILES_H
#define LSMBENCH_ENGINE_ESTIMATE_FILES_H

#include <stdbool.h>
#include <stdint.h>

struct file_costs {
	uint64_t file_system; /* its kind, as statfs tells it; 0 when that is not known */
	double fixture_ns;    /* making or removing a fixture, however few files it has */
	double make_ns;       /* beside that, for each file */
	double remove_ns;
	double byte_ns; /* where the files hold any, for each byte that is written */
};

/* The kind of file system that a directory is on, or 0. */
uint64_t file_system_kind(const char *directory);

/* What suits a small virtual machine. */
struct file_costs file_costs_usual(uint64_t file_system);

/* ns for a fixture of so many files. */
double file_costs_making(const struct file_costs *costs, double files);
double file_costs_removing(const struct file_costs *costs, double files);

/*
 * Learn from a fixture of so many files that was made, or removed, in ns: a few files teach what a
 * fixture takes at least, many teach what a file takes, and outweigh what was known before.
 */
void file_costs_made(struct file_costs *costs, double files, double ns);
void file_costs_removed(struct file_costs *costs, double files, double ns);

/* What is written of a file takes no less and no more than this for each byte, ns. */
double file_costs_byte_within(double ns);

/* Whether all of it can be true: for what comes from a file. */
bool file_costs_plausible(const struct file_costs *costs);

#endif
