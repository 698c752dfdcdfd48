/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_together.h - several processes at the same time: entries of the table in operation.c.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_TOGETHER_H
#define LSMBENCH_ENGINE_OPERATION_TOGETHER_H

#include "engine/operation/operation.h"

extern const struct operation operation_together;
extern const struct operation operation_together_shared;
extern const struct operation operation_mixed;

/* Jobs of each process in a run of the mixed workload. */
uint64_t together_mixed_jobs(void);

#endif
