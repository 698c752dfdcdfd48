/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latencies.c - the buckets of a histogram that are not empty. */
#include "engine/statistics/latencies.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

bool latencies_valid(const struct latencies *latencies)
{
	const struct latency_bucket *buckets = latencies->buckets;
	const size_t count = latencies->bucket_count;
	uint64_t sum = 0;

	if (count == 0 || count > LATENCIES_BUCKETS)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (buckets[i].number >= LATENCIES_BUCKETS || buckets[i].count == 0 ||
		    buckets[i].count > LATENCIES_COUNT_MAXIMUM - sum ||
		    (i > 0 && buckets[i].number <= buckets[i - 1].number))
			return false;
		sum += buckets[i].count;
	}
	return sum == latencies->count && latencies->minimum <= latencies->maximum &&
	       latencies_bucket(latencies->minimum) == buckets[0].number &&
	       latencies_bucket(latencies->maximum) == buckets[count - 1].number;
}

/* The number of the bucket at index; behind the last one a number that no bucket has. */
static uint32_t number_at(const struct latencies *latencies, size_t index)
{
	return index < latencies->bucket_count ? latencies->buckets[index].number : UINT32_MAX;
}

/* Into joined, which has room for the buckets of both. Returns how many it has then. */
static size_t join(const struct latencies *a, const struct latencies *b,
		   struct latency_bucket *joined)
{
	size_t i = 0;
	size_t j = 0;
	size_t count = 0;

	while (i < a->bucket_count || j < b->bucket_count) {
		const uint32_t x = number_at(a, i);
		const uint32_t y = number_at(b, j);

		joined[count] = (struct latency_bucket){.number = x < y ? x : y};
		if (x <= y)
			joined[count].count += a->buckets[i++].count;
		if (y <= x)
			joined[count].count += b->buckets[j++].count;
		count++;
	}
	return count;
}

int latencies_merge(struct latencies *latencies, const struct latencies *more)
{
	const size_t room = latencies->bucket_count + more->bucket_count;
	struct latency_bucket *joined;

	if (more->count == 0)
		return 0;
	joined = calloc(room, sizeof(*joined));
	if (!joined)
		return -ENOMEM;
	latencies->bucket_count = join(latencies, more, joined);
	free(latencies->buckets);
	latencies->buckets = joined;
	if (latencies->count == 0 || more->minimum < latencies->minimum)
		latencies->minimum = more->minimum;
	if (latencies->count == 0 || more->maximum > latencies->maximum)
		latencies->maximum = more->maximum;
	latencies->count += more->count;
	return 0;
}

void latencies_clear(struct latencies *latencies)
{
	free(latencies->buckets);
	*latencies = (struct latencies){0};
}

double latencies_quantile(const struct latencies *latencies, double share)
{
	const double rank = fmax(ceil(share * (double)latencies->count), 1);
	uint64_t passed = 0;
	size_t i = 0;
	double value;

	if (latencies->count == 0)
		return NAN;
	for (;; i++) {
		passed += latencies->buckets[i].count;
		if ((double)passed >= rank || i + 1 == latencies->bucket_count)
			break;
	}
	value = (double)latencies_least(latencies->buckets[i].number) +
		(double)(latencies_width(latencies->buckets[i].number) - 1) / 2;
	return fmin(fmax(value, (double)latencies->minimum), (double)latencies->maximum);
}
