/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_during.c - what happened between the start and the end of a session: the growth of
 * the counters, the settings that changed, and the warnings that follow.
 */
#include "engine/environment/environment_internal.h"

#include <stdlib.h>
#include <string.h>

#define STEAL_LIMIT 1.0 /* percent */

/* Both values of a counter, as numbers. */
struct growth {
	double before;
	double after;
};

static bool growth_of(const struct collection *collection, const struct environment *now,
		      const char *key, struct growth *growth)
{
	const char *before = environment_value(collection->environment, key, NULL);
	const char *after = environment_value(now, key, NULL);

	if (!before || !after)
		return false;
	growth->before = strtod(before, NULL);
	growth->after = strtod(after, NULL);
	return growth->after >= growth->before;
}

/* The growth of a counter, -1 when it is unknown; the item is set either way. */
static double set_growth(struct collection *collection, const struct environment *now,
			 const char *name)
{
	const struct environment_item *item;
	char key[64], from[64];
	struct growth growth;

	snprintf(key, sizeof(key), "during.%s", name);
	snprintf(from, sizeof(from), "counter.%s", name);
	item = environment_find(now, from);
	if (!growth_of(collection, now, from, &growth)) {
		collection_unknown(collection, key, "%s",
				   item && item->reason ? item->reason
							: "the counter was not read at both ends");
		return -1;
	}
	collection_format(collection, key, item && item->source ? item->source : "", "%.0f",
			  growth.after - growth.before);
	return growth.after - growth.before;
}

static double set_seconds(struct collection *collection, const struct environment *now)
{
	struct growth growth;

	if (!growth_of(collection, now, "counter.uptime", &growth)) {
		collection_unknown(collection, "during.seconds", "/proc/uptime was not read twice");
		return -1;
	}
	collection_format(collection, "during.seconds", "/proc/uptime", "%.2f",
			  growth.after - growth.before);
	return growth.after - growth.before;
}

/* Stolen ticks in percent of all; -1 when unknown or when no tick has passed. */
static double set_steal(struct collection *collection, const struct environment *now,
			const char *key, const char *steal_key, const char *ticks_key)
{
	struct growth steal, ticks;
	double percent;

	if (!growth_of(collection, now, steal_key, &steal) ||
	    !growth_of(collection, now, ticks_key, &ticks) || ticks.after <= ticks.before) {
		collection_unknown(collection, key, "/proc/stat tells no two different times");
		return -1;
	}
	percent = 100 * (steal.after - steal.before) / (ticks.after - ticks.before);
	collection_format(collection, key, "/proc/stat", "%.2f%%", percent);
	return percent;
}

static void judge_steal(struct collection *collection, const struct environment *now)
{
	double all = set_steal(collection, now, "during.steal", "counter.steal", "counter.ticks");
	double worker = -1;
	int cpu = collection->request ? collection->request->cpu : -1;

	if (cpu >= 0)
		worker = set_steal(collection, now, "during.worker_steal", "counter.worker_steal",
				   "counter.worker_ticks");
	if (worker > STEAL_LIMIT)
		collection_warn(collection, WARNING_ALARM,
				"steal: the hypervisor took %.1f%% of CPU %d's time during the "
				"session, medians drift: repeat when the host is quieter, or trust "
				"only paired differences",
				worker, cpu);
	else if (all > STEAL_LIMIT)
		collection_warn(collection, WARNING_ALARM,
				"steal: the hypervisor took %.1f%% of this machine's time during "
				"the session, medians drift: repeat when the host is quieter, or "
				"trust only paired differences",
				all);
}

static void judge_throttling(struct collection *collection, const struct environment *now)
{
	double core = set_growth(collection, now, "core_throttled");
	double package = set_growth(collection, now, "package_throttled");

	if (core > 0 || package > 0)
		collection_warn(collection, WARNING_ALARM,
				"the processor was throttled %.0f times by its temperature during "
				"the session: let it cool, improve the air flow or lower the "
				"clock, then repeat",
				core > package ? core : package);
}

