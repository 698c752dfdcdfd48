/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_warnings.c - what a person should know before trusting the numbers, with the remedy.
 *
 * Rare and true: each warning follows from items that are known, and names no path.
 */
#include "engine/environment/environment_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/environment/security_module.h"

#define STEAL_LIMIT 1.0 /* percent since boot */
#define BUSY_LIMIT 50.0 /* percent */
#define FREE_MIB_LIMIT 200ULL
#define FREE_INODES_LIMIT 20000ULL /* the published suite makes about 11,000 files a step */

static bool value_is(const struct collection *collection, const char *key, const char *value)
{
	const char *known = collection_value(collection, key);

	return known && !strcmp(known, value);
}

static int worker_cpu(const struct collection *collection)
{
	return collection->request ? collection->request->cpu : -1;
}

static void warn_governor(struct collection *collection)
{
	const char *governor = collection_value(collection, "cpu.governor");
	int cpu = worker_cpu(collection);

	if (!governor || !strcmp(governor, "performance"))
		return;
	if (cpu < 0)
		collection_warn(collection, WARNING_ALARM,
				"governor is %s, medians drift: cpupower frequency-set -g "
				"performance",
				governor);
	else
		collection_warn(collection, WARNING_ALARM,
				"governor is %s on CPU %d, medians drift: cpupower -c %d "
				"frequency-set -g performance",
				governor, cpu, cpu);
}

static void warn_smt(struct collection *collection)
{
	const char *siblings = collection_value(collection, "cpu.core_siblings");
	const char *busy = collection_value(collection, "load.siblings_busy");
	int cpu = worker_cpu(collection);

	if (!value_is(collection, "cpu.smt", "on") || !siblings || !strpbrk(siblings, ",-"))
		return;
	if (cpu < 0)
		collection_warn(collection, WARNING_NOTE,
				"SMT is on, work on a core's other thread slows ours: echo off > "
				"/sys/devices/system/cpu/smt/control");
	else if (busy && strtod(busy, NULL) >= BUSY_LIMIT)
		collection_warn(collection, WARNING_ALARM,
				"another thread of CPU %d's core (SMT, CPUs %s) is busy and slows "
				"the worker: choose another --cpu, or echo off > "
				"/sys/devices/system/cpu/smt/control",
				cpu, siblings);
	else
		collection_warn(collection, WARNING_NOTE,
				"CPUs %s share one core (SMT), work on the others slows CPU %d: "
				"echo off > /sys/devices/system/cpu/smt/control",
				siblings, cpu);
}

static void warn_turbo(struct collection *collection)
{
	const struct environment_item *turbo =
		environment_find(collection->environment, "cpu.turbo");

	if (!turbo || !turbo->value || strcmp(turbo->value, "on") != 0)
		return;
	collection_warn(collection, WARNING_NOTE,
			"turbo is on, the clock follows load and temperature: echo %d > %s",
			strstr(turbo->source, "no_turbo") ? 1 : 0, turbo->source);
}

static void warn_load(struct collection *collection)
{
	const char *load = collection_value(collection, "load.average");
	const char *busiest = environment_value(collection->environment, "process.busiest.1", "");
	double average = load ? strtod(load, NULL) : 0;

	if (average > 1)
		collection_warn(collection, WARNING_ALARM,
				"load is %.2f, other work disturbs every run: wait, or stop it "
				"(busiest: %.*s)",
				average, (int)strcspn(busiest, ":"), busiest);
}

static void warn_other_worker(struct collection *collection)
{
	const char *other = collection_value(collection, "process.other_worker");

	if (other)
		collection_warn(collection, WARNING_ALARM,
				"another session measures here (%s), both disturb each other: wait "
				"for its end, or choose another --cpu",
				other);
}

