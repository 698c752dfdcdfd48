/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * log_linear.h - buckets whose width grows with the value.
 *
 * Values below 2^bits have a bucket each; above, every power of two is divided into 2^(bits - 1)
 * equal buckets: a bucket is never wider than 2^-(bits - 1) of what is in it. A bucket of more bits
 * lies as a whole in one of fewer.
 */
#ifndef LSMBENCH_ENGINE_LOG_LINEAR_H
#define LSMBENCH_ENGINE_LOG_LINEAR_H

#include <stddef.h>
#include <stdint.h>

/* How many buckets cover all values: a constant where bits is one. */
#define LOG_LINEAR_BUCKETS(bits) (((size_t)66 - (bits)) << ((bits)-1))

static inline size_t log_linear_bucket(unsigned int bits, uint64_t value)
{
	const unsigned int used = 64u - (unsigned int)__builtin_clzll(value | 1);
	/* How often the value is halved until it is below 2^bits; it is at least half of that then.
	 */
	const unsigned int shift = used > bits ? used - bits : 0;

	return ((size_t)shift << (bits - 1)) + (size_t)(value >> shift);
}

static inline uint64_t log_linear_least(unsigned int bits, size_t bucket)
{
	const size_t shift = bucket >> bits ? (bucket >> (bits - 1)) - 1 : 0;

	return (uint64_t)(bucket - (shift << (bits - 1))) << shift;
}

static inline uint64_t log_linear_width(unsigned int bits, size_t bucket)
{
	return bucket >> bits ? (uint64_t)1 << ((bucket >> (bits - 1)) - 1) : 1;
}

#endif
