/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_together_child.h - one of several processes that do the same work. */
#ifndef LSMBENCH_ENGINE_OPERATION_TOGETHER_CHILD_H
#define LSMBENCH_ENGINE_OPERATION_TOGETHER_CHILD_H

#include <stdatomic.h>
#include <stdint.h>

#include "engine/operation/operation_together_group.h"

/* What a child is started with. */
struct together_child {
	const struct together_group *group;
	uint64_t index;
};

/* The body for child_start; argument is a struct together_child. */
int together_child_run(void *argument);

/* Wait until *word is no longer value, for milliseconds at most; it may also return early. */
void together_wait(_Atomic uint32_t *word, uint32_t value, unsigned int milliseconds);

/* Wake all who wait for word. */
void together_wake(_Atomic uint32_t *word);

/* The monotonic clock. */
uint64_t together_now_ns(void);

#endif
