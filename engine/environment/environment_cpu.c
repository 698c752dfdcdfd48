/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_cpu.c - the processor: model, counts, SMT, and what changes its clock.
 */
#include "engine/environment/environment_internal.h"

#include <stdlib.h>
#include <string.h>

#define CPUINFO_PATH "/proc/cpuinfo"
#define CPU_PATH "/sys/devices/system/cpu"
#define CPUS_MAXIMUM 4096

/* The value of "name<blanks>: value" in the first processor's lines. */
static bool cpuinfo_field(const char *cpuinfo, const char *name, char *value, size_t size)
{
	size_t length = strlen(name);

	for (const char *line = cpuinfo; line; line = strchr(line, '\n')) {
		const char *colon;

		line += *line == '\n';
		colon = line + length;
		if (strncmp(line, name, length) != 0)
			continue;
		colon += strspn(colon, " \t");
		if (*colon != ':')
			continue;
		colon++;
		colon += strspn(colon, " \t");
		text_clean(colon, strcspn(colon, "\n"), value, size);
		return value[0] != '\0';
	}
	return false;
}

/* ARM kernels give numbers in place of a name. */
static bool arm_model(const char *cpuinfo, char *model, size_t size)
{
	char implementer[32], part[32], variant[32];

	if (!cpuinfo_field(cpuinfo, "CPU implementer", implementer, sizeof(implementer)) ||
	    !cpuinfo_field(cpuinfo, "CPU part", part, sizeof(part)) ||
	    !cpuinfo_field(cpuinfo, "CPU variant", variant, sizeof(variant)))
		return false;
	snprintf(model, size, "ARM implementer %s, part %s, variant %s", implementer, part,
		 variant);
	return true;
}

static bool find_model(const char *cpuinfo, char *model, size_t size)
{
	/* x86 and others; MIPS; PowerPC; RISC-V; s390 */
	static const char *const names[] = {"model name", "cpu model", "cpu",
					    "uarch",      "isa",       "processor 0"};

	if (cpuinfo_field(cpuinfo, names[0], model, size) || arm_model(cpuinfo, model, size))
		return true;
	for (size_t i = 1; i < sizeof(names) / sizeof(names[0]); i++)
		if (cpuinfo_field(cpuinfo, names[i], model, size))
			return true;
	return false;
}

/* Only the first processor's lines are read: the whole file takes long on a large machine. */
static void probe_cpuinfo(struct collection *collection)
{
	char cpuinfo[4096], value[256];
	ssize_t length = collection_read(collection, CPUINFO_PATH, cpuinfo, sizeof(cpuinfo));

	if (length < 0) {
		collection_unreadable(collection, "cpu.model", CPUINFO_PATH, (int)length, NULL);
		return;
	}
	if (find_model(cpuinfo, value, sizeof(value)))
		collection_set(collection, "cpu.model", value, CPUINFO_PATH);
	else
		collection_unknown(collection, "cpu.model", CPUINFO_PATH " names no model");
	if (cpuinfo_field(cpuinfo, "cpu MHz", value, sizeof(value)))
		collection_set(collection, "cpu.mhz", value, CPUINFO_PATH);
	else
		collection_unknown(collection, "cpu.mhz", CPUINFO_PATH " has no line cpu MHz");
	if (cpuinfo_field(cpuinfo, "cache size", value, sizeof(value)))
		collection_set(collection, "cpu.cache", value, CPUINFO_PATH);
	if (cpuinfo_field(cpuinfo, "microcode", value, sizeof(value)))
		collection_set(collection, "cpu.microcode", value, CPUINFO_PATH);
}

/* One range of "0-3,8", and where the next begins; false at the end or in front of nonsense. */
static bool next_range(const char **list, unsigned long *first, unsigned long *last)
{
	char *end;

	if (**list < '0' || **list > '9')
		return false;
	*first = *last = strtoul(*list, &end, 10);
	if (*end == '-')
		*last = strtoul(end + 1, &end, 10);
	*list = *end == ',' ? end + 1 : end;
	return *first <= *last && *last < CPUS_MAXIMUM;
}

