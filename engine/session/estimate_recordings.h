/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate_recordings.h - how long operations take that time themselves: they have no batches,
 * nothing is calibrated or warmed, and a run lasts as long as it takes.
 */
#ifndef LSMBENCH_ENGINE_ESTIMATE_RECORDINGS_H
#define LSMBENCH_ENGINE_ESTIMATE_RECORDINGS_H

#include <stdbool.h>

#include "engine/plan/plan.h"

/*
 * All runs of a pass of a case under one variant, in ns. known: a run of earlier sessions; 0 where
 * there was none: then the plan's interval, and for a command, of which nobody knows anything, a
 * second.
 */
double estimate_recordings_ns(const struct plan *plan, size_t case_index, double known);

/* Whether any case of the plan times itself. */
bool estimate_has_recordings(const struct plan *plan);

#endif
