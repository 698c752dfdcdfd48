/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * setup_request.h - the SETUP request for a case of a plan, whoever will time or count it.
 */
#ifndef LSMBENCH_ENGINE_SETUP_REQUEST_H
#define LSMBENCH_ENGINE_SETUP_REQUEST_H

#include <stddef.h>

#include "engine/plan/plan.h"
#include "engine/worker/protocol.h"
#include "fixtures/scratch.h"

/*
 * Ask for the case index of plan, which is expanded, in a scratch root that is as deep as the plan
 * says, under a variant. The CPU is 0, and the workload of what times itself is empty: whoever
 * needs others sets them.
 */
void setup_request_fill(struct worker_request *request, const struct plan *plan, size_t index,
			const struct scratch *scratch, const char *variant);

#endif
