/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_case.c - counts the hooks that one iteration of a case calls.
 */
#include "engine/hooks/hook_case.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Nanoseconds after a batch in which the kernel may call what it had put off. */
#define LATE_CALLS_NS 20000000L

struct counting {
	uint64_t *before;
	uint64_t *after;
	uint64_t *least[2];
	size_t hooks;
};

static void counting_free(struct counting *counting)
{
	free(counting->before);
	free(counting->after);
	free(counting->least[0]);
	free(counting->least[1]);
}

static int counting_make(struct counting *counting, size_t hooks)
{
	*counting = (struct counting){.hooks = hooks};
	counting->before = calloc(hooks + 1, sizeof(uint64_t));
	counting->after = calloc(hooks + 1, sizeof(uint64_t));
	counting->least[0] = calloc(hooks + 1, sizeof(uint64_t));
	counting->least[1] = calloc(hooks + 1, sizeof(uint64_t));
	if (counting->before && counting->after && counting->least[0] && counting->least[1])
		return 0;
	counting_free(counting);
	return -ENOMEM;
}

static void wait_for_late_calls(void)
{
	const struct timespec pause = {.tv_nsec = LATE_CALLS_NS};

	nanosleep(&pause, NULL);
}

static int perform(const struct hook_case *hook_case, int (*function)(void *argument, uint64_t n),
		   struct error *error)
{
	int code = function ? function(hook_case->argument, hook_case->iterations) : 0;

	if (code == 0)
		return 0;
	return error_set(error, -code, "%s%s%s: %s while its hooks were counted",
			 hook_case->operation, *hook_case->parameter ? " " : "",
			 hook_case->parameter, error_words(code));
}

/* One batch; its counts are in after - before. */
static int run_batch(struct hook_counter *counter, const struct hook_case *hook_case,
		     struct counting *counting, struct error *error)
{
	int status = perform(hook_case, hook_case->before, error);

	wait_for_late_calls();
	if (status == 0)
		status = hook_counter_read(counter, counting->before, error);
	if (status == 0)
		status = perform(hook_case, hook_case->run, error);
	if (status == 0) {
		wait_for_late_calls();
		status = hook_counter_read(counter, counting->after, error);
	}
	if (status == 0)
		status = perform(hook_case, hook_case->after, error);
	return status;
}

static void keep_least(struct counting *counting, uint64_t *least, bool first)
{
	for (size_t i = 0; i < counting->hooks; i++) {
		uint64_t calls = counting->after[i] > counting->before[i]
					 ? counting->after[i] - counting->before[i]
					 : 0;

		if (first || calls < least[i])
			least[i] = calls;
	}
}

/* Calls per iteration, freed of what does not belong to iterations. */
static double per_iteration(uint64_t calls, uint64_t iterations)
{
	double exact = (double)calls / (double)iterations;
	double whole = round(exact);

	return fabs(exact - whole) <= 0.1 ? whole : round(exact * 100) / 100;
}

static int add_counts(const struct text_list *hooks, const struct hook_case *hook_case,
		      const struct counting *counting, struct hook_table *table)
{
	struct hook_count count = {.operation = (char *)hook_case->operation,
				   .parameter = (char *)hook_case->parameter};
	bool any = false;
	int status = 0;

	for (size_t i = 0; i < hooks->count && status == 0; i++) {
		double first = per_iteration(counting->least[0][i], hook_case->iterations);

		count.hook = hooks->items[i];
		count.count = per_iteration(counting->least[1][i], hook_case->iterations);
		count.varies = first < count.count || first > count.count;
		if (count.count <= 0 && !count.varies)
			continue;
		any = true;
		status = hook_table_add(table, &count);
	}
	if (any || status < 0)
		return status;
	count = (struct hook_count){
		.operation = count.operation, .parameter = count.parameter, .hook = (char *)""};
	return hook_table_add(table, &count);
}

int hook_case_count(struct hook_counter *counter, const struct hook_case *hook_case,
		    struct hook_table *table, struct error *error)
{
	const struct text_list *hooks = hook_counter_hooks(counter);
	unsigned int batches = hook_case->batches ? hook_case->batches : 1;
	struct counting counting;
	int status = counting_make(&counting, hooks->count);

	if (status < 0)
		return error_set(error, status, "out of memory");
	for (unsigned int i = 0; i < 2 * batches && status == 0; i++) {
		status = run_batch(counter, hook_case, &counting, error);
		if (status == 0)
			keep_least(&counting, counting.least[i / batches], i % batches == 0);
	}
	if (status == 0 && add_counts(hooks, hook_case, &counting, table) < 0)
		status = error_set(error, -ENOMEM, "out of memory");
	counting_free(&counting);
	return status;
}
