/* SPDX-License-Identifier: GPL-2.0-or-later */
/* histogram.c - log-linear buckets. */
#include "engine/statistics/histogram.h"

#include <math.h>
#include <string.h>

void histogram_clear(struct histogram *histogram)
{
	memset(histogram, 0, sizeof(*histogram));
	histogram->minimum = UINT64_MAX;
}

size_t histogram_bucket(uint64_t value)
{
	return log_linear_bucket(HISTOGRAM_BITS, value);
}

uint64_t histogram_least(size_t bucket)
{
	return log_linear_least(HISTOGRAM_BITS, bucket);
}

uint64_t histogram_width(size_t bucket)
{
	return log_linear_width(HISTOGRAM_BITS, bucket);
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
