/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_size.c - sizing batches until the figure repeats. */
#include "engine/guest/guest_size.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a;
	const uint64_t y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The median of a set of batches, in whole instructions per iteration. */
static int time_set(const struct guest_size *size, uint64_t n, uint64_t *median)
{
	uint64_t instructions[GUEST_SIZE_RUNS];

	for (unsigned int i = 0; i < GUEST_SIZE_RUNS; i++) {
		int failure = size->timer(size->argument, n, &instructions[i]);

		if (failure)
			return failure;
	}
	qsort(instructions, GUEST_SIZE_RUNS, sizeof(instructions[0]), compare);
	*median = (instructions[GUEST_SIZE_RUNS / 2] + n / 2) / n;
	return 0;
}

/* The multiple of the period, at least one, within the operation's most, for so many iterations. */
static uint64_t whole_periods(const struct guest_size *size, uint64_t n)
{
	if (size->most && n > size->most)
		n = size->most;
	return n < size->period ? size->period : n - n % size->period;
}

/* What a period takes: the second one, as the first may have to make things ready. */
static int time_period(const struct guest_size *size, uint64_t *instructions)
{
	int failure = size->timer(size->argument, size->period, instructions);

	if (!failure && *instructions < GUEST_SIZE_MOST)
		failure = size->timer(size->argument, size->period, instructions);
	if (*instructions == 0)
		*instructions = 1;
	return failure;
}

/* Whether two sets agree. */
static int try_size(const struct guest_size *size, uint64_t n, bool *repeats)
{
	uint64_t first = 0;
	uint64_t second = 0;
	int failure = time_set(size, n, &first);

	if (!failure)
		failure = time_set(size, n, &second);
	*repeats = first == second;
	return failure;
}

int guest_size_find(const struct guest_size *size, uint64_t *n, bool *repeats)
{
	uint64_t per_period;
	int failure = time_period(size, &per_period);

	*repeats = false;
	*n = size->period;
	if (failure || per_period >= GUEST_SIZE_MOST)
		return failure;
	*n = whole_periods(size, GUEST_SIZE_FIRST / per_period * size->period);
	for (;;) {
		uint64_t next = whole_periods(size, 2 * *n);

		failure = try_size(size, *n, repeats);
		if (failure || *repeats || next == *n ||
		    next / size->period * per_period > GUEST_SIZE_MOST)
			return failure;
		*n = next;
	}
}
