/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory_room.h - whether memory may be taken without pushing anything out to swap, and taking it.
 */
#ifndef LSMBENCH_ENGINE_MEMORY_ROOM_H
#define LSMBENCH_ENGINE_MEMORY_ROOM_H

#include <stdint.h>

#include "fixtures/error.h"

/*
 * Memory that is free or can be freed at once, in bytes: the least of what the system, the control
 * group and the resource limit of the process leave, as far as they can be read. 0: unknown.
 */
uint64_t memory_available(void);

/*
 * Map bytes of memory, every page of it present and zero, in *memory (munmap'ed by the caller with
 * bytes). -EOPNOTSUPP with a message that says what is there when that is more than a quarter of
 * memory_available(); -ENOMEM.
 */
int memory_take(uint64_t bytes, void **memory, struct error *error);

#endif
