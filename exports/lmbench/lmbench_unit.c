/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_unit.c - microseconds, iterations a second and MB/s as ns of an iteration.
 */
#include "exports/lmbench/lmbench_unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "exports/number.h"

double lmbench_decimal(double value)
{
	char text[NUMBER_SIZE];

	snprintf(text, sizeof(text), "%.12g", value);
	return strtod(text, NULL);
}

double lmbench_ns(const struct operation *operation, const char *parameter, double value,
		  enum lmbench_unit unit)
{
	uint64_t bytes = operation_bytes(operation, parameter);

	if (!(value > 0) || !isfinite(value))
		return NAN;
	switch (unit) {
	case LMBENCH_MICROSECOND:
		return lmbench_decimal(value * 1e3);
	case LMBENCH_NANOSECOND:
		return value;
	case LMBENCH_PER_SECOND:
		return 1e9 / value;
	case LMBENCH_MEGABYTES:
		return bytes > 0 ? operation_rate(bytes, value) : NAN;
	default:
		return NAN;
	}
}
