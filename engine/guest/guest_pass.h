/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_pass.h - in the guest: one pass of one case under one variant, in a child of its own.
 */
#ifndef LSMBENCH_ENGINE_GUEST_PASS_H
#define LSMBENCH_ENGINE_GUEST_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/guest/guest_policy.h"
#include "engine/worker/protocol.h"
#include "engine/worker/sample.h"

/* Guest time that a pass may take: it runs in whatever time the host needs for it. */
#define GUEST_PASS_SECONDS 20u

/* In memory that the child shares: what it was given, and what came of it. */
struct guest_pass {
	struct worker_request request;
	const struct guest_policy *policy; /* whose domain is entered; NULL: none */
	int directory;
	uint64_t epoch; /* the counter when measuring began */
	uint32_t runs;

	uint64_t iterations; /* of a batch; 0: to be found */
	int code;            /* 0 or a negative errno, and then text */
	char text[sizeof(((struct error *)NULL)->text)];
	bool ended;
	uint32_t sample_count;
	struct sample samples[]; /* room for runs; of each run, start_ns and duration_ns */
};

/* Shared memory for passes of so many runs; NULL without memory. */
struct guest_pass *guest_pass_make(uint32_t runs);

/* Do it. 0, or a negative errno: -EOPNOTSUPP when it cannot be measured here. Then text says why.
 */
int guest_pass_run(struct guest_pass *pass);

#endif
