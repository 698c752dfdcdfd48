/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_batch.h - in the guest: one batch, timed in instructions. Under QEMU's instruction counter
 * the time stamp counter moves by one an instruction.
 */
#ifndef LSMBENCH_ENGINE_GUEST_BATCH_H
#define LSMBENCH_ENGINE_GUEST_BATCH_H

#include <stdint.h>

#include "engine/operation/operation.h"

struct guest_batch {
	uint64_t start;        /* on the counter */
	uint64_t instructions; /* without what reading the counter takes */
	int failure;           /* positive errno of the first failed iteration, or 0 */
};

/* The counter now. */
uint64_t guest_batch_now(void);

/* What a batch of nothing takes: the least of several. */
uint64_t guest_batch_reading(void);

/*
 * n iterations, as batch_time has them, after a rest in which the kernel does what it had put off
 * and a timer tick passes. reading is taken off.
 */
struct guest_batch guest_batch_time(const struct operation *operation, struct context *context,
				    uint64_t n, uint64_t reading);

#endif