static void judge_audit(struct collection *collection, const struct environment *now)
{
	if (!environment_value(now, "audit.enabled", NULL))
		return;
	if (set_growth(collection, now, "audit_lost") > 0)
		collection_warn(collection, WARNING_ALARM,
				"audit lost records during the session, its backlog was full: "
				"every audited call paid for it; remove the rules (auditctl -D) "
				"and repeat");
}

static void set_load(struct collection *collection, const struct environment *now)
{
	const char *load = environment_value(now, "load.average", NULL);

	if (!load) {
		collection_unknown(collection, "during.load_at_end",
				   "/proc/loadavg cannot be read");
		return;
	}
	collection_set(collection, "during.load_at_end", load, "/proc/loadavg");
}

static void set_switches(struct collection *collection, const struct environment *now,
			 double seconds)
{
	double switches = set_growth(collection, now, "context_switches");

	if (switches >= 0 && seconds > 0)
		collection_format(collection, "during.context_switch_rate", "/proc/stat", "%.0f/s",
				  switches / seconds);
}

/* What the session itself changes: the front end leaves the worker's CPU, a person mounts. */
static bool may_change(const char *key)
{
	static const char *const keys[] = {"self.cpus_allowed", "cpu.worker", "lsm.securityfs"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return environment_is_volatile(key) || environment_is_private(key);
}

/* Only of two known values can it be said that they differ. */
static bool has_changed(const struct collection *collection, const struct environment *now,
			const char *key)
{
	const char *before = collection_value(collection, key);
	const char *after = environment_value(now, key, NULL);

	return before && after && strcmp(before, after) != 0;
}

/* The key tells of a scratch directory's path, on which another file system now stands. */
static bool is_of_other_mount(const struct collection *collection, const struct environment *now,
			      const char *key)
{
	char type[64];
	size_t index;

	if (sscanf(key, "scratch.%zu.", &index) != 1)
		return false;
	snprintf(type, sizeof(type), "scratch.%zu.type", index);
	return has_changed(collection, now, type);
}

static void note_change(const struct collection *collection, const struct environment *now,
			const struct environment_item *item, char *changes, size_t size)
{
	const char *before = collection_value(collection, item->key);
	size_t used = strlen(changes);

	if (may_change(item->key) || !has_changed(collection, now, item->key))
		return;
	snprintf(changes + used, size - used, "%s%s from %.64s to %.64s", used ? "; " : "",
		 item->key, before, item->value);
}

static void judge_changes(struct collection *collection, const struct environment *now)
{
	char changes[VALUE_SIZE / 2] = "";
	char mounts[VALUE_SIZE / 4] = "";
	char all[VALUE_SIZE];

	for (size_t i = 0; i < now->item_count; i++) {
		const struct environment_item *item = &now->items[i];

		if (is_of_other_mount(collection, now, item->key))
			note_change(collection, now, item, mounts, sizeof(mounts));
		else
			note_change(collection, now, item, changes, sizeof(changes));
	}
	snprintf(all, sizeof(all), "%s%s%s", changes, changes[0] && mounts[0] ? "; " : "", mounts);
	collection_set(collection, "during.changed", all[0] ? all : "nothing", "a second reading");
	/* The session holds its directories open: it stays on what it began on. */
	if (mounts[0])
		collection_warn(collection, WARNING_NOTE,
				"something was mounted over the scratch directory or unmounted "
				"there during the session (%s): the runs stayed on the file system "
				"that they began on; look for what is left on it",
				mounts);
	if (changes[0])
		collection_warn(collection, WARNING_ALARM,
				"the machine's settings changed during the session (%s): runs "
				"before and after are not comparable, repeat the session",
				changes);
}

void environment_compare_during(struct collection *collection, const struct environment *now)
{
	double seconds = set_seconds(collection, now);

	judge_steal(collection, now);
	set_switches(collection, now, seconds);
	set_load(collection, now);
	judge_throttling(collection, now);
	judge_audit(collection, now);
	if (!strcmp(environment_value(now, "lsm.selinux.state", ""), "active")) {
		set_growth(collection, now, "avc_lookups");
		set_growth(collection, now, "avc_misses");
	}
	judge_changes(collection, now);
}
