/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_case.h - in the guest: the ground on which cases stand, and a case's objects on it.
 */
#ifndef LSMBENCH_ENGINE_GUEST_CASE_H
#define LSMBENCH_ENGINE_GUEST_CASE_H

#include "engine/plan/plan.h"
#include "fixtures/error.h"
#include "fixtures/scratch.h"

struct guest_ground {
	const struct plan *plan; /* expanded */
	struct scratch scratch;  /* one for all scratch file systems of the plan */
};

/* Make the scratch root, with what the plan's variants need in it. 0 or negative errno. */
int guest_ground_make(struct guest_ground *ground, const struct plan *plan, struct error *error);

/* Build what a case works on. Returns its directory's descriptor or a negative errno. */
int guest_case_build(const struct guest_ground *ground, size_t case_index, struct error *error);
/* Close the descriptor and remove what was built. */
void guest_case_remove(const struct guest_ground *ground, size_t case_index, int directory);

#define GUEST_CASE_REASON_SIZE 128

/* What an operation needs that no guest has, as a clause; "" for nothing. */
void guest_case_missing(const struct operation *operation, char reason[GUEST_CASE_REASON_SIZE]);

/* The text of a variant; of the A/A variant, the baseline's. */
const char *guest_case_variant(const struct plan *plan, size_t variant);

#endif
