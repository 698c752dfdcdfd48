/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reaim_read.h - tables in reaim's layout: reaim's own, and those of our mixed workload
 * (reaim_text.h), which are read back.
 *
 * "# none, 2 CPUs, on /dev/shm, pass 1, run 1" above a table of ours says what it is of; the run's
 * own figure, ns of a job, follows from the jobs per minute.
 */
#ifndef LSMBENCH_EXPORTS_REAIM_READ_H
#define LSMBENCH_EXPORTS_REAIM_READ_H

#include "exports/workload/workload_import.h"

/* Whether a text holds such tables of ours. */
bool reaim_is(const char *text, size_t length);
/* Read them all. 0 or negative errno with a message. */
int reaim_read(struct workload_import *import, struct error *error);

/* What a table's rows are of. */
struct reaim_rows {
	const char *operation;
	uint64_t cpus;    /* a part of our operation's parameter; 0: reaim's has none */
	bool has_figures; /* the jobs per minute are the runs' own figure, too */
};

/* Take a table, from "Num Parent" to "Max Jobs per Minute 437142.86". 0 or negative errno. */
int reaim_take_table(struct workload_import *import, const struct reaim_rows *rows,
		     struct error *error);

#endif
