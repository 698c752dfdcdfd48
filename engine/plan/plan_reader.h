/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_reader.h - which settings of a plan only some operations read, and which of them say what
 * work a run of a case is: runs of other work have no common measure.
 */
#ifndef LSMBENCH_ENGINE_PLAN_READER_H
#define LSMBENCH_ENGINE_PLAN_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/plan/plan.h"

/* Whether the operation reads the setting, a plan's key. True for what all plans need. */
bool plan_reader_reads(const struct operation *operation, const char *key);

/* Whether only some operations read it. */
bool plan_reader_is_special(const char *key);

/*
 * A setting that was given, but that no case of the expanded plan reads, is a mistake of whoever
 * typed it: -EINVAL with a message for the first of them. The same for an interval that an
 * operation cannot keep.
 */
int plan_reader_check(const struct plan *plan, struct error *error);

/*
 * Take such settings out of an expanded plan: who picks and unpicks need not take them back. 0, or
 * -ENOMEM or -EINVAL for such an interval, and then plan is unchanged.
 */
int plan_reader_drop(struct plan *plan, struct error *error);

/*
 * What shapes the work of an expanded plan's case, "interval 30s", "cold yes": a setting and its
 * value each, in the order of a table; none of operations that do not time themselves. The tree's
 * place and the seed of a run's own choices shape it no more than one run differs from the next.
 * 0 or -ENOMEM.
 */
int plan_case_work(const struct plan *plan, size_t case_index, struct text_list *work);

#endif
