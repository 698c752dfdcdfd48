/* SPDX-License-Identifier: GPL-2.0-or-later */
/* metric.c - the table of what a run can tell beside its duration. */
#include "engine/operation/metric.h"

#include <string.h>

const struct metric metrics[METRIC_COUNT] = {
	[METRIC_NONE] = {"", "", "", false},
	[METRIC_USER] = {"user", "s", "CPU time in user space", false},
	[METRIC_SYSTEM] = {"system", "s", "CPU time in the kernel", false},
	[METRIC_CPU] = {"cpu", "%", "CPU time of elapsed time", false},
	[METRIC_RESIDENT] = {"resident", "KiB", "largest resident set of any process", false},
	[METRIC_SWITCHES] = {"switches", "1", "context switches for want of something", false},
	[METRIC_SWITCHES_FORCED] = {"switches-forced", "1", "context switches that were forced",
				    false},
	[METRIC_FAULTS] = {"faults", "1", "page faults without input or output", false},
	[METRIC_FAULTS_DISK] = {"faults-disk", "1", "page faults that read a disk", false},
	[METRIC_EXIT_STATUS] = {"exit-status", "1",
				"exit status of a run that counts whatever it is; 128 and a signal",
				false},
	[METRIC_WALK_READDIR + LATENCY_COUNT] = {"readdir-count", "1",
						 "how many times, reading a directory entry", true},
	[METRIC_WALK_READDIR + LATENCY_MINIMUM] = {"readdir-min", "ns",
						   "least time, reading a directory entry", false},
	[METRIC_WALK_READDIR + LATENCY_MAXIMUM] = {"readdir-max", "ns",
						   "longest time, reading a directory entry",
						   false},
	[METRIC_WALK_READDIR + LATENCY_MEAN] = {"readdir-mean", "ns",
						"mean time, reading a directory entry", false},
	[METRIC_WALK_READDIR +
		LATENCY_SD] = {"readdir-sd", "ns",
			       "standard deviation (n - 1) of the time, reading a directory entry",
			       false},
	[METRIC_WALK_READDIR + LATENCY_P50] = {"readdir-p50", "ns",
					       "median time, reading a directory entry", false},
	[METRIC_WALK_READDIR +
		LATENCY_P90] = {"readdir-p90", "ns",
				"90th percentile of the time, reading a directory entry", false},
	[METRIC_WALK_READDIR +
		LATENCY_P99] = {"readdir-p99", "ns",
				"99th percentile of the time, reading a directory entry", false},
	[METRIC_WALK_READDIR +
		LATENCY_P999] = {"readdir-p99.9", "ns",
				 "99.9th percentile of the time, reading a directory entry", false},
	[METRIC_WALK_LSTAT +
		LATENCY_COUNT] = {"lstat-count", "1", "how many times, lstat of a file", true},
	[METRIC_WALK_LSTAT +
		LATENCY_MINIMUM] = {"lstat-min", "ns", "least time, lstat of a file", false},
	[METRIC_WALK_LSTAT +
		LATENCY_MAXIMUM] = {"lstat-max", "ns", "longest time, lstat of a file", false},
	[METRIC_WALK_LSTAT +
		LATENCY_MEAN] = {"lstat-mean", "ns", "mean time, lstat of a file", false},
	[METRIC_WALK_LSTAT +
		LATENCY_SD] = {"lstat-sd", "ns",
			       "standard deviation (n - 1) of the time, lstat of a file", false},
	[METRIC_WALK_LSTAT +
		LATENCY_P50] = {"lstat-p50", "ns", "median time, lstat of a file", false},
	[METRIC_WALK_LSTAT + LATENCY_P90] = {"lstat-p90", "ns",
					     "90th percentile of the time, lstat of a file", false},
	[METRIC_WALK_LSTAT + LATENCY_P99] = {"lstat-p99", "ns",
					     "99th percentile of the time, lstat of a file", false},
	[METRIC_WALK_LSTAT + LATENCY_P999] = {"lstat-p99.9", "ns",
					      "99.9th percentile of the time, lstat of a file",
					      false},
	[METRIC_WALK_OPEN +
		LATENCY_COUNT] = {"open-count", "1", "how many times, opening a file", true},
	[METRIC_WALK_OPEN +
		LATENCY_MINIMUM] = {"open-min", "ns", "least time, opening a file", false},
	[METRIC_WALK_OPEN +
		LATENCY_MAXIMUM] = {"open-max", "ns", "longest time, opening a file", false},
	[METRIC_WALK_OPEN + LATENCY_MEAN] = {"open-mean", "ns", "mean time, opening a file", false},
	[METRIC_WALK_OPEN + LATENCY_SD] = {"open-sd", "ns",
					   "standard deviation (n - 1) of the time, opening a file",
					   false},
	[METRIC_WALK_OPEN + LATENCY_P50] = {"open-p50", "ns", "median time, opening a file", false},
	[METRIC_WALK_OPEN + LATENCY_P90] = {"open-p90", "ns",
					    "90th percentile of the time, opening a file", false},
	[METRIC_WALK_OPEN + LATENCY_P99] = {"open-p99", "ns",
					    "99th percentile of the time, opening a file", false},
	[METRIC_WALK_OPEN + LATENCY_P999] = {"open-p99.9", "ns",
					     "99.9th percentile of the time, opening a file",
					     false},
	[METRIC_WALK_FIRST_BYTE + LATENCY_COUNT] = {"first-byte-count", "1",
						    "how many times, reading a file's first byte",
						    true},
	[METRIC_WALK_FIRST_BYTE + LATENCY_MINIMUM] = {"first-byte-min", "ns",
						      "least time, reading a file's first byte",
						      false},
	[METRIC_WALK_FIRST_BYTE + LATENCY_MAXIMUM] = {"first-byte-max", "ns",
						      "longest time, reading a file's first byte",
						      false},
	[METRIC_WALK_FIRST_BYTE + LATENCY_MEAN] = {"first-byte-mean", "ns",
						   "mean time, reading a file's first byte", false},
	[METRIC_WALK_FIRST_BYTE + LATENCY_SD] =
		{"first-byte-sd", "ns",
		 "standard deviation (n - 1) of the time, reading a file's first byte", false},
	[METRIC_WALK_FIRST_BYTE + LATENCY_P50] = {"first-byte-p50", "ns",
						  "median time, reading a file's first byte",
						  false},
	[METRIC_WALK_FIRST_BYTE +
		LATENCY_P90] = {"first-byte-p90", "ns",
				"90th percentile of the time, reading a file's first byte", false},
	[METRIC_WALK_FIRST_BYTE +
		LATENCY_P99] = {"first-byte-p99", "ns",
				"99th percentile of the time, reading a file's first byte", false},
	[METRIC_WALK_FIRST_BYTE +
		LATENCY_P999] = {"first-byte-p99.9", "ns",
				 "99.9th percentile of the time, reading a file's first byte",
				 false},
	[METRIC_WALK_READ_RATE] = {"read-rate", "MB/s", "rate of reading files", true},
	[METRIC_WALK_TIMER] = {"timer", "ns", "cost of the timer within each time", false},
	[METRIC_WRITER_RATE] = {"writer-rate", "MB/s", "rate of all writers together", true},
	[METRIC_WRITER_DISK_RATE] = {"writer-disk-rate", "MB/s",
				     "of the writers' rate, what reached the disk", true},
	[METRIC_WRITER_FILES] = {"writer-files", "1", "files that the writers wrote", true},
	[METRIC_WRITERS_BEHIND] =
		{"writers-behind", "1",
		 "writers that did not keep up: held up for want of room, silent or gone", false},
	[METRIC_TREE_CACHED] = {"tree-cached", "%", "of the tree in the page cache at the start",
				true},
	[METRIC_WALK_ROUNDS] = {"rounds", "1", "how often the walk went through all of the tree",
				true},
	[METRIC_WALK_ROUNDS_COLD] =
		{"rounds-cold", "1",
		 "rounds before which names and inodes were dropped, too, which takes root", true},
	[METRIC_PROCESS_RATE] = {"rate", "1/s", "iterations of all processes together", true},
	[METRIC_PROCESS_RATE_LEAST] = {"rate-least", "1/s", "of the slowest process", true},
	[METRIC_PROCESS_RATE_MOST] = {"rate-most", "1/s", "of the quickest process", true},
	[METRIC_PROCESS_SPREAD] = {"spread", "%", "quickest over slowest process, less one", false},
	[METRIC_PARENT_TIME] = {"parent-time", "s", "from the first start to the last end", false},
	[METRIC_CHILD_SYSTEM] = {"child-system", "s", "CPU time of all children in the kernel",
				 false},
	[METRIC_CHILD_USER] = {"child-user", "s", "CPU time of all children in user space", false},
	[METRIC_JOBS_PER_MINUTE] = {"jobs-per-minute", "1/min", "of all children together", true},
	[METRIC_JOBS_PER_MINUTE_CHILD] = {"jobs-per-minute-child", "1/min", "of each child", true},
	[METRIC_CHILD_SD] = {"child-sd", "s", "standard deviation of the children's times", false},
	[METRIC_CHILD_SD_PERCENT] = {"child-sd-percent", "%", "the same, of their mean", false},
	[METRIC_JTI] = {"jti", "1", "job timing index: 100 less that percentage, rounded down",
			true},
	[METRIC_CLIENT_LATENCY] = {"latency-max", "ms", "longest wait of any client", false},
	[METRIC_CHECKED_BYTES] = {"checked", "bytes", "compared with the model", true},
};

enum metric_id metric_find(const char *name)
{
	for (size_t i = METRIC_NONE + 1; i < METRIC_COUNT; i++)
		if (strcmp(metrics[i].name, name) == 0)
			return (enum metric_id)i;
	return METRIC_NONE;
}
