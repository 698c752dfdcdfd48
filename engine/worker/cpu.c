/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cpu.c - affinity. */
#include "engine/worker/cpu.h"

#include <errno.h>
#include <stdio.h>

int cpu_choose(int wanted, int *cpu, struct error *error)
{
	cpu_set_t allowed;
	int first = -1;
	int last = -1;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) < 0)
		return error_set(error, -errno, "CPU affinity: %s", error_words(errno));
	for (int i = 0; i < CPU_SETSIZE; i++) {
		if (!CPU_ISSET((size_t)i, &allowed))
			continue;
		if (first < 0)
			first = i;
		last = i;
	}
	if (wanted < 0) {
		*cpu = last;
		return 0;
	}
	if (wanted >= CPU_SETSIZE || !CPU_ISSET((size_t)wanted, &allowed))
		return error_set(
			error, -EINVAL,
			"CPU %d: not allowed here: choose one of the %d allowed CPUs between %d "
			"and %d, or leave --cpu out",
			wanted, CPU_COUNT(&allowed), first, last);
	*cpu = wanted;
	return 0;
}

int cpu_allowed_count(void)
{
	cpu_set_t allowed;

	return sched_getaffinity(0, sizeof(allowed), &allowed) < 0 ? 1 : CPU_COUNT(&allowed);
}

int cpu_pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) < 0 ? -errno : 0;
}

int cpu_avoid(int cpu, cpu_set_t *before)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(*before), before) < 0)
		return -errno;
	set = *before;
	CPU_CLR((size_t)cpu, &set);
	if (CPU_COUNT(&set) == 0)
		return 0;
	return sched_setaffinity(0, sizeof(set), &set) < 0 ? -errno : 1;
}

void cpu_restore(const cpu_set_t *before)
{
	sched_setaffinity(0, sizeof(*before), before);
}
