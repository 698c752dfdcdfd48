/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_machine.c - memory, clock source, power, and the version of this program.
 */
#include "engine/environment/environment_internal.h"
#include "engine/text/version.h"

#include <errno.h>
#include <string.h>

#define MEMINFO_PATH "/proc/meminfo"
#define SUPPLY_PATH "/sys/class/power_supply"

static void probe_memory_field(struct collection *collection, const char *meminfo, const char *name,
			       const char *key)
{
	const char *line = strstr(meminfo, name);
	char value[128];

	if (!line) {
		collection_unknown(collection, key, MEMINFO_PATH " has no line %s", name);
		return;
	}
	line += strlen(name);
	line += strspn(line, ": \t");
	text_clean(line, strcspn(line, "\n"), value, sizeof(value));
	collection_set(collection, key, value, MEMINFO_PATH);
}

static void probe_memory(struct collection *collection)
{
	char meminfo[8192];
	ssize_t length = collection_read(collection, MEMINFO_PATH, meminfo, sizeof(meminfo));

	if (length < 0) {
		collection_unreadable(collection, "machine.memory", MEMINFO_PATH, (int)length,
				      NULL);
		return;
	}
	probe_memory_field(collection, meminfo, "MemTotal", "machine.memory");
	probe_memory_field(collection, meminfo, "SwapTotal", "machine.swap");
	probe_memory_field(collection, meminfo, "MemAvailable", "load.memory_available");
}

/* How long dirty pages may wait: what a benchmark writes is written back by these rules. */
static void probe_writeback(struct collection *collection)
{
	static const char *const names[] = {"dirty_ratio", "dirty_background_ratio",
					    "dirty_expire_centisecs", "dirty_writeback_centisecs"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char key[64], path[128];

		snprintf(key, sizeof(key), "machine.%s", names[i]);
		snprintf(path, sizeof(path), "/proc/sys/vm/%s", names[i]);
		collection_file(collection, key, path, NULL);
	}
}

static void supply_line(const struct collection *collection, const char *supply, const char *file,
			char *line, size_t size)
{
	char path[512];

	snprintf(path, sizeof(path), SUPPLY_PATH "/%s/%s", supply, file);
	collection_read_line(collection, path, line, size);
}

/* What one supply says: 1 on battery, 0 on mains, -1 nothing. A mouse's battery does not count. */
static int supply_state(const struct collection *collection, const char *supply)
{
	char type[32], scope[32], state[32];

	supply_line(collection, supply, "type", type, sizeof(type));
	supply_line(collection, supply, "scope", scope, sizeof(scope));
	if (!strcmp(scope, "Device"))
		return -1;
	supply_line(collection, supply, strcmp(type, "Battery") ? "online" : "status", state,
		    sizeof(state));
	if (!strcmp(type, "Battery"))
		return !strcmp(state, "Discharging") ? 1 : -1;
	return !strcmp(type, "Mains") && !strcmp(state, "1") ? 0 : -1;
}

static void probe_power(struct collection *collection)
{
	DIR *directory = collection_open_directory(collection, SUPPLY_PATH);
	bool battery = false, mains = false;
	struct dirent *entry;

	if (!directory) {
		collection_unreadable(collection, "machine.power", SUPPLY_PATH, errno, NULL);
		return;
	}
	while ((entry = readdir(directory))) {
		int state = entry->d_name[0] == '.' ? -1 : supply_state(collection, entry->d_name);

		battery |= state == 1;
		mains |= state == 0;
	}
	closedir(directory);
	if (battery || mains)
		collection_set(collection, "machine.power", mains ? "mains" : "battery",
			       SUPPLY_PATH);
	else
		collection_unknown(collection, "machine.power",
				   SUPPLY_PATH " shows neither mains nor a discharging battery");
}

void environment_probe_machine(struct collection *collection)
{
	static const char clocks[] = "/sys/devices/system/clocksource/clocksource0";
	char path[128];

	collection_set(collection, "lsmbench.version", LSMBENCH_VERSION, "this program");
	probe_memory(collection);
	snprintf(path, sizeof(path), "%s/current_clocksource", clocks);
	collection_file(collection, "machine.clocksource", path, NULL);
	snprintf(path, sizeof(path), "%s/available_clocksource", clocks);
	collection_file(collection, "machine.clocksources", path, NULL);
	collection_choice(collection, "machine.huge_pages",
			  "/sys/kernel/mm/transparent_hugepage/enabled",
			  "CONFIG_TRANSPARENT_HUGEPAGE is off");
	collection_file(collection, "machine.randomize_addresses",
			"/proc/sys/kernel/randomize_va_space", NULL);
	collection_file(collection, "machine.scheduler_autogroup",
			"/proc/sys/kernel/sched_autogroup_enabled",
			"CONFIG_SCHED_AUTOGROUP is off");
	probe_writeback(collection);
	probe_power(collection);
}
