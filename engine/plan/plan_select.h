/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_select.h - from what a plan selects to its list of cases. Private to the plan.
 */
#ifndef LSMBENCH_ENGINE_PLAN_SELECT_H
#define LSMBENCH_ENGINE_PLAN_SELECT_H

#include "engine/plan/plan_private.h"

/* Derive plan's cases, which has none yet. -EINVAL or -ENOMEM with a message. */
int plan_select(struct plan *plan, struct error *error);

/*
 * Leave out the cases that occurred before; the order of the others stays. Asked for once is asked
 * for. 0 or -ENOMEM.
 */
int plan_drop_duplicates(struct plan *plan, struct error *error);

/* False for what looks the same from every scratch file system. */
bool plan_scratch_matters(const struct plan_case *entry);

#endif
