/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_collect.c - runs the probes in the order in which they need each other.
 */
#include "engine/environment/environment_internal.h"

#include <errno.h>

#define INTERVAL_MS 20 /* between the two looks at the processes */

static void probe_settings(struct collection *collection)
{
	environment_probe_host(collection);
	environment_probe_kernel(collection);
	environment_probe_config(collection);
	environment_probe_lsm(collection);
	environment_probe_lsm_state(collection);
	environment_probe_self(collection);
	environment_probe_audit(collection);
	environment_probe_cpu(collection);
	environment_probe_caches(collection);
	environment_probe_machine(collection);
	environment_probe_virtualization(collection);
	environment_probe_scratch(collection);
	environment_probe_load(collection);
	environment_probe_counters(collection);
}

/* Sleep until INTERVAL_MS after then; the probes have used up a part of it. */
static void wait_since(const struct timespec *then)
{
	struct timespec until = *then;

	until.tv_nsec += INTERVAL_MS * 1000000L;
	if (until.tv_nsec >= 1000000000L) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000L;
	}
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
}

/* What is looked at twice, INTERVAL_MS apart. */
struct look {
	struct process_scan processes;
	struct sibling_look siblings;
	int code; /* of the processes: 0 or a negative errno */
};

static void look_take(const struct collection *collection, struct look *look)
{
	sibling_look_take(collection, &look->siblings);
	look->code = process_scan_take(collection, &look->processes);
}

static void probe_busy(struct collection *collection, const struct look *before)
{
	struct look after;

	if (collection->roots->live)
		wait_since(&before->processes.when);
	look_take(collection, &after);
	environment_probe_siblings(collection, &before->siblings, &after.siblings);
	if (before->code == -ENOMEM || after.code == -ENOMEM)
		collection->failed = -ENOMEM;
	else if (before->code || after.code)
		collection_unreadable(collection, "process.busiest.1", "/proc",
				      before->code ? before->code : after.code, NULL);
	else
		environment_probe_processes(collection, &before->processes, &after.processes);
	process_scan_clear(&after.processes);
}

static int finished(const struct collection *collection, struct error *error)
{
	if (!collection->failed)
		return 0;
	return error_set(error, collection->failed,
			 "the environment could not be recorded: %s; close other programs and "
			 "start again",
			 error_words(collection->failed));
}

int environment_collect_from(struct environment *environment,
			     const struct environment_request *request,
			     const struct environment_roots *roots, struct error *error)
{
	struct collection collection = {environment, request, roots, 0};
	struct look before;
	int code;

	*environment = (struct environment){0};
	look_take(&collection, &before);
	probe_settings(&collection);
	probe_busy(&collection, &before);
	process_scan_clear(&before.processes);
	environment_judge(&collection);
	code = finished(&collection, error);
	if (code)
		environment_clear(environment);
	return code;
}

int environment_finish_from(struct environment *environment,
			    const struct environment_request *request,
			    const struct environment_roots *roots, struct error *error)
{
	struct environment now = {0};
	struct collection collection = {environment, request, roots, 0};
	struct collection again = {&now, request, roots, 0};
	int code;

	probe_settings(&again);
	code = finished(&again, error);
	if (!code) {
		environment_compare_during(&collection, &now);
		code = finished(&collection, error);
	}
	environment_clear(&now);
	return code;
}

int environment_collect(struct environment *environment, const struct environment_request *request,
			struct error *error)
{
	const struct environment_roots roots = {"", true};

	return environment_collect_from(environment, request, &roots, error);
}

int environment_finish(struct environment *environment, const struct environment_request *request,
		       struct error *error)
{
	const struct environment_roots roots = {"", true};

	return environment_finish_from(environment, request, &roots, error);
}
