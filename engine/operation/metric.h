/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * metric.h - what a run can tell beside its duration: the table of everything that an operation
 * which records (operation.h) reads off a run, with unit and direction.
 */
#ifndef LSMBENCH_ENGINE_METRIC_H
#define LSMBENCH_ENGINE_METRIC_H

#include <stdbool.h>
#include <stddef.h>

/* The statistics of single latencies, in this order wherever a row of them stands. */
enum latency_statistic {
	LATENCY_COUNT,
	LATENCY_MINIMUM,
	LATENCY_MAXIMUM,
	LATENCY_MEAN,
	LATENCY_SD, /* divides by n - 1 */
	LATENCY_P50,
	LATENCY_P90,
	LATENCY_P99,
	LATENCY_P999,
	LATENCY_STATISTICS,
};

/* A row of latencies: METRIC_... of the row + enum latency_statistic. */
enum metric_id {
	METRIC_NONE,

	/* Of a command, from wait4(2). */
	METRIC_USER,
	METRIC_SYSTEM,
	METRIC_CPU,
	METRIC_RESIDENT,
	METRIC_SWITCHES,
	METRIC_SWITCHES_FORCED,
	METRIC_FAULTS,
	METRIC_FAULTS_DISK,
	METRIC_EXIT_STATUS,

	/* Of a walk through a tree of files. */
	METRIC_WALK_READDIR,
	METRIC_WALK_LSTAT = METRIC_WALK_READDIR + LATENCY_STATISTICS,
	METRIC_WALK_OPEN = METRIC_WALK_LSTAT + LATENCY_STATISTICS,
	METRIC_WALK_FIRST_BYTE = METRIC_WALK_OPEN + LATENCY_STATISTICS,
	METRIC_WALK_READ_RATE = METRIC_WALK_FIRST_BYTE + LATENCY_STATISTICS,
	METRIC_WALK_TIMER,
	METRIC_WRITER_RATE,
	METRIC_WRITER_DISK_RATE,
	METRIC_WRITER_FILES,
	METRIC_WRITERS_BEHIND,
	METRIC_TREE_CACHED,
	METRIC_WALK_ROUNDS,
	METRIC_WALK_ROUNDS_COLD,

	/* Of several processes at once. */
	METRIC_PROCESS_RATE,
	METRIC_PROCESS_RATE_LEAST,
	METRIC_PROCESS_RATE_MOST,
	METRIC_PROCESS_SPREAD,
	METRIC_PARENT_TIME,
	METRIC_CHILD_SYSTEM,
	METRIC_CHILD_USER,
	METRIC_JOBS_PER_MINUTE,
	METRIC_JOBS_PER_MINUTE_CHILD,
	METRIC_CHILD_SD,
	METRIC_CHILD_SD_PERCENT,
	METRIC_JTI,

	/* Of dbench and tbench. */
	METRIC_CLIENT_LATENCY,

	/* Of the exerciser of a file. */
	METRIC_CHECKED_BYTES,

	METRIC_COUNT,
};

struct metric {
	const char *name;    /* in results: "user", "lstat-p99" */
	const char *unit;    /* "s", "ns", "MB/s", "%", "1" for what is counted */
	const char *summary; /* one line */
	bool bigger_is_better;
};

extern const struct metric metrics[METRIC_COUNT];

/* The metric called name, or METRIC_NONE. */
enum metric_id metric_find(const char *name);

#endif
