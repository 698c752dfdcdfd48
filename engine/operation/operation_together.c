/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_together.c - an operation by several processes at the same time, each in a directory of
 * its own or all in one, for an interval; and the mixed workload, a fixed number of jobs each.
 *
 * With one process after the other and one CPU after the other this shows what single processes
 * cannot: where they wait for each other.
 */
#include "engine/operation/operation_together.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "engine/operation/memory_room.h"
#include "engine/operation/operation_together_group.h"
#include "engine/operation/operation_together_jobs.h"

/* Rounds of a process through the parts of the mixed workload: some tenths of a second. */
#define MIXED_ROUNDS 40u
#define SECOND 1e9
/* A dozen cases come of the usual numbers of processes and CPUs: at 30 s each nobody would wait. */
#define USUAL_INTERVAL_NS 5000000000u

static const uint64_t together_counts[] = {1, 2, 4, 8};
/* Those of the published tables. */
static const uint64_t mixed_counts[] = {1, 3, 5, 7, 9};

static const struct parameter parameter_together = {
	.name = "processes, CPUs and operation",
	.option = "processes",
	.type = PARAMETER_NUMBER,
	.suffix = "p",
	.unit = "processes",
	.minimum = 1,
	.maximum = 256,
	.defaults = together_counts,
	.default_count = sizeof(together_counts) / sizeof(together_counts[0]),
	.second = &parameter_cpus,
	.of = TOGETHER_MIXED,
	.help = "how many processes run at once",
};

static const struct parameter parameter_together_shared = {
	.name = "processes, CPUs and operation",
	.option = "processes",
	.type = PARAMETER_NUMBER,
	.suffix = "p",
	.unit = "processes",
	.minimum = 1,
	.maximum = 256,
	.defaults = together_counts,
	.default_count = sizeof(together_counts) / sizeof(together_counts[0]),
	.second = &parameter_cpus,
	.of = "open-close FFF",
	.help = "how many processes run at once",
};

static const struct parameter parameter_mixed = {
	.name = "processes and CPUs",
	.option = "processes",
	.type = PARAMETER_NUMBER,
	.suffix = "p",
	.unit = "processes",
	.minimum = 1,
	.maximum = 256,
	.defaults = mixed_counts,
	.default_count = sizeof(mixed_counts) / sizeof(mixed_counts[0]),
	.second = &parameter_cpus,
	.help = "how many processes run at once",
};

static const enum metric_id together_tells[] = {
	METRIC_PROCESS_RATE,      METRIC_PROCESS_RATE_LEAST,
	METRIC_PROCESS_RATE_MOST, METRIC_PROCESS_SPREAD,
	METRIC_PARENT_TIME,       METRIC_CHILD_SYSTEM,
	METRIC_CHILD_USER,        METRIC_NONE,
};

static const enum metric_id mixed_tells[] = {
	METRIC_PARENT_TIME,
	METRIC_CHILD_SYSTEM,
	METRIC_CHILD_USER,
	METRIC_JOBS_PER_MINUTE,
	METRIC_JOBS_PER_MINUTE_CHILD,
	METRIC_CHILD_SD,
	METRIC_CHILD_SD_PERCENT,
	METRIC_JTI,
	METRIC_NONE,
};

uint64_t together_mixed_jobs(void)
{
	struct together_inner inner;

	return together_inner_find(TOGETHER_MIXED, &inner, NULL) < 0 ? 0
								     : MIXED_ROUNDS * inner.count;
}

/* So many at once of what takes memory must not push anything out to swap. */
static int check_memory(const struct together_group *group, struct error *error)
{
	const uint64_t available = memory_available();
	uint64_t each = 0;

	for (size_t i = 0; i < group->inner.count; i++) {
		const struct together_part *part = &group->inner.parts[i];
		const struct parameter *parameter = part->operation->parameter;

		/* Two copies at the most, or a number of working sets. */
		if (parameter->type == PARAMETER_NUMBER && parameter->is_bytes)
			each += 2 * parameter_number(parameter, part->parameter);
		else if (parameter->type == PARAMETER_NUMBER && parameter->second)
			each += parameter_number(parameter, part->parameter) *
				parameter_second(parameter, part->parameter);
	}
	if (available == 0 || each <= available / 4 / group->processes)
		return 0;
	return error_set(
		error, -EOPNOTSUPP,
		"%llu processes of %llu MiB each need more than a fourth of the %llu MiB of "
		"memory that are available",
		(unsigned long long)group->processes, (unsigned long long)(each >> 20),
		(unsigned long long)(available >> 20));
}

