/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * workload.h - what a plan says to operations that time themselves, beside their parameter.
 */
#ifndef LSMBENCH_ENGINE_WORKLOAD_H
#define LSMBENCH_ENGINE_WORKLOAD_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#define WORKLOAD_COMMAND_SIZE 4096u

#define WORKLOAD_INTERVAL_NS 30000000000u
#define WORKLOAD_TREE_FILES 10000u
#define WORKLOAD_TREE_BYTES ((uint64_t)256 << 20)
#define WORKLOAD_STEPS 100000u

struct workload {
	uint64_t interval_ns; /* how long a run lasts */
	uint64_t tree_files;
	uint64_t tree_bytes;
	uint64_t tree_seed;
	uint64_t seed;  /* of the run's own choices */
	uint64_t steps; /* of the exerciser of a file; 0: as many as steps_within_ns lets */
	uint64_t steps_within_ns; /* the run ends then, whatever the steps; 0: after the steps */
	uint32_t warmups; /* runs of the command before the first of a worker, which do not count */
	bool cold;        /* nothing of the tree is in the page cache when a run begins */
	bool sync;        /* writers sync each file */
	bool no_shell; /* the command's words are started themselves; prepare and cleanup by sh */
	bool ignore_failure; /* a run of the command counts whatever its exit status */
	char tree[PATH_MAX];
	char directory[PATH_MAX]; /* where the command runs: where lsmbench was started */
	char command[WORKLOAD_COMMAND_SIZE]; /* for sh -c, unless no_shell; "": none */
	char prepare[WORKLOAD_COMMAND_SIZE];
	char cleanup[WORKLOAD_COMMAND_SIZE];
};

#endif
