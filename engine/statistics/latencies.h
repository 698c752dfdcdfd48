/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * latencies.h - many latencies as they are kept: the buckets of a histogram that are not empty.
 *
 * The buckets are coarser than those that a run counts in (histogram.h): values below 64 ns have
 * one each, above that a bucket is at most 1/32, 3.1%, of what is in it wide. A quantile is the
 * middle of its bucket, and so within 1/64, 1.6%, of the exact one. Latencies from 100 ns to 10 ms
 * come to some hundred buckets. Count and extremes are exact.
 */
#ifndef LSMBENCH_ENGINE_LATENCIES_H
#define LSMBENCH_ENGINE_LATENCIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/statistics/log_linear.h"

#define LATENCIES_BITS 6u
#define LATENCIES_BUCKETS LOG_LINEAR_BUCKETS(LATENCIES_BITS)
/* Of one run: more cannot happen, a day and a half of a call each ns. */
#define LATENCIES_COUNT_MAXIMUM ((uint64_t)1 << 47)

struct latency_bucket {
	uint32_t number; /* log_linear.h, LATENCIES_BITS */
	uint64_t count;  /* not 0 */
};

struct latencies {
	uint64_t count;   /* of all buckets together; 0: empty, and nothing else matters */
	uint64_t minimum; /* ns */
	uint64_t maximum;
	size_t bucket_count;
	struct latency_bucket *buckets; /* ascending */
};

/* The least value of a bucket, and its width: least to least + width - 1 are in it. */
static inline uint64_t latencies_least(uint32_t number)
{
	return log_linear_least(LATENCIES_BITS, number);
}

static inline uint64_t latencies_width(uint32_t number)
{
	return log_linear_width(LATENCIES_BITS, number);
}

static inline uint32_t latencies_bucket(uint64_t value)
{
	return (uint32_t)log_linear_bucket(LATENCIES_BITS, value);
}

/*
 * Whether one that comes from outside is what it should be: of one run and not empty, its buckets
 * ascending, none empty, count their sum, the extremes in the first and the last of them.
 */
bool latencies_valid(const struct latencies *latencies);

/* Add all of more to *latencies, whose buckets are malloc'ed or NULL. 0 or -ENOMEM: unchanged. */
int latencies_merge(struct latencies *latencies, const struct latencies *more);

/* Free the buckets, and be empty. */
void latencies_clear(struct latencies *latencies);

/*
 * The value that a share (0..1) of all are not above, as histogram_quantile(), within 1.6%. NaN
 * when empty.
 */
double latencies_quantile(const struct latencies *latencies, double share);

#endif
