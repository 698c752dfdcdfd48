/* SPDX-License-Identifier: GPL-2.0-or-later */
/* count_refusal.c - a hook is counted over a batch, in a process that has the operation. */
#include "engine/counting/count_refusal.h"

#include <errno.h>
#include <stdio.h>

void count_refusal(const struct operation *operation, char reason[COUNT_REFUSAL_SIZE])
{
	reason[0] = '\0';
	if (operation->record)
		snprintf(reason, COUNT_REFUSAL_SIZE,
			 "it times itself, and has no batches over which hooks could be counted");
	else if (!operation->run)
		snprintf(reason, COUNT_REFUSAL_SIZE, "only the worker %s has it",
			 operation->program);
}

int count_refusal_of_all(const struct plan *plan, struct error *error)
{
	char reason[COUNT_REFUSAL_SIZE] = "";

	for (size_t i = plan->case_count; i-- > 0;) {
		count_refusal(plan->cases[i].operation, reason);
		if (!reason[0])
			return 0;
	}
	if (plan->case_count == 0)
		return 0;
	return error_set(error, -EOPNOTSUPP, "there are no hooks to count: %s: %s",
			 plan->cases[0].operation->name, reason);
}
