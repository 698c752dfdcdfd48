/* SPDX-License-Identifier: GPL-2.0-or-later */
/* histogram.c - log-linear buckets. */
#include "engine/statistics/histogram.h"

#include <math.h>
#include <string.h>

#define WHOLE (2 * HISTOGRAM_HALF) /* values below it have a bucket each */

void histogram_clear(struct histogram *histogram)
{
	memset(histogram, 0, sizeof(*histogram));
	histogram->minimum = UINT64_MAX;
}

/* How often a value has to be halved until it is below WHOLE. */
static unsigned int halvings(uint64_t value)
{
	unsigned int bits = 64u - (unsigned int)__builtin_clzll(value | 1);

	return bits > HISTOGRAM_BITS ? bits - HISTOGRAM_BITS : 0;
}

size_t histogram_bucket(uint64_t value)
{
	unsigned int shift = halvings(value);

	/* The halved value is at least HISTOGRAM_HALF when it was halved at all. */
	return (size_t)shift * HISTOGRAM_HALF + (size_t)(value >> shift);
}

uint64_t histogram_least(size_t bucket)
{
	size_t shift = bucket < WHOLE ? 0 : bucket / HISTOGRAM_HALF - 1;

	return (uint64_t)(bucket - shift * HISTOGRAM_HALF) << shift;
}

uint64_t histogram_width(size_t bucket)
{
	return bucket < WHOLE ? 1 : (uint64_t)1 << (bucket / HISTOGRAM_HALF - 1);
}

void histogram_merge(struct histogram *histogram, const struct histogram *other)
{
	double count = (double)(histogram->count + other->count);
	double distance = other->mean - histogram->mean;

	if (other->count == 0)
		return;
	/* Chan, Golub and LeVeque (1983): the moments of two samples joined. */
	histogram->squares += other->squares + distance * distance * (double)histogram->count *
						       (double)other->count / count;
	histogram->mean += distance * (double)other->count / count;
	histogram->count += other->count;
	if (other->minimum < histogram->minimum)
		histogram->minimum = other->minimum;
	if (other->maximum > histogram->maximum)
		histogram->maximum = other->maximum;
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		histogram->buckets[i] += other->buckets[i];
}

double histogram_sd(const struct histogram *histogram)
{
	if (histogram->count < 2)
		return NAN;
	return sqrt(histogram->squares / (double)(histogram->count - 1));
}

double histogram_quantile(const struct histogram *histogram, double share)
{
	double rank = ceil(share * (double)histogram->count);
	uint64_t passed = 0;
	size_t bucket = 0;
	double value;

	if (histogram->count == 0)
		return NAN;
	if (rank < 1)
		rank = 1;
	for (;; bucket++) {
		passed += histogram->buckets[bucket];
		if ((double)passed >= rank || bucket + 1 == HISTOGRAM_BUCKETS)
			break;
	}
	value = (double)histogram_least(bucket) + (double)(histogram_width(bucket) - 1) / 2;
	if (value < (double)histogram->minimum)
		return (double)histogram->minimum;
	return value > (double)histogram->maximum ? (double)histogram->maximum : value;
}
