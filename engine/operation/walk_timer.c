/* SPDX-License-Identifier: GPL-2.0-or-later */
/* walk_timer.c - what timing a single call costs. */
#include "engine/operation/walk_timer.h"

#include <stdlib.h>

#define TIMES 10000u
#define KEPT 9000u

static int compare(const void *a, const void *b)
{
	const uint32_t *first = a;
	const uint32_t *second = b;

	return (*first > *second) - (*first < *second);
}

double walk_timer_cost(void)
{
	uint32_t times[TIMES];
	double sum = 0;

	for (unsigned int i = 0; i < TIMES; i++) {
		uint64_t start = walk_now();

		times[i] = (uint32_t)(walk_now() - start);
	}
	qsort(times, TIMES, sizeof(times[0]), compare);
	for (unsigned int i = 0; i < KEPT; i++)
		sum += times[i];
	return sum / KEPT;
}