static void warn_steal(struct collection *collection)
{
	const char *steal = collection_value(collection, "counter.steal");
	const char *ticks = collection_value(collection, "counter.ticks");
	double percent = steal && ticks && strtod(ticks, NULL) > 0
				 ? 100 * strtod(steal, NULL) / strtod(ticks, NULL)
				 : 0;

	if (percent > STEAL_LIMIT)
		collection_warn(collection, WARNING_NOTE,
				"the hypervisor took %.1f%% of this machine's time since boot "
				"(steal): expect drift, compare only paired runs",
				percent);
}

static void warn_securityfs(struct collection *collection)
{
	if (value_is(collection, "lsm.securityfs", "not mounted"))
		collection_warn(collection, WARNING_NOTE,
				"securityfs is not mounted, the state of some security modules is "
				"unknown: mount -t securityfs securityfs /sys/kernel/security");
}

static void warn_seccomp(struct collection *collection)
{
	const char *filters = collection_value(collection, "self.seccomp_filters");
	unsigned long count = filters ? strtoul(filters, NULL, 10) : 0;

	if (count)
		collection_warn(
			collection, WARNING_ALARM,
			"this shell already carries %lu seccomp filter%s, \"none\" includes "
			"%s: start outside the container or sandbox",
			count, count == 1 ? "" : "s", count == 1 ? "it" : "them");
	else if (value_is(collection, "self.seccomp", "filter"))
		collection_warn(collection, WARNING_ALARM,
				"this shell already carries seccomp filters, \"none\" includes "
				"them: start outside the container or sandbox");
}

static void warn_audit(struct collection *collection)
{
	const char *rules = collection_value(collection, "audit.rules");

	if (rules && strtoul(rules, NULL, 10) && !value_is(collection, "audit.enabled", "off"))
		collection_warn(collection, WARNING_NOTE,
				"audit is on with %s rules, every system call pays for them: "
				"auditctl -D removes them until the next boot",
				rules);
}

static void warn_one_cpu(struct collection *collection)
{
	const char *online = collection_value(collection, "cpu.online");

	if (online && !strncmp(online, "1 ", 2))
		collection_warn(collection, WARNING_NOTE,
				"only one CPU is online, the console shares it with the worker: "
				"run headless (lsmbench run) for the quietest numbers");
}

static void warn_battery(struct collection *collection)
{
	if (value_is(collection, "machine.power", "battery"))
		collection_warn(collection, WARNING_ALARM,
				"the machine runs on battery, its clock is kept low: connect the "
				"power supply");
}

/* Clock sources that are read through a port or a bus, outside the vDSO. */
static void warn_clocksource(struct collection *collection)
{
	static const char *const slow[] = {"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"};

	for (size_t i = 0; i < sizeof(slow) / sizeof(slow[0]); i++)
		if (value_is(collection, "machine.clocksource", slow[i]))
			collection_warn(collection, WARNING_ALARM,
					"clock source is %s, each reading costs about a "
					"microsecond: boot with tsc=reliable where the processor's "
					"counter is sound, and use longer batches",
					slow[i]);
}

static void warn_debug_kernel(struct collection *collection)
{
	static const char *const options[] = {
		"config.kasan",          "config.kcsan",
		"config.kmsan",          "config.kcov",
		"config.lockdep",        "config.prove_locking",
		"config.lock_stat",      "config.debug_atomic_sleep",
		"config.debug_objects",  "config.debug_pagealloc_enable_default",
		"config.slub_debug_on",  "config.gcov_kernel",
		"config.debug_kmemleak",
	};
	char list[512] = "";

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		size_t used = strlen(list);

		if (value_is(collection, options[i], "y"))
			snprintf(list + used, sizeof(list) - used, "%s%s", used ? ", " : "",
				 options[i] + strlen("config."));
	}
	if (list[0])
		collection_warn(collection, WARNING_ALARM,
				"this is a debug kernel (%s), its system calls cost a multiple: "
				"measure a kernel built without these options",
				list);
}

/* "integrity" may be asked for and is in no kernel's list; of a name that is new, nobody knows. */
static bool is_listed_by_kernels(const char *name, size_t length)
{
	const struct security_module *module = security_module_find_part(name, length);

	return !module || module->id;
}

