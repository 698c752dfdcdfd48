/* SPDX-License-Identifier: GPL-2.0-or-later */
/* count_prepared.c - batches of a case that is ready, while the counter is read. */
#include "engine/counting/count_prepared.h"

#include <errno.h>

#include "engine/counting/count_refusal.h"
#include "engine/hooks/hook_case.h"
#include "engine/worker/batch.h"

/* Batches of each counting where other processes are at work, too. */
#define BATCHES 3u

uint64_t count_iterations(const struct operation *operation, uint64_t number, bool quiet)
{
	const uint64_t period = operation_period(operation, number);
	const bool few = quiet && !operation_makes_calls(operation);
	const uint64_t wanted = few ? 1 : HOOK_CASE_ITERATIONS;
	uint64_t n = (wanted + period - 1) / period * period;

	if (operation->most > 0 && n > operation->most)
		n = operation->most - operation->most % period;
	return n > 0 ? n : period;
}

static int run(void *argument, uint64_t n)
{
	struct prepared *prepared = argument;

	return prepared->operation->run(&prepared->context, n);
}

static int before(void *argument, uint64_t n)
{
	struct prepared *prepared = argument;

	return batch_before(prepared->operation, &prepared->context, n);
}

static int after(void *argument, uint64_t n)
{
	struct prepared *prepared = argument;

	return batch_after(prepared->operation, &prepared->context, n, 0);
}

int count_prepared(struct prepared *prepared, const char *parameter, struct hook_counter *counter,
		   bool quiet, struct hook_table *table, struct error *error)
{
	const struct operation *operation = prepared->operation;
	const struct hook_case hook_case = {
		.operation = operation->name,
		.parameter = parameter,
		.batches = quiet ? 1 : BATCHES,
		.iterations = count_iterations(operation, prepared->context.number, quiet),
		.before = before,
		.run = run,
		.after = after,
		.argument = prepared,
	};
	char reason[COUNT_REFUSAL_SIZE];

	count_refusal(operation, reason);
	if (reason[0])
		return error_set(error, -EOPNOTSUPP, "%s", reason);
	return hook_case_count(counter, &hook_case, table, error);
}
