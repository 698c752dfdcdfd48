/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_duplicates.c - each case once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan_select.h"

static int compare_pointers(const void *a, const void *b)
{
	const struct plan_case *left = *(const struct plan_case *const *)a;
	const struct plan_case *right = *(const struct plan_case *const *)b;
	int order;

	if (left->operation != right->operation)
		return left->operation < right->operation ? -1 : 1;
	if (left->scratch != right->scratch)
		return left->scratch < right->scratch ? -1 : 1;
	order = strcmp(left->parameter, right->parameter);
	if (order != 0)
		return order;
	return left < right ? -1 : left > right;
}

static bool same_case(const struct plan_case *a, const struct plan_case *b)
{
	return a->operation == b->operation && a->scratch == b->scratch &&
	       strcmp(a->parameter, b->parameter) == 0;
}

int plan_drop_duplicates(struct plan *plan, struct error *error)
{
	struct plan_case **sorted = calloc(plan->case_count + 1, sizeof(struct plan_case *));
	struct plan_case *first = NULL;
	size_t kept = 0;

	if (!sorted)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < plan->case_count; i++)
		sorted[i] = &plan->cases[i];
	qsort(sorted, plan->case_count, sizeof(struct plan_case *), compare_pointers);
	for (size_t i = 0; i < plan->case_count; i++) {
		if (first && same_case(first, sorted[i])) {
			first->added = first->added && sorted[i]->added;
			free(sorted[i]->parameter);
			sorted[i]->operation = NULL;
		} else {
			first = sorted[i];
		}
	}
	free(sorted);
	for (size_t i = 0; i < plan->case_count; i++) {
		if (plan->cases[i].operation)
			plan->cases[kept++] = plan->cases[i];
	}
	plan->case_count = kept;
	return 0;
}
