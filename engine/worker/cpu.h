/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cpu.h - which CPU the workers run on, and keeping the front end off it.
 */
#ifndef LSMBENCH_ENGINE_CPU_H
#define LSMBENCH_ENGINE_CPU_H

#include <sched.h>

#include "fixtures/error.h"

/*
 * The workers' CPU: wanted if it is allowed, or with wanted -1 the last allowed one (the first
 * serves most interrupts). -EINVAL with the allowed range when wanted is not allowed.
 */
int cpu_choose(int wanted, int *cpu, struct error *error);

/* How many CPUs this process may use. */
int cpu_allowed_count(void);

/* Pin the calling process to one CPU. 0 or negative errno. */
int cpu_pin(int cpu);

/*
 * Keep the calling process off cpu, if it may use others, and store what it was allowed before in
 * *before. 1 when it moved, 0 when there is no other CPU, negative errno.
 */
int cpu_avoid(int cpu, cpu_set_t *before);

/* Undo cpu_avoid. */
void cpu_restore(const cpu_set_t *before);

#endif
