/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_map.h - files mapped into memory: the mapping, and its page faults. */
#ifndef LSMBENCH_ENGINE_OPERATION_MAP_H
#define LSMBENCH_ENGINE_OPERATION_MAP_H

#include "engine/operation/operation.h"

extern const struct operation operation_mmap_latency;
extern const struct operation operation_page_fault;

#endif
