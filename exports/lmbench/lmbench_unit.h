/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_unit.h - LMbench's units as ns of an iteration.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_UNIT_H
#define LSMBENCH_EXPORTS_LMBENCH_UNIT_H

#include "engine/operation/operation.h"
#include "exports/lmbench/lmbench_record.h"

/*
 * value of unit as ns of an iteration of operation with parameter; the decimal that is meant, not
 * that of the product: 857.4, not 857.4000000000001. NaN when value is not above 0, or when
 * operation moves no bytes and the unit is a bandwidth.
 */
double lmbench_ns(const struct operation *operation, const char *parameter, double value,
		  enum lmbench_unit unit);

/* The decimal of 12 digits that value means: no source has more. */
double lmbench_decimal(double value);

#endif
