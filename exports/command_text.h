/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_text.h - the lines in which times of commands have been published: those of time(1), of
 * the statistics behind a list of kernel compilations, and of kernbench.
 */
#ifndef LSMBENCH_EXPORTS_COMMAND_TEXT_H
#define LSMBENCH_EXPORTS_COMMAND_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "fixtures/error.h"

/* What time(1) says of one run. */
struct command_figures {
	double user;       /* seconds */
	double system;     /* seconds */
	double elapsed;    /* seconds */
	uint64_t resident; /* KiB, of the process with the most */
};

/*
 * "169.13user 30.91system 1:40.91elapsed 198%CPU (0avgtext+0avgdata 0maxresident)k" as GNU time has
 * it: what is beyond hundredths of a second is cut, and so is the percentage, which is of whole
 * milliseconds; both averages are 0 on Linux. From one hour on the time elapsed is h:mm:ss.
 */
void command_text_time(const struct command_figures *figures, FILE *file);

/*
 * "# elements: 3, mean 71.624333, variance 0.121114, std dev 0.348014". The variance divides by n,
 * not by n - 1, as in the lines published in 2005. Nothing for no values.
 */
void command_text_elements(const double *values, size_t count, FILE *file);

/* "sys average: 30.573333 stdev 0.178948", which divides by n likewise. Nothing for no values. */
void command_text_system(const double *values, size_t count, FILE *file);

/*
 * All runs of all commands of result, by case and variant: time's line a run, what was left out and
 * why, and the line of elements over the seconds elapsed; with stats also kernbench's. 0 or -ENOMEM
 * with a message.
 */
int command_text_write(const struct result *result, bool stats, FILE *file, struct error *error);

/*
 * The same of several results, each with where it was measured and the names of its commands, as
 * the format "time"; kernbench's lines, too. 0 or negative errno with a message.
 */
int command_text_export(const struct result *const *results, size_t count, FILE *file,
			struct error *error);

#endif