static int check_shared(const struct together_group *group, struct error *error)
{
	for (size_t i = 0; i < group->inner.count && group->is_shared; i++)
		if (group->inner.parts[i].operation->names_clash)
			return error_set(
				error, -EOPNOTSUPP,
				"%s makes or moves files of a fixed name, which only one can "
				"do in a directory: take together, or mkstemp",
				group->inner.parts[i].operation->name);
	return 0;
}

static int prepare(struct context *context, struct together_group *group, const char *of,
		   struct error *error)
{
	int code = together_inner_find(of, &group->inner, error);

	group->processes = context->number;
	if (code == 0)
		code = together_group_choose_cpus(group, &context->cpus, context->second, error);
	if (code == 0)
		code = check_shared(group, error);
	if (code == 0)
		code = check_memory(group, error);
	if (code == 0)
		code = together_group_take(group, error);
	if (code == 0)
		code = together_places_make(&group->places, context->directory_fd, &group->inner,
					    group->is_shared ? 1 : group->processes, error);
	return code;
}

static int set_up(struct context *context, const char *of, bool is_shared, struct error *error)
{
	struct together_group *group = calloc(1, sizeof(*group));

	if (!group)
		return error_set(error, -ENOMEM, "out of memory");
	group->places.fd = -1;
	group->is_shared = is_shared;
	context->state = group;
	return prepare(context, group, of, error);
}

static int setup(struct context *context, struct error *error)
{
	return set_up(context, context->path, false, error);
}

static int setup_shared(struct context *context, struct error *error)
{
	return set_up(context, context->path, true, error);
}

static int setup_mixed(struct context *context, struct error *error)
{
	return set_up(context, TOGETHER_MIXED, false, error);
}

/* One round of all: each process proves its work and does some of it. */
static int verify(struct context *context, struct error *error)
{
	struct together_group *group = context->state;
	int code;

	group->rounds = 1;
	code = together_group_run(group, NULL, error);
	/* A limit is nobody's mistake. */
	return code == -EAGAIN || code == -ENOMEM ? -EOPNOTSUPP : code;
}

static void teardown(struct context *context)
{
	struct together_group *group = context->state;

	if (!group)
		return;
	together_places_remove(&group->places);
	together_group_release(group);
	free(group);
	context->state = NULL;
}

/* What all did in sum. */
struct sum {
	double iterations;
	double rate; /* a second, of all processes */
	double least;
	double most;
	double parent; /* seconds, from the start to the last end */
	double user;
	double system;
};

static struct sum sum_up(const struct together_group *group)
{
	struct sum sum = {.least = INFINITY};

	for (uint64_t i = 0; i < group->processes; i++) {
		const struct together_slot *slot = &group->shared->slots[i];
		const double seconds = (double)slot->busy_ns / SECOND;
		const double rate = seconds > 0 ? (double)slot->iterations / seconds : 0;

		sum.iterations += (double)slot->iterations;
		sum.rate += rate;
		sum.least = fmin(sum.least, rate);
		sum.most = fmax(sum.most, rate);
		sum.parent = fmax(sum.parent, (double)slot->elapsed_ns / SECOND);
		sum.user += slot->user;
		sum.system += slot->system;
	}
	return sum;
}

static void add_times(struct recording *recording, const struct sum *sum)
{
	recording_add(recording, METRIC_PARENT_TIME, sum->parent);
	recording_add(recording, METRIC_CHILD_SYSTEM, sum->system);
	recording_add(recording, METRIC_CHILD_USER, sum->user);
}