/* "lsm=landlock,selinux" asks; only the active list tells whether it was heard. */
static void warn_requested(struct collection *collection)
{
	const char *active = collection_value(collection, "lsm.active");
	const char *requested = collection_value(collection, "lsm.requested");
	const char *list = requested ? strstr(requested, "lsm=") : NULL;
	const char *name;
	char asked[VALUE_SIZE];
	size_t length;

	if (!active || !list || (list != requested && list[-1] != ' '))
		return;
	list += strlen("lsm=");
	snprintf(asked, sizeof(asked), "%.*s", (int)strcspn(list, " "), list);
	list = asked;
	while ((name = module_list_next(&list, &length)))
		if (is_listed_by_kernels(name, length) &&
		    !module_list_has_part(active, name, length))
			collection_warn(collection, WARNING_NOTE,
					"lsm= on the command line asks for %.*s, which is not "
					"active: use a kernel that is built with it",
					(int)(length < 60 ? length : 60), name);
}

static const char *scratch_value(const struct collection *collection, size_t index,
				 const char *name)
{
	char key[64];

	snprintf(key, sizeof(key), "scratch.%zu.%s", index, name);
	return collection_value(collection, key);
}

static const char *scratch_trouble(const char *type)
{
	static const struct {
		const char *type;
		const char *trouble;
	} troubles[] = {
		{"nfs", "a network file system"},        {"nfs4", "a network file system"},
		{"cifs", "a network file system"},       {"smb3", "a network file system"},
		{"ceph", "a network file system"},       {"9p", "the host's file system"},
		{"virtiofs", "the host's file system"},  {"afs", "a network file system"},
		{"overlay", "two file systems at once"},
	};

	for (size_t i = 0; i < sizeof(troubles) / sizeof(troubles[0]); i++)
		if (!strcmp(type, troubles[i].type))
			return troubles[i].trouble;
	return strncmp(type, "fuse", 4) ? NULL : "a file system in user space";
}

static void warn_scratch_space(struct collection *collection, size_t index)
{
	const char *space = scratch_value(collection, index, "free_space");
	const char *inodes = scratch_value(collection, index, "free_inodes");
	unsigned long long free_mib = space ? strtoull(space, NULL, 10) : FREE_MIB_LIMIT;
	unsigned long long free_inodes = inodes ? strtoull(inodes, NULL, 10) : FREE_INODES_LIMIT;

	if (free_mib < FREE_MIB_LIMIT)
		collection_warn(collection, WARNING_ALARM,
				"scratch directory %zu has only %llu MiB left, large directories "
				"may not fit: free some space or give another --scratch",
				index + 1, free_mib);
	if (free_inodes < FREE_INODES_LIMIT)
		collection_warn(collection, WARNING_ALARM,
				"scratch directory %zu has only %llu inodes left, large "
				"directories may not fit: give another --scratch",
				index + 1, free_inodes);
}

static void warn_scratch(struct collection *collection)
{
	const struct text_list *list = collection->request ? collection->request->scratches : NULL;

	for (size_t i = 0; list && i < list->count; i++) {
		const char *type = scratch_value(collection, i, "type");
		const char *trouble = type ? scratch_trouble(type) : NULL;

		if (trouble)
			collection_warn(collection, WARNING_ALARM,
					"scratch directory %zu is on %s, that measures %s: give a "
					"local one with --scratch",
					i + 1, type, trouble);
		warn_scratch_space(collection, i);
	}
}

void environment_judge(struct collection *collection)
{
	warn_governor(collection);
	warn_battery(collection);
	warn_load(collection);
	warn_other_worker(collection);
	warn_seccomp(collection);
	warn_debug_kernel(collection);
	warn_clocksource(collection);
	warn_scratch(collection);
	warn_requested(collection);
	warn_audit(collection);
	warn_steal(collection);
	warn_securityfs(collection);
	warn_smt(collection);
	warn_turbo(collection);
	warn_one_cpu(collection);
}
