/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate_recordings.h - how long operations take that time themselves: they have no batches,
 * nothing is calibrated or warmed, and a run lasts as long as the plan says or as it takes.
 */
#ifndef LSMBENCH_ENGINE_ESTIMATE_RECORDINGS_H
#define LSMBENCH_ENGINE_ESTIMATE_RECORDINGS_H

#include <stdbool.h>

#include "engine/session/estimate.h"

struct estimate_recording {
	double run_ns;    /* negative: nobody knows, as of a command that has never run */
	double beside_ns; /* of each worker: starting it, setting up, making ready */
};

/* What a case of this kind will take. */
void estimate_recording(const struct estimate *estimate, const struct plan *plan, size_t case_index,
			struct estimate_recording *expected);

/* All workers of a pass of such a case, in ns; runs of which nobody knows anything take none. */
double estimate_recording_ns(const struct estimate *estimate, const struct plan *plan,
			     size_t case_index);

/* How long a run lasts by what the plan says; 0: as long as it takes. */
double estimate_interval_ns(const struct plan *plan, size_t case_index);

/* What a run tells for the next time: how long it took, or of what has steps a step of it. */
double estimate_recorded_ns(const struct plan_case *plan_case, const struct sample *sample);

/* Whether any case of the plan times itself. */
bool estimate_has_recordings(const struct plan *plan);

#endif
