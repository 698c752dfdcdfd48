/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory_steps.c - levels of equal latency. */
#include "engine/statistics/memory_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps of caches are factors of two and more; the noise of a busy machine stays below this. */
#define LEVEL_GROWTH 1.25
/* Fewer sizes than this are no level. */
#define LEVEL_SIZES 2u

static int compare_latencies(const void *a, const void *b)
{
	double left = ((const struct memory_point *)a)->ns;
	double right = ((const struct memory_point *)b)->ns;

	return left < right ? -1 : left > right;
}

/* The middle one, of an even number the lower: a latency that was measured. */
static double median_of(const struct memory_point *points, size_t count)
{
	struct memory_point *sorted = calloc(count, sizeof(*sorted));
	double median;

	if (!sorted)
		return points[0].ns;
	memcpy(sorted, points, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), compare_latencies);
	median = sorted[(count - 1) / 2].ns;
	free(sorted);
	return median;
}

/* How many points from the first on belong to its level. */
static size_t level_length(const struct memory_point *points, size_t count)
{
	size_t length = 1;

	while (length < count && points[length].ns <= LEVEL_GROWTH * points[length - 1].ns)
		length++;
	return length;
}

void memory_steps_find(const struct memory_point *points, size_t count, struct memory_steps *steps)
{
	struct memory_point *known = calloc(count ? count : 1, sizeof(*known));
	size_t used = 0;

	*steps = (struct memory_steps){0};
	for (size_t i = 0; known && i < count; i++)
		if (isfinite(points[i].ns))
			known[used++] = points[i];
	for (size_t i = 0; i < used && steps->count < MEMORY_STEPS_MAXIMUM;) {
		size_t length = level_length(known + i, used - i);

		steps->rising = length < LEVEL_SIZES;
		if (length >= LEVEL_SIZES)
			steps->steps[steps->count++] =
				(struct memory_step){known[i].size, known[i + length - 1].size,
						     median_of(known + i, length)};
		i += length;
	}
	free(known);
}
