/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * count_refusal.h - operations whose hooks nobody can count, wherever it is tried.
 */
#ifndef LSMBENCH_ENGINE_COUNT_REFUSAL_H
#define LSMBENCH_ENGINE_COUNT_REFUSAL_H

#include "engine/plan/plan.h"
#include "fixtures/error.h"

/* Room for any reason. */
#define COUNT_REFUSAL_SIZE 128

/* Why the hooks of an operation cannot be counted, as a clause; "" where they can. */
void count_refusal(const struct operation *operation, char reason[COUNT_REFUSAL_SIZE]);

/*
 * Whether a plan, which is expanded, has a case that can be counted. 0, or -EOPNOTSUPP with a line
 * that says why of the first one.
 */
int count_refusal_of_all(const struct plan *plan, struct error *error);

#endif
