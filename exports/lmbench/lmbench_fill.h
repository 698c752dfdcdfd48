/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_fill.h - the columns of LMbench's summary out of a record's figures.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_FILL_H
#define LSMBENCH_EXPORTS_LMBENCH_FILL_H

#include "exports/lmbench/lmbench_record.h"

/*
 * Set each column that has no value yet from the figure that is its own, of those in ns and MB/s;
 * where LMbench takes the largest size, so does this, and of paths the one most like LMbench's. mhz
 * is the clock rate, or NULL. 0 or -ENOMEM.
 */
int lmbench_fill_columns(struct lmbench_record *record, const char *mhz);

/* Set a column's value for both generations. 0, -EEXIST or -ENOMEM. */
int lmbench_fill_text(struct lmbench_record *record, enum lmbench_column column, const char *text);

/* ns of an iteration in that unit; rates, which are none, stay as they are. */
double lmbench_ns_in(double value, enum lmbench_unit unit);

#endif
