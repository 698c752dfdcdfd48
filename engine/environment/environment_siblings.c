/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_siblings.c - whether the other threads of the worker's core work right now.
 */
#include "engine/environment/environment_internal.h"

#include <stdlib.h>
#include <string.h>

#define STAT_PATH "/proc/stat"

static bool sibling_list(const struct collection *collection, char *list, size_t size)
{
	char path[128];

	if (!collection->request || collection->request->cpu < 0)
		return false;
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
		 collection->request->cpu);
	return !collection_read_line(collection, path, list, size);
}

/* "cpu3 user nice system idle iowait irq softirq steal ...": idle and iowait are no work. */
static void add_cpu(struct sibling_look *look, const char *line, const char *siblings, int worker)
{
	unsigned long long user, nice, system, idle, iowait, irq, softirq;
	unsigned int cpu;

	if (sscanf(line, "cpu%u %llu %llu %llu %llu %llu %llu %llu", &cpu, &user, &nice, &system,
		   &idle, &iowait, &irq, &softirq) != 8)
		return;
	if ((int)cpu == worker || !cpu_list_has(siblings, cpu))
		return;
	look->busy += user + nice + system + irq + softirq;
	look->ticks += user + nice + system + irq + softirq + idle + iowait;
	look->known = true;
}

void sibling_look_take(const struct collection *collection, struct sibling_look *look)
{
	char siblings[256], *line = NULL;
	size_t size = 0;
	FILE *file;

	*look = (struct sibling_look){0};
	if (!sibling_list(collection, siblings, sizeof(siblings)))
		return;
	file = collection_open(collection, STAT_PATH);
	if (!file)
		return;
	while (getline(&line, &size, file) >= 0 && !strncmp(line, "cpu", 3))
		add_cpu(look, line, siblings, collection->request->cpu);
	free(line);
	fclose(file);
}

void environment_probe_siblings(struct collection *collection, const struct sibling_look *before,
				const struct sibling_look *after)
{
	const char *key = "load.siblings_busy";

	if (!before->known || !after->known)
		collection_unknown(collection, key,
				   "no CPU is chosen, or its core has no second thread");
	else if (after->ticks <= before->ticks || after->busy < before->busy)
		collection_unknown(collection, key, STAT_PATH " did not move between two looks");
	else
		collection_format(collection, key, STAT_PATH, "%.0f%%",
				  100 * (double)(after->busy - before->busy) /
					  (double)(after->ticks - before->ticks));
}
