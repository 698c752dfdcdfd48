/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * against_passes.h - with how many passes a session can be decided against a baseline: one boot a
 * side is judged by its passes, and too few of them lie apart by chance.
 */
#ifndef LSMBENCH_TUI_AGAINST_PASSES_H
#define LSMBENCH_TUI_AGAINST_PASSES_H

#include <stddef.h>

#include "engine/plan/plan.h"
#include "tui/against.h"

/* No session is made longer than this, in passes, so that it can be decided. */
#define AGAINST_PASSES_MOST 30u

/*
 * The passes that an expanded plan needs so that its cases can be decided against the baseline; 0
 * when it has them, or when no number up to AGAINST_PASSES_MOST would do.
 */
size_t against_passes(const struct against *against, const struct plan *plan);

/*
 * Say on standard error, before anything is measured, why nothing can be decided with the plan's
 * passes and what can be done, where that is so.
 */
void against_warn_passes(const struct against *against, const struct plan *plan);

/*
 * The passes that a session needs so that another one with as many can be decided against it; 0
 * when it has them.
 */
size_t against_passes_as_base(const struct plan *plan);

#endif
