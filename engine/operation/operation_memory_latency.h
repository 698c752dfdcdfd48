/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_memory_latency.h - loads that wait for each other: by stride, at random, page by page.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_MEMORY_LATENCY_H
#define LSMBENCH_ENGINE_OPERATION_MEMORY_LATENCY_H

#include "engine/operation/operation.h"

extern const struct operation operation_memory_latency;
extern const struct operation operation_memory_latency_random;
extern const struct operation operation_tlb_latency;

#endif
