/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate.h - how long a plan will take, learned from what this machine has shown before.
 *
 * Reads and writes a struct only; where it is kept between starts is the front end's business.
 */
#ifndef LSMBENCH_ENGINE_ESTIMATE_H
#define LSMBENCH_ENGINE_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/plan/plan.h"
#include "engine/result/result.h"
#include "engine/session/estimate_files.h"

/* More kinds of file systems than one machine has scratch directories on. */
#define ESTIMATE_FILE_SYSTEMS 8u

#define ESTIMATE_NAME_SIZE 96u

struct estimate_case {
	char name[ESTIMATE_NAME_SIZE]; /* operation and parameter, cut */
	double ns;                     /* per iteration */
	/* Beside its batches, for each worker: starting and setting up. 0: not known. */
	double beside_ns;
};

struct estimate {
	double case_overhead_ns;                        /* starting one worker and ending it */
	struct file_costs files[ESTIMATE_FILE_SYSTEMS]; /* those learned: file_system_count */
	size_t file_system_count;
	struct estimate_case *cases; /* sorted by name */
	size_t case_count;
};

/* What a session has needed so far, pauses left out. */
struct estimate_spent {
	double seconds;                                 /* in all */
	double fixture_seconds;                         /* of these, making and removing fixtures */
	struct file_costs files[ESTIMATE_FILE_SYSTEMS]; /* what that has taught */
	size_t file_system_count;
};

/* Values that suit a small virtual machine. */
void estimate_init(struct estimate *estimate);
void estimate_clear(struct estimate *estimate);

/* How many files and directories the fixture of a case has. */
uint64_t estimate_files(const struct plan_case *plan_case);

/* What is known of a case, or NULL. */
const struct estimate_case *estimate_known(const struct estimate *estimate, const struct plan *plan,
					   size_t case_index);

/* What the fixtures on a file system of that kind take: learned, or usual. */
struct file_costs estimate_file_costs(const struct estimate *estimate, uint64_t file_system);

/* Seconds that the workers of one pass of a case will take, its fixture left out. */
double estimate_workers_seconds(const struct estimate *estimate, const struct plan *plan,
				size_t case_index);
/* Seconds that one pass of a case (on average), and the whole expanded plan, will take. */
double estimate_case_seconds(const struct estimate *estimate, const struct plan *plan,
			     size_t case_index);
double estimate_plan_seconds(const struct estimate *estimate, const struct plan *plan);

/*
 * Whether these are the least that it takes, since nobody knows how long a run lasts: of a command
 * that has never run.
 */
bool estimate_case_is_least(const struct estimate *estimate, const struct plan *plan,
			    size_t case_index);
bool estimate_is_least(const struct estimate *estimate, const struct plan *plan);

/*
 * Learn from a session that has ended, however it did: session_progress.spent. Each case that has
 * samples teaches what an iteration takes, each fixture what its files take. Only a session that
 * got all its runs and started a good number of workers teaches what a worker takes beside, within
 * bounds, since the machine may have been busy.
 */
void estimate_learn(struct estimate *estimate, const struct result *result,
		    const struct estimate_spent *spent);

/* One line each; a damaged line is skipped on reading, since it is only an estimate. */
void estimate_write(const struct estimate *estimate, FILE *file);
void estimate_read(struct estimate *estimate, FILE *file);

#endif
