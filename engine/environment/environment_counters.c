/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_counters.c - the load, and the counters whose growth tells what disturbed a session.
 *
 * Counters are read at the start and at the end; environment_during.c takes the differences.
 */
#include "engine/environment/environment_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STAT_PATH "/proc/stat"
#define AVC_PATH "/sys/fs/selinux/avc/cache_stats"

/* "cpu  user nice system idle iowait irq softirq steal ...", in ticks. */
static bool parse_ticks(const char *line, unsigned long long *total, unsigned long long *steal)
{
	unsigned long long ticks[8];

	if (sscanf(line, "%*s %llu %llu %llu %llu %llu %llu %llu %llu", &ticks[0], &ticks[1],
		   &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]) != 8)
		return false;
	*total = 0;
	for (size_t i = 0; i < 8; i++)
		*total += ticks[i];
	*steal = ticks[7];
	return true;
}

static void set_ticks(struct collection *collection, const char *line, const char *total_key,
		      const char *steal_key)
{
	unsigned long long total, steal;

	if (parse_ticks(line, &total, &steal)) {
		collection_format(collection, total_key, STAT_PATH, "%llu", total);
		collection_format(collection, steal_key, STAT_PATH, "%llu", steal);
	} else {
		collection_unknown(collection, total_key, STAT_PATH " has an unknown form");
		collection_unknown(collection, steal_key, STAT_PATH " has an unknown form");
	}
}

static void read_stat_line(struct collection *collection, const char *line, const char *worker)
{
	unsigned long long number;

	if (!strncmp(line, "cpu ", 4))
		set_ticks(collection, line, "counter.ticks", "counter.steal");
	else if (worker[0] && !strncmp(line, worker, strlen(worker)))
		set_ticks(collection, line, "counter.worker_ticks", "counter.worker_steal");
	else if (sscanf(line, "ctxt %llu", &number) == 1)
		collection_format(collection, "counter.context_switches", STAT_PATH, "%llu",
				  number);
	else if (sscanf(line, "procs_running %llu", &number) == 1)
		collection_format(collection, "load.running", STAT_PATH, "%llu", number);
}

static void probe_stat(struct collection *collection)
{
	FILE *file = collection_open(collection, STAT_PATH);
	char *line = NULL, worker[32] = "";
	size_t size = 0;

	if (!file) {
		collection_unreadable(collection, "counter.steal", STAT_PATH, errno, NULL);
		return;
	}
	if (collection->request && collection->request->cpu >= 0)
		snprintf(worker, sizeof(worker), "cpu%d ", collection->request->cpu);
	while (getline(&line, &size, file) >= 0)
		read_stat_line(collection, line, worker);
	free(line);
	fclose(file);
}

static void probe_uptime(struct collection *collection)
{
	char line[128];
	int code = collection_read_line(collection, "/proc/uptime", line, sizeof(line));

	if (code) {
		collection_unreadable(collection, "counter.uptime", "/proc/uptime", code, NULL);
		return;
	}
	line[strcspn(line, " ")] = '\0';
	collection_set(collection, "counter.uptime", line, "/proc/uptime");
}

/* A heading, then a line a CPU: lookups hits misses allocations reclaims frees. */
static void probe_avc(struct collection *collection)
{
	unsigned long long lookups = 0, misses = 0, row[3];
	FILE *file = collection_open(collection, AVC_PATH);
	char line[256];

	if (!file) {
		collection_unreadable(collection, "counter.avc_lookups", AVC_PATH, errno, NULL);
		return;
	}
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "%llu %llu %llu", &row[0], &row[1], &row[2]) == 3) {
			lookups += row[0];
			misses += row[2];
		}
	fclose(file);
	collection_format(collection, "counter.avc_lookups", AVC_PATH, "%llu", lookups);
	collection_format(collection, "counter.avc_misses", AVC_PATH, "%llu", misses);
}

static void probe_throttling(struct collection *collection)
{
	int cpu =
		collection->request && collection->request->cpu >= 0 ? collection->request->cpu : 0;
	static const char *const parts[] = {"core", "package"};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		char key[64], path[128];

		snprintf(key, sizeof(key), "counter.%s_throttled", parts[i]);
		snprintf(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/thermal_throttle/%s_throttle_count", cpu,
			 parts[i]);
		collection_file(collection, key, path, "this machine shows no throttling");
	}
}

void environment_probe_counters(struct collection *collection)
{
	probe_uptime(collection);
	probe_stat(collection);
	probe_throttling(collection);
	if (!strcmp(environment_value(collection->environment, "lsm.selinux.state", ""), "active"))
		probe_avc(collection);
}

void environment_probe_load(struct collection *collection)
{
	const char *path = "/proc/loadavg";
	double one, five, fifteen;
	char line[128];
	int code = collection_read_line(collection, path, line, sizeof(line));

	if (code)
		collection_unreadable(collection, "load.average", path, code, NULL);
	else if (sscanf(line, "%lf %lf %lf", &one, &five, &fifteen) == 3)
		collection_format(collection, "load.average", path, "%.2f %.2f %.2f", one, five,
				  fifteen);
	else
		collection_unknown(collection, "load.average", "%s has an unknown form", path);
	collection_file(collection, "load.cpu_pressure", "/proc/pressure/cpu", "CONFIG_PSI is off");
}
