/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_of_result.h - a result of ours as a record: the medians of one variant in one scratch
 * directory, for the columns of LMbench's summary.
 *
 * What LMbench reports less an overhead is so here, too (the operation's "less"): context switches,
 * and the protection fault; what was measured of both stands under the table.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_OF_RESULT_H
#define LSMBENCH_EXPORTS_LMBENCH_OF_RESULT_H

#include <stdint.h>

#include "engine/result/result.h"
#include "exports/lmbench/lmbench_record.h"

/* What a row is made of. */
struct lmbench_row {
	const struct result *result;
	size_t variant;
	uint32_t scratch;
	int pass; /* or RESULT_ALL_PASSES */
};

/*
 * Make record (uninitialised before, needs lmbench_record_clear after success). Its figures are in
 * ns and MB/s. 0 or -ENOMEM.
 */
int lmbench_of_result(const struct lmbench_row *row, struct lmbench_record *record,
		      struct error *error);

/* The result's figure of a case in microseconds, as measured; NaN when it has none. */
double lmbench_row_figure(const struct lmbench_row *row, const struct operation *operation,
			  const char *parameter);
/* The same less what LMbench takes off it, as its tables have it; NaN when either is missing. */
double lmbench_row_net(const struct lmbench_row *row, const struct operation *operation,
		       const char *parameter);

#endif
