/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_cache.c - the sizes of the caches of the worker's CPU, as sysfs has them.
 */
#include "engine/environment/environment_internal.h"

#include <string.h>

#define CACHES_MAXIMUM 16

static bool read_cache(const struct collection *collection, int cpu, int index, const char *what,
		       char *value, size_t size)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cache/index%d/%s", cpu, index,
		 what);
	return collection_read_line(collection, path, value, size) == 0 && value[0] != '\0';
}

/* "cpu.cache_l1d" for level 1, Data; "cpu.cache_l2" for what holds both. */
static void set_cache(struct collection *collection, int cpu, int index)
{
	char level[16];
	char type[32];
	char size[32];
	char key[64];
	char source[128];
	const char *letter = "";

	if (!read_cache(collection, cpu, index, "level", level, sizeof(level)) ||
	    !read_cache(collection, cpu, index, "type", type, sizeof(type)) ||
	    !read_cache(collection, cpu, index, "size", size, sizeof(size)))
		return;
	if (strcmp(type, "Data") == 0)
		letter = "d";
	else if (strcmp(type, "Instruction") == 0)
		letter = "i";
	snprintf(key, sizeof(key), "cpu.cache_l%.8s%s", level, letter);
	snprintf(source, sizeof(source), "/sys/devices/system/cpu/cpu%d/cache/index%d", cpu, index);
	collection_set(collection, key, size, source);
}

void environment_probe_caches(struct collection *collection)
{
	const struct environment_request *request = collection->request;
	int cpu = request && request->cpu >= 0 ? request->cpu : 0;

	for (int index = 0; index < CACHES_MAXIMUM; index++)
		set_cache(collection, cpu, index);
}
