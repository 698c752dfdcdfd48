/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * workload_import.h - printed figures of workloads become figures: each printed value a pass of its
 * case with one run, in ns or in its metric's unit. Of what is printed beside them each number that
 * derives from others is computed again.
 *
 * A text holds groups (kernels: "nostack", "stack"). All together they are variants; one that is
 * asked for by its name is "none", so that two of a file can be compared.
 */
#ifndef LSMBENCH_EXPORTS_WORKLOAD_IMPORT_H
#define LSMBENCH_EXPORTS_WORKLOAD_IMPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/compare/compare_source.h"
#include "exports/workload/workload_words.h"

/* Room for the name of a group or a section. */
#define WORKLOAD_NAME_SIZE 64

struct workload_import {
	struct workload_words words;
	struct figures *figures;
	const char *wanted;      /* the only group to be taken; NULL: all */
	struct text_list groups; /* that were seen */
	/* Where the reader stands. */
	char section[WORKLOAD_NAME_SIZE]; /* tells cases apart; "" where there are none */
	char group[WORKLOAD_NAME_SIZE];   /* "" where there are none */
};

/* What a printed value is of. */
struct workload_target {
	const char *operation; /* of ours, or of imports */
	const char *parameter;
	enum metric_id metric; /* METRIC_NONE: the runs' own figure */
};

/*
 * Copy a name of length bytes to name, cut to its room: what no name of ours may hold becomes _.
 */
void workload_copy_name(char name[WORKLOAD_NAME_SIZE], const char *text, size_t length);

/* Set the group that what comes belongs to. 0, or negative errno with a message. */
int workload_enter_group(struct workload_import *import, const char *name, struct error *error);

/* Whether what comes is to be kept: it belongs to the group that is wanted. */
bool workload_is_wanted(const struct workload_import *import);

/*
 * Add number, in ns of an iteration, MB/s of what moves bytes, or the metric's unit, as a pass.
 * Nothing when it is not wanted. 0, -EINVAL when it is 0 and no metric, -ENOMEM, with a message.
 */
int workload_add(struct workload_import *import, const struct workload_target *target,
		 const struct printed_number *number, struct error *error);

/*
 * The same figure once more, printed with more digits: it takes the place of the last pass that was
 * added. Without one, as workload_add.
 */
int workload_refine(struct workload_import *import, const struct workload_target *target,
		    const struct printed_number *number, struct error *error);

/* Whether figures have a pass of what the target names. */
bool workload_has(const struct workload_import *import, const struct workload_target *target);

/* The same number in another unit: times factor, as the decimal that is meant. */
struct printed_number workload_scaled(const struct printed_number *number, double factor);

/*
 * What is kept as it was printed, what is no figure, and what does not fit or was left out; as by
 * printf, behind the section and the group. Nothing when it is not wanted. 0 or -ENOMEM.
 */
int workload_keep(struct workload_import *import, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int workload_unassigned(struct workload_import *import, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int workload_note(struct workload_import *import, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What is printed and what it comes to when it is computed again from the other numbers. */
struct workload_derived {
	const char *name; /* "variance, which divides by n," */
	struct printed_number printed;
	double computed;
	double slack; /* how far computed may be off, because what it is made of was rounded */
};

/* Whether it is what was computed, as far as was printed. */
bool workload_fits(const struct workload_derived *derived);

/* Keep a derived number, or note that it does not fit. line is where it stands. 0 or -ENOMEM. */
int workload_check(struct workload_import *import, size_t line,
		   const struct workload_derived *derived);

/* The mean of count values, and their variance, which divides by n. NaN for none. */
double workload_mean(const double *values, size_t count);
double workload_variance(const double *values, size_t count);

#endif
