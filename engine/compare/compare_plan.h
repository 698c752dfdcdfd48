/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_plan.h - whether the comparison that a plan's result will be given can come to a verdict:
 * known before a single run.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_PLAN_H
#define LSMBENCH_ENGINE_COMPARE_PLAN_H

#include <stddef.h>

#include "engine/plan/plan.h"

/* How many tests compare_variants will count in the result of an expanded plan. */
size_t compare_plan_tests(const struct plan *plan);

/*
 * The fewest passes that a verdict on these needs (verdict_passes_needed), where the plan has
 * fewer; 0 where it has enough, or nothing that is tested.
 */
size_t compare_plan_lacks(const struct plan *plan);

/* The same in words with the remedy, in buffer, which is returned; "" for 0. */
const char *compare_plan_warning(const struct plan *plan, char *buffer, size_t size);

#endif
