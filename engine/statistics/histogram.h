/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * histogram.h - many single latencies in little memory: buckets whose width grows with the value,
 * so that any quantile is known with a bounded relative error.
 *
 * Values below 2^HISTOGRAM_BITS have a bucket each; above, every power of two is divided into
 * 2^(HISTOGRAM_BITS - 1) equal buckets: a bucket is never wider than 2^-(HISTOGRAM_BITS - 1), 0.8%,
 * of what is in it. Count, extremes, mean and standard deviation are exact (Welford).
 */
#ifndef LSMBENCH_ENGINE_HISTOGRAM_H
#define LSMBENCH_ENGINE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "engine/statistics/log_linear.h"

#define HISTOGRAM_BITS 8u
#define HISTOGRAM_HALF (1u << (HISTOGRAM_BITS - 1))
#define HISTOGRAM_BUCKETS LOG_LINEAR_BUCKETS(HISTOGRAM_BITS)

struct histogram {
	uint64_t count;
	uint64_t minimum; /* UINT64_MAX when empty */
	uint64_t maximum;
	double mean;
	double squares; /* of the distances from the mean, summed */
	uint64_t buckets[HISTOGRAM_BUCKETS];
};

/* Empty it. Touches all of it, so that recording takes no page fault. */
void histogram_clear(struct histogram *histogram);

/* The bucket of a value, and the least value and the width of a bucket. */
size_t histogram_bucket(uint64_t value);
uint64_t histogram_least(size_t bucket);
uint64_t histogram_width(size_t bucket);

/* Add a value. No allocation, no call, a few ns. */
static inline void histogram_add(struct histogram *histogram, uint64_t value)
{
	double distance = (double)value - histogram->mean;

	histogram->count++;
	histogram->mean += distance / (double)histogram->count;
	histogram->squares += distance * ((double)value - histogram->mean);
	if (value < histogram->minimum)
		histogram->minimum = value;
	if (value > histogram->maximum)
		histogram->maximum = value;
	histogram->buckets[histogram_bucket(value)]++;
}

/* Add all that other holds. */
void histogram_merge(struct histogram *histogram, const struct histogram *other);

/* n - 1; NaN below two values. */
double histogram_sd(const struct histogram *histogram);

/*
 * The value that a share (0..1) of all are not above: the middle of the bucket in which the value
 * of that rank (the smallest rank that is not below share * count) lies, within the extremes.
 * NaN when empty.
 */
double histogram_quantile(const struct histogram *histogram, double share);

#endif
