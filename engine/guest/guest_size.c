/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_size.c - sizing batches until the figure repeats. */
#include "engine/guest/guest_size.h"

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

	if (!failure && *instructions < GUEST_SIZE_LONG)
		failure = size->timer(size->argument, size->period, instructions);
	if (*instructions == 0)
		*instructions = 1;
	return failure;
}

/*
 * Whether batches agree: all but the longest one, which may have been disturbed. One that is not
 * looked at goes before, and makes ready what the first has to make ready. *least is the shortest.
 */
static int try_size(const struct guest_size *size, uint64_t n, bool *repeats, uint64_t *least)
{
	uint64_t instructions = 0;
	uint64_t most = 0;
	uint64_t second = 0;
	int failure = size->timer(size->argument, n, &instructions);

	*least = UINT64_MAX;
	for (unsigned int i = 0; i < GUEST_SIZE_RUNS && !failure; i++) {
		failure = size->timer(size->argument, n, &instructions);
		if (instructions < *least)
			*least = instructions;
		if (instructions >= most) {
			second = most;
			most = instructions;
		} else if (instructions > second) {
			second = instructions;
		}
	}
	*repeats = !failure && 2 * (second - *least) <= n;
	return failure;
}

int guest_size_find(const struct guest_size *size, uint64_t *n, bool *repeats)
{
	uint64_t per_period;
	uint64_t least;
	int failure = time_period(size, &per_period);

	*repeats = false;
	*n = size->period;
	if (failure || per_period >= GUEST_SIZE_LONG)
		return failure;
	*n = whole_periods(size, GUEST_SIZE_SHORT / per_period * size->period);
	failure = try_size(size, *n, repeats, &least);
	if (!failure && !*repeats)
		*n = whole_periods(size, GUEST_SIZE_LONG * *n / (least ? least : 1));
	return failure;
}
