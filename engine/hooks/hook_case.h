/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_case.h - counts the hooks that one iteration of a case calls.
 *
 * Other processes call hooks, too, and can only add to a count: each of two countings runs a few
 * batches and keeps the smallest count of each hook. What is called once a batch, or late by the
 * kernel (objects freed after a grace period), is far below one call an iteration and is rounded
 * away: a count is the nearest whole number when it is within a tenth of it, else in hundredths.
 */
#ifndef LSMBENCH_ENGINE_HOOK_CASE_H
#define LSMBENCH_ENGINE_HOOK_CASE_H

#include <stdint.h>

#include "engine/hooks/hook_counter.h"
#include "engine/hooks/hook_table.h"
#include "fixtures/error.h"

/* What most cases are counted with: a multiple of every small period. */
#define HOOK_CASE_ITERATIONS 64u

struct hook_case {
	const char *operation;
	const char *parameter; /* as in the case's name; "" for none */
	/* Batches of each of the two countings: 1 in a guest where nothing else runs. */
	unsigned int batches;
	/* Of a batch; a multiple of the operation's period. At least 20, or what is called once a
	 * batch shows. */
	uint64_t iterations;
	/* Untimed: before each batch, and after it; NULL: nothing. 0 or a positive errno. */
	int (*before)(void *argument, uint64_t n);
	int (*after)(void *argument, uint64_t n);
	/* Perform n iterations. 0 or a positive errno. */
	int (*run)(void *argument, uint64_t n);
	void *argument;
};

/*
 * Count, and add each hook that is called to table; hook "" when there is none. 0, or a negative
 * errno with a line.
 */
int hook_case_count(struct hook_counter *counter, const struct hook_case *hook_case,
		    struct hook_table *table, struct error *error);

#endif
