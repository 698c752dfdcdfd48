/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stacker_bench.h - what a benchmark printed of one group in one section: see stacker_read.h. */
#ifndef LSMBENCH_EXPORTS_STACKER_BENCH_H
#define LSMBENCH_EXPORTS_STACKER_BENCH_H

#include "exports/workload/workload_import.h"

/* A section, as far as what it says of CPUs is to be checked. */
struct stacker_section {
	unsigned int processors; /* "1-cpu": 1; 0 where it does not say how many */
	size_t line;             /* of its head */
	size_t runs;             /* of kernbench that were kept */
	size_t beyond;           /* those of them that took more CPU time than that */
	double percent;          /* the most that one did */
};

/* Whether a run of it follows. */
typedef bool stacker_follows(const struct workload_words *words);
/* Take one. 0 or negative errno with a message. */
typedef int stacker_take(struct workload_import *import, struct stacker_section *section,
			 struct error *error);

/* "4 clients started ... Throughput 1296.79 MB/sec 4 procs", of either program. */
stacker_follows stacker_throughput_follows;
stacker_take stacker_take_dbench;
stacker_take stacker_take_tbench;

/* "Num Parent ... Max Jobs per Minute 437142.86". */
stacker_follows stacker_reaim_follows;
stacker_take stacker_take_reaim;

/* "(run 1) 169.13user ... sys average: 30.573333 stdev .178948". */
stacker_follows stacker_kernbench_follows;
stacker_take stacker_take_kernbench;

#endif
