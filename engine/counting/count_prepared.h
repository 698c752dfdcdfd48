/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * count_prepared.h - counts the hooks of a case that is ready, in the process that made it so.
 */
#ifndef LSMBENCH_ENGINE_COUNT_PREPARED_H
#define LSMBENCH_ENGINE_COUNT_PREPARED_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/hooks/hook_counter.h"
#include "engine/hooks/hook_table.h"
#include "engine/worker/prepared.h"
#include "fixtures/error.h"

/*
 * How many iterations are counted in a batch of an operation whose parameter has this number:
 * whole periods, about HOOK_CASE_ITERATIONS, and not more than the operation's most unless one
 * period is. quiet: nothing else runs here; then one period is enough of what makes no calls.
 */
uint64_t count_iterations(const struct operation *operation, uint64_t number, bool quiet);

/*
 * Count, and add the counts of the case, whose parameter has this text, to table. quiet: nothing
 * else runs here, so that no batch needs to be repeated. 0, or a negative errno with a line.
 */
int count_prepared(struct prepared *prepared, const char *parameter, struct hook_counter *counter,
		   bool quiet, struct hook_table *table, struct error *error);

#endif