/* The figure is the time of an iteration over all processes: one over the sum of their rates. */
static int record(struct context *context, struct recording *recording, struct error *error)
{
	struct together_group *group = context->state;
	struct sum sum;
	int code;

	group->rounds = 0;
	group->interval_ns = context->workload->interval_ns;
	code = together_group_run(group, recording, error);
	if (code < 0)
		return -code;
	sum = sum_up(group);
	if (sum.least <= 0)
		return -error_set(error, -ETIME,
				  "a process did nothing in the interval: take a longer "
				  "one");
	recording->iterations = (uint64_t)sum.iterations;
	recording->duration_ns = (uint64_t)llround(sum.iterations / sum.rate * SECOND);
	recording_add(recording, METRIC_PROCESS_RATE, sum.rate);
	recording_add(recording, METRIC_PROCESS_RATE_LEAST, sum.least);
	recording_add(recording, METRIC_PROCESS_RATE_MOST, sum.most);
	recording_add(recording, METRIC_PROCESS_SPREAD, 100 * (sum.most / sum.least - 1));
	add_times(recording, &sum);
	return 0;
}

static void add_jobs(struct recording *recording, const struct together_group *group,
		     const struct sum *sum)
{
	const double processes = (double)group->processes;
	const double jobs = (double)(group->rounds * group->inner.count);
	const double rate = together_jobs_per_minute(processes, jobs, sum->parent);
	double *times = calloc(group->processes, sizeof(*times));
	struct together_spread spread = {0};

	for (uint64_t i = 0; times && i < group->processes; i++)
		times[i] = (double)group->shared->slots[i].elapsed_ns / SECOND;
	if (times)
		spread = together_spread_of(times, group->processes);
	free(times);
	recording_add(recording, METRIC_JOBS_PER_MINUTE, rate);
	recording_add(recording, METRIC_JOBS_PER_MINUTE_CHILD, rate / processes);
	recording_add(recording, METRIC_CHILD_SD, spread.sd);
	recording_add(recording, METRIC_CHILD_SD_PERCENT, spread.percent);
	recording_add(recording, METRIC_JTI, together_jti(spread.percent));
}

/* The figure is the time of a job over all processes. */
static int record_mixed(struct context *context, struct recording *recording, struct error *error)
{
	struct together_group *group = context->state;
	struct sum sum;
	int code;

	group->rounds = MIXED_ROUNDS;
	code = together_group_run(group, recording, error);
	if (code < 0)
		return -code;
	sum = sum_up(group);
	recording->iterations = (uint64_t)sum.iterations;
	recording->duration_ns = (uint64_t)llround(sum.parent * SECOND);
	add_times(recording, &sum);
	add_jobs(recording, group, &sum);
	return 0;
}

const struct operation operation_together = {
	.name = "together",
	.group = "workload",
	.summary = "what --of names, by several processes at once, each in a directory of its own, "
		   "for "
		   "--interval",
	.parameter = &parameter_together,
	.fixture = FIXTURE_DIRECTORY,
	.calls_note = "those of what --of names",
	.only_by_name = true,
	.period = 1,
	.setup = setup,
	.record = record,
	.usual_interval_ns = USUAL_INTERVAL_NS,
	.metrics = together_tells,
	.verify = verify,
	.teardown = teardown,
};

const struct operation operation_together_shared = {
	.name = "together-shared",
	.group = "workload",
	.summary = "what --of names, by several processes at once, all in one directory, for "
		   "--interval",
	.parameter = &parameter_together_shared,
	.fixture = FIXTURE_DIRECTORY,
	.calls_note = "those of what --of names",
	.only_by_name = true,
	.period = 1,
	.setup = setup_shared,
	.record = record,
	.usual_interval_ns = USUAL_INTERVAL_NS,
	.metrics = together_tells,
	.verify = verify,
	.teardown = teardown,
};

const struct operation operation_mixed = {
	.name = TOGETHER_MIXED,
	.group = "workload",
	.summary =
		"a job of a fixed mix of files, processes, pipes, signals and memory: 400 jobs by "
		"each of several processes at once",
	.parameter = &parameter_mixed,
	.fixture = FIXTURE_DIRECTORY,
	.calls_note = "those of the operations in the mix",
	.only_by_name = true,
	.period = 1,
	.setup = setup_mixed,
	.record = record_mixed,
	.run_ns = 300000000,
	.metrics = mixed_tells,
	.verify = verify,
	.teardown = teardown,
};
