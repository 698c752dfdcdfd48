/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate.h - how long a plan will take, learned from what this machine has shown before.
 *
 * Reads and writes a struct only; where it is kept between starts is the front end's business.
 */
#ifndef LSMBENCH_ENGINE_ESTIMATE_H
#define LSMBENCH_ENGINE_ESTIMATE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/plan.h"
#include "engine/result.h"

struct estimate_case {
	char name[96]; /* operation and parameter, cut */
	double ns;     /* per iteration */
};

struct estimate {
	double case_overhead_ns;     /* starting one worker and ending it */
	double file_ns;              /* making and removing one file of a fixture */
	struct estimate_case *cases; /* sorted by name */
	size_t case_count;
};

/* What a session has needed so far, pauses left out. */
struct estimate_spent {
	double seconds;         /* in all */
	double fixture_seconds; /* of these, making and removing fixtures */
	double fixture_files;   /* that were made */
};

/* Values that suit a small virtual machine. */
void estimate_init(struct estimate *estimate);
void estimate_clear(struct estimate *estimate);

/* How many files and directories the fixture of a case has. */
uint64_t estimate_files(const struct plan_case *plan_case);

/* Seconds that one pass of a case (on average), and the whole expanded plan, will take. */
double estimate_case_seconds(const struct estimate *estimate, const struct plan *plan,
			     size_t case_index);
double estimate_plan_seconds(const struct estimate *estimate, const struct plan *plan);

/*
 * Learn from a session that has ended, however it did: session_progress.spent. Each case that has
 * samples teaches what an iteration takes. Only a session that made a good number of files teaches
 * what one takes, and only one that got all its runs and started a good number of workers what a
 * worker takes beside; both stay within bounds, since the machine may have been busy.
 */
void estimate_learn(struct estimate *estimate, const struct result *result,
		    const struct estimate_spent *spent);

/* One line each; a damaged line is skipped on reading, since it is only an estimate. */
void estimate_write(const struct estimate *estimate, FILE *file);
void estimate_read(struct estimate *estimate, FILE *file);

#endif
