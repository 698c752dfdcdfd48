/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * time_read.h - runs of commands as time(1) prints them: ours (command_text.h), which say above
 * what command and what variant they are of, and any other's.
 *
 *   # command: make -j8
 *   none:
 *   169.13user 30.91system 1:40.91elapsed 198%CPU (0avgtext+0avgdata 0maxresident)k
 */
#ifndef LSMBENCH_EXPORTS_TIME_READ_H
#define LSMBENCH_EXPORTS_TIME_READ_H

#include "exports/workload/workload_import.h"

/* Whether a text holds such lines. */
bool time_is(const char *text, size_t length);
/* Read them all; sums of our own are of times with more digits, and not read. */
int time_read(struct workload_import *import, struct error *error);

/* What a line says, in seconds and percent. */
struct time_line {
	struct printed_number user;
	struct printed_number system;
	struct printed_number elapsed;
	struct printed_number percent;
	struct printed_number resident; /* KiB; 0: not counted */
	bool has_percent;               /* false: "?%CPU" */
};

/*
 * Take a line, as a pass of the command of that name. 0; -EINVAL, naming the line, also for one
 * whose elapsed time is 0; or -ENOMEM.
 */
int time_take_line(struct workload_import *import, const char *command, struct time_line *line,
		   struct error *error);

#endif