static unsigned long count_cpus(const char *list)
{
	unsigned long count = 0, first, last;

	while (next_range(&list, &first, &last))
		count += last - first + 1;
	return count;
}

bool cpu_list_has(const char *list, unsigned long cpu)
{
	unsigned long first, last;

	while (next_range(&list, &first, &last))
		if (first <= cpu && cpu <= last)
			return true;
	return false;
}

static void probe_count(struct collection *collection, const char *which)
{
	char key[64], path[128], list[512];
	int code;

	snprintf(key, sizeof(key), "cpu.%s", which);
	snprintf(path, sizeof(path), CPU_PATH "/%s", which);
	code = collection_read_line(collection, path, list, sizeof(list));
	if (code)
		collection_unreadable(collection, key, path, code, NULL);
	else
		collection_format(collection, key, path, "%lu (%s)", count_cpus(list), list);
}

/* A file of the worker's CPU; of CPU 0 as long as none is chosen. */
static void cpu_path(const struct collection *collection, const char *file, char *path, size_t size)
{
	int cpu =
		collection->request && collection->request->cpu >= 0 ? collection->request->cpu : 0;

	snprintf(path, size, CPU_PATH "/cpu%d/%s", cpu, file);
}

static void probe_cpu_file(struct collection *collection, const char *key, const char *file,
			   const char *hint)
{
	char path[256];

	cpu_path(collection, file, path, sizeof(path));
	collection_file(collection, key, path, hint);
}

/* "0,4" of four threads a core; the worker's own CPU is one of them. */
static void probe_smt(struct collection *collection)
{
	collection_file(collection, "cpu.smt", CPU_PATH "/smt/control",
			"the file is there from Linux 4.19");
	probe_cpu_file(collection, "cpu.core_siblings", "topology/thread_siblings_list", NULL);
}

static void probe_governor(struct collection *collection)
{
	static const char hint[] = "this machine shows no frequency control";

	probe_cpu_file(collection, "cpu.governor", "cpufreq/scaling_governor", hint);
	probe_cpu_file(collection, "cpu.frequency_driver", "cpufreq/scaling_driver", hint);
	probe_cpu_file(collection, "cpu.khz_maximum", "cpufreq/cpuinfo_max_freq", hint);
	if (collection_value(collection, "cpu.governor"))
		probe_cpu_file(collection, "cpu.energy_preference",
			       "cpufreq/energy_performance_preference",
			       "the driver has no such setting");
}

/* Intel's file says "no turbo", the others say "boost". */
static void probe_turbo(struct collection *collection)
{
	static const char no_turbo[] = CPU_PATH "/intel_pstate/no_turbo";
	static const char boost[] = CPU_PATH "/cpufreq/boost";
	char policy[256];
	uint64_t number;

	cpu_path(collection, "cpufreq/boost", policy, sizeof(policy));
	if (collection_read_number(collection, no_turbo, &number))
		collection_set(collection, "cpu.turbo", number ? "off" : "on", no_turbo);
	else if (collection_read_number(collection, boost, &number))
		collection_set(collection, "cpu.turbo", number ? "on" : "off", boost);
	else if (collection_read_number(collection, policy, &number))
		collection_set(collection, "cpu.turbo", number ? "on" : "off", policy);
	else
		collection_unknown(collection, "cpu.turbo",
				   "neither %s nor %s is there: this machine shows no turbo switch",
				   no_turbo, boost);
}

void environment_probe_cpu(struct collection *collection)
{
	probe_cpuinfo(collection);
	probe_count(collection, "online");
	probe_count(collection, "possible");
	if (collection->request && collection->request->cpu >= 0)
		collection_format(collection, "cpu.worker", "the plan", "%d",
				  collection->request->cpu);
	else
		collection_unknown(collection, "cpu.worker", "no CPU is chosen yet");
	probe_smt(collection);
	probe_governor(collection);
	probe_turbo(collection);
	collection_file(collection, "cpu.isolated", CPU_PATH "/isolated", NULL);
	collection_file(collection, "cpu.nohz_full", CPU_PATH "/nohz_full",
			"CONFIG_NO_HZ_FULL is off");
}
